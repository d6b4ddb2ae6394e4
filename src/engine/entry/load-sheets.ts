import {
  UnusableSheetsError,
  type SheetBytes,
  type SheetFiles,
  type SheetProblem,
} from '../options/jobs.ts';
import type { PictureDrawing } from '../workers/tasks.ts';
import { LineupError, mayFallBack } from '../../common/errors/lineup-error.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import { readFileSync } from 'node:fs';
import { ownSheet, type SkinSource } from '../../common/player.ts';
import type { FigureFiles } from '../engine.ts';
import { type ResolvedItem, unusable } from '../../common/items.ts';

/** Sheets that are missing or unusable, by revision; each waiting request decides what to do. */
export class MissingSheetsError extends Error {
  override readonly name = 'MissingSheetsError';
  readonly skins: ReadonlyMap<string, LineupError>;
  readonly capes: ReadonlyMap<string, LineupError>;

  constructor({ skins, capes }: Record<'skins' | 'capes', ReadonlyMap<string, LineupError>>) {
    super('sheets are missing');
    this.skins = skins;
    this.capes = capes;
  }
}

/** Loads the file of a texture. */
export type LoadSheet = (source: SkinSource, context: CacheContext) => Promise<Uint8Array>;

export type SheetParts = {
  readonly players: { readonly loadSheet: LoadSheet };
  readonly drawing: PictureDrawing;
};

/**
 * Loads the sheets of all items, each once. If one is not available, the others are decoded, so that
 * all errors are known at once.
 * @param isDecoded decodes them in any case
 * @throws {MissingSheetsError} that lists all unavailable sheets, and broken ones if they were decoded
 * @throws {LineupError} `overloaded`, which would be the same for every sheet
 */
export async function loadSheets(
  items: readonly ResolvedItem[],
  { players, drawing }: SheetParts,
  context: CacheContext,
  isDecoded = false,
): Promise<FigureFiles[]> {
  const load = (sources: readonly ResolvedItem['skin'][]) => loadEach(sources, players, context);
  const [skins, capes, pictures] = await Promise.all([
    load(items.flatMap(({ skin }) => (skin.kind === 'picture' ? [] : [skin]))),
    load(items.flatMap(({ cape }) => cape ?? [])),
    load(items.flatMap(({ skin }) => (skin.kind === 'picture' ? [skin] : []))),
  ]);
  const isMissing = skins.errors.size + capes.errors.size > 0;
  if (isMissing || isDecoded) {
    const files = {
      skins: [...skins.sheets.values()],
      capes: [...capes.sheets.values()],
      pictures: [...pictures.sheets.values()],
    };
    const broken = await brokenSheets(files, drawing, context);
    if (isMissing || broken !== null) {
      throw new MissingSheetsError({
        skins: new Map([...skins.errors, ...(broken?.skins ?? [])]),
        capes: new Map([...capes.errors, ...(broken?.capes ?? [])]),
      });
    }
  }
  return items.map((item) => ({
    ...item,
    skin: (item.skin.kind === 'picture' ? pictures : skins).sheets.get(item.skin.revision)!,
    cape: item.cape && capes.sheets.get(item.cape.revision)!,
    isPicture: item.skin.kind === 'picture',
    isGrey: item.skin.revision === silhouette.revision,
  }));
}

async function brokenSheets(
  files: SheetFiles,
  drawing: SheetParts['drawing'],
  { client }: CacheContext,
): Promise<MissingSheetsError | null> {
  try {
    await drawing.draw('checkSheets', files, client);
    return null;
  } catch (error) {
    const missing = asMissingSheets(error);
    if (missing instanceof MissingSheetsError) return missing;
    // If there is no time to decode them, the errors known so far are reported.
    if (error instanceof LineupError) return null;
    throw error;
  }
}

async function loadEach(
  sources: readonly ResolvedItem['skin'][],
  players: SheetParts['players'],
  context: CacheContext,
) {
  const sheets = new Map<string, SheetBytes>();
  const errors = new Map<string, LineupError>();
  const distinct = new Map(sources.map((source) => [source.revision, source]));
  const loading = [...distinct].map(async ([revision, source]) => {
    try {
      const isHere = source.kind === 'picture';
      const png = isHere ? source.png : await players.loadSheet(source, context);
      sheets.set(revision, { revision, png });
    } catch (error) {
      if (!(error instanceof LineupError) || !mayFallBack(error)) throw error;
      errors.set(revision, error);
    }
  });
  await Promise.all(loading);
  return { sheets, errors };
}

/** Converts errors of the drawing that are about sheets; returns others unchanged. */
export function asMissingSheets(error: unknown): unknown {
  if (!(error instanceof UnusableSheetsError)) return error;
  const errorsOf = (...kinds: readonly SheetProblem['sheet'][]) =>
    new Map(
      error.problems
        .filter(({ sheet }) => kinds.includes(sheet))
        .map(({ sheet, revision, problem }) => [revision, problemOf(sheet, problem)] as const),
    );
  return new MissingSheetsError({ skins: errorsOf('skin', 'picture'), capes: errorsOf('cape') });
}

/** A broken picture is the fault of its platform. */
function problemOf(sheet: SheetProblem['sheet'], problem: string): LineupError {
  if (sheet !== 'picture') return unusable(sheet, problem);
  return new LineupError('upstream-failed', 'Roblox sent a picture that is broken.');
}

/** The skin of a plain grey figure, for unavailable players. */
export const silhouette = ownSheet(readFileSync(new URL('silhouette.png', import.meta.url)));
