import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import { filmFormats, type FilmFormat } from '../image/formats.ts';
import type { Motion } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import { filmOf, type FilmOrder } from './film.ts';
import {
  formats,
  hasAngles,
  type Format,
  type PictureFormat,
  type RenderType,
} from './render-names.ts';
import { colourFrom } from './checked-crop.ts';

/** The options of a request that decide whether its picture moves. */
type FilmRequest = {
  readonly format: PictureFormat | undefined;
  /** Field of the format, or of the path whose ending is the format. */
  readonly formatPath: string;
  readonly frame: number | undefined;
  readonly matte: string | undefined;
  readonly height: number | undefined;
  /** All motions in the picture; none for one that does not move. */
  readonly motions: readonly Motion[];
  readonly optionPath: (name: string) => string;
};

/** How the picture is drawn and encoded. */
type PictureKind = {
  readonly film: FilmOrder | null;
  /** Of a picture that does not move, or of a frame. */
  readonly format: Format;
  readonly heightPx: number;
};

const heights = { still: 512, film: 256, mostOfFilm: 512 } as const;

/** The darker theme of Discord, where most GIFs of players are shown. */
const defaultMatte = '313338';

/**
 * Reads format, frame and height, which depend on whether the picture moves.
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readFilm(request: FilmRequest): PictureKind {
  const { format, formatPath, frame, matte = defaultMatte, height, optionPath } = request;
  const [first, ...others] = request.motions;
  if (first === undefined) {
    if (frame !== undefined) throw bad(optionPath('frame'), 'must have a motion');
    const still = stillFormat(format, formatPath, `${orList(formats)} without a motion`);
    return { film: null, format: still, heightPx: height ?? heights.still };
  }
  if (height !== undefined && height > heights.mostOfFilm) {
    throw bad(optionPath('height'), `must be at most ${heights.mostOfFilm} with a motion`);
  }
  const loop = filmOf([first, ...others]);
  const isFrame = frame !== undefined;
  const still = isFrame ? stillFormat(format, formatPath, `${orList(formats)} with frame`) : 'png';
  const moving = isFrame ? 'webp' : movingFormat(format, formatPath);
  // Others have half-covered pixels: one picture, whatever the matte.
  const ground = colourFrom(moving === 'gif' ? matte : defaultMatte);
  const film = { ...loop, frame: frame ?? null, matte: ground, format: moving };
  return { film, format: still, heightPx: height ?? heights.film };
}

function stillFormat(format: PictureFormat | undefined, path: string, allowed: string): Format {
  const still = formats.find((one) => one === (format ?? 'png'));
  if (still === undefined) throw bad(path, `must be ${allowed}`);
  return still;
}

function movingFormat(format: PictureFormat | undefined, path: string): FilmFormat {
  const moving = filmFormats.find((one) => one === (format ?? 'webp'));
  if (moving === undefined) {
    throw bad(path, `must be ${orList(filmFormats)} with a motion, unless frame is given`);
  }
  return moving;
}

/** The format of the file that is sent. */
export function sentFormat({ film, format }: Pick<PictureKind, 'film' | 'format'>): PictureFormat {
  return film !== null && film.frame === null ? film.format : format;
}

function bad(path: string, problem: string): LineupError {
  return badRequest(`${path}: ${problem}`);
}

/**
 * Refuses a motion or pose of a flat figure, which has no parts.
 * @throws {LineupError} `bad-request` that names the field
 */
export function refuseFlat(
  renderType: RenderType,
  { motion, pose }: { readonly motion: Motion | null; readonly pose: Pose | null },
  fieldPath: (field: string) => string,
): void {
  if (hasAngles(renderType)) return;
  if (motion !== null) {
    throw bad(fieldPath('motion'), `must be none for the render type ${renderType}, which is flat`);
  }
  if (pose !== null) {
    throw bad(
      fieldPath('pose'),
      `must be omitted for the render type ${renderType}, which is flat`,
    );
  }
}
