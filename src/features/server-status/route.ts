import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LineupError } from '../../errors/lineup-error.ts';
import { inlineName, sendNotModified, sendPicture } from '../../http/answers.ts';
import { sendJson } from '../../http/documents.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { knownTo } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
import { drawBadge } from '../../widgets/badge.ts';
import { badgeDocs, iconDocs, pingDocs, statusDocs, textDocs, widgetDocs } from './docs.ts';
import { sampleAnswer, sampleText } from './sample.ts';
import {
  badgeQuery,
  serverPath,
  statusAnswer,
  statusQuery,
  timeoutQuery,
  widgetQuery,
} from './schema.ts';
import type { ServerRequest } from './find-status.ts';
import type { Pictured, Said, ServerStatuses } from './service.ts';
import { greyBadge } from './transform.ts';

const base = '/api/blockgame/server/:edition/:host';

const line = {
  description: 'The line.',
  content: { 'text/plain': { schema: Type.String({ examples: [sampleText] }) } },
};

const json = Type.Object(statusAnswer.properties, {
  description: 'All that the server tells.',
  examples: [sampleAnswer],
});

const png = {
  description: 'The picture.',
  content: { 'image/png': { schema: Type.String({ format: 'binary' }) } },
};

const svg = {
  description: 'The badge.',
  content: { 'image/svg+xml': { schema: Type.String() } },
};

const greySvg = {
  description: 'A grey badge: there is no such edition, or the name can’t be looked up.',
  content: { 'image/svg+xml': { schema: Type.String() } },
};

const online = Type.Null({ description: 'It is online.' });

type Request = Pick<FastifyRequest, 'clientKey'> & {
  readonly params: { readonly edition: string; readonly host: string };
  readonly query: { readonly timeout?: number; readonly query?: boolean };
};

function serverOf({ params, query, clientKey }: Request): ServerRequest {
  return { ...params, timeout: query.timeout, query: query.query, client: clientKey };
}

/** How a game server is: text, JSON, status code, icon, widget and badge, below `/api/blockgame/server/`. */
export function addServerStatusRoutes(app: HttpServer, servers: ServerStatuses): void {
  addWordRoutes(app, servers);
  addPictureRoutes(app, servers);
}

function addWordRoutes(app: HttpServer, servers: ServerStatuses): void {
  app.get(
    `${base}/status-text`,
    {
      schema: { params: serverPath, querystring: timeoutQuery, response: { 200: line } },
      config: { docs: textDocs },
    },
    async (request, reply) => {
      const said = await servers.text(serverOf(request));
      return say(reply, said, 'text/plain; charset=utf-8').send(said.value);
    },
  );
  app.get(
    `${base}/status`,
    {
      schema: { params: serverPath, querystring: statusQuery, response: { 200: json } },
      config: { docs: statusDocs },
    },
    async (request, reply) => {
      const said = await servers.describe(serverOf(request));
      return sendJson(request, reply, said);
    },
  );
  app.get(
    `${base}/ping`,
    {
      schema: { params: serverPath, querystring: timeoutQuery, response: { 204: online } },
      config: { docs: pingDocs },
    },
    async (request, reply) => {
      const said = await servers.state(serverOf(request));
      if (said.value === 'unknown') {
        throw new LineupError('upstream-failed', 'The name of the server could not be looked up.');
      }
      if (said.value === 'online') return say(reply, said).code(204).send();
      const body = JSON.stringify({ detail: 'The server is offline.' });
      return say(reply, said, 'application/json').code(404).send(Buffer.from(body));
    },
  );
}

function addPictureRoutes(app: HttpServer, servers: ServerStatuses): void {
  app.get(
    `${base}/icon`,
    {
      schema: { params: serverPath, querystring: timeoutQuery, response: { 200: png } },
      config: { docs: iconDocs },
    },
    async (request, reply) => {
      const picture = await servers.icon(serverOf(request), knownTo(request));
      void reply.header('content-disposition', inlineName(request.params.host, 'icon'));
      return show(reply, picture, 'image/png');
    },
  );
  app.get(
    `${base}/widget`,
    {
      schema: { params: serverPath, querystring: widgetQuery, response: { 200: png } },
      config: { docs: widgetDocs },
    },
    async (request, reply) => {
      const { theme = 'dark', scale = 1 } = request.query;
      const picture = await servers.widget(serverOf(request), { theme, scale }, knownTo(request));
      void reply.header('content-disposition', inlineName(request.params.host, 'widget'));
      return show(reply, picture, 'image/png');
    },
  );
  app.get(
    `${base}/badge`,
    {
      schema: { params: serverPath, querystring: badgeQuery, response: { 200: svg, 404: greySvg } },
      config: { docs: badgeDocs },
    },
    async (request, reply) => {
      try {
        const picture = await servers.badge(serverOf(request), request.query, knownTo(request));
        if (picture.state !== 'unknown') return await show(reply, picture, badgeType);
        return await sendMissing(reply, picture.bytes);
      } catch (error) {
        if (!(error instanceof LineupError) || error.status !== 404) throw error;
        return sendMissing(reply, Buffer.from(drawBadge(greyBadge('not found', request.query))));
      }
    },
  );
}

const badgeType = 'image/svg+xml';

/** A badge stays a picture where there is nothing to tell: it stands on somebody's page. */
function sendMissing(reply: FastifyReply, bytes: Uint8Array | null): FastifyReply {
  return reply
    .code(404)
    .header('content-type', badgeType)
    .header('cache-control', cachePolicies.never)
    .send(bytes ?? Buffer.alloc(0));
}

function say(
  reply: FastifyReply,
  { cache, policy }: Said<unknown>,
  contentType?: string,
): FastifyReply {
  if (contentType !== undefined) void reply.header('content-type', contentType);
  return reply.header('cache-control', cachePolicies[policy]).header('x-cache', cache);
}

function show(reply: FastifyReply, picture: Pictured, contentType: string): FastifyReply {
  const { etag, cache, policy, bytes } = picture;
  const known = { etag, cache, policy };
  return bytes === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, bytes, contentType });
}
