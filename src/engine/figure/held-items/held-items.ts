import type { Vec3 } from '../vector.ts';
import type { HeldItem } from '../held-item-names.ts';
import type { SpriteName } from './sprite.ts';

/** How the right hand holds a sprite; the left one mirrors it. Angles are applied in this order. */
export type Grip = {
  /** The point of the sprite that is in the fist, in texels from its top left. */
  readonly at: readonly [column: number, row: number];
  /** Turns the picture clockwise in its own plane, degrees. */
  readonly lean: number;
  /** Which way the picture faces: 0 to the front, 90 to the player's left, −90 to the right. */
  readonly face: number;
  /** How far its top is swung to the front, out of the direction of the arm. */
  readonly swing: number;
  /** Then turns its top away from the body. */
  readonly spread: number;
  /** Side of a texel. */
  readonly texelUnits: number;
  /** From the middle of the fist, in the axes of the hanging arm. Default: none. */
  readonly shift?: Vec3;
  /** Whether it stays upright in any hand, and turns with the figure only. Default: false. */
  readonly isUpright?: boolean;
};

/** An item as a hand holds it. */
export type HandHeldItem = { readonly sprite: SpriteName; readonly grip: Grip };

export type HeldItemRow = HandHeldItem & {
  /** In the pose that is about it: the bow is drawn, the book open. */
  readonly used?: HandHeldItem;
};

/** Tools are painted from the bottom left to the top right: upright, they face the side. */
const tool = { lean: -45, face: 158, swing: 16, spread: 32, texelUnits: 0.85 } as const;
/** Flat items stand before the fist and show their picture. */
const flat = {
  lean: 0,
  face: 0,
  swing: -4,
  spread: 0,
  texelUnits: 0.6,
  shift: [1.5, 0, -3],
} as const;

export const heldItemRows = {
  sword: { sprite: 'sword', grip: { ...tool, at: [3.5, 12.5] } },
  bow: {
    sprite: 'bow',
    grip: {
      at: [9.5, 8],
      lean: 0,
      face: -26,
      swing: 6,
      spread: 6,
      texelUnits: 1,
      shift: [0, 0, -1],
    },
    used: {
      sprite: 'drawn_bow',
      // The arrow points from the other hand past this one.
      grip: { at: [11.5, 8.5], lean: 0, face: -160, swing: 0, spread: 0, texelUnits: 1.35 },
    },
  },
  pickaxe: { sprite: 'pickaxe', grip: { ...tool, at: [4.5, 11.5] } },
  axe: { sprite: 'axe', grip: { ...tool, at: [4, 12] } },
  torch: {
    sprite: 'torch',
    grip: {
      at: [8, 12.5],
      lean: 0,
      face: -24,
      swing: 24,
      spread: 22,
      texelUnits: 0.9,
      shift: [0.4, 0, -0.8],
    },
  },
  book: {
    sprite: 'book',
    grip: { ...flat, at: [6, 12], swing: 12 },
    // Between both hands, its pages to the reader.
    used: {
      sprite: 'open_book',
      grip: {
        at: [8, 12],
        lean: 0,
        face: 180,
        swing: 24,
        spread: 0,
        texelUnits: 0.68,
        shift: [-4.5, -1.5, -2],
      },
    },
  },
  shield: {
    sprite: 'shield',
    grip: {
      // Strapped to the arm above its middle, so that it covers the body and not the face.
      at: [8, 6],
      lean: 0,
      face: -24,
      swing: 0,
      spread: 0,
      texelUnits: 0.85,
      shift: [1.8, 0.5, -3.2],
      isUpright: true,
    },
  },
  fishing_rod: { sprite: 'fishing_rod', grip: { ...tool, at: [3.5, 12.5] } },
  cake: { sprite: 'cake', grip: { ...flat, at: [8, 15], texelUnits: 0.55, isUpright: true } },
  flower: {
    sprite: 'flower',
    grip: {
      at: [7.5, 14],
      lean: 0,
      face: 0,
      swing: 22,
      spread: 22,
      texelUnits: 0.75,
      shift: [0.6, 0, -1.6],
    },
  },
  banner: {
    sprite: 'banner',
    grip: {
      at: [2.5, 12],
      lean: 0,
      face: 182,
      swing: 0,
      spread: 14,
      texelUnits: 1.2,
      shift: [0.4, 0, -2.6],
      isUpright: true,
    },
  },
  trophy: { sprite: 'trophy', grip: { ...flat, at: [9, 13], texelUnits: 0.68 } },
} as const satisfies Record<HeldItem, HeldItemRow>;
