import type { Slot, Formation } from './arrangements.ts';
import type { SizePx } from './sizes.ts';
import type { Terrain } from '../art/ground.ts';

/** A rectangle, right and down from the top left corner of its container. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A corner of something that casts a shadow, in units. */
type CasterCorner = {
  /** Right from the left of the picture. */
  readonly across: number;
  /** How far behind what touches the ground foremost, up the picture. */
  readonly back: number;
  /** Above the ground. */
  readonly height: number;
};

/** The measures of a figure for layout; in units, 32 of which are the height of a standing one. */
export type FigureShape = {
  /** Of its picture. */
  readonly width: number;
  readonly height: number;
  /** From the top of its picture to the ground; below the bottom for a figure that jumps. */
  readonly ground: number;
  /** What casts its shadow: convex pieces; none if its feet are cropped. */
  readonly casters: readonly (readonly CasterCorner[])[];
  /** The part that must stay visible. */
  readonly face: Box;
  /** What it hides of those who stand behind it. */
  readonly covers: readonly Box[];
  /** Its room in a group. What reaches out of it from time to time may overlap the sky and its neighbours. */
  readonly column: Pick<Box, 'left' | 'right'>;
  /** From the top of its picture to the highest point of its column, and of its head at any time. */
  readonly crown: number;
};

/** The shadow of a figure on what it stands on. */
export type FigureShadow = {
  readonly casters: FigureShape['casters'];
  /** The left end of the figure's picture. */
  readonly left: number;
  /** The row of the ground at the front of the figure. */
  readonly row: number;
  /** Art pixels per unit of the figure. */
  readonly scale: number;
  /** What it may cover: the ground or the block below the figure. */
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
};

/** Height of an upright figure, in units. */
export const standingUnits = 32;

/** Of its column, from the left of its picture. */
export function columnMiddle({ column }: FigureShape): number {
  return (column.left + column.right) / 2;
}

/** Whether something of it is outside of its column at some time. */
export function reachesOut({ width, crown, column }: FigureShape): boolean {
  return crown > 0 || column.left > 0 || column.right < width;
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** A positioned figure: right from the group's left end, up from its ground, in px. */
export type Standing = {
  readonly slot: Slot;
  readonly pxPerUnit: number;
  /** Of its column. */
  readonly middlePx: number;
  /** Width of its column: that of the figure at rest, more if its label needs it, less where a grid is narrow. */
  readonly columnPx: number;
  readonly raisePx: number;
};

/** Labels and captions of a group at a size. */
export type LabelBlock = {
  /** By figure; 0 if it has neither. */
  readonly widthsPx: readonly number[];
  /** By figure; 0 if it has neither. */
  readonly heightsPx: readonly number[];
  /** The greatest height; 0 if there are none. */
  readonly heightPx: number;
};

/** The width of a box for title and subtitle, and the size of a font pixel in it. */
export type TitleSpace = {
  readonly spacePx: number;
  readonly pixelPx: number;
  /** The size of a font pixel below which they are rather broken into more lines. Default: 1. */
  readonly leastPx?: { readonly title: number; readonly subtitle: number };
  /** What is higher has fewer lines, cut with `…`, rather than to leave the picture. Default: no limit. */
  readonly mostPx?: number;
};

/** Title and subtitle in a box. */
export type TitleBlock = {
  readonly sizePx: SizePx;
  /** Smaller than requested if they would not fit otherwise. */
  readonly pixelPx: number;
  readonly isWrapped: boolean;
  /** Whether something is missing. */
  readonly isCut: boolean;
  /** Whether something is smaller than is good. */
  readonly isSmall: boolean;
};

export type LayoutRequest = {
  readonly formation: Formation;
  readonly figures: readonly { readonly shape: FigureShape; readonly scale: number }[];
  readonly labelsAt: (fontPx: number) => LabelBlock;
  readonly title: ((space: TitleSpace) => TitleBlock) | null;
  /** Over how many lines the names below the front row are distributed in turn. Default: 1. */
  readonly nameLines?: 1 | 2 | 3;
  /** Whether there is ground, which shows the names. */
  readonly hasGround: boolean;
  /** Width that an outline adds to a figure on each side. */
  readonly rimPx: number;
  /** Largest standing figure in a picture of given size. Default: as large as there is room for. */
  readonly maxStandingPx?: number;
};

/** A positioned title; `xPx` is its left edge or middle. */
export type PlacedTitle = TitleSpace & {
  readonly align: 'left' | 'centre';
  readonly xPx: number;
  readonly topPx: number;
};

export type PlacedFigure = {
  readonly index: number;
  readonly pxPerUnit: number;
  /** Of its picture; that of its column is elsewhere if more reaches out to one side. */
  readonly middlePx: number;
  /** Its ground, from the top of the picture. */
  readonly groundPx: number;
};

export type PlacedLabel = {
  readonly index: number;
  readonly middlePx: number;
  /** Top of its block: label, then caption. */
  readonly topPx: number;
  readonly spacePx: number;
  /** Whether it is above its figure instead of below the front row. */
  readonly isAbove: boolean;
};

export type Layout = {
  readonly sizePx: SizePx;
  readonly artPx: number;
  readonly terrain: Terrain;
  readonly shadows: readonly FigureShadow[];
  readonly standingPx: number;
  readonly labelFontPx: number;
  /** In drawing order, from back to front. */
  readonly figures: readonly PlacedFigure[];
  readonly labels: readonly PlacedLabel[];
  readonly title: PlacedTitle | null;
};

/** How far what reaches out of the columns of a group may leave its space, in px. */
export type Overhang = { readonly left: number; readonly right: number; readonly top: number };

/** The space for a group in a picture. */
export type Space = Box & {
  readonly sizePx: SizePx;
  readonly artPx: number;
  readonly overhang: Overhang;
  /** Whether what reaches out of the columns keeps clear of the title, too. */
  readonly isClear: boolean;
  /** Area of a title that figures must not cover. */
  readonly taken: Box | null;
  readonly placedTitle: PlacedTitle | null;
  readonly titleAt: 'alone' | 'above' | 'corner' | 'beside' | null;
  /** Preference for this position of the title, as a factor for the size of figures. */
  readonly weight: number;
  /** Whether the picture is made to fit the group. */
  readonly isFitted: boolean;
};
