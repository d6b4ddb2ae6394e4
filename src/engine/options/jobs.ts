import type { ModelOption } from '../../common/player.ts';
import type { Crop } from '../figure/camera/crops.ts';
import type { MotionName } from '../figure/motions.ts';
import type { RenderType } from '../figure/render-types.ts';
import { formats, formatTable, type Format } from '../image/formats.ts';
import { figureTable, type FigureSpec, type figureOptions } from './figure-options.ts';
import type { FieldsOf } from './option-row.ts';
import { pictureTable, type PictureOptions, type pictureOptions } from './picture-options.ts';
import type { BoxPx } from './spec.ts';
import type { EarsOption } from './figure-values.ts';
import { spreadCards, type CardSpread } from '../scenes/layout/cards.ts';
import { maxAnimationPixels } from './animation.ts';

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

/** A job for a model of one figure; plain data, copied to a worker. */
export type ModelJob = Pick<
  FigureJob,
  | 'renderType'
  | 'model'
  | 'overlay'
  | 'wings'
  | 'ears'
  | 'hold'
  | 'holdLeft'
  | 'pose'
  | 'skin'
  | 'cape'
  | 'upsideDown'
> & {
  /** Its animations, besides the pose it rests in. */
  readonly motions: readonly MotionName[];
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

/** A job for a grid of faces; plain data, copied to a worker. */
export type HeadsJob = {
  /** Side of a face. */
  readonly sidePx: number;
  readonly columns: number;
  readonly sheets: readonly SheetBytes[];
  /** Row by row. */
  readonly figures: readonly Pick<RowFigure, 'sheet' | 'upsideDown'>[];
  readonly format: Format;
};

/** The size of the grid, and the position of each face in it, in pixels. */
export function gridOf(count: number, columns: number, sidePx: number) {
  const across = Math.min(columns, count);
  return {
    widthPx: across * sidePx,
    heightPx: Math.ceil(count / across) * sidePx,
    offsetOf: (index: number) => ({
      leftPx: (index % across) * sidePx,
      topPx: Math.floor(index / across) * sidePx,
    }),
  };
}

/** What is drawn of a figure, without what only decides where its sheets come from. */
type DrawnFigure = Pick<FigureSpec, FieldsOf<typeof figureOptions, 'geometry' | 'pixels'>>;

/** A figure, and a picture, of which nothing is said. */
export const defaultFigure = figureTable.defaults();
export const defaultPicture = pictureTable.defaults();

/** A job for one figure alone; plain data, copied to a worker. */
export type FigureJob = DrawnFigure &
  Pick<PictureOptions, 'heightPx' | 'background' | 'outline' | 'format' | 'animation'> & {
    readonly box: BoxPx | null;
    readonly model: ModelOption;
    readonly upsideDown: boolean;
    readonly skin: SheetBytes;
    readonly cape: SheetBytes | null;
  };

/** One figure of a scene: its sheets, pose and label. */
export type PosedFigure = DrawnFigure & {
  readonly kind: 'posed';
  /** Index into the job's skins. */
  readonly skin: number;
  /** Index into the job's capes. */
  readonly cape: number | null;
  readonly model: ModelOption;
  readonly upsideDown: boolean;
  /** Clean, one line; empty for no label. */
  readonly label: string;
};

/** A figure drawn elsewhere: it keeps its pixels and has no pose or camera. */
export type PictureFigure = Pick<DrawnFigure, 'crop' | 'mirror' | 'scale' | 'caption'> & {
  readonly kind: 'picture';
  /** Index into the job's pictures. */
  readonly picture: number;
  readonly label: string;
};

/** Something that stands among the figures of a server's scene, as one of them. */
export type PropFigure = Pick<DrawnFigure, 'crop' | 'scale' | 'caption'> & {
  readonly kind: 'prop';
  readonly prop: 'fire' | 'sign';
  /** On a sign; otherwise empty. */
  readonly text: string;
  readonly label: string;
};

export type SceneFigure = PosedFigure | PictureFigure | PropFigure;

/** A job for a picture of an arranged group; plain data, copied to a worker. */
export type SceneJob = SheetFiles &
  Pick<PictureOptions, FieldsOf<typeof pictureOptions, 'pixels'>> & {
    /** Empty for a scene without figures. */
    readonly figures: readonly SceneFigure[];
    /** Hangs at the title: a PNG of 64×64 pixels with a checked header; `null` for none. */
    readonly flag: Uint8Array | null;
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
  readonly option: 'height' | 'size' | 'format' | 'frame' | 'overlay';
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
export const pictureVersion = 21;

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
export const flatVersion = 3;

/** How the cards of a job lie in its picture: as large as its format allows, or all frames of its film. */
export function cardSpreadOf(
  job: Pick<SceneJob, 'figures' | 'arrangement' | 'sizePx' | 'format' | 'animation'>,
): CardSpread {
  const { figures, arrangement, sizePx, format, animation } = job;
  const maxPixels =
    animation === null ? formatTable[format].maxPixels : maxAnimationPixels / animation.frames;
  return spreadCards(figures.length, {
    isRow: arrangement === 'row',
    sizePx,
    maxPixels,
    isMoving: animation !== null,
  });
}
