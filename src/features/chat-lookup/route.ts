import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LineupError } from '../../errors/lineup-error.ts';
import { sendNotModified, sendPicture } from '../../http/answers.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { knownTo } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import type { HttpServer } from '../../http/server.ts';
import { drawBadge } from '../../widgets/badge.ts';
import * as docs from './docs.ts';
import { sampleGuildAnswer, sampleInviteAnswer } from './sample-answers.ts';
import * as schema from './schema.ts';
import type { Asker, ChatLookups, Pictured } from './service.ts';
import { greyBadge } from './transform.ts';

const invitePath = '/api/chat/invite/:code';
const guildPath = '/api/chat/guild/:id';

const inviteJson = Type.Object(schema.inviteAnswer.properties, {
  description: 'What the invite leads to.',
  examples: [sampleInviteAnswer],
});
const guildJson = Type.Object(schema.guildAnswer.properties, {
  description: 'What the server shows of itself.',
  examples: [sampleGuildAnswer],
});
const png = {
  200: {
    description: 'The picture.',
    content: { 'image/png': { schema: Type.String({ format: 'binary' }) } },
  },
};
const badgeType = 'image/svg+xml';
const badge = { content: { [badgeType]: { schema: Type.String() } } };
const svg = {
  200: { description: 'The badge.', ...badge },
  404: { description: 'A grey badge that says what is missing.', ...badge },
  502: { description: 'A grey badge: the chat platform is not answering.', ...badge },
};

/** Invites and servers of the chat platform: JSON, icon, card and badge, below `/api/chat/`. */
export function addChatLookupRoutes(app: HttpServer, lookups: ChatLookups): void {
  addInviteRoutes(app, lookups);
  addGuildRoutes(app, lookups);
}

function addInviteRoutes(app: HttpServer, lookups: ChatLookups): void {
  const params = schema.invitePath;
  app.get(
    invitePath,
    {
      schema: { params, querystring: schema.lookupQuery, response: { 200: inviteJson } },
      config: { docs: docs.inviteDocs },
    },
    async (request, reply) =>
      sendJson(request, reply, await lookups.invite(request.params.code, askerOf(request))),
  );
  app.get(
    `${invitePath}/icon`,
    {
      schema: { params, querystring: schema.iconQuery, response: png },
      config: { docs: docs.iconDocs },
    },
    async (request, reply) => {
      const { params: path, query } = request;
      return show(reply, await lookups.inviteIcon(path.code, query, askerOf(request)));
    },
  );
  app.get(
    `${invitePath}/widget`,
    {
      schema: { params, querystring: schema.cardQuery, response: png },
      config: { docs: docs.inviteCardDocs },
    },
    async (request, reply) => {
      const { params: path, query } = request;
      return show(reply, await lookups.inviteCard(path.code, query, askerOf(request)));
    },
  );
  app.get(
    `${invitePath}/badge`,
    {
      schema: { params, querystring: schema.inviteBadgeQuery, response: svg },
      config: { docs: docs.inviteBadgeDocs },
    },
    async (request, reply) => {
      const { params: path, query } = request;
      return showBadge(reply, query, () => lookups.inviteBadge(path.code, query, askerOf(request)));
    },
  );
}

function addGuildRoutes(app: HttpServer, lookups: ChatLookups): void {
  const params = schema.guildPath;
  app.get(
    guildPath,
    {
      schema: { params, querystring: schema.lookupQuery, response: { 200: guildJson } },
      config: { docs: docs.guildDocs },
    },
    async (request, reply) =>
      sendJson(request, reply, await lookups.guild(request.params.id, askerOf(request))),
  );
  app.get(
    `${guildPath}/widget`,
    {
      schema: { params, querystring: schema.cardQuery, response: png },
      config: { docs: docs.guildCardDocs },
    },
    async (request, reply) => {
      const { params: path, query } = request;
      return show(reply, await lookups.guildCard(path.id, query, askerOf(request)));
    },
  );
  app.get(
    `${guildPath}/badge`,
    {
      schema: { params, querystring: schema.guildBadgeQuery, response: svg },
      config: { docs: docs.guildBadgeDocs },
    },
    async (request, reply) => {
      const { params: path, query } = request;
      return showBadge(reply, query, () => lookups.guildBadge(path.id, query, askerOf(request)));
    },
  );
}

function askerOf(request: Pick<FastifyRequest, 'clientKey' | 'headers'>): Asker {
  return { client: request.clientKey, isKnown: knownTo(request) };
}

function show(reply: FastifyReply, picture: Pictured, contentType = 'image/png'): FastifyReply {
  const { bytes, ...known } = picture;
  return bytes === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, bytes, contentType });
}

/** What a badge says where there is nothing to tell, by what went wrong. */
const troubles: Readonly<Partial<Record<LineupError['code'], string>>> = {
  'unknown-invite': 'unknown invite',
  'unknown-guild': 'unknown server',
  'widget-disabled': 'widget is off',
  'upstream-failed': 'no answer',
  'upstream-timeout': 'no answer',
};

/** A badge stays a picture where there is nothing to tell: it stands on somebody's page. */
async function showBadge(
  reply: FastifyReply,
  query: schema.GuildBadgeQuery,
  draw: () => Promise<Pictured>,
): Promise<FastifyReply> {
  try {
    return show(reply, await draw(), badgeType);
  } catch (error) {
    const message = error instanceof LineupError ? troubles[error.code] : undefined;
    if (!(error instanceof LineupError) || message === undefined) throw error;
    return reply
      .code(error.status)
      .header('content-type', badgeType)
      .header('cache-control', cachePolicies.never)
      .send(Buffer.from(drawBadge(greyBadge(message, query))));
  }
}
