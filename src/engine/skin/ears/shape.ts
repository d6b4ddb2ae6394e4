// What a figure of the Ears mod is shaped like: names in the order of the mod's own numbers.

export const earModes = [
  'none',
  'above',
  'sides',
  'behind',
  'around',
  'floppy',
  'cross',
  'out',
  'tall',
  'tall_cross',
] as const;
export type EarMode = (typeof earModes)[number];

export const earAnchors = ['centre', 'front', 'back'] as const;
export type EarAnchor = (typeof earAnchors)[number];

export const tailModes = [
  'none',
  'down',
  'back',
  'up',
  'vertical',
  'cross',
  'cross_overlap',
  'star',
  'star_overlap',
] as const;
type TailMode = (typeof tailModes)[number];

export const wingModes = [
  'none',
  'symmetric_dual',
  'symmetric_single',
  'asymmetric_left',
  'asymmetric_right',
  'asymmetric_dual',
  'flat',
] as const;
type WingMode = (typeof wingModes)[number];

export const wingMotions = ['normal', 'none', 'no_flight'] as const;
export type WingMotion = (typeof wingMotions)[number];

export const legModes = ['plantigrade', 'partial', 'full'] as const;
export type LegMode = (typeof legModes)[number];

export type Crown = 'none' | 'horn' | 'halo' | 'double_halo';

/** What is on hands, feet and head, in the order of the mod's numbers. */
export const protrusions: readonly { readonly claws: boolean; readonly crown: Crown }[] = [
  { claws: false, crown: 'none' },
  { claws: false, crown: 'horn' },
  { claws: true, crown: 'none' },
  { claws: true, crown: 'horn' },
  { claws: false, crown: 'halo' },
  { claws: false, crown: 'double_halo' },
  { claws: true, crown: 'halo' },
  { claws: true, crown: 'double_halo' },
];

export type Tail = {
  readonly mode: Exclude<TailMode, 'none'>;
  /** One angle for each segment, 1 to 4, each −90 … 90. */
  readonly bendsDegrees: readonly number[];
  /** Whether it moves. */
  readonly isMoving: boolean;
};

/** In texels; each side at least one. */
export type Snout = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Of its lower edge from the chin. */
  readonly offset: number;
};

export type Wings = { readonly mode: Exclude<WingMode, 'none'>; readonly motion: WingMotion };

/**
 * Everything of a figure's Ears data that its geometry depends on: plain data, part of the key of its
 * plan. Every number comes from a few bits of the sheet.
 */
export type EarsShape = {
  readonly ears: EarMode;
  readonly anchor: EarAnchor;
  readonly claws: boolean;
  readonly crown: Crown;
  readonly tail: Tail | null;
  readonly snout: Snout | null;
  /** 0 … 1. */
  readonly chest: number;
  readonly wings: Wings | null;
  readonly cape: boolean;
  readonly legs: LegMode;
};

/** The ears of a figure: those that its sheet describes, or deadmau5's from the game itself. */
export type FigureEars = EarsShape | 'deadmau5';

/** Whether parts of the figure are drawn from the sheet that Ears data are unpacked to. */
export function hasEarsSheet(ears: FigureEars | null | undefined): boolean {
  if (ears === null || ears === undefined || ears === 'deadmau5') return false;
  return ears.wings !== null || ears.cape || ears.legs !== 'plantigrade';
}

/** Where the outer side of a cape is on that sheet. */
export const earsCapeFront = [41, 1] as const;
