import type { RequestContext } from '../../common/cache/context.ts';
import { sentFormat } from '../options/read-animation.ts';
import type { Picture } from './picture.ts';
import { type PictureParts, atOption, silhouette } from './picture-service.ts';
import {
  isPlainRow,
  posedFor,
  readFigureOptions,
  readPictureOptions,
  type FigureOptions,
  type PictureOptions,
  type RequestPaths,
} from '../options/read-group-options.ts';
import type { CompositionItem, CompositionOptions } from '../options/group-schema.ts';
import { standIn, type ItemResult } from '../../common/items.ts';
import type { Motion } from '../figure/motions.ts';
import { readMotion } from '../options/read-pose.ts';
import type { AnimationOptions } from '../options/animation.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { type LoadedItem, indexSheets } from './load-sheets.ts';
import type { RowJob } from '../options/jobs.ts';
import { earsOf } from './draw-figure.ts';
import type { SceneJob, SceneFigure } from '../options/scene-job.ts';
import type { PictureFormat } from '../options/picture-formats.ts';

export type GroupRequest = RequestPaths &
  RequestContext & {
    /** The name in an item that could not be looked up; by default that in its value. */
    readonly nameIn?: (item: CompositionItem) => string;
    /** Empty for a scene without figures. */
    readonly items: readonly CompositionItem[];
    readonly options: CompositionOptions;
  };

/** What has to be found for the items, and how their pictures are drawn. */
type GroupLayout = {
  readonly figures: readonly FigureOptions[];
  readonly picture: PictureOptions;
};

/** The figures of a group, in order of the items; some may have failed. */
export type FindItems = (request: GroupRequest, layout: GroupLayout) => Promise<ItemResult[]>;

export type GroupPicture<Sent> = Picture<Sent> & { readonly format: PictureFormat };

/**
 * Draws a group, or an animation of it: reads its options, has its figures found, and leaves the rest to the
 * picture service. Routes, library and program draw by it.
 * @throws {LineupError} that lists invalid items and their fields
 */
export async function drawGroup<Sent>(
  request: GroupRequest,
  findItems: FindItems,
  { drawing, pictures }: PictureParts<Sent>,
): Promise<GroupPicture<Sent>> {
  const { items, options, isKnown, context, nameIn = nameInValue, ...paths } = request;
  const requested = items.map((item, index) =>
    readFigureOptions(item, options, { ...paths, index }),
  );
  const motions = motionsOf(requested, options, paths);
  const picture = readPictureOptions(options, { ...paths, motions }, items.length);
  checkMotions({ items, figures: requested, options }, picture.animation, paths);
  const results = await findItems(request, { figures: requested, picture });
  const figures = requested.map((figure, index) =>
    posedFor(figure, playerOf(results[index]!) ?? ownPartOf(items[index]!.value)),
  );
  const [first] = figures;
  const isDrawnHere = items.every(({ type }) => type !== 'roblox');
  const isPlain = isDrawnHere && isPlainRow(picture, figures);
  const plain = first !== undefined && isPlain ? first : null;
  const ears = figures.map((figure) => figure.ears);
  const drawn = pictures.picture({
    results,
    fallback: options.fallback ?? 'none',
    fallbackItem: (index, player, before) =>
      standIn(player, { label: before?.label ?? items[index]!.label ?? nameIn(items[index]!) }),
    fieldPath: (index) => paths.fieldPath(index, 'value'),
    capePath: (index) => figures[index]!.namedCape?.path,
    inputs: plain === null ? sceneInputs(picture, figures) : rowInputs(picture, plain, ears),
    draw: async (loaded) =>
      plain === null
        ? drawing.draw('scene', sceneJob(loaded, picture, figures), context.client)
        : (await drawing.draw('row', rowJob(loaded, picture, figures), context.client)).bytes,
    isKnown,
    context,
  });
  const done = await drawn.catch((error: unknown) =>
    Promise.reject(atOption(error, paths.optionPath)),
  );
  return {
    ...done,
    format: sentFormat({ animation: picture.animation ?? null, format: picture.format }),
  };
}

/** The end of a reference, in which two skins in data URLs differ too. */
const ownPartChars = 256;

function ownPartOf(reference: string): string {
  return reference.slice(-ownPartChars).toLowerCase();
}

function playerOf(result: ItemResult): string | null {
  return 'item' in result ? result.item.uuid : null;
}

type Pictured = ReturnType<typeof readPictureOptions>;
type Posed = ReturnType<typeof posedFor>;

/** Everything that the pixels of a row depend on besides its items. */
function rowInputs(
  { heightPx, gapPx, format }: Pictured,
  { renderType, crop }: Posed,
  ears: readonly Posed['ears'][],
) {
  return ['composition', { renderType, crop, heightPx, gapPx, format, ears: [...ears] }];
}

/** The same for a scene; a given size determines that of the figures. */
function sceneInputs({ animation, ...picture }: Pictured, figures: readonly Posed[]) {
  const isSized = picture.sizePx !== null;
  // In an animation the height bounds that of the figures.
  const heightPx = animation === null ? 0 : picture.heightPx;
  const sizing = isSized ? { heightPx, gapPx: 0 } : {};
  // The named cape itself is part of the item.
  const posed = figures.map(({ namedCape: _named, ...figure }) => figure);
  // `film`, so that validators which clients have stay valid.
  return ['scene', { ...picture, film: animation, ...sizing }, posed];
}

