import type { Crop } from '../camera/crops.ts';
import { extentOf, union, type Extent } from '../camera/framing.ts';
import { seenFrom, type View } from '../camera/view.ts';
import type { FigureEars } from '../../skin/ears/shape.ts';
import type { Motion } from '../motions.ts';
import type { Pose } from '../pose.ts';
import type { Quad } from '../quads.ts';
import { shadowRim, type GroundShadow } from './ground-shadow.ts';
import type { RenderType } from '../render-types.ts';
import type { HeldItemName } from '../held-items/held-items.ts';
import type { OverlayStyle } from '../solids.ts';
import type { Light } from '../camera/light.ts';
import type { Model } from '../../skin/arms.ts';

/** Everything that determines the view, except the size of the picture and of the sheets. */
export type Staging = {
  readonly renderType: RenderType;
  /** One that the type has, see `cropsOf`. */
  readonly crop: Crop;
  readonly model: Model;
  /** Added to the type's own angle around the figure; any value. Flat types have none. */
  readonly yawDegrees?: number | undefined;
  /** Added to the type's own angle from above, up to straight above or below. */
  readonly pitchDegrees?: number | undefined;
  /** Turns the picture clockwise. Flat types have no camera. Default: 0. */
  readonly rollDegrees?: number | undefined;
  /** Vertical angle of view; `null` for the type's own, and for views without perspective. */
  readonly fovDegrees?: number | null | undefined;
  /** Default: `flat`. Flat types cannot be raised. */
  readonly overlay?: OverlayStyle | undefined;
  /** `false` lights every side fully. Default: true. */
  readonly shading?: boolean | undefined;
  /** Whether the figure casts a soft shadow on the ground beneath it. Default: false. */
  readonly shadow?: boolean | undefined;
  /** Upside down: turned by 180° about the line of sight. Default: false. */
  readonly upsideDown?: boolean | undefined;
  /** Mirrors pose and view, but not the skin. Flat types have none. Default: false. */
  readonly mirror?: boolean | undefined;
  /** For flat types: texels of any size, so that several figures match. Default: false. */
  readonly smooth?: boolean | undefined;
  /** The cape sheet. Default: none. */
  readonly cape?: { readonly texelsPerUnit: number } | null | undefined;
  /** What the hands hold; the pose's default item if omitted. Flat types hold nothing. */
  readonly hold?: HeldItemName | null | undefined;
  readonly holdLeft?: HeldItemName | null | undefined;
  /** Draws the wings of the cape sheet instead of the cape. Flat types have none. Default: false. */
  readonly wings?: boolean | undefined;
  /** What the skin says about the figure's ears, tail and so on; see `showsEars`. Default: none. */
  readonly ears?: FigureEars | null | undefined;
  /** A pose instead of the type's own. Flat types have none. */
  readonly pose?: Pose | null | undefined;
  /** The moment of a motion, at a phase of 0 … 1. Flat types do not move. Default: none. */
  readonly motion?: Moment | null | undefined;
};

export type Moment = {
  readonly motion: Motion;
  readonly phase: number;
  /** Of the animation, all of whose phases are multiples of its frames. Only of a client's own motion. */
  readonly animationFrames?: number;
};

/** What is framed. */
export type FramedStage = {
  readonly extent: Extent;
  /** The width of the classic model, which bounds the scale of both models. */
  readonly widestUnits: number;
};

/** Everything about a picture except its size. */
export type Stage = FramedStage & {
  /** For a skin sheet of this many texels a unit. */
  readonly quadsFor: (texelsPerUnit: number) => readonly Quad[];
  /** Finest skin sheet that it is drawn from. */
  readonly maxTexelsPerUnit: number;
  readonly view: View;
  readonly light: Light;
  /** See `openEdges`; none on a flat figure. */
  readonly openEdges?: () => Uint8Array;
  /** Whether texels must be whole numbers of pixels. */
  readonly isTexelExact: boolean;
  readonly shadow: { readonly ground: GroundShadow; readonly view: View } | null;
  readonly stance: () => Stance;
};

/** A corner of a box that casts a shadow. */
type StanceCorner = {
  /** In the picture plane: right, of the ground below it. */
  readonly right: number;
  /** In the picture plane: up from what touches the ground foremost, as far as it is behind it. */
  readonly back: number;
  /** Above the ground, in units. */
  readonly heightUnits: number;
};

/** The stance of a figure, in the picture plane. */
export type Stance = {
  /** Height of the ground: of the lowest visible point, or below it if the pose is in the air. */
  readonly groundUp: number;
  /** The head. */
  readonly face: Extent;
  /** What it hides of those who stand behind it, part by part. */
  readonly covers: readonly Extent[];
  /** Its room in a group: all of it, of a moving figure as it stands at rest. */
  readonly column: Extent;
  /** The highest point of its column, and of its head at any time. */
  readonly crownUp: number;
  /** What casts its shadow, box by box; none if its feet are cropped. */
  readonly casters: readonly (readonly StanceCorner[])[];
};

/** @throws {RangeError} if the type has no such crop. */
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

/** The picture of a whole figure has room for its shadow; other crops show the part inside them. */
export function withShadow(
  extent: Extent,
  shadow: Stage['shadow'],
  { crop }: Pick<Staging, 'crop'>,
): Extent {
  if (shadow === null || crop !== 'full') return extent;
  const { ground, view } = shadow;
  const see = seenFrom(view);
  // Points behind the eye, or almost in it, are not in the picture.
  const inSight = shadowRim(ground).filter(
    (point) => view.distanceUnits === null || see(point)[2] > 8,
  );
  return union(extent, extentOf(inSight, view));
}
