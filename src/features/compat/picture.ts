import type { Crop, Format, RenderType } from '../../drawing/render-names.ts';

/** A size in pixels that a picture is fitted into. */
export type BoxPx = { readonly widthPx: number; readonly heightPx: number };

export type SheetForm = 'original' | 'processed' | 'barebones';

/** A request to another service in our own terms. */
export type CompatPicture = {
  readonly player: string;
} & (
  | ({
      readonly kind: 'render';
      /** Whether a default skin replaces an unknown player, as at the original service. */
      readonly hasFallback: boolean;
      /** The replacement of an unknown player, if given. */
      readonly instead?: string | undefined;
    } & CompatRender)
  | {
      readonly kind: 'skin';
      readonly form: SheetForm;
      readonly isDownload: boolean;
      /** Whose skins replace that of an unknown player, in order; `null` is our default skin. */
      readonly others: readonly (string | null)[];
    }
  | { readonly kind: 'cape' }
);

export type CompatRender = {
  readonly type: RenderType;
  readonly crop: Crop;
  /** The exact size of the picture; `null` if only its height is fixed. */
  readonly box: BoxPx | null;
  /** Height of the figure before it is fitted. */
  readonly heightPx: number;
  readonly format: Format;
  readonly overlay: boolean;
  readonly cape: boolean;
  readonly shading: boolean;
  readonly shadow: boolean;
  readonly yawDegrees: number;
  readonly pitchDegrees: number;
  readonly rollDegrees: number;
  /** Field of view; by default that of the pose. */
  readonly fovDegrees: number | undefined;
  readonly outline: { readonly colour: string; readonly widthPx: number } | undefined;
  /** By default the player’s own. */
  readonly model: 'classic' | 'slim' | undefined;
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
export type CompatQuery = { readonly [name: string]: string | undefined };

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
