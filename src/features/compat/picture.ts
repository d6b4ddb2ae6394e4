import type { Crop, Format, RenderType } from '../../drawing/render-names.ts';

/** A size that a picture is fitted into, in pixels. */
export type BoxPx = { readonly widthPx: number; readonly heightPx: number };

/** How the sheet itself is handed over. */
export type SheetForm = 'original' | 'processed' | 'barebones';

/** What one of their paths asks for, in terms of ours. */
export type CompatPicture = {
  readonly player: string;
  /** Whether a default skin stands in for an unknown player, as theirs did. */
  readonly hasFallback: boolean;
} & (
  | ({
      readonly kind: 'render';
      /** Who stands in for an unknown player, where that was said. */
      readonly instead?: string | undefined;
    } & CompatRender)
  | { readonly kind: 'skin'; readonly form: SheetForm; readonly isDownload: boolean }
  | { readonly kind: 'cape' }
);

export type CompatRender = {
  readonly type: RenderType;
  readonly crop: Crop;
  /** The exact size of the picture; `null` where only its height is fixed. */
  readonly box: BoxPx | null;
  /** Of the figure before it is fitted. */
  readonly heightPx: number;
  readonly format: Format;
  readonly overlay: boolean;
  readonly cape: boolean;
  readonly shading: boolean;
  readonly shadow: boolean;
  readonly yawDegrees: number;
  readonly pitchDegrees: number;
  readonly rollDegrees: number;
  /** Of the camera; that of the pose where none is said. */
  readonly fovDegrees: number | undefined;
  readonly outline: { readonly colour: string; readonly widthPx: number } | undefined;
  /** The player’s own where none is said. */
  readonly model: 'classic' | 'slim' | undefined;
};

/** A request to one of their paths, taken apart. */
export type CompatRequest = {
  /** What follows the route's own name, without the file extension of the last. */
  readonly places: readonly string[];
  /** Of the last place, in lower case, without the dot; empty where there is none. */
  readonly extension: string;
  readonly query: CompatQuery;
};

/** A switch that is only there, as `?overlay`, is an empty text. */
export type CompatQuery = { readonly [name: string]: string | undefined };

/** One of their routes. */
export type CompatRow = {
  /** As their documentation writes it. */
  readonly path: string;
  /** What it shows, for ours; and what is unlike theirs. */
  readonly shows: string;
  /** Sizes as they have them: default, and bounds. */
  readonly size: string;
  /** `null`: no such path after all. Throws LineupError `bad-request`. */
  readonly read: (request: CompatRequest) => CompatPicture | null;
};

/** By every name of a route, in lower case. */
export type CompatRows = Readonly<Record<string, CompatRow>>;
