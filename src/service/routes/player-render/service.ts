import type { PictureParts } from '../../pictures/respond.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import type { Picture } from '../../pictures/respond.ts';
import type { CacheContext } from '../../../common/cache/context.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import type { UrlSkins } from '../../../upstreams/players/url-skins.ts';
import type { RenderRequest } from '../../../engine/options/read-figure-options.ts';
import { type ItemResult, withCape } from '../../../common/items.ts';
import { loadNamedCapes } from '../../../upstreams/players/named-capes.ts';
import {
  drawFigure,
  figureOfSheets,
  type FigureSheets,
  type FigureSource,
} from '../../../engine/entry/draw-figure.ts';
import { findUrl, findPlayer } from '../../../upstreams/players/find-figure.ts';

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
    /** @param player `null` if the player does not exist */
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
