import type { Vec3 } from '../vector.ts';
import type { SpriteName } from './sprite.ts';

/** What a hand can hold, in the order in which users see it. */
export const heldItems = [
  'sword',
  'bow',
  'pickaxe',
  'axe',
  'torch',
  'book',
  'shield',
  'fishing_rod',
  'cake',
  'flower',
  'banner',
  'trophy',
] as const;
export type HeldItem = (typeof heldItems)[number];

/** The values of `hold` and `hold_left`. */
export const heldItemNames = ['none', ...heldItems] as const;
export type HeldItemName = (typeof heldItemNames)[number];

/** What both hands hold; `null` for the hand of a pose that holds nothing. */
export type Holds = Readonly<Record<'right' | 'left', HeldItem | null>>;

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

/** Unless it says otherwise, an item stands upright and shows its picture to the front. */
function grip(
  at: Grip['at'],
  texelUnits: number,
  more: Partial<Omit<Grip, 'at' | 'texelUnits'>>,
): Grip {
  return { at, lean: 0, face: 0, swing: 0, spread: 0, texelUnits, ...more };
}

/** Tools are painted from the bottom left to the top right: upright, they face the side. */
const tool = { lean: -45, face: 158, swing: 16, spread: 32 } as const;
/** Flat items stand before the fist. */
const flat = { swing: -4, shift: [1.5, 0, -3] } as const;

export const heldItemRows = {
  sword: { sprite: 'sword', grip: grip([3.5, 12.5], 0.85, tool) },
  bow: {
    sprite: 'bow',
    grip: grip([9.5, 8], 1, { face: -26, swing: 6, spread: 6, shift: [0, 0, -1] }),
    // The arrow points from the other hand past this one.
    used: { sprite: 'drawn_bow', grip: grip([11.5, 8.5], 1.35, { face: -160 }) },
  },
  pickaxe: { sprite: 'pickaxe', grip: grip([4.5, 11.5], 0.85, tool) },
  axe: { sprite: 'axe', grip: grip([4, 12], 0.85, tool) },
  torch: {
    sprite: 'torch',
    grip: grip([8, 12.5], 0.9, { face: -24, swing: 24, spread: 22, shift: [0.4, 0, -0.8] }),
  },
  book: {
    sprite: 'book',
    grip: grip([6, 12], 0.6, { ...flat, swing: 12 }),
    // Between both hands, its pages to the reader.
    used: {
      sprite: 'open_book',
      grip: grip([8, 12], 0.68, { face: 180, swing: 24, shift: [-4.5, -1.5, -2] }),
    },
  },
  shield: {
    sprite: 'shield',
    // Strapped to the arm above its middle, so that it covers the body and not the face.
    grip: grip([8, 6], 0.85, { face: -24, shift: [1.8, 0.5, -3.2], isUpright: true }),
  },
  fishing_rod: { sprite: 'fishing_rod', grip: grip([3.5, 12.5], 0.85, tool) },
  cake: { sprite: 'cake', grip: grip([8, 15], 0.55, { ...flat, isUpright: true }) },
  flower: {
    sprite: 'flower',
    grip: grip([7.5, 14], 0.75, { swing: 22, spread: 22, shift: [0.6, 0, -1.6] }),
  },
  banner: {
    sprite: 'banner',
    grip: grip([2.5, 12], 1.2, { face: 182, spread: 14, shift: [0.4, 0, -2.6], isUpright: true }),
  },
  trophy: { sprite: 'trophy', grip: grip([9, 13], 0.68, flat) },
} as const satisfies Record<HeldItem, HeldItemRow>;
