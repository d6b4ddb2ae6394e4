import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import { withCape } from '../../../common/items.ts';
import { drawPicture, type PictureSource } from '../../../engine/entry/draw-picture.ts';
import { sourceOfSheets } from '../../../engine/entry/draw-picture.ts';
import { pictureFormats, splitFormat } from '../../../engine/options/picture-formats.ts';
import type { RenderPath, RenderQuery } from '../../../engine/options/request-schemas.ts';
import { readAlone, type PictureSpec, type Place } from '../../../engine/options/spec.ts';
import { findPlayer, findUrl, loadNamedCapes } from '../../../upstreams/players/find-figure.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import type { UrlSkins } from '../../../upstreams/players/url-skins.ts';
import type { PictureParts } from '../../pictures/respond.ts';
import { createUploadShares } from '../../../upstreams/discord/upload.ts';
import { readSheets, type Upload } from './upload.ts';

/** A picture of one player, as it was requested, and where its options were given. */
type Requested = { readonly spec: PictureSpec; readonly place: Place };

type RenderDeps = PictureParts & { readonly players: Players; readonly urlSkins: UrlSkins };

/**
 * Reads a path and the query, which overrides it.
 * @param valuePath where the player or skin is named
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readRender(
  { render_type: pose = 'default', crop: segment = 'full' }: Partial<RenderPath>,
  query: RenderQuery,
  valuePath: string,
): Requested {
  const { stem, format: extension } = splitFormat(segment, pictureFormats);
  const {
    render_type: renderType = pose.toLowerCase(),
    crop = stem.toLowerCase(),
    format = extension,
  } = query;
  const place: Place = (option) => {
    if (option === 'value') return valuePath;
    // What the query says of them was checked by its schema; an unusual crop is one that the pose has not.
    if (option === 'render_type') return 'path.render_type';
    if (option === 'crop' && query.crop === undefined) return 'path.crop';
    if (option === 'format' && query.format === undefined) return 'path.crop';
    return `query.${option}`;
  };
  const spec = readAlone({ ...query, render_type: renderType, crop, format }, place);
  return { spec, place };
}

/** Looks up whom a picture shows, and draws it. Each method throws a `LineupError` at a field. */
export function createRenderer(deps: RenderDeps) {
  const uploads = createUploadShares();

  /** With the cape that the request names, if it names one. */
  function picture(source: PictureSource, client: RequestContext) {
    const { worn } = source.spec.figures[0]!;
    const find = async (context: CacheContext) => {
      const [cape] = await loadNamedCapes([worn.named], deps, context);
      const [found] = await source.find(context);
      return [withCape(found!, cape)];
    };
    return drawPicture({ ...source, find }, client, deps);
  }

  return {
    /** @param player `null` if the player does not exist */
    render: (
      player: string | null,
      { service, ...requested }: Requested & { readonly service?: string | undefined },
      client: RequestContext,
    ) => {
      const figure = requested.spec.figures[0]!;
      const find = async (context: CacheContext) => [
        await findPlayer(deps, player, { figure, service, context }),
      ];
      return picture({ ...requested, find }, client);
    },
    /** Draws the skin at a URL, through safe fetch. */
    renderUrl: (url: string, requested: Requested, client: RequestContext) => {
      const figure = requested.spec.figures[0]!;
      const find = async (context: CacheContext) => [await findUrl(deps, url, { figure, context })];
      return picture({ ...requested, find }, client);
    },
    /** Draws what is uploaded: of each client so much at a time. */
    renderUpload: (request: Upload, requested: Requested, client: RequestContext) =>
      uploads.run(request.clientKey, async () => {
        const { elytra, ...sheets } = await readSheets(request);
        const worn = request.query.elytra !== false && elytra && { elytra };
        const source = sourceOfSheets(
          { ...sheets, ...worn },
          requested,
          (sheet) => `body.${sheet}`,
        );
        return picture(source, client);
      }),
  };
}

export type Renderer = ReturnType<typeof createRenderer>;
