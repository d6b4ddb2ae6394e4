import type { Crop } from '../render/camera/crops.ts';
import type { Format } from '../render/image/encode.ts';

/** What a reader can choose of a picture that somebody else has drawn. */
export type FlatOptions = {
  /** Of the longer side of the picture, outline included. */
  readonly sizePx: number;
  readonly isCircle: boolean;
  /** `rrggbbaa`; `null` leaves the ground transparent. */
  readonly background: string | null;
  readonly outline: { readonly colour: string; readonly widthPx: number } | null;
  readonly format: Format;
};

/** All that a picture is made of which is not drawn here; plain data, copied to a worker. */
export type FlatOrder = FlatOptions & {
  /** A PNG whose header was checked, or what a grey figure is to be drawn of. */
  readonly picture: Uint8Array | Crop;
};

/** Part of every validator of such a picture: counted up whenever the same order gives other pixels. */
export const flatVersion = 2;
