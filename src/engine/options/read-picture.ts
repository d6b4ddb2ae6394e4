import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import type { Motion } from '../figure/motions.ts';
import { animationFormats, formats, type AnimationFormat, type Format } from '../image/formats.ts';
import { maxPixels, sceneSize, sideBounds, sizes, type SizePx } from '../scenes/layout/sizes.ts';
import { animationOf, type PictureKind } from './animation.ts';
import { sceneOf } from './read-as.ts';
import { colourFrom } from './colours.ts';
import type { PictureFormat } from './picture-formats.ts';
import { pictureTable, type PictureOptions, type PictureValues } from './picture-options.ts';

/** In a picture so low there is no room for names and legs. */
export function isServerList({ as, size }: Pick<PictureValues, 'as' | 'size'>): boolean {
  if (as !== undefined) return false;
  return size?.toLowerCase() === 'server-list' || size === sizes['server-list'].join('x');
}

const { minPx, maxPx } = sideBounds;

function sizeFrom(text: string, path: string): SizePx {
  const name = text.toLowerCase();
  if (isSizeName(name)) return sizes[name];
  const [, width, height] = /^(\d{1,5})[x×](\d{1,5})$/.exec(name) ?? [];
  const size = [Number(width), Number(height)] as const;
  if (!size.every((side) => side >= minPx && side <= maxPx)) {
    throw badRequest(
      `${path}: must be ${Object.keys(sizes).join(', ')} or width and height such as 800x400, ${minPx} to ${maxPx} each`,
    );
  }
  if (size[0] * size[1] > maxPixels) {
    throw badRequest(
      `${path}: must have at most ${maxPixels} pixels; ${size[0]}×${size[1]} has ${size[0] * size[1]}`,
    );
  }
  return size;
}

function isSizeName(text: string): text is keyof typeof sizes {
  return Object.hasOwn(sizes, text);
}

/** What else decides how a picture is read. */
type Seen = {
  /** Number of figures. */
  readonly count: number;
  /** All motions in it; none for one that does not move. */
  readonly motions: readonly Motion[];
  /** Whether all figures walk, or all run, and nothing is said of where they look. */
  readonly areOnTheWay: boolean;
  /** Where an option was given. */
  readonly place: (name: string) => string;
};

/**
 * The canonical form of the options of a picture.
 * @throws {LineupError} `bad-request` that names the option
 */
export function readPicture(
  options: PictureValues,
  { count, motions, areOnTheWay, place }: Seen,
): PictureOptions {
  const { as, arrangement, size } = options;
  const scene = sceneOf(options);
  const given = size === undefined ? null : sizeFrom(size, place('size'));
  const own = as === 'card' ? 'deck' : scene === null ? 'row' : 'auto';
  const hasOwnSize = as !== undefined || scene === null;
  const sizePx = given ?? (hasOwnSize ? null : sceneSize(arrangement ?? own, count));
  const kind = kindOf(options, motions, place);
  const values = new Map<string, unknown>(Object.entries(options));
  let name = '';
  const at = {
    options,
    scene,
    arrangement: own,
    sizePx,
    isServerList: isServerList(options),
    kind,
    areOnTheWay,
    path: () => place(name),
  };
  return pictureTable.canonical((row) => {
    ({ name } = row);
    return row.read(values.get(name), at);
  });
}

export const heights = { still: 512, animation: 256, maxOfAnimation: 512 } as const;

/** The darker theme of Discord, where most GIFs of players are shown. */
const defaultMatte = '313338';

/**
 * Reads format, frame and height, which depend on whether the picture moves.
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
function kindOf(
  { format, frame, matte = defaultMatte, height }: PictureValues,
  [first, ...others]: readonly Motion[],
  place: (name: string) => string,
): PictureKind {
  if (first === undefined) {
    if (frame !== undefined) throw bad(place('frame'), 'must have a motion');
    const still = stillFormat(format, place('format'), `${orList(formats)} without a motion`);
    return { animation: null, format: still, heightPx: height ?? heights.still };
  }
  if (height !== undefined && height > heights.maxOfAnimation) {
    throw bad(place('height'), `must be at most ${heights.maxOfAnimation} with a motion`);
  }
  const loop = animationOf([first, ...others]);
  const isFrame = frame !== undefined;
  const still = isFrame
    ? stillFormat(format, place('format'), `${orList(formats)} with frame`)
    : 'png';
  const moving = isFrame ? 'webp' : movingFormat(format, place('format'));
  // Others have half-covered pixels: one picture, whatever the matte.
  const ground = colourFrom(moving === 'gif' ? matte : defaultMatte);
  const animation = { ...loop, frame: frame ?? null, matte: ground, format: moving };
  return { animation, format: still, heightPx: height ?? heights.animation };
}

function stillFormat(format: PictureFormat | undefined, path: string, allowed: string): Format {
  const still = formats.find((one) => one === (format ?? 'png'));
  if (still === undefined) throw bad(path, `must be ${allowed}`);
  return still;
}

function movingFormat(format: PictureFormat | undefined, path: string): AnimationFormat {
  const moving = animationFormats.find((one) => one === (format ?? 'webp'));
  if (moving === undefined) {
    throw bad(path, `must be ${orList(animationFormats)} with a motion, unless frame is given`);
  }
  return moving;
}

/** The format of the file that is sent. */
export function sentFormat({
  animation,
  format,
}: Pick<PictureKind, 'animation' | 'format'>): PictureFormat {
  return animation !== null && animation.frame === null ? animation.format : format;
}

function bad(path: string, problem: string): LineupError {
  return badRequest(`${path}: ${problem}`);
}
