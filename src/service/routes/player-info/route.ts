import { contextOf } from '../../http/conditional.ts';
import { sendJson, sendText } from '../../http/documents.ts';
import { linkedRequestOf } from '../../http/request-host.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { Type } from 'typebox';
import { capeDocs, nameDocs, playerDocs, playersDocs, skinDocs, uuidDocs } from './docs.ts';
import {
  playerResponse,
  playerPath,
  playerQuery,
  playersResponse,
  playersBody,
  skinQuery,
} from './schema.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { PlayerInfo } from './service.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';

const png = fileResponse('The sheet, as a PNG.');

const line = (description: string) => ({
  description,
  content: { 'text/plain': { schema: Type.String() } },
});

/** The text about an account, by the last part of its path. */
const accountTexts = {
  uuid: { docs: uuidDocs, answer: line('The UUID, with dashes.') },
  name: { docs: nameDocs, answer: line('The name, as the account spells it.') },
} as const;

/** A player's profile, skin and cape, below `/api/blockgame/`. */
export function addPlayerInfoRoutes(app: HttpServer, info: PlayerInfo, publicUrl: string): void {
  addProfileRoutes(app, info, publicUrl);
  addSheetRoutes(app, info);
}

function addProfileRoutes(app: HttpServer, info: PlayerInfo, publicUrl: string): void {
  app.get(
    '/api/blockgame/player/:player',
    described(playerDocs, {
      params: playerPath,
      querystring: playerQuery,
      response: { 200: playerResponse },
    }),
    async (request, reply) =>
      sendJson(
        request,
        reply,
        await info.describe(meant(request), linkedRequestOf(request, publicUrl)),
      ),
  );
  app.post(
    '/api/blockgame/players',
    described(playersDocs, {
      body: playersBody,
      querystring: playerQuery,
      response: { 200: playersResponse },
    }),
    async (request, reply) => {
      const { body, query } = request;
      const list = { values: body.players, service: query.service };
      return sendJson(request, reply, await info.list(list, linkedRequestOf(request, publicUrl)));
    },
  );
  for (const field of ['uuid', 'name'] as const) {
    const { docs, answer } = accountTexts[field];
    app.get(
      `/api/blockgame/${field}/:player`,
      described(docs, {
        params: playerPath,
        querystring: playerQuery,
        response: { 200: answer },
      }),
      async (request, reply) =>
        sendText(request, reply, await info.account(field, meant(request), contextOf(request))),
    );
  }
}

function addSheetRoutes(app: HttpServer, info: PlayerInfo): void {
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
      return sendPicture(reply, known, { name: player, type: 'skin' });
    },
  );
  app.get(
    '/api/blockgame/cape/:player',
    described(capeDocs, { params: playerPath, querystring: playerQuery, response: { 200: png } }),
    async (request, reply) => {
      const { player } = request.params;
      const known = await info.cape(meant(request), contextOf(request));
      return sendPicture(reply, known, { name: player, type: 'cape' });
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
