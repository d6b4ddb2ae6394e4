import type { Crop } from '../figure/camera/crops.ts';
import type { Format } from '../image/formats.ts';

/** Options for a finished picture. */
export type FlatOptions = {
  /** The longer side of the picture, including the outline. */
  readonly sizePx: number;
  readonly isCircle: boolean;
  /** `rrggbbaa`; `null` for a transparent background. */
  readonly background: string | null;
  readonly outline: { readonly colour: string; readonly widthPx: number } | null;
  readonly format: Format;
};

/** An order for a picture that is not rendered here; plain data, copied to a worker. */
export type FlatOrder = FlatOptions & {
  /** A PNG with a checked header, or the crop of a grey figure. */
  readonly picture: Uint8Array | Crop;
};

/** Part of every validator of such a picture; increased when the same order gives other pixels. */
export const flatVersion = 2;