/** The name in a value that is one. */
export function nameInValue({ value }: Pick<CompositionItem, 'value'>): string {
  return /^\.?([\p{L}\p{M}\p{N}_ ]{1,25})$/u.exec(value)?.[1] ?? '';
}

type Group = {
  readonly items: readonly CompositionItem[];
  readonly figures: readonly FigureOptions[];
  readonly options: CompositionOptions;
};

/** All motions in a picture; if no figure moves, the one for all is that of the scene alone. */
function motionsOf(
  figures: readonly FigureOptions[],
  { motion }: CompositionOptions,
  { optionPath }: RequestPaths,
): readonly Motion[] {
  const own = figures.flatMap((figure) => figure.motion ?? []);
  if (own.length > 0) return own;
  const forAll = readMotion(motion, optionPath('motion'));
  return forAll === null ? [] : [forAll];
}

/** Most key poses of a request: reading them takes as long as the rest of it. */
const maxKeys = 48;

/**
 * Most frames × figures that need plans of their own: those take some 20 ms each, a fifth of an animation's
 * time, and nobody else will need them.
 */
const maxOwnPlans = 160;

/**
 * Checks the bounds of a whole request.
 * @throws {LineupError} `bad-request` that names the motion
 */
function checkMotions(
  { items, figures, options }: Group,
  animation: AnimationOptions | null | undefined,
  { fieldPath, optionPath }: RequestPaths,
): void {
  if (!animation) return;
  const index = items.findIndex(({ motion }) => motion !== undefined && motion !== 'none');
  const path =
    options.motion === undefined && index >= 0 ? fieldPath(index, 'motion') : optionPath('motion');
  const keys = [options, ...items].reduce((sum, { motion }) => sum + keysOf(motion), 0);
  if (keys > maxKeys) {
    throw badRequest(
      `${path}: must have at most ${maxKeys} keys in the whole request, not ${keys}`,
    );
  }
  const own = figures.filter(
    ({ pose, motion, hold, holdLeft }, at) =>
      pose ||
      (typeof motion === 'object' && motion) ||
      (hold && holdLeft) ||
      hasOwnAngle(items[at]!),
  );
  const plans = own.length * animation.frames;
  if (plans <= maxOwnPlans) return;
  throw badRequest(
    `${path}: must have at most ${Math.floor(maxOwnPlans / own.length)} frames for ${own.length} players with poses, motions, angles or two things of their own, not ${animation.frames}`,
  );
}

function keysOf(motion: CompositionItem['motion']): number {
  return typeof motion === 'object' ? motion.keys.length : 0;
}

function hasOwnAngle({ yaw = 0, pitch = 0 }: CompositionItem): boolean {
  return yaw !== 0 || pitch !== 0;
}

/** A plain row, all figures in one pose. */
function rowJob(
  items: readonly LoadedItem[],
  { heightPx, gapPx, format }: PictureOptions,
  figures: readonly FigureOptions[],
): RowJob {
  const { renderType, crop } = figures[0]!;
  const { sheets, indexOf } = indexSheets(items.map(({ skin }) => skin));
  return {
    renderType,
    crop,
    heightPx,
    gapPx,
    format,
    sheets,
    figures: items.map((item, index) => ({
      sheet: indexOf(item.skin),
      model: item.model,
      label: item.label,
      upsideDown: item.upsideDown,
      ears: earsOf(figures[index]!.ears, item),
    })),
  };
}

/** An arranged group; `figures` in the order of the items. */
function sceneJob(
  items: readonly LoadedItem[],
  options: PictureOptions,
  figures: readonly FigureOptions[],
): SceneJob {
  const sheetsOf = (isPicture: boolean) =>
    indexSheets(items.filter((item) => item.isPicture === isPicture).map(({ skin }) => skin));
  const [skins, pictures] = [sheetsOf(false), sheetsOf(true)];
  const capes = indexSheets(items.flatMap(({ cape }) => cape ?? []));
  return {
    ...options,
    skins: skins.sheets,
    capes: capes.sheets,
    pictures: pictures.sheets,
    figures: items.map((item, index): SceneFigure => {
      const { skin, cape, model, label, upsideDown } = item;
      const { wantsCape: _wantsCape, namedCape: _named, ...figure } = figures[index]!;
      if (item.isPicture) {
        const { crop, mirror, scale, caption } = figure;
        const picture = pictures.indexOf(skin);
        return { kind: 'picture', picture, crop, mirror, scale, caption, label };
      }
      // A grey figure has nothing of a player, so it does not move.
      const still = skin.revision === silhouette.revision ? { motion: null, pose: null } : {};
      const textures = { skin: skins.indexOf(skin), cape: cape && capes.indexOf(cape) };
      const own = { model, label, upsideDown, ears: earsOf(figure.ears, item) };
      return Object.assign(figure, still, textures, own, { kind: 'posed' as const });
    }),
  };
}
