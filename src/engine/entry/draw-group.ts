import type { RequestContext } from '../../common/cache/context.ts';
import { sentFormat } from '../options/read-film.ts';
import type { PictureFormat } from '../options/render-names.ts';
import type { Picture } from './picture.ts';
import { atOption } from './too-large.ts';
import type { PictureParts } from './picture-service.ts';
import { checkMotions, motionsOf } from './motions.ts';
import { rowOrder, sceneOrder } from './orders.ts';
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
 * Draws a group, or a film of it: reads its options, has its figures found, and leaves the rest to the
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
  checkMotions({ items, figures: requested, options }, picture.film, paths);
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
        ? drawing.draw('scene', sceneOrder(loaded, picture, figures), context.client)
        : (await drawing.draw('row', rowOrder(loaded, picture, figures), context.client)).bytes,
    isKnown,
    context,
  });
  const done = await drawn.catch((error: unknown) =>
    Promise.reject(atOption(error, paths.optionPath)),
  );
  return {
    ...done,
    format: sentFormat({ film: picture.film ?? null, format: picture.format }),
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
function sceneInputs(picture: Pictured, figures: readonly Posed[]) {
  const isSized = picture.sizePx !== null;
  // In a film the height bounds that of the figures.
  const heightPx = picture.film === null ? 0 : picture.heightPx;
  const sizing = isSized ? { heightPx, gapPx: 0 } : {};
  // The named cape itself is part of the item.
  const posed = figures.map(({ namedCape: _named, ...figure }) => figure);
  return ['scene', { ...picture, ...sizing }, posed];
}

/** The name in a value that is one. */
export function nameInValue({ value }: Pick<CompositionItem, 'value'>): string {
  return /^\.?([\p{L}\p{M}\p{N}_ ]{1,25})$/u.exec(value)?.[1] ?? '';
}
