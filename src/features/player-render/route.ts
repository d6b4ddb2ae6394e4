import { Type } from 'typebox';
import type { FastifyReply } from 'fastify';
import { sendNotModified, sendPicture } from '../../http/answers.ts';
import { knownTo } from '../../http/conditional.ts';
import type { QuickAnswers } from '../../http/quick-answers.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Format } from '../../drawing/render-names.ts';
import { renderDocs } from './docs.ts';
import { readRequest } from './request.ts';
import { renderPath, renderQuery } from './schema.ts';
import type { Render, Renderer } from './service.ts';

const contentTypes = {
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
} as const satisfies Record<Format, string>;

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
export function addRenderRoute(app: HttpServer, renderer: Renderer, quick: QuickAnswers): void {
  app.get(
    '/api/blockgame/render/:render_type/:player/:crop',
    {
      schema: { params: renderPath, querystring: renderQuery, response: { 200: picture } },
      config: { docs: renderDocs },
    },
    async (request, reply) => {
      const wanted = readRequest(request.params, request.query);
      const render = await renderer.render(request.params.player, wanted, knownTo(request));
      const contentType = contentTypes[wanted.format];
      if (render.cache === 'HIT' && !render.isFallback) {
        const { etag, bytes, freshUntilMs } = render;
        const { originalUrl, routeOptions } = request;
        const kept = { etag, bytes, contentType, route: routeOptions.url ?? '' };
        quick.keep(originalUrl, kept, freshUntilMs);
      }
      return send(reply, render, contentType);
    },
  );
}

function send(reply: FastifyReply, render: Render, contentType: string): FastifyReply {
  const { etag, cache, isFallback, isProvisional, bytes } = render;
  if (isFallback) void reply.header('x-fallback', '0');
  const known = { etag, cache, policy: isProvisional ? 'never' : 'render' } as const;
  return bytes === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, bytes, contentType });
}
