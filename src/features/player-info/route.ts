import { inlineName, sendPictured } from '../../http/answers.ts';
import { contextOf } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { capeDocs, playerDocs, skinDocs } from './docs.ts';
import { playerQuery, playerAnswer, playerPath, skinQuery } from './schema.ts';
import type { PlayerInfo } from './service.ts';
import { fileResponse } from '../../schemas/fields.ts';

const png = fileResponse('The sheet, as a PNG.');

/** A player's profile, skin and cape, below `/api/blockgame/`. */
export function addPlayerInfoRoutes(app: HttpServer, info: PlayerInfo): void {
  app.get(
    '/api/blockgame/player/:player',
    described(playerDocs, {
      params: playerPath,
      querystring: playerQuery,
      response: { 200: playerAnswer },
    }),
    async (request, reply) =>
      sendJson(request, reply, await info.describe(meant(request), contextOf(request))),
  );
  app.get(
    '/api/blockgame/skin/:player',
    described(skinDocs, { params: playerPath, querystring: skinQuery, response: { 200: png } }),
    async (request, reply) => {
      const { processed = false, barebones = false } = request.query;
      const plain = processed ? 'processed' : 'original';
      const { player } = request.params;
      const known = await info.skin(
        meant(request),
        barebones ? 'barebones' : plain,
        contextOf(request),
      );
      void reply.header('content-disposition', inlineName(player, 'skin'));
      return sendPictured(reply, known);
    },
  );
  app.get(
    '/api/blockgame/cape/:player',
    described(capeDocs, { params: playerPath, querystring: playerQuery, response: { 200: png } }),
    async (request, reply) => {
      const { player } = request.params;
      const known = await info.cape(meant(request), contextOf(request));
      void reply.header('content-disposition', inlineName(player, 'cape'));
      return sendPictured(reply, known);
    },
  );
}

type PlayerRequest = {
  readonly params: { readonly player: string };
  readonly query: { readonly service?: string };
};

function meant({ params, query }: PlayerRequest) {
  return { value: params.player, service: query.service };
}
