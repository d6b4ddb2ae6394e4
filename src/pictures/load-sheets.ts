import { UnusableSheetsError, type SheetBytes, type SheetProblem } from '../drawing/order.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { CacheContext } from '../cache/context.ts';
import type { Players } from '../players/players.ts';
import { mayFallBack } from '../players/fallback.ts';
import type { ResolvedItem } from './picture.ts';

/** A resolved item with the files of what it wears. */
export type LoadedItem = Omit<ResolvedItem, 'skin' | 'cape'> & {
  readonly skin: SheetBytes;
  readonly cape: SheetBytes | null;
  /** Whether `skin` is no sheet, but the figure itself. */
  readonly isPicture: boolean;
};

/**
 * Sheets that turned out to be missing or unusable when they were needed, by revision. Requests that
 * wait for one picture each decide for themselves what follows.
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
 * Loads what all items wear, each sheet once.
 * @throws {MissingSheetsError} that names all that can't be had
 * @throws {LineupError} `overloaded`: it would be the same for every sheet
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

/** What the drawing says of sheets, as an error of theirs; any other error stays as it is. */
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

/** Nobody but its platform is at fault for a picture. */
function problemOf(sheet: SheetProblem['sheet'], problem: string): LineupError {
  if (sheet !== 'picture') return unusable(sheet, problem);
  return new LineupError('upstream-failed', 'Roblox sent a picture that is broken.');
}

/** @param problem a sentence fragment: "is not a PNG" */
export function unusable(sheet: 'skin' | 'cape', problem: string): LineupError {
  return new LineupError('unusable-skin', `The ${sheet} ${problem}.`);
}
