import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { serverPath } from '../../../upstreams/game-servers/path-schema.ts';
import type { ServedValue } from '../../http/responses.ts';
import { sendJson, sendText } from '../../http/documents.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { contextOf } from '../../http/conditional.ts';
import { sendNoContent } from '../../http/response-cache.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendBadge } from '../../pictures/send-badge.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import {
  badgeDocs,
  iconDocs,
  pingDocs,
  statusDocs,
  textDocs,
  widgetDocs,
  sampleResponse,
  sampleText,
} from './docs.ts';
import { badgeQuery, statusResponse, statusQuery, timeoutQuery, widgetQuery } from './schema.ts';
import type { ServerRequest } from './find-status.ts';
import type { ServerStatuses } from './service.ts';
import { missingBadge } from './transform.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import { badgeResponses } from '../../../engine/cards/badge.ts';

const base = '/api/blockgame/server/:edition/:host';

const line = {
  description: 'The status in one line.',
  content: { 'text/plain': { schema: Type.String({ examples: [sampleText] }) } },
};

// A server that does not answer is offline, which a badge can show: there is no 502.
const serverBadgeResponses = { 200: badgeResponses[200], 404: badgeResponses[404] };

const json = Type.Object(statusResponse.properties, {
  description: 'The status of the server.',
  examples: [sampleResponse],
});

const png = fileResponse('The picture.');

const online = Type.Null({ description: 'It is online.' });

type Request = {
  readonly params: { readonly edition: string; readonly host: string };
  readonly query: { readonly timeout?: number; readonly query?: boolean };
};

function serverOf({ params, query }: Request): ServerRequest {
  return { ...params, timeout: query.timeout, query: query.query };
}

/** Status of a game server in every form, below `/api/blockgame/server/`. */
export function addServerStatusRoutes(app: HttpServer, servers: ServerStatuses): void {
  addWordRoutes(app, servers);
  addPictureRoutes(app, servers);
}

function addWordRoutes(app: HttpServer, servers: ServerStatuses): void {
  app.get(
    `${base}/status-text`,
    described(textDocs, { params: serverPath, querystring: timeoutQuery, response: { 200: line } }),
    async (request, reply) => {
      const served = await servers.text(serverOf(request), contextOf(request));
      return sendText(request, reply, served);
    },
  );
  app.get(
    `${base}/status`,
    described(statusDocs, {
      params: serverPath,
      querystring: statusQuery,
      response: { 200: json },
    }),
    async (request, reply) => {
      const served = await servers.describe(serverOf(request), contextOf(request));
      return sendJson(request, reply, served);
    },
  );
  app.get(
    `${base}/ping`,
    described(pingDocs, {
      params: serverPath,
      querystring: timeoutQuery,
      response: { 204: online },
    }),
    async (request, reply) => {
      const served = await servers.state(serverOf(request), contextOf(request));
      if (served.value === 'unknown') {
        throw new LineupError('upstream-failed', 'The name of the server could not be looked up.');
      }
      if (served.value === 'online') return sendNoContent(withHeaders(reply, served).code(204));
      const body = JSON.stringify({ detail: 'The server is offline.' });
      const answer = withHeaders(reply, served).header('content-type', 'application/json');
      return answer.code(404).send(Buffer.from(body));
    },
  );
}

function addPictureRoutes(app: HttpServer, servers: ServerStatuses): void {
  app.get(
    `${base}/icon`,
    described(iconDocs, { params: serverPath, querystring: timeoutQuery, response: { 200: png } }),
    async (request, reply) => {
      const picture = await servers.icon(serverOf(request), contextOf(request));
      return sendPicture(reply, picture, { name: request.params.host, type: 'icon' });
    },
  );
  app.get(
    `${base}/widget`,
    described(widgetDocs, { params: serverPath, querystring: widgetQuery, response: { 200: png } }),
    async (request, reply) => {
      const { max_age: maxAgeSeconds, timeout: _timeout, ...options } = request.query;
      const picture = await servers.widget(serverOf(request), options, contextOf(request));
      const name = { name: request.params.host, type: 'widget' };
      return sendPicture(reply, { ...picture, maxAgeSeconds }, name);
    },
  );
  app.get(
    `${base}/badge`,
    described(badgeDocs, {
      params: serverPath,
      querystring: badgeQuery,
      response: serverBadgeResponses,
    }),
    async (request, reply) => {
      const { query } = request;
      const draw = async () => {
        const picture = await servers.badge(serverOf(request), query, contextOf(request));
        // Its name could not be looked up, so nothing is known.
        if (picture.state === 'unknown') throw new LineupError('unknown-route', 'unknown');
        return picture;
      };
      return sendBadge(reply, draw, ({ message }) =>
        missingBadge(message === 'unknown' ? message : 'not found', query),
      );
    },
  );
}

function withHeaders(reply: FastifyReply, { cache, policy }: ServedValue<unknown>): FastifyReply {
  return reply.header('cache-control', cachePolicies[policy]).header('x-cache', cache);
}
