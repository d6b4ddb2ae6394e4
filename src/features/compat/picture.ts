import type { Static } from 'typebox';
import type { Crop, RenderType } from '../../options/render-names.ts';
import type { RenderQuery } from '../player-render/schema.ts';
import type { compatQuery } from './schema.ts';

/** A size in pixels that a picture is fitted into. */
export type BoxPx = { readonly widthPx: number; readonly heightPx: number };

export type SheetForm = 'original' | 'processed' | 'barebones';

/** A request to another service in our own terms. */
export type CompatPicture = { readonly player: string } & (
  | {
      readonly kind: 'render';
      /** The figure, and the one drawn instead if its player is unknown. */
      readonly attempts: readonly [CompatFigure, ...CompatFigure[]];
    }
  | {
      readonly kind: 'skin';
      readonly form: SheetForm;
      readonly isDownload: boolean;
      /** Whose skin is sent: the first that is known; `null` is our default skin. */
      readonly attempts: readonly [string | null, ...(string | null)[]];
    }
  | { readonly kind: 'cape' }
);

export type Looks = readonly [type: RenderType, crop: Crop];

export type CompatRender = {
  readonly looks: Looks;
  /** The exact size of the picture; `null` if only its height is fixed. */
  readonly box: BoxPx | null;
  /** The options of our own endpoint. */
  readonly options: RenderQuery;
};

/** A figure of a player, for our own renderer. */
export type CompatFigure = CompatRender & { readonly player: string };

/** A picture of another service, by all its names; the first is used in the documentation. */
export type Look = {
  readonly names: readonly [string, ...string[]];
  readonly shows: string;
  readonly looks: Looks;
};

/** A parsed request to another service. */
export type CompatRequest = {
  /** The segments after the route's name, without the file extension of the last. */
  readonly places: readonly string[];
  /** File extension in lower case, without the dot; empty if there is none. */
  readonly extension: string;
  readonly query: CompatQuery;
};

/** A switch without a value, such as `?overlay`, is an empty string. */
export type CompatQuery = Readonly<Static<typeof compatQuery>>;

/** A route of another service. */
export type CompatRow = {
  /** As in the service's documentation. */
  readonly path: string;
  /** What it shows, and how that differs from the original. */
  readonly shows: string;
  readonly size: string;
  /** `null` if the path does not exist after all. Throws LineupError `bad-request`. */
  readonly read: (request: CompatRequest) => CompatPicture | null;
};

/** By all names of a route, in lower case. */
export type CompatRows = Readonly<Record<string, CompatRow>>;
