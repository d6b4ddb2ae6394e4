import type { Crop } from '../render/camera/crops.ts';
import type { Colour } from '../render/image/background.ts';
import type { Format } from '../render/image/encode.ts';
import type { Model } from '../render/model/boxes.ts';
import type { RenderType } from '../render/render-types.ts';
import type { Staging } from '../render/stage/stage.ts';

/** A skin sheet as it crosses to a worker: an encoded PNG, and the key it may be cached under. */
export type SheetBytes = {
  /** Names these very bytes (a texture hash, a content hash). */
  readonly revision: string;
  readonly png: Uint8Array;
};

/** A sheet that is to be had as the game draws it. */
export type SheetOrder = {
  readonly sheet: SheetBytes;
  /** Whether its overlay is left away. */
  readonly isBare: boolean;
};

/** One figure of a row: which sheet it wears and what is written below it. */
export type RowFigure = {
  /** Stands on its head. */
  readonly upsideDown: boolean;
  /** Index into the order's sheets. */
  readonly sheet: number;
  readonly model: Model;
  /** Clean, one line; empty draws none. */
  readonly label: string;
};

/** All that a row of figures is drawn from; plain data, copied to a worker. */
export type RowOrder = {
  readonly renderType: RenderType;
  readonly crop: Crop;
  /** Of one figure; the label band comes on top of it. */
  readonly heightPx: number;
  /** Between two columns; `null` leaves it to the drawing. */
  readonly gapPx: number | null;
  readonly sheets: readonly SheetBytes[];
  readonly figures: readonly RowFigure[];
  readonly format: Format;
};

/** What a client can choose of a single figure, but for its player. */
export type FigureOptions = Required<
  Pick<
    Staging,
    | 'renderType'
    | 'crop'
    | 'overlay'
    | 'shading'
    | 'shadow'
    | 'mirror'
    | 'wings'
    | 'yawDegrees'
    | 'pitchDegrees'
    | 'rollDegrees'
    | 'fovDegrees'
  >
> & {
  readonly heightPx: number;
  /** The exact size of the picture, the figure fitted into it; without it as wide as it comes out. */
  readonly box?: BoxPx;
};

export type BoxPx = { readonly widthPx: number; readonly heightPx: number };

/** A line around a figure. */
export type FigureOutline = { readonly colour: Colour; readonly widthPx: number };

/** All that a single figure is drawn from. */
export type FigureOrder = FigureOptions & {
  readonly model: Model;
  readonly upsideDown: boolean;
  readonly skin: SheetBytes;
  readonly cape: SheetBytes | null;
  /** `rrggbbaa`; `null` leaves the ground transparent. */
  readonly background: string | null;
  /** Drawn around the figure: the picture is larger by its width on every side. */
  readonly outline: FigureOutline | null;
  readonly format: Format;
};

export type DrawnPicture = {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** A sheet that can't be worn. `problem` is a sentence fragment about it: "is not a PNG". */
export type SheetProblem = {
  readonly sheet: 'skin' | 'cape' | 'picture';
  readonly revision: string;
  readonly problem: string;
};

/** Expected ends of a task; what is thrown in a worker is a defect. */
export type TaskResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly SheetProblem[] }
  /** Pixels of a picture that is not drawn, as it would have too many. */
  | { readonly ok: false; readonly tooLarge: string };

/** Most pixels of one picture: 64 MiB of memory while it is drawn. */
export const mostPixels = 16 * 1024 * 1024;

/** Sheets of an order that can't be worn: all of them, so that a client is told at once. */
export class UnusableSheetsError extends Error {
  override readonly name = 'UnusableSheetsError';
  readonly problems: readonly SheetProblem[];

  constructor(problems: readonly SheetProblem[]) {
    super('sheets are unusable');
    this.problems = problems;
  }
}

/** Part of every validator of a picture: counted up whenever the same order gives other bytes. */
export const pictureVersion = 9;
