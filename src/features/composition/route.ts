import { Type } from 'typebox';
import type { FastifyReply } from 'fastify';
import { LineupError } from '../../errors/lineup-error.ts';
import { sendNotModified, sendPicture, sendQuick } from '../../http/answers.ts';
import { knownTo } from '../../http/conditional.ts';
import { postKey, type QuickAnswers } from '../../http/quick-answers.ts';
import type { HttpServer } from '../../http/server.ts';
import { getDocs, postDocs } from './docs.ts';
import {
  compositionBody,
  compositionGetQuery,
  compositionQuery,
  type CompositionGetQuery,
  type CompositionItem,
} from './schema.ts';
import type { Composer, Composition } from './service.ts';

const path = '/api/blockgame/render/composition';

const png = {
  description: 'The picture, transparent behind the skins.',
  content: { 'image/png': { schema: Type.String({ format: 'binary' }) } },
};

/** `POST` with the items as JSON, and the same as `GET` for `<img>` and caches. */
export function addCompositionRoutes(
  app: HttpServer,
  composer: Composer,
  quick: QuickAnswers,
): void {
  app.post(
    path,
    {
      schema: { body: compositionBody, querystring: compositionQuery, response: { 200: png } },
      config: { docs: postDocs },
      preValidation: (request, reply, done) => {
        const answer = quick.find(postKey(request.originalUrl, request.body), knownTo(request));
        if (answer === undefined) done();
        else sendQuick(reply, answer);
      },
    },
    async (request, reply) => {
      const key = postKey(request.originalUrl, request.body);
      const composition = await composer.compose({
        items: request.body,
        options: request.query,
        place: (index, field) => `items[${index}].${field}`,
        isKnown: knownTo(request),
      });
      keepQuick(quick, { key, route: path }, composition);
      return send(reply, composition);
    },
  );
  app.get(
    path,
    {
      schema: { querystring: compositionGetQuery, response: { 200: png } },
      config: { docs: getDocs },
    },
    async (request, reply) => {
      const composition = await composer.compose({
        items: itemsFrom(request.query),
        options: request.query,
        place: (index, field) => `query.${field}[${index}]`,
        isKnown: knownTo(request),
      });
      keepQuick(quick, { key: request.originalUrl, route: path }, composition);
      return send(reply, composition);
    },
  );
}

/** The n-th type and label belong to the n-th value. */
function itemsFrom({ value, type, label }: CompositionGetQuery): CompositionItem[] {
  for (const [name, list] of Object.entries({ type, label })) {
    if (list !== undefined && list.length > value.length) {
      throw new LineupError(
        'bad-request',
        `query.${name}: must not be given more often than value`,
      );
    }
  }
  return value.map((one, index) => ({
    value: one,
    ...(type?.[index] !== undefined && { type: type[index] }),
    ...(label?.[index] !== undefined && { label: label[index] }),
  }));
}

type Asked = { readonly key: string; readonly route: string };

function keepQuick(quick: QuickAnswers, { key, route }: Asked, composition: Composition): void {
  const { etag, cache, fallbacks, freshUntilMs, png: bytes } = composition;
  if (cache === 'HIT' && fallbacks.length === 0) {
    quick.keep(key, { etag, bytes, contentType: 'image/png', route }, freshUntilMs);
  }
}

function send(reply: FastifyReply, composition: Composition): FastifyReply {
  const { etag, cache, fallbacks, isProvisional } = composition;
  if (fallbacks.length > 0) void reply.header('x-fallback', fallbacks.join(','));
  const known = { etag, cache, policy: isProvisional ? 'never' : 'render' } as const;
  return composition.png === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, bytes: composition.png, contentType: 'image/png' });
}
