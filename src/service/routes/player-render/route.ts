import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { createUploadShares } from '../../../upstreams/discord/upload.ts';
import { avatarDocs, renderDocs, uploadDocs, urlDocs } from './docs.ts';
import {
  type RenderPath,
  type RenderQuery,
  avatarPath,
  avatarQuery,
  renderPath,
  renderQuery,
  sheetPath,
  uploadQuery,
  urlQuery,
  wholePath,
} from '../../../engine/options/request-schemas.ts';
import { acceptSheets, readSheets, sheetContent } from './upload.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { Renderer } from './service.ts';
import {
  pictureFormats,
  splitFormat,
  contentTypes,
  stillTypes,
} from '../../../engine/options/picture-formats.ts';
import {
  readAlone,
  readAvatar,
  type PictureSpec,
  type Place,
} from '../../../engine/options/spec.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';

const picture = fileResponse(
  'The picture, transparent behind the figure unless `background` is set.',
  contentTypes,
);

const avatar = fileResponse('The face.', stillTypes);

type RenderRoute = { readonly app: HttpServer; readonly renderer: Renderer };

/** Renders of players, of skins at URLs, and of uploaded skins. */
export function addRenderRoutes(app: HttpServer, renderer: Renderer): void {
  addPlayerRoute({ app, renderer });
  addAvatarRoute({ app, renderer });
  addUrlRoute({ app, renderer });
  // A scope of its own, because it reads bodies differently.
  void app.register((scope, _options, done) => {
    acceptSheets(scope);
    addUploadRoute({ app: scope, renderer });
    done();
  });
}

/** `GET /api/blockgame/render/{render_type}/{player}/{crop}`, or without a crop for the whole figure. */
function addPlayerRoute({ app, renderer }: RenderRoute): void {
  const path = '/api/blockgame/render/:render_type/:player';
  const answer = { querystring: renderQuery, response: { 200: picture } };
  const draw = async (request: PlayerRequest, reply: FastifyReply) => {
    const { player } = request.params;
    const { service, ...query } = request.query;
    const requested = readRender(request.params, query, 'path.player');
    const render = await renderer.render(player, { ...requested, service }, contextOf(request));
    return send(reply, render, player, requested);
  };
  app.get(`${path}/:crop`, described(renderDocs, { params: renderPath, ...answer }, 'own'), draw);
  app.get(path, described('none', { params: wholePath, ...answer }), draw);
}

type PlayerRequest = FastifyRequest & {
  readonly params: Partial<RenderPath> & { readonly player: string };
  readonly query: RenderQuery & { readonly service?: string };
};

const avatarPlace: Place = (option) => (option === 'value' ? 'path.player' : `query.${option}`);

/** `GET /api/blockgame/avatar/{player}`. */
function addAvatarRoute({ app, renderer }: RenderRoute): void {
  app.get(
    '/api/blockgame/avatar/:player',
    described(avatarDocs, {
      params: avatarPath,
      querystring: avatarQuery,
      response: { 200: avatar },
    }),
    async (request, reply) => {
      const { player } = request.params;
      const { service, ...query } = request.query;
      const requested = { spec: readAvatar(query, avatarPlace), place: avatarPlace, service };
      const { format, ...render } = await renderer.render(player, requested, contextOf(request));
      return sendPicture(reply, render, { name: player, type: 'avatar', format });
    },
  );
}

/** `GET /api/blockgame/render/{render_type}/from-url/{crop}`. */
function addUrlRoute({ app, renderer }: RenderRoute): void {
  app.get(
    '/api/blockgame/render/:render_type/from-url/:crop',
    described(
      urlDocs,
      { params: sheetPath, querystring: urlQuery, response: { 200: picture } },
      'own',
    ),
    async (request, reply) => {
      const { skin, ...query } = request.query;
      const requested = readRender(request.params, query, 'query.skin');
      const render = await renderer.renderUrl(skin, requested, contextOf(request));
      return send(reply, render, 'skin', requested);
    },
  );
}

/** `POST /api/blockgame/render/{render_type}/{crop}`; the short form cannot be posted to. */
function addUploadRoute({ app, renderer }: RenderRoute): void {
  const uploads = createUploadShares();
  app.post(
    '/api/blockgame/render/:render_type(^(?!composition$).*$)/:crop',
    described(uploadDocs, {
      params: sheetPath,
      querystring: uploadQuery,
      body: sheetContent,
      response: { 200: picture },
    }),
    async (request, reply) => {
      const requested = readRender(request.params, request.query, 'body.skin');
      const render = await uploads.run(request.clientKey, async () => {
        const { elytra, ...sheets } = await readSheets(request);
        const wings = request.query.elytra === false ? undefined : elytra;
        const files = { ...sheets, ...(wings && { elytra: wings }) };
        return renderer.renderSheets(files, requested, contextOf(request));
      });
      return send(reply, render, 'skin', requested);
    },
  );
}

/**
 * Reads a path and the query, which overrides it.
 * @param valuePath where the player or skin is named
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readRender(
  { render_type: pose = 'default', crop: segment = 'full' }: Partial<RenderPath>,
  query: RenderQuery,
  valuePath: string,
): { readonly spec: PictureSpec; readonly place: Place } {
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

type Rendered = Awaited<ReturnType<Renderer['render']>>;

/** Sends a picture under a name of its own. */
function send(
  reply: FastifyReply,
  { format, ...rendered }: Rendered,
  name: string,
  { spec }: { readonly spec: PictureSpec },
): FastifyReply {
  return sendPicture(reply, rendered, { name, type: spec.figures[0]!.renderType, format });
}
