import type { PictureParts } from '../../pictures/picture-service.ts';
import type { RequestContext } from '../../http/conditional.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { loadNamedCapes, withCape } from '../../pictures/own-capes.ts';
import type { ItemResult, Picture } from '../../pictures/picture.ts';
import { itemOf, itemResult, plainItem } from '../../pictures/resolve-item.ts';
import { readReference } from '../../players/read-reference.ts';
import type { CacheContext } from '../../cache/context.ts';
import type { Players } from '../../players/players.ts';
import type { UrlSkins } from '../../players/url-skins.ts';
import { drawFigure, figureOfSheets } from './draw-figure.ts';
import type { FigureSheets, FigureSource } from './draw-figure.ts';
import type { RenderRequest } from './request.ts';

export type RenderParts = PictureParts & {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
};

/** Loads the sheets; the picture service does the rest. Each method throws a `LineupError` at a field. */
export function createRenderer(parts: RenderParts) {
  const { players, urlSkins } = parts;

  /** With the cape that the request names, if it names one. */
  function picture(source: FigureSource, client: RequestContext): Promise<Picture> {
    const { namedCape } = source.request;
    const resolve = async (context: CacheContext): Promise<ItemResult> => {
      const [cape] = await loadNamedCapes([namedCape], { players, urlSkins }, context);
      return withCape(await source.resolve(context), cape);
    };
    return drawFigure({ ...source, resolve }, client, parts);
  }

  return {
    /** @param player `null` for one whom nobody can know */
    render: (player: string | null, request: RenderRequest, client: RequestContext) => {
      const resolve = (context: CacheContext) => findPlayer(parts, player, { request, context });
      return picture({ request, fieldPath: 'path.player', resolve }, client);
    },
    /** Draws the skin at a URL, through safe fetch. @param source with the field of the URL, for errors */
    renderUrl: (source: UrlSource, request: RenderRequest, client: RequestContext) => {
      const { url, fieldPath } = source;
      const resolve = (context: CacheContext) => findUrl(parts, url, { request, context });
      return picture({ request, fieldPath, resolve }, client);
    },
    /** Draws uploaded sheets. */
    renderSheets: async (sheets: FigureSheets, rendering: RenderRequest, client: RequestContext) =>
      picture(
        figureOfSheets(sheets, rendering, (part) => `body.${part}`),
        client,
      ),
  };
}

type UrlSource = { readonly url: string; readonly fieldPath: string };

export type Renderer = ReturnType<typeof createRenderer>;

type RenderParameters = {
  readonly request: RenderRequest;
  readonly context: CacheContext;
  /** Where the reference is, for errors. */
  readonly fieldPath?: string;
};

type Sources = Pick<RenderParts, 'players' | 'urlSkins'>;

/** The skin at a URL. */
export function findUrl(
  { urlSkins }: Sources,
  url: string,
  { request, context }: RenderParameters,
): Promise<ItemResult> {
  return itemResult(async () => plainItem(await urlSkins.load(url, context), request.model));
}

/** The player of a reference. @throws {LineupError} if it is none */
export async function findPlayer(
  { players }: Sources,
  value: string | null,
  { request, context, fieldPath }: RenderParameters,
): Promise<ItemResult> {
  const service = players.readService(request.service, 'query.service');
  if (value === null) return { error: new LineupError('unknown-player') };
  const reference = readReference(players, value, service, fieldPath);
  const [result] = await players.resolveMany([reference], context);
  return result?.ok
    ? { item: itemOf(result.player, { ...request, label: '' }) }
    : { error: result?.error ?? new LineupError('unknown-player') };
}
