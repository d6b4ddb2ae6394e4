import { Type } from 'typebox';
import type { FastifyReply } from 'fastify';
import { inlineName, sendPictured, type Pictured } from '../../http/answers.ts';
import { knownTo } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
import { contentTypes } from '../../drawing/render-names.ts';
import { renderDocs } from './docs.ts';
import { readRequest } from './request.ts';
import { renderPath, renderQuery } from './schema.ts';
import type { Picture } from '../../pictures/picture.ts';
import type { Renderer } from './service.ts';

const picture = {
  description: 'The picture, transparent behind the figure unless a background was asked for.',
  content: Object.fromEntries(
    Object.values(contentTypes).map((type) => [
      type,
      { schema: Type.String({ format: 'binary' }) },
    ]),
  ),
};

/** `GET /api/blockgame/render/{render_type}/{player}/{crop}`. */
export function addRenderRoute(app: HttpServer, renderer: Renderer): void {
  app.get(
    '/api/blockgame/render/:render_type/:player/:crop',
    {
      schema: { params: renderPath, querystring: renderQuery, response: { 200: picture } },
      config: { docs: renderDocs },
    },
    async (request, reply) => {
      const wanted = readRequest(request.params, request.query);
      const render = await renderer.render(request.params.player, wanted, {
        isKnown: knownTo(request),
        client: request.clientKey,
      });
      const contentType = contentTypes[wanted.format];
      const { player, render_type: path } = request.params;
      const type = request.query.render_type ?? path.toLowerCase();
      void reply.header('content-disposition', inlineName(player, type, wanted.format));
      return send(reply, render, contentType);
    },
  );
}

function send(reply: FastifyReply, render: Picture, contentType: string): FastifyReply {
  if (render.fallbacks.length > 0) void reply.header('x-fallback', render.fallbacks.join(','));
  return sendPictured(reply, renderAnswer(render), contentType);
}

/** A render as it is answered: what a passing failure changed is not to be kept. */
export function renderAnswer(render: Picture): Pictured {
  const { etag, cache, isProvisional, freshUntilMs, bytes } = render;
  return { etag, cache, policy: isProvisional ? 'never' : 'render', freshUntilMs, bytes };
}
