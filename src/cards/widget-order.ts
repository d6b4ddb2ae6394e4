import type { HeadSkin } from './heads.ts';
import type { FactsCard } from './facts-card.ts';
import type { OnlineServer, ServerCard } from './server-card.ts';

export { widgetScales, widgetThemes, type WidgetOptions } from './palette.ts';

/** An order for the card of a game server; plain data, copied to a worker. */
export type ServerCardOrder = Omit<ServerCard, 'server'> & {
  /** Skins of the player heads in the MOTD. */
  readonly heads: readonly HeadSkin[];
  readonly server:
    | (Omit<OnlineServer, 'faces' | 'icon'> & {
        /** A PNG of 64×64 pixels; the default icon if it is `null` or cannot be decoded. */
        readonly icon: Uint8Array | null;
      })
    | null;
};

/** An order for a card of numbers; plain data, copied to a worker. */
export type FactsCardOrder = Omit<FactsCard, 'icon'> & {
  /** A square PNG with a checked header; the default icon if it is `null` or cannot be decoded. */
  readonly icon: Uint8Array | null;
};

/** Part of every validator of a widget; increased when the same order gives other pixels. */
export const widgetVersion = 5;
