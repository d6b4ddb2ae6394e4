import { Type } from 'typebox';
import type { RenderQuery } from '../options/figure-schema.ts';
import { closed } from '../../common/schemas/fields.ts';
import { createCheck, takeSheets } from './checked.ts';
import { openParts, type LocalParts, detachedContext } from './open-parts.ts';
import { figureSchema, groupCallSchema } from './options.ts';
import type { FigureOptions, GroupOptions, ItemOptions } from './options.ts';
import { type FigureSheets, drawFigure as drawOne, figureOfSheets } from '../entry/draw-figure.ts';
import { readRequest } from '../options/read-figure-options.ts';
import type { CompositionItem } from '../options/group-schema.ts';
import { ownSheet } from '../../common/player.ts';
import {
  type FindItems,
  type GroupRequest,
  drawGroup as drawSeveral,
} from '../entry/draw-group.ts';
import { labelFrom } from '../options/label-rules.ts';
import { plainItem, withCape, ownCape } from '../../common/items.ts';
import { openLocalDrawing, openThreads, type OpenDrawing } from './local-drawing.ts';
import { asDrawError, refused } from './draw-error.ts';

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
  /** Finishes what is being drawn, stops the threads and frees the plans. What is requested later is refused. */
  readonly close: () => Promise<void>;
};

const settingsSchema = Type.Object(
  { workers: Type.Optional(Type.Integer({ minimum: 0, maximum: 64 })) },
  closed,
);

/**
 * Opens a drawer of its own. What it has computed to draw a pose is cached for the next picture, up to
 * 48 MiB (112 MiB with threads).
 * @throws {DrawError} for a number of threads that is not allowed
 */
export function createLineup(settings?: LineupSettings): Lineup {
  // Most have none, and nothing has to be compiled to check that.
  const { workers = 0 } = settings === undefined ? {} : createCheck(settingsSchema)(settings);
  const checkFigure = createCheck(Type.Unsafe<RenderQuery>(figureSchema));
  const checkGroup = createCheck(Type.Unsafe<GroupCall>(groupCallSchema));
  const pending = new Set<Promise<unknown>>();
  let opened: Promise<Open> | undefined;
  let isClosed = false;

  /** Opens what draws with the first picture; keeps count of those in progress. */
  function run(draw: (parts: LocalParts) => Promise<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
    if (isClosed) return Promise.reject(refused('options', 'This lineup is closed.'));
    opened ??= open(workers);
    const drawing = opened
      .then(draw)
      .then(asBuffer)
      .catch((error: unknown) => Promise.reject(asDrawError(error)));
    pending.add(drawing);
    return drawing.finally(() => pending.delete(drawing));
  }

  const drawFigure: Lineup['drawFigure'] = async (skin, options = {}) => {
    const taken = takeSheets(skin, options, (sheet) => sheet);
    const query = checkFigure(taken.options);
    return run((parts) => drawSheet(taken.sheets, query, parts));
  };
  const drawGroup: Lineup['drawGroup'] = async (items, options = {}) => {
    const taken = takeAllSheets(items);
    const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
    const call = checkGroup(isObject ? { ...options, items: taken.items } : options);
    return run((parts) => drawSheets(taken.sheets, call, parts));
  };
  return {
    drawFigure,
    drawGroup,
    drawFilm: async (...animation) => {
      const [skins, options] = animation;
      if (![options, skins].flat().some(moves)) throw refused('options', 'motion: is missing');
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

/** Draws the figure of these sheets. */
async function drawSheet(
  sheets: FigureSheets,
  query: RenderQuery,
  parts: LocalParts,
): Promise<Uint8Array> {
  const figure = figureOfSheets(sheets, readRequest({}, query), (sheet) => sheet);
  const { bytes } = await drawOne(figure, detachedContext(), parts);
  return bytes;
}

type GroupCall = GroupOptions & {
  readonly items: readonly Omit<CompositionItem, 'value'>[];
};

const itemPath = (index: number, field: string): string => `items[${index}].${field}`;

/** Draws the group of these sheets. */
async function drawSheets(
  sheets: readonly FigureSheets[],
  { items, ...options }: GroupCall,
  parts: LocalParts,
): Promise<Uint8Array> {
  const skins = sheets.map(({ skin }) => ownSheet(skin));
  const backs = sheets.map(({ cape, elytra }) => elytra ?? cape);
  const backName = (index: number) => (sheets[index]!.elytra ? 'elytra' : 'cape');
  const findItems: FindItems = async ({ fieldPath }, { figures }) =>
    items.map(({ model = options.model ?? null, label: text }, index) => {
      const label = labelFrom(text, fieldPath(index, 'label'));
      const item = plainItem(skins[index]!, model, label);
      const [named, back] = [figures[index]!.namedCape, backs[index]];
      return named && back ? withCape({ item }, ownCape(back, named.path)) : { item };
    });
  const sheetName = (index: number, field: string): string => {
    if (field === 'value') return 'skin';
    return field === 'cape' ? backName(index) : field;
  };
  const request: GroupRequest = {
    items: items.map((item, index) => ({
      ...item,
      // Poses of `varied` are chosen by the value: the same skin has always the same.
      value: skins[index]!.revision,
      ...(backs[index] && { cape: backName(index) }),
    })),
    options,
    fieldPath: (index, field) => itemPath(index, sheetName(index, field)),
    optionPath: (name) => name,
    ...detachedContext(),
  };
  const { bytes } = await drawSeveral(request, findItems, parts);
  return bytes;
}
