/** What a hand can hold, in the order in which users see it. */
export const things = [
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
export type Thing = (typeof things)[number];

/** The values of `hold` and `hold_left`. */
export const thingNames = ['none', ...things] as const;
export type ThingName = (typeof thingNames)[number];

/** What both hands hold; `null` for the hand of a pose that holds nothing. */
export type Holds = Readonly<Record<'right' | 'left', Thing | null>>;
