import { checkedCrop } from '../../drawing/checked-crop.ts';
import type { Drawing } from '../../drawing/pool.ts';
import { pictureVersion, type RowOrder, type SheetBytes } from '../../drawing/order.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { strongEtag } from '../../http/conditional.ts';
import type { Memory, Trace } from '../../players/memory.ts';
import type { SkinSource } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import { isPassing, mayStandIn } from '../../players/stand-in.ts';
import type { UrlSkins } from '../../players/url-skins.ts';
import type { CompositionItem, CompositionOptions } from './schema.ts';
import { findWearers, readItems, type Found, type Wanted, type Wearer } from './wearers.ts';

export type CompositionParts = {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
  readonly drawing: Drawing;
  /** Finished pictures by validator. */
  readonly pictures: Memory<Uint8Array>;
};

export type CompositionRequest = {
  readonly items: readonly CompositionItem[];
  readonly options: CompositionOptions;
  /** What a field of an item is called in the request, for errors. */
  readonly place: (index: number, field: 'value' | 'label') => string;
  /** Whether the client holds the picture with this validator. */
  readonly isKnown: (etag: string) => boolean;
};

export type Composition = {
  readonly etag: string;
  readonly cache: 'HIT' | 'MISS';
  /** Items that a default skin stands in for. */
  readonly fallbacks: readonly number[];
  /** A stand-in that a moment's trouble made necessary: not to be kept. */
  readonly isProvisional: boolean;
  /** Until when the same request has the same answer, as far as anybody knows; in clock time. */
  readonly freshUntilMs: number;
  /** `null` when the client holds it already. */
  readonly png: Uint8Array | null;
};

export type Composer = {
  /** @throws {LineupError} that names the item and the field. */
  compose(request: CompositionRequest): Promise<Composition>;
};

/** Fetch who is meant, work out the validator, and draw only what nobody has yet. */
export function createComposer(parts: CompositionParts): Composer {
  const { players, drawing } = parts;

  async function draw(row: readonly Wearer[], options: RowOptions, trace: Trace) {
    const sheets = await loadSheets(row, parts, trace);
    return (await drawing.row(rowOrder(row, sheets, options))).png;
  }

  /** Draws, or takes from memory; what turns out to be missing on the way is replaced once. */
  async function finish(row: Row, { request, options, trace }: Task): Promise<Composition> {
    const etag = etagOf(row.wearers, options);
    const answer = (png: Uint8Array | null): Composition => ({
      etag,
      cache: trace.asked ? 'MISS' : 'HIT',
      fallbacks: row.fallbacks,
      isProvisional: row.isProvisional,
      // Samples and data URLs never change.
      freshUntilMs: trace.freshUntilMs ?? Number.POSITIVE_INFINITY,
      png,
    });
    if (request.isKnown(etag)) return answer(null);
    try {
      return answer(await parts.pictures.get(etag, () => draw(row.wearers, options, trace), trace));
    } catch (error) {
      if (!(error instanceof MissingSheets)) throw error;
      const found = row.wearers.map((wearer, i) => error.found.get(i) ?? { wearer });
      const mended = settle(found, row, request);
      return finish(mended, { request, options, trace });
    }
  }

  function settle(found: readonly Found[], before: Row | null, request: CompositionRequest): Row {
    const fallbacks = new Set(before?.fallbacks);
    let isProvisional = before?.isProvisional ?? false;
    const wearers = found.map((one, index): Wearer => {
      if ('wearer' in one) return one.wearer;
      const standsIn = request.options.fallback === 'default' && mayStandIn(one.error);
      if (!standsIn || before?.fallbacks.includes(index) === true) {
        throw one.error.at(request.place(index, 'value'));
      }
      fallbacks.add(index);
      isProvisional ||= isPassing(one.error);
      const { model, skin } = players.fallbackPlayer;
      const label = before?.wearers[index]?.label ?? labelOf(request, index);
      return { skin, model, label, upsideDown: false };
    });
    return { wearers, fallbacks: [...fallbacks].toSorted((a, b) => a - b), isProvisional };
  }

  return {
    compose: async (request) => {
      const trace: Trace = { asked: false };
      const options = rowOptions(request.options);
      const wanted = understand(request, players);
      const found = await findWearers(wanted, parts, trace);
      const usable = await Promise.all(found.map((one) => checkOwnSheet(one, drawing)));
      return finish(settle(usable, null, request), { request, options, trace });
    },
  };
}

