import { pictureVersion } from '../drawing/order.ts';
import { readSkinHeader } from '../drawing/read-sheet.ts';
import { combineErrors } from '../errors/combine-errors.ts';
import type { LineupError } from '../errors/lineup-error.ts';
import { strongEtag, type EtagPart } from '../http/conditional.ts';
import type { SwrCache } from '../cache/swr-cache.ts';
import type { Players } from '../players/players.ts';
import { isTemporary, mayFallBack } from '../players/fallback.ts';
import { asMissingSheets, loadSheets, MissingSheetsError, unusable } from './load-sheets.ts';
import type { ItemResult, Picture, PictureRequest, ResolvedItem } from './picture.ts';

export type PictureService = {
  /**
   * Validator, cache, drawing, fallback: the one way to a picture of players.
   * @throws {LineupError} that names every item that can't be drawn
   */
  readonly picture: (request: PictureRequest) => Promise<Picture>;
};

type Parts = {
  readonly players: Pick<Players, 'loadSheet' | 'fallbackPlayer'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

/** The figures as they will be drawn, fallbacks included. */
type Row = {
  readonly fallbacks: readonly number[];
  /** A passing failure changed what is drawn: not to be kept. */
  readonly isProvisional: boolean;
  readonly items: readonly ResolvedItem[];
};

export function createPictureService({ players, pictures }: Parts): PictureService {
  /** The figures of a row; those that can't be drawn are replaced, or told all at once. */
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
      // Whether or not the client holds what is drawn instead: this took work.
      context.sourceHit = true;
      const bare = withoutCapes(row, error);
      const results = bare.items.map((item): ItemResult => {
        const missing = error.skins.get(item.skin.revision);
        return missing === undefined ? { item } : { error: missing };
      });
      return finish(applyFallbacks(results, request, bare), request);
    }
  }

  return {
    picture: async (request) =>
      finish(applyFallbacks(request.results.map(checkedHeader), request, null), request),
  };
}

/** @throws {LineupError} that names all capes that somebody chose, and that can't be worn */
function refuseChosenCapes(
  { capes }: MissingSheetsError,
  { items }: Row,
  capePath: PictureRequest['capePath'],
): void {
  // One that all items are to wear is told of once.
  const errors = new Map<string, LineupError>();
  items.forEach(({ cape }, index) => {
    const path = capePath(index);
    const error = cape === null ? undefined : capes.get(cape.revision);
    if (error !== undefined && path !== undefined) errors.set(path, error.at(path));
  });
  if (errors.size > 0) throw combineErrors([...errors.values()]);
}

/** Nobody is refused for a player's own cape: a figure is drawn without one that can't be had or worn. */
function withoutCapes(row: Row, { capes }: MissingSheetsError): Row {
  // A file that is no cape will not become one; one that can't be had may come back.
  const isProvisional = row.isProvisional || [...capes.values()].some(isTemporary);
  const items = row.items.map((item) =>
    item.cape !== null && capes.has(item.cape.revision) ? { ...item, cape: null } : item,
  );
  return { ...row, items, isProvisional };
}

/**
 * A sheet that is here already is looked at before a validator is made of it, but only at its
 * header: a validator takes no decoder, and broken pixels turn out when they are drawn.
 */
function checkedHeader(result: ItemResult): ItemResult {
  if (!('item' in result) || result.item.skin.kind !== 'own') return result;
  const header = readSkinHeader(result.item.skin.sheet);
  return header.ok ? result : { error: unusable('skin', header.problem) };
}

/** Made of everything that the pixels depend on, and of nothing else. */
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
