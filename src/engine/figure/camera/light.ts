import { dot, normalise, type Vec3 } from '../vector.ts';
import type { SceneLight } from '../../image/background.ts';

/** Full light on every side: flat views show the sheet's exact colours. */
export const flatLight: Light = () => 255;

/**
 * The light of single pictures, in shares of the skin's own colours. One place for all of them:
 * - `front`: what faces the viewer keeps its colours, as people compare them with the skin file and
 *   with other renderers, which draw it unshaded. Three levels in a hundred less than white, so that
 *   tops, which get all of it, still part from it.
 * - `side`: what turns away has three fifths. A white figure is a body then and not a patch, and a
 *   black line between two sides is not needed.
 * - `below`: undersides are darkest, but never as dark as half: a large one must not look like a hole.
 */
type Studio = { readonly front: number; readonly side: number; readonly below: number };

/** What tops have, of the skin's own colours, and at most what else is lit in the light of a place. */
const top = 1;
const besideTop = 0.965;

/** Arms and legs have so much of that, so that a white figure parts from them, and from a white page. */
const limb = 0.95;

/** The lamp stands above the viewer; at most so far to one side, in the same measure. */
const lampAt = { up: 0.36, toEye: 0.8, maxRight: 0.45 } as const;

/** The lamp's share on a side: none, and all of it, by the cosine between the two. */
const lampRange = [0.02, 0.5] as const;

/** What faces the viewer this squarely is lit wherever the lamp is. */
const squareRange = [0.74, 0.86] as const;

/** What the viewer sees from its edge gets nothing of the lamp, unless it is a top. */
const slantRange = [0.14, 0.54] as const;

/** A side counts as a top by how far it looks up. */
const topRange = [0.5, 0.95] as const;

/** @param turn how far the figure looks to the right of the viewer, in radians: 0 looks straight at it */
export type FigureLight = (turn: number) => Light;

/**
 * A lamp that stands on the side to which the figure looks, so that its front is lit and what turns
 * away is not, from the left as from the right. Where the viewer sees more of its side than of its
 * front, the lamp crosses over: the side is what is looked at.
 */
function studio({ front, side, below }: Studio): FigureLight {
  return (turn) => {
    // Changes its sign at 52°, and looks the same from behind.
    const across = clamp(Math.sin(2 * turn) + 2 * Math.sin(4 * turn), -1, 1);
    const lamp = normalise([lampAt.maxRight * across, lampAt.up, lampAt.toEye]);
    return (right, up, toEye, isLimb = false) => {
      const lit = Math.max(
        smoothStep(squareRange, toEye),
        smoothStep(lampRange, dot(lamp, [right, up, toEye])) *
          smoothStep(slantRange, Math.max(toEye, up)),
      );
      const dark = side - (side - below) * Math.max(0, -up);
      const level = dark + (front - dark) * lit;
      const whole = level + (top - front) * lit * smoothStep(topRange, up);
      return Math.round(255 * whole * (isLimb ? limb : 1));
    };
  };
}

/** Soft light from the viewer, from which all sides are told apart. */
export const studioLight = studio({ front: 0.97, side: 0.61, below: 0.53 });

/** A film poster: hard light, while the other side falls off. */
export const posterLight = studio({ front: 0.97, side: 0.57, below: 0.51 });

/** Low sun, with little difference between sides. */
export const softLight = studio({ front: 0.98, side: 0.7, below: 0.6 });

/** The main light's share on a side, by the cosine between the two. */
const keyRange = [0.02, 0.55] as const;

/** What faces the viewer gets at least so much of the main light, wherever it comes from. */
const minOnFront = 0.86;

/** The main light's share on a side, 0 … 1. */
export function keyShare({ key }: SceneLight, side: Vec3): number {
  const onFront = minOnFront * smoothStep([0.6, 0.8], side[2]);
  return Math.max(onFront, smoothStep(keyRange, dot(normalise(key), side)));
}

/** What is left of the main light on a side that is no top. */
export function belowTop([, up]: Vec3): number {
  return besideTop + (top - besideTop) * smoothStep(topRange, up);
}

export function smoothStep([from, to]: readonly [number, number], value: number): number {
  const share = clamp((value - from) / (to - from), 0, 1);
  return share * share * (3 - 2 * share);
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/**
 * The light on a surface, 1…255, from its normal in the camera's axes (right, up, to the eye).
 * @param isLimb whether it is one of an arm or a leg
 */
export type Light = (right: number, up: number, toEye: number, isLimb?: boolean) => number;
