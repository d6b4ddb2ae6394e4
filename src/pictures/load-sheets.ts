import { UnusableSheetsError, type SheetBytes, type SheetProblem } from '../drawing/order.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { CacheContext } from '../cache/context.ts';
import type { Players } from '../players/players.ts';
import { mayFallBack } from '../players/fallback.ts';
import type { ResolvedItem } from './picture.ts';

/** A resolved item with its texture files. */
export type LoadedItem = Omit<ResolvedItem, 'skin' | 'cape'> & {
  readonly skin: SheetBytes;
  readonly cape: SheetBytes | null;
  /** Whether `skin` is a finished picture of the figure instead of a sheet. */
  readonly isPicture: boolean;
};

/**
 * Thrown for sheets that turned out to be missing or unusable, by revision. Each request that waits for
 * the picture decides what to do.
 */
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

/**
 * Loads the sheets of all items, each once.
 * @throws {MissingSheetsError} that lists all unavailable sheets
 * @throws {LineupError} `overloaded`, which would be the same for every sheet
 */
export async function loadSheets(
  items: readonly ResolvedItem[],
  players: Pick<Players, 'loadSheet'>,
  context: CacheContext,
): Promise<LoadedItem[]> {
  const load = (sources: readonly ResolvedItem['skin'][]) => loadEach(sources, players, context);
  const [skins, capes] = await Promise.all([
    load(items.map(({ skin }) => skin)),
    load(items.flatMap(({ cape }) => cape ?? [])),
  ]);
  if (skins.errors.size + capes.errors.size > 0) {
    throw new MissingSheetsError({ skins: skins.errors, capes: capes.errors });
  }
  return items.map((item) => ({
    ...item,
    isPicture: item.skin.kind === 'picture',
    skin: skins.sheets.get(item.skin.revision)!,
    cape: item.cape && capes.sheets.get(item.cape.revision)!,
  }));
}

async function loadEach(
  sources: readonly ResolvedItem['skin'][],
  players: Pick<Players, 'loadSheet'>,
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

/** @param problem a sentence fragment: "is not a PNG" */
export function unusable(sheet: 'skin' | 'cape', problem: string): LineupError {
  return new LineupError('unusable-skin', `The ${sheet} ${problem}.`);
}