/** The figures as they will be drawn, stand-ins included. */
type Row = {
  readonly wearers: readonly Wearer[];
  readonly fallbacks: readonly number[];
  readonly isProvisional: boolean;
};

/** One request on its way. */
type Task = {
  readonly request: CompositionRequest;
  readonly options: RowOptions;
  readonly trace: Trace;
};

type RowOptions = Pick<RowOrder, 'renderType' | 'crop' | 'heightPx' | 'gapPx'>;

/** Sheets that turned out to be missing when they were needed, by item. */
class MissingSheets extends Error {
  readonly found: ReadonlyMap<number, Found>;

  constructor(found: ReadonlyMap<number, Found>) {
    super('sheets are missing');
    this.name = 'MissingSheets';
    this.found = found;
  }
}

function understand({ items, place }: CompositionRequest, players: Players): Wanted[] {
  return readItems(items, { parseReference: players.parseReference, place });
}

/** Sheets that are here already are looked at before the validator is made of them. */
async function checkOwnSheet(found: Found, drawing: Drawing): Promise<Found> {
  if (!('wearer' in found) || found.wearer.skin.kind !== 'own') return found;
  const { revision, sheet } = found.wearer.skin;
  const error = await problemOf({ revision, png: sheet }, drawing);
  return error === null ? found : { error };
}

async function problemOf(sheet: SheetBytes, drawing: Drawing): Promise<LineupError | null> {
  const inspected = await drawing.inspect(sheet);
  return inspected.ok ? null : new LineupError('unusable-skin', `The skin ${inspected.problem}.`);
}

/** The sheets of a row, each loaded once. */
async function loadSheets(
  row: readonly Wearer[],
  { players, drawing }: CompositionParts,
  trace: Trace,
): Promise<Map<string, SheetBytes>> {
  const sources = new Map(row.map(({ skin }) => [skin.revision, skin]));
  const problems = new Map<string, LineupError>();
  const sheets = new Map<string, SheetBytes>();
  const load = async (source: SkinSource): Promise<void> => {
    const { revision } = source;
    try {
      const sheet = { revision, png: await players.loadSheet(source, trace) };
      const problem = source.kind === 'own' ? null : await problemOf(sheet, drawing);
      if (problem !== null) throw problem;
      sheets.set(revision, sheet);
    } catch (error) {
      if (!(error instanceof LineupError) || error.code === 'overloaded') throw error;
      problems.set(revision, error);
    }
  };
  await Promise.all([...sources.values()].map(load));
  if (problems.size === 0) return sheets;
  throw new MissingSheets(
    new Map(
      row.flatMap(({ skin }, index) => {
        const error = problems.get(skin.revision);
        return error === undefined ? [] : [[index, { error }] as const];
      }),
    ),
  );
}

function rowOptions({ render_type, crop, height, gap }: CompositionOptions): RowOptions {
  const renderType = render_type ?? 'default';
  return {
    renderType,
    crop: checkedCrop(renderType, crop ?? 'full', 'query.crop'),
    heightPx: height ?? 512,
    gapPx: gap ?? null,
  };
}

/** Made of everything that the pixels depend on, and of nothing else. */
function etagOf(wearers: readonly Wearer[], options: RowOptions): string {
  return strongEtag([
    'composition',
    pictureVersion,
    options,
    wearers.map(({ skin, model, label, upsideDown }) => [skin.revision, model, label, upsideDown]),
  ]);
}

function rowOrder(
  wearers: readonly Wearer[],
  sheets: ReadonlyMap<string, SheetBytes>,
  options: RowOptions,
): RowOrder {
  const indices = new Map([...sheets.keys()].map((revision, index) => [revision, index]));
  return {
    ...options,
    sheets: [...sheets.values()],
    figures: wearers.map(({ skin, ...figure }) => ({
      ...figure,
      sheet: indices.get(skin.revision)!,
    })),
  };
}

/** The label of an item that nothing could be found out about: its own, or the name it gives. */
function labelOf({ items }: CompositionRequest, index: number): string {
  const { label, value } = items[index]!;
  return label ?? (/^\w{1,16}$/.test(value) ? value : '');
}
