import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import { animationFormats, type AnimationFormat, formats, type Format } from '../image/formats.ts';
import type { Motion } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import { animationOf, type AnimationOptions } from './animation.ts';
import { colourFrom } from './checked-crop.ts';
import { hasAngles, type RenderType } from '../figure/render-types.ts';
import type { PictureFormat } from './picture-formats.ts';

/** The options of a request that decide whether its picture moves. */
type AnimationRequest = {
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
  readonly animation: AnimationOptions | null;
  /** Of a picture that does not move, or of a frame. */
  readonly format: Format;
  readonly heightPx: number;
};

const heights = { still: 512, animation: 256, maxOfAnimation: 512 } as const;

/** The darker theme of Discord, where most GIFs of players are shown. */
const defaultMatte = '313338';

/**
 * Reads format, frame and height, which depend on whether the picture moves.
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readAnimation(request: AnimationRequest): PictureKind {
  const { format, formatPath, frame, matte = defaultMatte, height, optionPath } = request;
  const [first, ...others] = request.motions;
  if (first === undefined) {
    if (frame !== undefined) throw bad(optionPath('frame'), 'must have a motion');
    const still = stillFormat(format, formatPath, `${orList(formats)} without a motion`);
    return { animation: null, format: still, heightPx: height ?? heights.still };
  }
  if (height !== undefined && height > heights.maxOfAnimation) {
    throw bad(optionPath('height'), `must be at most ${heights.maxOfAnimation} with a motion`);
  }
  const loop = animationOf([first, ...others]);
  const isFrame = frame !== undefined;
  const still = isFrame ? stillFormat(format, formatPath, `${orList(formats)} with frame`) : 'png';
  const moving = isFrame ? 'webp' : movingFormat(format, formatPath);
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
