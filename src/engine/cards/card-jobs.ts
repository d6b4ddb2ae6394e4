import type { HeadSkin, CardRun } from './heads.ts';
import type { FactsCard } from './facts-card.ts';
import type { WidgetOptions } from './palette.ts';
import type { InviteLang } from './strings.ts';
import type { Faces } from './motd-lines.ts';
import type { RgbaImage } from '../image/canvas.ts';

/** A job for the card of a game server; plain data, copied to a worker. */
export type ServerCardJob = Omit<ServerCard, 'server'> & {
  /** Skins of the player heads in the MOTD. */
  readonly heads: readonly HeadSkin[];
  readonly server:
    | (Omit<OnlineServer, 'faces' | 'icon'> & {
        /** A PNG of 64×64 pixels; the default icon if it is `null` or cannot be decoded. */
        readonly icon: Uint8Array | null;
      })
    | null;
};

/** A job for a card of numbers; plain data, copied to a worker. */
export type FactsCardJob = Omit<FactsCard, 'icon'> & {
  /** A square PNG with a checked header; the default icon if it is `null` or cannot be decoded. */
  readonly icon: Uint8Array | null;
};

/** Part of every validator of a widget; increased when the same job gives other pixels. */
export const widgetVersion = 6;

/** The content of the card of a game server. */
export type ServerCard = WidgetOptions & {
  readonly lang: InviteLang;
  readonly host: string;
  /** Shown instead of the host; empty for none. */
  readonly title: string;
  /** "Java", "Bedrock". */
  readonly edition: string;
  readonly state: 'online' | 'offline' | 'unknown';
  /** Null if it is not online. */
  readonly server: OnlineServer | null;
};

export type OnlineServer = {
  /** At most 128 runs and 1,024 characters. */
  readonly motd: readonly CardRun[];
  /** Faces for the heads in the MOTD; a head without one is blank. */
  readonly faces: Faces;
  readonly players: { readonly online: number; readonly max: number } | null;
  readonly version: string | null;
  /** Lit bars of the signal, 0 to 5. */
  readonly bars: number;
  /** 64×64; null for the default icon. */
  readonly icon: RgbaImage | null;
};

/** A job for the card of an invite or a guild; plain data, copied to a worker. */
export type InviteCardJob = Omit<InviteCard, 'icon' | 'banner'> & {
  /** PNG files; one that cannot be decoded counts as none. */
  readonly icon: Uint8Array | null;
  /** Banner or splash; not drawn if the theme has no background. */
  readonly banner: Uint8Array | null;
};

/** An icon with the initials of a name, for servers without one. */
export type InitialsJob = { readonly name: string; readonly sizePx: number };

/** Part of every validator of these; increased when the same job gives other pixels. */
export const inviteVersion = 5;

/** The content of the card of a Discord server. */
export type InviteCard = WidgetOptions & {
  readonly lang: InviteLang;
  readonly name: string;
  readonly description: string | null;
  readonly mark: 'verified' | 'partnered' | null;
  /** Null if unknown. */
  readonly online: number | null;
  readonly members: number | null;
  /** Whether there is an invite; without one there is no button. */
  readonly canJoin: boolean;
  /** Null for the initials of the name. */
  readonly icon: RgbaImage | null;
  /** The background; not drawn on a theme without one. */
  readonly banner: RgbaImage | null;
};
