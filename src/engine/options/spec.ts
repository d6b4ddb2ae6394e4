import type { EtagPart } from '../../common/cache/context.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { cropsOf, isRenderType, renderTypeNames } from '../figure/render-types.ts';
import { strides } from '../figure/gaits.ts';
import type { Motion, MotionName } from '../figure/motions.ts';
import { ownPlanMs } from './cost.ts';
import { readFigure, isServerList, readPicture, checkAs, sceneOf } from './read-options.ts';
import { figureTable, type FigureSpec, type FigureValues, type ForAll } from './figure-options.ts';
import { readMotion, readPose } from './pose-options.ts';
import { pictureTable, type PictureOptions, type PictureValues } from './picture-options.ts';
import { variedPose } from './figure-values.ts';

/** The exact size of a picture, into which its figure is fitted. */
export type BoxPx = { readonly widthPx: number; readonly heightPx: number };

/**
 * A picture of players, as it was requested: every option in canonical form. It goes unchanged from the
 * request to the pixel, and every key is made from it.
 */
export type PictureSpec = PictureOptions & {
  /** Whether it shows one player alone, without a name; else a group, of one or of none, too. */
  readonly isAlone: boolean;
  readonly box: BoxPx | null;
  /** From left to right. */
  readonly figures: readonly SpecFigure[];
  /** What else stands in its scene. */
  readonly props: SceneProps;
  /** The animations of a 3D model, which has no camera; a picture has none. */
  readonly motions?: readonly MotionName[];
};

/** What stands in the scene of a server besides its players; no client can ask for it. */
export type SceneProps = {
  /** Whether there is a campfire, where nobody is yet. */
  readonly hasFire: boolean;
  /** On a signpost at the end of the group; empty for none. */
  readonly sign: string;
  /** Hangs at the title: a PNG of 64×64 pixels with a checked header. */
  readonly flag: { readonly revision: string; readonly png: Uint8Array } | null;
};

export const noProps: SceneProps = { hasFire: false, sign: '', flag: null };

export type SpecFigure = FigureSpec & {
  /** Whether its pose is one of its own, which follows from its player; see `posedFor`. */
  readonly isVaried: boolean;
  /** Whether it is drawn by another platform, and comes as a finished picture. */
  readonly isPicture: boolean;
};

/** Writes where an option was given, as the client knows it: `query.hold`, `items[2].hold`, `--hold`. */
export type Place = (option: string, item?: number) => string;

type Alone = Omit<FigureValues & PictureValues, 'render_type' | 'crop' | 'size'> & {
  /** Also those of a path, which nobody has checked. */
  readonly render_type?: string | undefined;
  readonly crop?: string | undefined;
};

/**
 * Reads the picture of one player alone.
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readAlone(values: Alone, place: Place): PictureSpec {
  const { render_type: renderType = 'default', crop = 'full' } = values;
  if (!isRenderType(renderType)) {
    throw badRequest(`${place('render_type')}: must be one of ${renderTypeNames.join(', ')}`);
  }
  const { crop: _crop, render_type: _renderType, ...options } = values;
  const reading = { renderType, crop, wearsCape: true, isPicture: false } as const;
  const figure = readFigure(options, {}, { ...reading, place: (name) => place(name) });
  const motions = figure.motion === null ? [] : [figure.motion];
  const picture = readPicture(options, { count: 1, motions, areOnTheWay: false, place });
  const only = { ...figure, isVaried: false, isPicture: false };
  return { ...picture, isAlone: true, box: null, figures: [only], props: noProps };
}

/** Rows of texels in a face: it is drawn at a multiple of them, so that texels are whole pixels. */
const faceRows = 8;

/** Reads the picture of a face in a square of this size. */
export function readAvatar(
  { size = 64, ...values }: Alone & { readonly size?: number | undefined },
  place: Place,
): PictureSpec {
  const height = Math.max(2 * faceRows, Math.ceil(size / faceRows) * faceRows);
  const exact = { render_type: 'front', crop: 'face', ears: 'none', height } as const;
  const spec = readAlone({ ...values, ...exact }, place);
  return { ...spec, box: { widthPx: size, heightPx: size } };
}

