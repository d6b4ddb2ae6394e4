import type { Box, FigureShape } from './shape.ts';
import type { SizePx } from './sizes.ts';
import type { ArrangementName } from './arrangements.ts';
import type { ContactShadow, Terrain } from '../art/ground.ts';

/** Labels and captions of a group, set at some size. */
export type LabelBlock = {
  /** Of each figure; 0 where it has neither. */
  readonly widthsPx: readonly number[];
  /** Of each figure; 0 where it has neither. */
  readonly heightsPx: readonly number[];
  /** Of the highest; 0 where there is none. */
  readonly heightPx: number;
};

/** What a layout has to know of title and subtitle: how large they are in a room, at a pixel of the font. */
type TitleBlock = (roomPx: number, pixelPx: number) => SizePx;

export type LayoutRequest = {
  readonly arrangement: ArrangementName;
  readonly figures: readonly { readonly shape: FigureShape; readonly scale: number }[];
  readonly labelsAt: (fontPx: number) => LabelBlock;
  readonly title: TitleBlock | null;
  /** Whether there is ground to stand on, and to write on. */
  readonly hasGround: boolean;
  /** What an outline adds to a figure at each side. */
  readonly rimPx: number;
};

/** Where a title is: left edge or middle at `xPx`. */
export type PlacedTitle = {
  readonly align: 'left' | 'centre';
  readonly xPx: number;
  readonly topPx: number;
  readonly roomPx: number;
  readonly pixelPx: number;
};

export type PlacedFigure = {
  /** Which of the request's. */
  readonly index: number;
  readonly pxPerUnit: number;
  readonly middlePx: number;
  /** What it stands on, from the top of the picture. */
  readonly groundPx: number;
};

export type PlacedLabel = {
  readonly index: number;
  readonly middlePx: number;
  /** Of its block: caption below label. */
  readonly topPx: number;
  readonly roomPx: number;
};

export type Layout = {
  readonly sizePx: SizePx;
  readonly artPx: number;
  readonly terrain: Terrain;
  readonly shadows: readonly ContactShadow[];
  /** Of one who stands. */
  readonly standingPx: number;
  readonly labelFontPx: number;
  /** In the order of drawing: who is before whom comes later. */
  readonly figures: readonly PlacedFigure[];
  readonly labels: readonly PlacedLabel[];
  readonly title: PlacedTitle | null;
};

/** How the room for a group is bounded in a picture. */
export type Room = Box & {
  readonly sizePx: SizePx;
  readonly artPx: number;
  /** Where a title is that figures must not touch. */
  readonly taken: Box | null;
  readonly placedTitle: PlacedTitle | null;
  /** How much is thought of this place of the title: figures are so much larger by it. */
  readonly weight: number;
  /** Whether the picture is made to fit the group. */
  readonly isFitted: boolean;
};
