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

/**
 * How the second layer is drawn: as boxes around those of the first, each texel as a small block on
 * them, or not at all, with the same framing as the boxes.
 */
export const overlayStyles = ['flat', 'raised', 'none'] as const;

export type OverlayStyle = (typeof overlayStyles)[number];