/** An item of a group: options of its own, and how its value is read. */
export type GroupItem = FigureValues & { readonly type?: string | undefined };
export type GroupOptions = ForAll & PictureValues;

/**
 * Reads the picture of a group.
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readGroup(
  items: readonly GroupItem[],
  options: GroupOptions,
  place: Place,
): PictureSpec {
  const figures = items.map((item, index) => readItem(item, options, { index, place }));
  const motions = motionsOf(figures, options, place);
  const motionPlace = motions.length > 0 ? placeOfMotion(items, options, place) : null;
  checkAs(options, { count: items.length, place, motionPlace });
  const picture = readPicture(options, {
    count: items.length,
    motions,
    areOnTheWay: areOnTheWay(figures),
    place,
  });
  const spec = { ...picture, isAlone: false, box: null, figures, props: noProps };
  checkMotions(spec, items, options, place);
  return spec;
}

/** What has to be found for the figures of a group: the player of each item, as its figure shows it. */
export function wantedOf<Item extends GroupItem>(items: readonly Item[], { figures }: PictureSpec) {
  return items.map((item, index) => {
    const { label, model, worn, crop } = figures[index]!;
    return { ...item, label, model, worn, crop, hasOwnModel: item.model !== undefined };
  });
}

function readItem(
  item: GroupItem,
  options: GroupOptions,
  { index, place }: { readonly index: number; readonly place: Place },
): SpecFigure {
  const isPicture = item.type === 'roblox';
  // A finished picture has no pose.
  const isFace = options.as === 'advancement';
  const ownPose = isFace ? 'front' : 'default';
  const pose = isPicture ? 'default' : (item.render_type ?? options.render_type ?? ownPose);
  const isVaried = pose === 'varied';
  // All varied poses have the crops of the default one.
  const renderType = isVaried ? 'default' : pose;
  const hasOwnPose = item.render_type !== undefined && !isPicture;
  const small = isFace ? 'face' : isServerList(options) ? 'bust' : 'full';
  const crop = cropsOf(renderType).includes(small) ? small : 'full';
  const wearsCape = sceneOf(options) !== null;
  const figure = readFigure(item, options, {
    renderType,
    crop,
    wearsCape,
    isPicture,
    // A crop that a pose of its own has not is a mistake of that pose.
    place: (name, isOwn) =>
      isOwn || (name === 'crop' && hasOwnPose) ? place(name, index) : place(name),
  });
  return { ...figure, isVaried, isPicture };
}

/** All motions in a picture; if no figure moves, the one for all is that of the scene alone. */
function motionsOf(
  figures: readonly SpecFigure[],
  { motion, pose }: GroupOptions,
  place: Place,
): readonly Motion[] {
  const refusedAt =
    (option: string) =>
    (problem: string, within = '') =>
      badRequest(`${place(option)}${within}: ${problem}`);
  // Also where every item has one of its own.
  readPose(pose, refusedAt('pose'));
  const forAll = readMotion(motion, refusedAt('motion'));
  const own = figures.flatMap((figure) => figure.motion ?? []);
  return own.length > 0 || forAll === null ? own : [forAll];
}

/** Whether all figures of a group go the same way, in the same gait. */
function areOnTheWay(figures: readonly SpecFigure[]): boolean {
  const [first] = figures;
  if (first === undefined || typeof first.motion !== 'string') return false;
  if (!Object.hasOwn(strides, first.motion)) return false;
  return figures.every(
    ({ isPicture, motion, mirror, yawDegrees, pitchDegrees }) =>
      !isPicture &&
      motion === first.motion &&
      mirror === first.mirror &&
      yawDegrees === 0 &&
      pitchDegrees === 0,
  );
}

