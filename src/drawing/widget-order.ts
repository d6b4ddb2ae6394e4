import type { TextRun } from '../game-servers/motd/text-run.ts';
import type { HeadSkin } from '../widgets/heads.ts';
import type { FactsCard } from '../widgets/facts-card.ts';
import { widgetThemes, type WidgetTheme } from '../widgets/palette.ts';

export { widgetThemes };

export const widgetScales = [1, 2] as const;

export type WidgetOptions = {
  readonly theme: WidgetTheme;
  /** Pixels per unit. */
  readonly scale: (typeof widgetScales)[number];
};

/** An order for the card of a game server; plain data, copied to a worker. */
export type ServerCardOrder = WidgetOptions & {
  readonly host: string;
  /** As it is written on the card. */
  readonly edition: string;
  readonly state: 'online' | 'offline' | 'unknown';
  /** Skins of the player heads in the MOTD. */
  readonly heads: readonly HeadSkin[];
  /** `null` if it is not online. */
  readonly server: {
    /** At most 128 runs and 1,024 characters. */
    readonly motd: readonly TextRun[];
    readonly players: { readonly online: number; readonly max: number } | null;
    readonly version: string | null;
    /** Lit bars of the signal, 0 to 5. */
    readonly bars: number;
    /** A PNG of 64×64 pixels; the default icon if it is `null` or cannot be decoded. */
    readonly icon: Uint8Array | null;
  } | null;
};

/** An order for a card of numbers; plain data, copied to a worker. */
export type FactsCardOrder = WidgetOptions &
  Omit<FactsCard, 'icon' | 'theme' | 'scale'> & {
    /** A square PNG with a checked header; the default icon if it is `null` or cannot be decoded. */
    readonly icon: Uint8Array | null;
  };

/** Part of every validator of a widget; increased when the same order gives other pixels. */
export const widgetVersion = 4;
