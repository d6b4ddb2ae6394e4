import type { MotdRun } from '../widgets/motd-lines.ts';
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
  /** `null`: it is offline. */
  readonly server: {
    readonly motd: readonly MotdRun[];
    readonly players: { readonly online: number; readonly max: number } | null;
    readonly version: string | null;
    /** Bars of the signal that are lit, 0 to 5. */
    readonly bars: number;
    /** A PNG of 64×64 pixels; one that does not decode, and `null`, is our own. */
    readonly icon: Uint8Array | null;
  } | null;
};

/** Part of every validator of a widget: counted up whenever the same order gives other pixels. */
export const widgetVersion = 2;
