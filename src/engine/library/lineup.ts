import { Type, type Static, type TSchema } from 'typebox';
import { closed } from '../../common/schemas/fields.ts';
import { createCheck, takeSheets } from './checked.ts';
import { asDrawError, DrawError } from './draw-error.ts';
import {
  openParts,
  type LocalParts,
  detachedContext,
  openLocalDrawing,
  openThreads,
  type OpenDrawing,
} from './local-drawing.ts';
import {
  figureSchema,
  groupCallSchema,
  type FigureOptions,
  modelSchema,
  type GroupOptions,
  type ItemOptions,
  type ModelOptions,
} from './options.ts';
import { drawPicture, sourceOfSheets, type FigureSheets } from '../entry/draw-picture.ts';
import { readModel, type ModelValues } from '../options/model-options.ts';
import { readAlone, readGroup, type PictureSpec, type Place } from '../options/spec.ts';
import type { FigureValues, ForAll } from '../options/figure-options.ts';
import type { PictureValues } from '../options/picture-options.ts';
import { ownSheet } from '../../common/player.ts';
import { plainItem, withCape, ownCape } from '../../common/items.ts';

/** One figure of a group: its sheet, a PNG, and its own options. */
export type GroupItem = { readonly skin: Uint8Array } & ItemOptions;

export type LineupSettings = {
  /**
   * Number of threads that draw, up to 64. By default none: pictures are drawn where they are requested,
   * one after the other. With threads, call `close` when you are done.
   */
  readonly workers?: number;
};

export type FigureFilm = [skin: Uint8Array, options: FigureOptions];
export type GroupFilm = [items: readonly GroupItem[], options?: GroupOptions];

export type Lineup = {
  /**
   * Draws one figure.
   * @param skin the sheet, a PNG
   * @returns the file, by default a PNG
   * @throws {DrawError} that names the option or sheet that is wrong
   */
  readonly drawFigure: (skin: Uint8Array, options?: FigureOptions) => Promise<Buffer<ArrayBuffer>>;
  /**
   * Draws one to ten figures side by side, in a scene, with names and titles.
   * @param items from left to right
   * @throws {DrawError} that names every item that is wrong
   */
  readonly drawGroup: (
    items: readonly GroupItem[],
    options?: GroupOptions,
  ) => Promise<Buffer<ArrayBuffer>>;
  /**
   * Draws figures that move; `motion` is an option of all, or of one of them.
   * @returns the animation, by default a WebP
   * @throws {DrawError} that names the option or sheet that is wrong
   */
  readonly drawFilm: (...animation: FigureFilm | GroupFilm) => Promise<Buffer<ArrayBuffer>>;
  /**
   * Makes a 3D model of one figure, with motions as animations.
   * @param skin the sheet, a PNG
   * @returns the file, binary glTF 2.0
   * @throws {DrawError} that names the option or sheet that is wrong
   */
  readonly drawModel: (skin: Uint8Array, options?: ModelOptions) => Promise<Buffer<ArrayBuffer>>;
  /** Finishes what is being drawn, stops the threads and frees the plans. What is requested later is refused. */
  readonly close: () => Promise<void>;
};

const settingsSchema = Type.Object(
  { workers: Type.Optional(Type.Integer({ minimum: 0, maximum: 64 })) },
  closed,
);

/** A check whose errors are those of the library. */
function check<Schema extends TSchema>(schema: Schema): (options: unknown) => Static<Schema> {
  const run = createCheck(schema, (option) => option || 'options');
  return (options) => {
    try {
      return run(options);
    } catch (error) {
      throw asDrawError(error);
    }
  };
}

/**
 * Opens a drawer of its own. What it has computed to draw a pose is cached for the next picture, up to
 * 48 MiB (112 MiB with threads).
 * @throws {DrawError} for a number of threads that is not allowed
 */