/** Where the motion was given, or the first one. */
function placeOfMotion(items: readonly GroupItem[], options: GroupOptions, place: Place): string {
  const index = items.findIndex(({ motion }) => motion !== undefined && motion !== 'none');
  return place('motion', options.motion === undefined && index >= 0 ? index : undefined);
}

/** Most key poses of a request: reading them takes as long as the rest of it. */
export const maxKeys = 48;

/** Most frames × figures that need plans of their own, which nobody else will need: 3.7 s of them. */
export const maxOwnPlans = Math.floor(3700 / ownPlanMs);

/**
 * Checks the bounds of a whole request.
 * @throws {LineupError} `bad-request` that names the motion
 */
function checkMotions(
  { animation, figures }: PictureSpec,
  items: readonly GroupItem[],
  options: GroupOptions,
  place: Place,
): void {
  if (animation === null) return;
  const path = placeOfMotion(items, options, place);
  const keys = [options, ...items].flatMap(({ motion }) =>
    typeof motion === 'object' ? motion.keys : [],
  ).length;
  if (keys > maxKeys) {
    throw badRequest(
      `${path}: must have at most ${maxKeys} keys in the whole request, not ${keys}`,
    );
  }
  const own = figures.filter(
    ({ pose, motion, hold, holdLeft }, at) =>
      pose !== null ||
      typeof (motion ?? '') === 'object' ||
      (hold !== null && holdLeft !== null) ||
      Boolean(items[at]!.yaw) ||
      Boolean(items[at]!.pitch),
  );
  if (own.length * animation.frames <= maxOwnPlans) return;
  throw badRequest(
    `${path}: must have at most ${Math.floor(maxOwnPlans / own.length)} frames for ${own.length} players with poses, motions, angles or two things of their own, not ${animation.frames}`,
  );
}

/** The spec of a figure whose player is known, who decides a varied pose. @param player UUID or reference */
export function posedFor(figure: SpecFigure, player: string): SpecFigure {
  return figure.isVaried ? { ...figure, renderType: variedPose(player), isVaried: false } : figure;
}

/** What a plain row may say of its figures, and of itself. */
const inRow = new Set(['renderType', 'crop', 'ears', 'heightPx', 'gapPx', 'format']);

function isPlain(values: object): boolean {
  return Object.keys(values).every((field) => inRow.has(field));
}

/**
 * Whether only options of a plain row are used: its figures are drawn side by side in one pose, each as
 * high as the row.
 */
function isPlainRow({ figures, props, ...picture }: PictureSpec): boolean {
  const [first] = figures;
  if (first === undefined || props.hasFire || props.sign !== '' || props.flag !== null)
    return false;
  return (
    isPlain(pictureTable.keyOf(picture, 'pixels')) &&
    figures.every(
      (figure) =>
        figure.renderType === first.renderType &&
        figure.crop === first.crop &&
        !figure.isPicture &&
        !figure.worn.cape &&
        isPlain(figureTable.keyOf(figure, 'geometry', 'pixels')),
    )
  );
}

/** How a picture is composed: a single figure, or a model of one, a plain row, or an arranged group. */
export function kindOf(spec: PictureSpec): 'figure' | 'model' | 'row' | 'scene' {
  if (spec.motions !== undefined) return 'model';
  if (spec.isAlone) return 'figure';
  return isPlainRow(spec) ? 'row' : 'scene';
}

/** Increased when the same model gets other bytes. */
const modelVersion = 1;

/** Everything that the bytes of a picture depend on besides its players: what its validator is made from. */
export function validatorOf(spec: PictureSpec): EtagPart[] {
  const { props, motions, ...picture } = spec;
  return [
    // A cape that nobody has leaves the plain row, too.
    kindOf(spec),
    spec.box,
    pictureTable.keyOf(picture, 'pixels'),
    spec.figures.map((figure) => figureTable.keyOf(figure, 'geometry', 'pixels')),
    [props.hasFire, props.sign, props.flag && props.flag.revision],
    ...(motions === undefined ? [] : [modelVersion, motions]),
  ];
}
