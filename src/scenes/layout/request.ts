import type { Box, FigureShape } from './shape.ts';
import type { SizePx } from './sizes.ts';
import type { ArrangementName } from './arrangements.ts';
import type { ContactShadow, Terrain } from '../art/ground.ts';

/** Labels and captions of a group at a size. */
export type LabelBlock = {
  /** By figure; 0 if it has neither. */
  readonly widthsPx: readonly number[];
  /** By figure; 0 if it has neither. */
  readonly heightsPx: readonly number[];
  /** The greatest height; 0 if there are none. */
  readonly heightPx: number;
};

/** Returns the size of title and subtitle in a box, at a pixel size of the font. */
type TitleBlock = (roomPx: number, pixelPx: number) => SizePx;

export type LayoutRequest = {
  readonly arrangement: ArrangementName;
  readonly figures: readonly { readonly shape: FigureShape; readonly scale: number }[];
  readonly labelsAt: (fontPx: number) => LabelBlock;
  readonly title: TitleBlock | null;
  /** Whether there is ground, which shows the names. */
  readonly hasGround: boolean;
  /** Width that an outline adds to a figure on each side. */
  readonly rimPx: number;
  /** Largest standing figure in a picture of given size. Default: as large as there is room for. */
  readonly mostStandingPx?: number;
};

/** A positioned title; `xPx` is its left edge or middle. */
export type PlacedTitle = {
  readonly align: 'left' | 'centre';
  readonly xPx: number;
  readonly topPx: number;
  readonly roomPx: number;
  readonly pixelPx: number;
};

export type PlacedFigure = {
  readonly index: number;
  readonly pxPerUnit: number;
  readonly middlePx: number;
  /** Its ground, from the top of the picture. */
  readonly groundPx: number;
};

export type PlacedLabel = {
  readonly index: number;
  readonly middlePx: number;
  /** Top of its block: label, then caption. */
  readonly topPx: number;
  readonly roomPx: number;
};

export type Layout = {
  readonly sizePx: SizePx;
  readonly artPx: number;
  readonly terrain: Terrain;
  readonly shadows: readonly ContactShadow[];
  readonly standingPx: number;
  readonly labelFontPx: number;
  /** In drawing order, from back to front. */
  readonly figures: readonly PlacedFigure[];
  readonly labels: readonly PlacedLabel[];
  readonly title: PlacedTitle | null;
};

/** The space for a group in a picture. */
export type Room = Box & {
  readonly sizePx: SizePx;
  readonly artPx: number;
  /** Area of a title that figures must not cover. */
  readonly taken: Box | null;
  readonly placedTitle: PlacedTitle | null;
  /** Preference for this position of the title, as a factor for the size of figures. */
  readonly weight: number;
  /** Whether the picture is made to fit the group. */
  readonly isFitted: boolean;
};
