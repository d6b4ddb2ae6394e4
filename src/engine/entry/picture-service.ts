import { pictureVersion } from '../options/jobs.ts';
import type { PictureDrawing, Watch } from '../workers/tasks.ts';
import { readSkinHeader } from '../../common/png/texture-header.ts';
import {
  combineErrors,
  LineupError,
  isTemporary,
  mayFallBack,
} from '../../common/errors/lineup-error.ts';
import type { Player } from '../../common/player.ts';
import type { FigureFiles } from '../engine.ts';
import {
  asMissingSheets,
  loadSheets,
  MissingSheetsError,
  silhouette,
  type SheetParts,
} from './load-sheets.ts';
import type { EtagPart, RequestContext } from '../../common/cache/context.ts';
import { type ItemResult, type ResolvedItem, unusable } from '../../common/items.ts';

type PictureRequest = RequestContext & {
  /** From left to right. */
  readonly results: readonly ItemResult[];
  /** What an unavailable item is replaced by: our own skin, or a grey figure. */
  readonly fallback: 'none' | 'default' | 'silhouette';
  /** The replacement, with that player. @param before the item, if it was resolved */
  readonly fallbackItem: (index: number, player: Player, before?: ResolvedItem) => ResolvedItem;
  /** Field path of an item, for errors: `items[3].value`. */
  readonly fieldPath: (index: number) => string;
  /** Field path of an item's cape if a client chose it: then a broken cape is an error. */
  readonly capePath: (index: number) => string | undefined;
  /** Everything that the pixels depend on besides the items. */
  readonly inputs: readonly EtagPart[];
  readonly draw: (items: readonly FigureFiles[], watch?: Watch) => Promise<Uint8Array>;
};

/** What is sent of a picture. */
export type Picture<Sent> = Sent & {
  /** Indices of items drawn with a fallback. */
  readonly fallbacks: readonly number[];
  /** Milliseconds since 1970 until which all its inputs are fresh. */
  readonly freshUntilMs: number;
};

export type PictureService<Sent> = {
  /**
   * Validator, cache, drawing, fallback: the only way to make pictures of players.
   * @throws {LineupError} that lists every item that cannot be drawn
   */
  readonly picture: (request: PictureRequest) => Promise<Picture<Sent>>;
};

/** What draws pictures of players. */
export type PictureParts<Sent> = {
  readonly drawing: PictureDrawing;
  readonly pictures: PictureService<Sent>;
};

/** A picture that can be made when it is needed. */
type Drawable = {
  /** Everything that its bytes depend on, and nothing else. */
  readonly inputs: readonly EtagPart[];
  /** Never cached if a temporary failure changed what is drawn. */
  readonly policy: 'render' | 'never';
  readonly load: (watch?: Watch) => Promise<Uint8Array>;
};

type Parts<Sent> = SheetParts & {
  readonly players: { readonly fallbackPlayer: Player };
  /** Makes what is sent of a picture, which may have been made before. */
  readonly respond: (picture: Drawable, request: RequestContext) => Promise<Sent>;
};

/** The figures to draw, including fallbacks. */
type Row = {
  readonly fallbacks: readonly number[];
  /** A temporary failure changed the picture, so it must not be cached. */
  readonly isProvisional: boolean;
  readonly items: readonly ResolvedItem[];
};

