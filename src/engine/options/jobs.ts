import type { Crop } from '../figure/camera/crops.ts';
import type { Colour } from '../image/background.ts';
import { formats, formatTable, type Format } from '../image/formats.ts';
import type { Motion } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import type { RenderType } from '../figure/render-types.ts';
import type { Staging } from '../figure/stage/stage.ts';
import type { AnimationOptions } from './animation.ts';
import type { ModelOption } from '../../common/player.ts';

/**
 * Ears: `auto` as the skin says, `deadmau5` the game's own round ones for a skin that says nothing, or
 * none.
 */
export const earsOptions = ['auto', 'none', 'deadmau5'] as const;
export type EarsOption = (typeof earsOptions)[number];

/** A sheet for a worker: an encoded PNG, and its cache key. */
export type SheetBytes = {
  /** Identifies these bytes: a texture hash or content hash. */
  readonly revision: string;
  readonly png: Uint8Array;
};

/** The encoded sheets of a job. */
export type SheetFiles = {
  readonly skins: readonly SheetBytes[];
  readonly capes: readonly SheetBytes[];
  /** Figures that are finished pictures instead of sheets. */
  readonly pictures: readonly SheetBytes[];
};

/** A job for a sheet as the game uses it. */
export type SheetJob = {
  readonly sheet: SheetBytes;
  readonly isBare: boolean;
};

/** One figure of a row: its sheet and its label. */
export type RowFigure = {
  /** Default: `auto`. */
  readonly ears?: EarsOption;
  /** Stands on its head. */
  readonly upsideDown: boolean;
  /** Index into the job's sheets. */
  readonly sheet: number;
  readonly model: ModelOption;
  /** Clean, one line; empty for no label. */
  readonly label: string;
};

/** A job for a row of figures; plain data, copied to a worker. */
export type RowJob = {
  readonly renderType: RenderType;
  readonly crop: Crop;
  /** Of a figure, without the label band. */
  readonly heightPx: number;
  /** Gap between two columns; `null` for the default. */
  readonly gapPx: number | null;
  readonly sheets: readonly SheetBytes[];
  readonly figures: readonly RowFigure[];
  readonly format: Format;
};

/** The options of a single figure besides its player. */
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
    | 'hold'
    | 'holdLeft'
  >
> & {
  readonly heightPx: number;
  /** A pose instead of the type's own. */
  readonly pose?: Pose | null;
  readonly motion?: Motion | null;
  /** The exact size of the picture, into which the figure is fitted; else its width follows. */
  readonly box?: BoxPx;
};

export type BoxPx = { readonly widthPx: number; readonly heightPx: number };

export type FigureOutline = { readonly colour: Colour; readonly widthPx: number };

export type FigureJob = FigureOptions & {
  readonly model: ModelOption;
  /** Default: `auto`. */
  readonly ears?: EarsOption;
  readonly upsideDown: boolean;
  readonly skin: SheetBytes;
  readonly cape: SheetBytes | null;
  /** `rrggbbaa`; `null` for a transparent background. */
  readonly background: string | null;
  /** Drawn around the figure: the picture grows by its width on every side. */
  readonly outline: FigureOutline | null;
  readonly format: Format;
  /** Default: none; the picture does not move. */
  readonly animation?: AnimationOptions | null;
};

export type DrawnPicture = {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** An unusable sheet. `problem` is the end of a sentence: "is not a PNG". */
export type SheetProblem = {
  readonly sheet: 'skin' | 'cape' | 'picture';
  readonly revision: string;
  readonly problem: string;
};

/** The expected results of a task; exceptions in a worker are defects. */
export type TaskResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly SheetProblem[] }
  | { readonly ok: false; readonly tooLarge: TooLarge };

/** A picture that would have too many pixels: the option to change, and a sentence about it. */
export type TooLarge = {
  readonly option: 'height' | 'size' | 'format' | 'frame';
  readonly problem: string;
};

/** What is wrong if a picture has too many pixels; otherwise `null`. */
export function tooLarge(widthPx: number, heightPx: number, format: Format): TooLarge | null {
  const max = formatTable[format].maxPixels;
  if (widthPx * heightPx <= max) return null;
  const size = `${widthPx}×${heightPx} px`;
  return formats.every((other) => formatTable[other].maxPixels <= max)
    ? { option: 'height', problem: `${size} is more than one picture may have (${max} px in all)` }
    : {
        option: 'format',
        problem: `${size} is more than one picture may have as ${format} (${max} px in all)`,
      };
}

/** All unusable sheets of a job, so that a client learns of them at once. */
export class UnusableSheetsError extends Error {
  override readonly name = 'UnusableSheetsError';
  readonly problems: readonly SheetProblem[];

  constructor(problems: readonly SheetProblem[]) {
    super('sheets are unusable');
    this.problems = problems;
  }
}

/** The picture would have too many pixels; known only once the group is laid out. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly option: TooLarge['option'];

  constructor({ option, problem }: TooLarge) {
    super(problem);
    this.option = option;
  }
}

/** Part of every validator of a picture; increased when the same job gives other bytes. */
export const pictureVersion = 18;

/** Options for a finished picture. */
export type FlatOptions = {
  /** The longer side of the picture, including the outline. */
  readonly sizePx: number;
  readonly isCircle: boolean;
  /** `rrggbbaa`; `null` for a transparent background. */
  readonly background: string | null;
  readonly outline: { readonly colour: string; readonly widthPx: number } | null;
  readonly format: Format;
};

/** A job for a picture that is not rendered here; plain data, copied to a worker. */
export type FlatJob = FlatOptions & {
  /** A PNG with a checked header, or the crop of a grey figure. */
  readonly picture: Uint8Array | Crop;
};

/** Part of every validator of such a picture; increased when the same job gives other pixels. */
export const flatVersion = 2;
