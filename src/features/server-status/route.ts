import { Type } from 'typebox';
import type { FastifyReply } from 'fastify';
import { sendNotModified, sendPicture } from '../../http/answers.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { knownTo } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
import { iconDocs, statusDocs, textDocs, widgetDocs } from './docs.ts';
import { sampleAnswer, sampleText } from './sample.ts';
import { noQuery, serverPath, statusAnswer, widgetQuery } from './schema.ts';
import type { Pictured, Said, ServerStatuses } from './service.ts';

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

/** How a game server is, as text, JSON, icon and widget, below `/api/blockgame/server/`. */
export function addServerStatusRoutes(app: HttpServer, servers: ServerStatuses): void {
  const asked = { params: serverPath, querystring: noQuery };
  app.get(
    `${base}/status-text`,
    { schema: { ...asked, response: { 200: line } }, config: { docs: textDocs } },
    async ({ params }, reply) => {
      const said = await servers.text(params);
      return say(reply, said, 'text/plain; charset=utf-8').send(said.value);
    },
  );
  app.get(
    `${base}/status`,
    { schema: { ...asked, response: { 200: json } }, config: { docs: statusDocs } },
    async ({ params }, reply) => {
      const said = await servers.describe(params);
      // Bytes and not text: to text, Fastify would add a charset, which JSON does not have (RFC 8259).
      return say(reply, said, 'application/json').send(Buffer.from(JSON.stringify(said.value)));
    },
  );
  app.get(
    `${base}/icon`,
    { schema: { ...asked, response: { 200: png } }, config: { docs: iconDocs } },
    async (request, reply) => show(reply, await servers.icon(request.params, knownTo(request))),
  );
  app.get(
    `${base}/widget`,
    {
      schema: { params: serverPath, querystring: widgetQuery, response: { 200: png } },
      config: { docs: widgetDocs },
    },
    async (request, reply) => {
      const { theme = 'dark', scale = 1 } = request.query;
      const { params } = request;
      return show(reply, await servers.widget(params, { theme, scale }, knownTo(request)));
    },
  );
}

function say(reply: FastifyReply, { cache }: Said<unknown>, contentType: string): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('cache-control', cachePolicies.status)
    .header('x-cache', cache);
}

function show(reply: FastifyReply, { etag, cache, isStandIn, png: bytes }: Pictured): FastifyReply {
  const known = { etag, cache, policy: isStandIn ? 'status' : 'render' } as const;
  return bytes === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, bytes, contentType: 'image/png' });
}
