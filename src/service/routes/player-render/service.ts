import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import { withCape } from '../../../common/items.ts';
import { drawPicture, type PictureSource } from '../../../engine/entry/draw-picture.ts';
import { sourceOfSheets, type FigureSheets } from '../../../engine/entry/sheets.ts';
import type { PictureSpec, Place } from '../../../engine/options/spec.ts';
import { findPlayer, findUrl } from '../../../upstreams/players/find-figure.ts';
import { loadNamedCapes } from '../../../upstreams/players/named-capes.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import type { UrlSkins } from '../../../upstreams/players/url-skins.ts';
import type { PictureParts } from '../../pictures/respond.ts';

export type RenderParts = PictureParts & {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
};

/** A picture of one player, as it was requested, and where its options were given. */
type Requested = { readonly spec: PictureSpec; readonly place: Place };

/** Looks up whom a picture shows, and draws it. Each method throws a `LineupError` at a field. */
export function createRenderer(parts: RenderParts) {
  /** With the cape that the request names, if it names one. */
  function picture(source: PictureSource, client: RequestContext) {
    const { worn } = source.spec.figures[0]!;
    const find = async (context: CacheContext) => {
      const [cape] = await loadNamedCapes([worn.named], parts, context);
      const [found] = await source.find(context);
      return [withCape(found!, cape)];
    };
    return drawPicture({ ...source, find }, client, parts);
  }

  return {
    /** @param player `null` if the player does not exist */
    render: (
      player: string | null,
      { service, ...requested }: Requested & { readonly service?: string | undefined },
      client: RequestContext,
    ) => {
      const [figure] = requested.spec.figures;
      const find = async (context: CacheContext) => [
        await findPlayer(parts, player, { figure: figure!, service, context }),
      ];
      return picture({ ...requested, find }, client);
    },
    /** Draws the skin at a URL, through safe fetch. */
    renderUrl: (url: string, requested: Requested, client: RequestContext) => {
      const [figure] = requested.spec.figures;
      const find = async (context: CacheContext) => [
        await findUrl(parts, url, { figure: figure!, context }),
      ];
      return picture({ ...requested, find }, client);
    },
    /** Draws uploaded sheets. */
    renderSheets: async (sheets: FigureSheets, requested: Requested, client: RequestContext) =>
      picture(
        sourceOfSheets(sheets, requested, (sheet) => `body.${sheet}`),
        client,
      ),
  };
}

export type Renderer = ReturnType<typeof createRenderer>;
