import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inlineName, sendNotModified, sendPicture } from '../../http/answers.ts';
import { knownTo } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
import { capeDocs, playerDocs, skinDocs } from './docs.ts';
import { noQuery, playerAnswer, playerPath, skinQuery } from './schema.ts';
import type { Known, PlayerInfo } from './service.ts';

const png = {
  description: 'The sheet, as a PNG.',
  content: { 'image/png': { schema: Type.String({ format: 'binary' }) } },
};

/** What is known of a player, its skin sheet and its cape, below `/api/blockgame/`. */
export function addPlayerInfoRoutes(app: HttpServer, info: PlayerInfo): void {
  app.get(
    '/api/blockgame/player/:player',
    {
      schema: { params: playerPath, querystring: noQuery, response: { 200: playerAnswer } },
      config: { docs: playerDocs },
    },
    async (request, reply) => {
      const known = await info.describe(request.params.player, clientOf(request));
      const bytes = known.value === null ? null : Buffer.from(JSON.stringify(known.value));
      return send(reply, { ...known, value: bytes }, 'application/json');
    },
  );
  app.get(
    '/api/blockgame/skin/:player',
    {
      schema: { params: playerPath, querystring: skinQuery, response: { 200: png } },
      config: { docs: skinDocs },
    },
    async (request, reply) => {
      const processed = request.query.processed ?? false;
      const { player } = request.params;
      const known = await info.skin(player, processed, clientOf(request));
      void reply.header('content-disposition', inlineName(player, 'skin'));
      return send(reply, known, 'image/png');
    },
  );
  app.get(
    '/api/blockgame/cape/:player',
    {
      schema: { params: playerPath, querystring: noQuery, response: { 200: png } },
      config: { docs: capeDocs },
    },
    async (request, reply) => {
      const { player } = request.params;
      const known = await info.cape(player, clientOf(request));
      void reply.header('content-disposition', inlineName(player, 'cape'));
      return send(reply, known, 'image/png');
    },
  );
}

function clientOf(request: FastifyRequest) {
  return { isKnown: knownTo(request), client: request.clientKey };
}

function send(
  reply: FastifyReply,
  { etag, cache, value }: Known<Uint8Array>,
  contentType: string,
): FastifyReply {
  const known = { etag, cache, policy: 'render' } as const;
  return value === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, bytes: value, contentType });
}
