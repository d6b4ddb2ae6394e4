import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import type { Motion } from '../figure/motions.ts';
import { animationFormats, formats, type AnimationFormat, type Format } from '../image/formats.ts';
import {
  maxPixels,
  sceneSize,
  sideBounds,
  sizes,
  type SizePx,
  type SceneName,
} from '../scenes/layout/sizes.ts';
import { animationOf, type PictureKind } from './animation.ts';
import { colourFrom } from './picture-values.ts';
import type { PictureFormat } from './picture-formats.ts';
import { pictureTable, type PictureOptions, type PictureValues } from './picture-options.ts';
import { figureTable, type FigureSpec, type FigureValues, type ForAll } from './figure-options.ts';
import type { FigureAt } from './figure-values.ts';
import { cardArrangements } from '../scenes/layout/cards.ts';

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

type PictureSeen = {
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
  { count, motions, areOnTheWay, place }: PictureSeen,
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

type FigureSeen = Pick<FigureAt, 'renderType' | 'crop' | 'wearsCape'> & {
  /** Whether it is a picture drawn elsewhere, which has no pose, no camera and no sheets. */
  readonly isPicture: boolean;
  /** Where an option was given. @param isOwn whether by this figure, or for all */
  readonly place: (name: string, isOwn: boolean) => string;
};

/**
 * The canonical form of the options of one figure: its own, or otherwise those for all.
 * @throws {LineupError} `bad-request` that names the option
 */
export function readFigure(
  own: FigureValues,
  forAll: ForAll,
  { isPicture, place, ...reading }: FigureSeen,
): FigureSpec {
  // As they may hold more than the types say.
  const mine = new Map<string, unknown>(Object.entries(own));
  const others = new Map<string, unknown>(Object.entries(forAll));
  let name = '';
  const at = {
    ...reading,
    elytra: own.elytra ?? forAll.elytra ?? false,
    isOwn: false,
    path: () => place(name, at.isOwn),
    refused: (problem: string, within = '') => badRequest(`${at.path()}${within}: ${problem}`),
  };
  return figureTable.canonical((row) => {
    if (isPicture && !('ofPictures' in row)) return row.default;
    ({ name } = row);
    const given = mine.get(name);
    at.isOwn = given !== undefined;
    return row.read(given ?? (row.on.group && others.get(name)), at);
  });
}

// Rules of pictures that are things: a card, or the message of an advancement.

type AsSeen = {
  /** Number of figures. */
  readonly count: number;
  /** Where an option was given. */
  readonly place: (name: string) => string;
  /** Where a motion was given; `null` if nothing moves. */
  readonly motionPlace: string | null;
};

/**
 * Checks the options that belong to a kind of picture, or do not go with it.
 * @throws {LineupError} `bad-request` that names the option
 */
export function checkAs(options: PictureValues, seen: AsSeen): void {
  const { as, arrangement, rarity } = options;
  const refuse = (name: string, problem: string): never => {
    throw badRequest(`${seen.place(name)}: ${problem}`);
  };
  if (as === 'card') {
    if (arrangement === undefined || cardArrangements.some((one) => one === arrangement)) return;
    refuse('arrangement', `must be ${orList(cardArrangements)} with as=card`);
  }
  if (rarity !== undefined) refuse('rarity', 'needs as=card');
  if (arrangement === 'deck') refuse('arrangement', 'deck needs as=card');
  if (as !== 'advancement') return;
  if (seen.count > 1) refuse('as', `advancement has one player, not ${seen.count}`);
  if (sceneOf(options) !== null) refuse('scene', 'must be none with as=advancement');
  if (seen.motionPlace !== null) {
    throw badRequest(`${seen.motionPlace}: must be none with as=advancement`);
  }
}

/** The scene behind a group; that of a card is a meadow if nothing is said. */
export function sceneOf({ as, scene }: Pick<PictureValues, 'as' | 'scene'>): SceneName | null {
  const named = scene ?? (as === 'card' ? 'meadow' : 'none');
  return named === 'none' ? null : named;
}
