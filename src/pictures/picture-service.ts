import { pictureVersion } from '../drawing/order.ts';
import { readSkinHeader } from '../drawing/read-sheet.ts';
import { combineErrors } from '../errors/combine-errors.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { strongEtag, type EtagPart } from '../http/conditional.ts';
import type { CacheContext } from '../cache/context.ts';
import type { SwrCache } from '../cache/swr-cache.ts';
import type { Players } from '../players/players.ts';
import { isTemporary, mayFallBack } from '../players/fallback.ts';
import { asMissingSheets, loadSheets, MissingSheetsError, unusable } from './load-sheets.ts';
import type { ItemResult, Picture, PictureRequest, ResolvedItem } from './picture.ts';

export type PictureService = {
  /**
   * Validator, cache, drawing, fallback: the only way to make pictures of players.
   * @throws {LineupError} that lists every item that cannot be drawn
   */
  readonly picture: (request: PictureRequest) => Promise<Picture>;
};

type Parts = {
  readonly players: Pick<Players, 'loadSheet' | 'fallbackPlayer'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

/** The figures to draw, including fallbacks. */
type Row = {
  readonly fallbacks: readonly number[];
  /** A temporary failure changed the picture, so it must not be cached. */
  readonly isProvisional: boolean;
  readonly items: readonly ResolvedItem[];
};

export function createPictureService({ players, pictures }: Parts): PictureService {
  /** Replaces figures that cannot be drawn, or reports them all at once. */
  function applyFallbacks(
    results: readonly ItemResult[],
    request: PictureRequest,
    before: Row | null,
  ): Row {
    const fallbacks = new Set(before?.fallbacks);
    let isProvisional = before?.isProvisional ?? false;
    const errors = results.flatMap((result, index) => {
      if ('item' in result) return [];
      const { error } = result;
      const isReplaced = request.hasFallback && mayFallBack(error) && !fallbacks.has(index);
      return isReplaced ? [] : [error.at(request.fieldPath(index))];
    });
    if (errors.length > 0) throw combineErrors(errors);
    const items = results.map((result, index): ResolvedItem => {
      if ('item' in result) return result.item;
      fallbacks.add(index);
      isProvisional ||= isTemporary(result.error);
      return request.fallbackItem(index, players.fallbackPlayer, before?.items[index]);
    });
    return { items, fallbacks: [...fallbacks].toSorted((a, b) => a - b), isProvisional };
  }

  async function finish(row: Row, request: PictureRequest): Promise<Picture> {
    const { inputs, draw, isKnown, context } = request;
    const etag = etagOf(inputs, row.items);
    const load = async (): Promise<Uint8Array> => {
      const items = await loadSheets(row.items, players, context);
      return draw(items).catch((error: unknown) => Promise.reject(asMissingSheets(error)));
    };
    try {
      const bytes = isKnown(etag) ? null : await pictures.get(etag, load, context);
      return {
        etag,
        cache: context.sourceHit ? 'MISS' : 'HIT',
        fallbacks: row.fallbacks,
        policy: row.isProvisional ? 'never' : 'render',
        // Samples and data URLs never change.
        freshUntilMs: context.expiresAt ?? Number.POSITIVE_INFINITY,
        bytes,
      };
    } catch (error) {
      if (!(error instanceof MissingSheetsError)) throw error;
      refuseChosenCapes(error, row, request.capePath);
      // Even if the client already has the replacement, this took work.
      context.sourceHit = true;
      const bare = withoutCapes(row, error);
      const results = bare.items.map((item) => withoutMissing({ item }, error));
      return finish(applyFallbacks(results, request, bare), request);
    }
  }

  return {
    picture: async (request) => {
      const results = request.results.map(checkedHeader);
      const { hasFallback, context } = request;
      const all = hasFallback ? results : await withAllErrors(results, players, context);
      return finish(applyFallbacks(all, request, null), request);
    },
  };
}

/** If some items fail, loads the sheets of the others as well, to report all errors at once. */
async function withAllErrors(
  results: readonly ItemResult[],
  players: Parts['players'],
  context: CacheContext,
): Promise<readonly ItemResult[]> {
  const items = results.flatMap((one) => ('item' in one ? [{ ...one.item, cape: null }] : []));
  if (items.length === results.length) return results;
  try {
    await loadSheets(items, players, context);
    return results;
  } catch (error) {
    if (error instanceof MissingSheetsError) {
      return results.map((result) => withoutMissing(result, error));
    }
    if (error instanceof LineupError) return results;
    throw error;
  }
}

/** Replaces an item whose sheet is not available by the error. */
function withoutMissing(result: ItemResult, { skins }: MissingSheetsError): ItemResult {
  const error = 'item' in result ? skins.get(result.item.skin.revision) : undefined;
  return error === undefined ? result : { error };
}

/** @throws {LineupError} that lists all unusable capes that a client chose */
function refuseChosenCapes(
  { capes }: MissingSheetsError,
  { items }: Row,
  capePath: PictureRequest['capePath'],
): void {
  // A cape chosen for all items is reported once.
  const errors = new Map<string, LineupError>();
  items.forEach(({ cape }, index) => {
    const path = capePath(index);
    const error = cape === null ? undefined : capes.get(cape.revision);
    if (error !== undefined && path !== undefined) errors.set(path, error.at(path));
  });
  if (errors.size > 0) throw combineErrors([...errors.values()]);
}

/** A player's own cape never causes an error: if it is not available, the figure is drawn without it. */
function withoutCapes(row: Row, { capes }: MissingSheetsError): Row {
  // A file that is not a cape stays so; an unavailable one may return.
  const isProvisional = row.isProvisional || [...capes.values()].some(isTemporary);
  const items = row.items.map((item) =>
    item.cape !== null && capes.has(item.cape.revision) ? { ...item, cape: null } : item,
  );
  return { ...row, items, isProvisional };
}

/**
 * Checks the header of a sheet that is already loaded before its validator is made. Pixels are checked
 * when they are drawn, because a validator should need no decoder.
 */
function checkedHeader(result: ItemResult): ItemResult {
  if (!('item' in result) || result.item.skin.kind !== 'own') return result;
  const header = readSkinHeader(result.item.skin.sheet);
  return header.ok ? result : { error: unusable('skin', header.problem) };
}

/** Made from everything that the pixels depend on, and nothing else. */
function etagOf(inputs: readonly EtagPart[], items: readonly ResolvedItem[]): string {
  return strongEtag([
    pictureVersion,
    ...inputs,
    items.map(({ skin, cape, model, label, upsideDown }) => [
      skin.revision,
      cape?.revision ?? null,
      model,
      label,
      upsideDown,
    ]),
  ]);
}
