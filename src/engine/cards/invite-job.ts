import type { WidgetOptions } from './palette.ts';
import type { InviteLang } from './invite-strings.ts';
import type { RgbaImage } from '../image/canvas.ts';

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
export const inviteVersion = 4;

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
