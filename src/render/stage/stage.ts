import type { Crop } from '../camera/crops.ts';
import { flatten, seenFrom, type View } from '../camera/view.ts';
import type { Extent } from '../camera/regions.ts';
import type { Model } from '../model/boxes.ts';
import type { Quad } from '../model/quads.ts';
import { shadowRim, type GroundShadow } from '../plan/ground-shadow.ts';
import type { Light } from '../plan/screen-quads.ts';
import type { RenderType } from '../render-types.ts';

/**
 * How the second layer is drawn: as boxes around those of the first, each texel a little block upon
 * them, or not at all. The framing of the last is that of the first.
 */
export const overlayStyles = ['flat', 'raised', 'none'] as const;
export type OverlayStyle = (typeof overlayStyles)[number];

/** What fixes what there is to see, apart from the size of the picture and of the sheets. */
export type Staging = {
  readonly renderType: RenderType;
  /** One that the type has, see `cropsOf`. */
  readonly crop: Crop;
  readonly model: Model;
  /** Further around the figure than the type's own view; any angle. Flat types have none. */
  readonly yawDegrees?: number | undefined;
  /** Further above than the type's own view, up to straight above or below. */
  readonly pitchDegrees?: number | undefined;
  /** Turns the picture clockwise. Flat types have no camera. Default: 0. */
  readonly rollDegrees?: number | undefined;
  /** Vertical angle of view; `null`, the type's own, and all that a view without perspective has. */
  readonly fovDegrees?: number | null | undefined;
  /** Default: `flat`. Flat types have no depth to raise anything into. */
  readonly overlay?: OverlayStyle | undefined;
  /** `false`: full light on every side. Default: true. */
  readonly shading?: boolean | undefined;
  /** Whether the figure casts a soft shadow on the ground beneath it. Default: false. */
  readonly shadow?: boolean | undefined;
  /** Stands on its head: turned by half about the line of sight. Default: false. */
  readonly upsideDown?: boolean | undefined;
  /** Pose and view are those of a mirror; the skin is not. Flat types have none. Default: false. */
  readonly mirror?: boolean | undefined;
  /** Of flat types: texels of any size, where several figures are to be of one. Default: false. */
  readonly smooth?: boolean | undefined;
  /** The cape sheet it wears. Default: none. */
  readonly cape?: { readonly texelsPerUnit: number } | null | undefined;
  /** Wears the wings of the cape sheet in place of the cape. Flat types have none. Default: false. */
  readonly wings?: boolean | undefined;
};

/** Everything of a picture but its size. */
export type Stage = {
  /** For a skin sheet of so many texels a unit. */
  readonly quadsFor: (texelsPerUnit: number) => readonly Quad[];
  /** Finest skin sheet that it is drawn from. */
  readonly mostTexelsPerUnit: number;
  readonly view: View;
  readonly light: Light;
  /** What is framed. */
  readonly extent: Extent;
  /** What the classic model takes up from side to side; it bounds the scale of both models. */
  readonly widestUnits: number;
  /** Whether texels are to be whole numbers of pixels. */
  readonly isTexelExact: boolean;
  readonly shadow: { readonly ground: GroundShadow; readonly view: View } | null;
};

/** How a figure stands on the ground, on the picture plane. */
export type Stance = {
  /** Height of the ground: of the lowest that is seen, or as far below as the pose is in the air. */
  readonly groundUp: number;
  /** What is at the ground, or above it in the air; `null` where that is cut off. */
  readonly feet: Extent | null;
  /** The head. */
  readonly face: Extent;
};

/** @throws {RangeError} when the type has no such crop. */
export function cropOf<Framed>(
  crops: Readonly<Partial<Record<Crop, Framed>>>,
  { renderType, crop }: Staging,
): Framed {
  const framed = crops[crop];
  if (framed === undefined) throw new RangeError(`${renderType} has no crop ${crop}`);
  return framed;
}

export function isDrawn(
  { layer, sheet }: Pick<Quad, 'layer' | 'sheet'>,
  { overlay, cape }: Staging,
): boolean {
  if (sheet === 'cape') return Boolean(cape);
  return layer === 'base' || overlay !== 'none';
}

/** A whole figure's picture has room for its shadow; the other crops show what falls into them. */
export function withShadow(
  extent: Extent,
  shadow: Stage['shadow'],
  { crop }: Pick<Staging, 'crop'>,
): Extent {
  if (shadow === null || crop !== 'full') return extent;
  const { ground, view } = shadow;
  const see = seenFrom(view);
  const seen = shadowRim(ground).map(see);
  // What lies behind the eye, or as good as in it, is not in the picture.
  const inSight = seen.filter(([, , away]) => view.distanceUnits === null || away > 8);
  const points = inSight.map((point) => flatten(view, point));
  const rights = points.map(([right]) => right);
  const ups = points.map(([, up]) => up);
  return {
    left: Math.min(extent.left, ...rights),
    right: Math.max(extent.right, ...rights),
    bottom: Math.min(extent.bottom, ...ups),
    top: Math.max(extent.top, ...ups),
  };
}
