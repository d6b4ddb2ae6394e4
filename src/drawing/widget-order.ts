import type { TextRun } from '../game-servers/motd/text-run.ts';
import type { HeadSkin } from '../widgets/heads.ts';
import type { FactsCard } from '../widgets/facts-card.ts';
import { widgetThemes, type WidgetTheme } from '../widgets/palette.ts';

/** For schemas: what a widget can be put on. */
export { widgetThemes };

export const widgetScales = [1, 2] as const;

/** What a reader can choose of a widget. */
export type WidgetOptions = {
  readonly theme: WidgetTheme;
  /** Pixels a unit. */
  readonly scale: (typeof widgetScales)[number];
};

/** All that the card of a game server is drawn from; plain data, copied to a worker. */
export type ServerCardOrder = WidgetOptions & {
  readonly host: string;
  /** As it is written on the card. */
  readonly edition: string;
  readonly state: 'online' | 'offline' | 'unknown';
  /** Of the heads in the message. */
  readonly heads: readonly HeadSkin[];
  /** Null unless it is online. */
  readonly server: {
    /** At most 128 runs and 1,024 letters. */
    readonly motd: readonly TextRun[];
    readonly players: { readonly online: number; readonly max: number } | null;
    readonly version: string | null;
    /** Bars of the signal that are lit, 0 to 5. */
    readonly bars: number;
    /** A PNG of 64×64 pixels; one that does not decode, and `null`, is our own. */
    readonly icon: Uint8Array | null;
  } | null;
};

/** All that a card of numbers is drawn from; plain data, copied to a worker. */
export type FactsCardOrder = WidgetOptions &
  Omit<FactsCard, 'icon' | 'theme' | 'scale'> & {
    /** A square PNG whose header was checked; one that does not decode, and `null`, is our own. */
    readonly icon: Uint8Array | null;
  };

/** Part of every validator of a widget: counted up whenever the same order gives other pixels. */
export const widgetVersion = 4;
