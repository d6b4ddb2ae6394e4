import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { createUploadShares } from '../../../upstreams/discord/upload.ts';
import { sentFormat } from '../../../engine/options/read-animation.ts';
import { avatarDocs, renderDocs, uploadDocs, urlDocs } from './docs.ts';
import {
  readAvatar,
  readRequest,
  type RenderRequest,
} from '../../../engine/options/read-figure-options.ts';
import {
  avatarPath,
  avatarQuery,
  renderPath,
  renderQuery,
  sheetPath,
  uploadQuery,
  urlQuery,
  wholePath,
  type RenderPath,
  type RenderQuery,
} from '../../../engine/options/figure-schema.ts';
import { acceptSheets, readSheets, sheetContent } from './upload.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { Renderer } from './service.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import { contentTypes, stillTypes } from '../../../engine/options/picture-formats.ts';

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
    const rendering = readRequest(request.params, request.query);
    const render = await renderer.render(player, rendering, contextOf(request));
    return sendPicture(reply, render, fileName(player, rendering));
  };
  app.get(`${path}/:crop`, described(renderDocs, { params: renderPath, ...answer }, 'own'), draw);
  app.get(path, described('none', { params: wholePath, ...answer }), draw);
}

type PlayerRequest = FastifyRequest & {
  readonly params: Partial<RenderPath> & { readonly player: string };
  readonly query: RenderQuery;
};

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
      const rendering = readAvatar(request.query);
      const render = await renderer.render(player, rendering, contextOf(request));
      return sendPicture(reply, render, { name: player, type: 'avatar', format: rendering.format });
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
      const rendering = readRequest(request.params, query);
      const render = await renderer.renderUrl(
        { url: skin, fieldPath: 'query.skin' },
        rendering,
        contextOf(request),
      );
      return sendPicture(reply, render, fileName('skin', rendering));
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
      const rendering = readRequest(request.params, request.query);
      const render = await uploads.run(request.clientKey, async () => {
        const { elytra, ...sheets } = await readSheets(request);
        const wings = request.query.elytra === false ? undefined : elytra;
        const files = { ...sheets, ...(wings && { elytra: wings }) };
        return renderer.renderSheets(files, rendering, contextOf(request));
      });
      return sendPicture(reply, render, fileName('skin', rendering));
    },
  );
}

/** The name under which a picture is saved. */
function fileName(name: string, request: RenderRequest) {
  return { name, type: request.figure.renderType, format: sentFormat(request) };
}