export function createLineup(settings?: LineupSettings): Lineup {
  // Most have none, and nothing has to be compiled to check that.
  const { workers = 0 } = settings === undefined ? {} : check(settingsSchema)(settings);
  const checkFigure = check(Type.Unsafe<FigureCall>(figureSchema));
  const checkModel = check(Type.Unsafe<ModelValues>(modelSchema));
  const checkGroup = check(Type.Unsafe<GroupCall>(groupCallSchema));
  const pending = new Set<Promise<unknown>>();
  let opened: Promise<Open> | undefined;
  let isClosed = false;

  /** Opens what draws with the first picture; keeps count of those in progress. */
  function run(draw: (parts: LocalParts) => Promise<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
    if (isClosed) return Promise.reject(new DrawError('This lineup is closed.', 'bad-request'));
    opened ??= open(workers);
    const drawing = opened
      .then(draw)
      .then(asBuffer)
      .catch((error: unknown) => Promise.reject(asDrawError(error)));
    pending.add(drawing);
    return drawing.finally(() => pending.delete(drawing));
  }

  const drawOne =
    <Call>(
      checkCall: (options: unknown) => Call,
      read: (call: Call, place: Place) => PictureSpec,
    ) =>
    async (skin: Uint8Array, options: unknown = {}) => {
      const taken = takeSheets(skin, options, (sheet) => sheet);
      const call = checkCall(taken.options);
      return run((parts) => drawSheet(taken.sheets, read(call, nameOf), parts));
    };
  const drawFigure: Lineup['drawFigure'] = drawOne(checkFigure, readAlone);
  const drawModel: Lineup['drawModel'] = drawOne(checkModel, readModel);
  const drawGroup: Lineup['drawGroup'] = async (items, options = {}) => {
    const taken = takeAllSheets(items);
    const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
    const call = checkGroup(isObject ? { ...options, items: taken.items } : options);
    return run((parts) => drawSheets(taken.sheets, call, parts));
  };
  return {
    drawFigure,
    drawModel,
    drawGroup,
    drawFilm: async (...animation) => {
      const [skins, options] = animation;
      if (![options, skins].flat().some(moves))
        throw new DrawError('motion: is missing', 'bad-request');
      return isGroup(animation) ? drawGroup(...animation) : drawFigure(...animation);
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(pending);
      const closing = opened;
      opened = undefined;
      await (await closing)?.drawing.close();
    },
  };
}

/** What draws gives either, by format and Node; only a Buffer is a body for every web framework. */
function asBuffer(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? Buffer.from(buffer, byteOffset, byteLength)
    : Buffer.from(bytes);
}

function isGroup(animation: FigureFilm | GroupFilm): animation is GroupFilm {
  return Array.isArray(animation[0]);
}

function moves(options: unknown): boolean {
  const { motion } = Object(options);
  return motion !== undefined && motion !== 'none';
}

type Open = LocalParts & { readonly drawing: OpenDrawing };

async function open(workers: number): Promise<Open> {
  return openParts(workers === 0 ? openLocalDrawing() : await openThreads(workers));
}

/** Of more items than there may be, so many that the check refuses them. */
const maxItemsRead = 11;

function takeAllSheets(items: unknown) {
  if (!Array.isArray(items)) return { sheets: [], items };
  const all = items.slice(0, maxItemsRead).map((item: unknown, index) => {
    const { skin, ...options } = Object(item);
    return takeSheets(skin, options, (sheet) => itemPath(index, sheet));
  });
  return { sheets: all.map(({ sheets }) => sheets), items: all.map(({ options }) => options) };
}

// Sheets that are given, to the functions that routes call once they have looked players up.

const nameOf: Place = (option) => option;

/** Draws the figure of these sheets, or makes its model. */
async function drawSheet(
  sheets: FigureSheets,
  spec: PictureSpec,
  parts: LocalParts,
): Promise<Uint8Array> {
  const source = sourceOfSheets(sheets, { spec, place: nameOf }, nameOf);
  return (await drawPicture(source, detachedContext(), parts)).bytes;
}

/** Options, of which the sheets were taken out. */
type FigureCall = Parameters<typeof readAlone>[0];
type GroupCall = ForAll & PictureValues & { readonly items: readonly FigureValues[] };

const itemPath = (index: number, field: string): string => `items[${index}].${field}`;

async function drawSheets(
  sheets: readonly FigureSheets[],
  { items, ...options }: GroupCall,
  parts: LocalParts,
): Promise<Uint8Array> {
  const skins = sheets.map(({ skin }) => ownSheet(skin));
  const backs = sheets.map(({ cape, elytra }) => elytra ?? cape);
  const backName = (index: number) => (sheets[index]!.elytra ? 'elytra' : 'cape');
  const place: Place = (option, item) => {
    if (item === undefined) return option;
    if (option === 'value') return itemPath(item, 'skin');
    return itemPath(item, option === 'cape' ? backName(item) : option);
  };
  const worn = items.map((item, index) =>
    backs[index] ? { ...item, cape: backName(index) } : item,
  );
  const spec = readGroup(worn, options, place);
  const find = async () =>
    spec.figures.map(({ model, label, worn: { named } }, index) => {
      const item = plainItem(skins[index]!, model, label ?? '');
      const back = backs[index];
      return named && back ? withCape({ item }, ownCape(back, named.path)) : { item };
    });
  // Poses of `varied` are chosen by the value: the same skin has always the same.
  const named = skins.map(({ revision }) => ({ value: revision, name: '' }));
  const source = { spec, place, find, named };
  return (await drawPicture(source, detachedContext(), parts)).bytes;
}

// The entry of the package `lineup-draw`. What draws is opened by the first picture, without threads.

const lineup = createLineup();

export const drawFigure: Lineup['drawFigure'] = lineup.drawFigure;
export const drawModel: Lineup['drawModel'] = lineup.drawModel;
export const drawGroup: Lineup['drawGroup'] = lineup.drawGroup;
export const drawFilm: Lineup['drawFilm'] = lineup.drawFilm;
export { DrawError, type DrawErrorCode } from './draw-error.ts';
export type { FigureOptions, GroupOptions, ItemOptions, ModelOptions } from './options.ts';