export function createPictureService<Sent>(parts: Parts<Sent>): PictureService<Sent> {
  const { players, respond } = parts;

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
      const { error, capePath } = result;
      const mayReplace = capePath === undefined && !fallbacks.has(index) && mayFallBack(error);
      if (request.fallback !== 'none' && mayReplace) return [];
      return [error.at(capePath ?? request.fieldPath(index))];
    });
    if (errors.length > 0) throw combineErrors(errors);
    const items = results.map((result, index): ResolvedItem => {
      if ('item' in result) return result.item;
      fallbacks.add(index);
      isProvisional ||= isTemporary(result.error);
      return request.fallbackItem(index, playerFor(request, players), before?.items[index]);
    });
    return { items, fallbacks: [...fallbacks].toSorted((a, b) => a - b), isProvisional };
  }

  async function finish(row: Row, request: PictureRequest): Promise<Picture<Sent>> {
    const { inputs, draw, context } = request;
    const load = async (watch?: Watch): Promise<Uint8Array> => {
      const items = await loadSheets(row.items, parts, context);
      return draw(items, watch).catch((error: unknown) => Promise.reject(asMissingSheets(error)));
    };
    try {
      const policy = row.isProvisional ? 'never' : 'render';
      return {
        ...(await respond({ inputs: inputsOf(inputs, row.items), policy, load }, request)),
        fallbacks: row.fallbacks,
        // Samples and data URLs never change.
        freshUntilMs: context.expiresAt ?? Number.POSITIVE_INFINITY,
      };
    } catch (error) {
      if (!(error instanceof MissingSheetsError)) throw error;
      // Even if the client already has the replacement, this took work.
      context.sourceHit = true;
      const bare = withoutOwnCapes(row, error, request.capePath);
      const results = bare.items.map((item, index) =>
        withoutMissing({ item }, error, request.capePath(index)),
      );
      return finish(applyFallbacks(results, request, bare), request);
    }
  }

  return {
    picture: async (request) => {
      const results = await withAllErrors(request.results.map(checkedHeader), request, parts);
      return finish(applyFallbacks(results, request, null), request);
    },
  };
}

/** The player whom an unavailable one is replaced by. */
function playerFor(
  { fallback }: PictureRequest,
  { fallbackPlayer }: Parts<unknown>['players'],
): Player {
  return fallback === 'silhouette' ? { ...fallbackPlayer, skin: silhouette } : fallbackPlayer;
}

/** If some items fail, decodes the sheets of the others, too, to report all errors at once. */
async function withAllErrors(
  results: readonly ItemResult[],
  { capePath, fallback, context }: PictureRequest,
  parts: SheetParts,
): Promise<readonly ItemResult[]> {
  if (fallback !== 'none') return results;
  // A player's own cape never causes an error.
  const items = results.flatMap((one, index) => {
    if (!('item' in one)) return [];
    return [capePath(index) === undefined ? { ...one.item, cape: null } : one.item];
  });
  if (items.length === results.length) return results;
  try {
    await loadSheets(items, parts, context, true);
    return results;
  } catch (error) {
    if (error instanceof MissingSheetsError) {
      return results.map((result, index) => withoutMissing(result, error, capePath(index)));
    }
    if (error instanceof LineupError) return results;
    throw error;
  }
}

/** Replaces an item whose sheet, or whose chosen cape, is not available by the error. */
function withoutMissing(
  result: ItemResult,
  { skins, capes }: MissingSheetsError,
  capePath: string | undefined,
): ItemResult {
  if (!('item' in result)) return result;
  const { skin, cape } = result.item;
  const error = skins.get(skin.revision);
  if (error !== undefined) return { error };
  const ofCape = cape === null || capePath === undefined ? undefined : capes.get(cape.revision);
  return ofCape === undefined ? result : { error: ofCape, capePath: capePath! };
}

/** A player's own cape never causes an error: if it is not available, the figure is drawn without it. */
function withoutOwnCapes(
  row: Row,
  { capes }: MissingSheetsError,
  capePath: PictureRequest['capePath'],
): Row {
  // A file that is not a cape stays so; an unavailable one may return.
  const isProvisional = row.isProvisional || [...capes.values()].some(isTemporary);
  const items = row.items.map((item, index) => {
    const isGone = item.cape !== null && capes.has(item.cape.revision);
    return isGone && capePath(index) === undefined ? { ...item, cape: null } : item;
  });
  return { ...row, items, isProvisional };
}

/** Checks the header of a loaded sheet before its validator is made; pixels when it is drawn. */
function checkedHeader(result: ItemResult): ItemResult {
  if (!('item' in result) || result.item.skin.kind !== 'own') return result;
  const header = readSkinHeader(result.item.skin.sheet);
  return header.ok ? result : { error: unusable('skin', header.problem) };
}

/** Everything that the pixels depend on, and nothing else. */
function inputsOf(inputs: readonly EtagPart[], items: readonly ResolvedItem[]): EtagPart[] {
  return [
    pictureVersion,
    ...inputs,
    items.map(({ skin, cape, model, label, upsideDown, hasMouseEars }) => [
      skin.revision,
      cape?.revision ?? null,
      model,
      label,
      upsideDown,
      hasMouseEars,
    ]),
  ];
}
