import { Type } from 'typebox';
import type { LineupError } from '../../../common/errors/lineup-error.ts';
import { contextOf } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import { type Badge, badgeResponses } from '../../../engine/cards/badge.ts';
import { sendBadge } from '../../pictures/send-badge.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import * as docs from './docs.ts';
import { sampleGuild, sampleInvite } from './sample.ts';
import * as schema from './schema.ts';
import type { ChatLookups } from './service.ts';
import { greyBadgeOf, guildResponseOf, inviteResponseOf } from './transform.ts';

const invitePath = '/api/chat/invite/:code';
const guildPath = '/api/chat/guild/:id';

const inviteJson = Type.Object(schema.inviteResponse.properties, {
  description: 'The invite and its server.',
  examples: [inviteResponseOf(sampleInvite, '')],
});
const guildJson = Type.Object(schema.guildResponse.properties, {
  description: 'The server.',
  examples: [guildResponseOf(sampleGuild)],
});
const png = { 200: fileResponse('The picture.') };

/** Discord invites and servers: JSON, icon, card and badge, below `/api/chat/`. */
export function addChatLookupRoutes(app: HttpServer, lookups: ChatLookups): void {
  addInviteRoutes(app, lookups);
  addGuildRoutes(app, lookups);
}

function addInviteRoutes(app: HttpServer, lookups: ChatLookups): void {
  const params = schema.invitePath;
  app.get(
    invitePath,
    described(docs.inviteDocs, {
      params,
      querystring: schema.lookupQuery,
      response: { 200: inviteJson },
    }),
    async (request, reply) =>
      sendJson(request, reply, await lookups.invite(request.params.code, contextOf(request))),
  );
  app.get(
    `${invitePath}/icon`,
    described(docs.iconDocs, { params, querystring: schema.iconQuery, response: png }),
    async (request, reply) => {
      const { params: path, query } = request;
      const picture = await lookups.inviteIcon(path.code, query, contextOf(request));
      return sendPicture(reply, picture, { name: path.code, type: 'icon' });
    },
  );
  app.get(
    `${invitePath}/widget`,
    described(docs.inviteCardDocs, { params, querystring: schema.cardQuery, response: png }),
    async (request, reply) => {
      const { params: path, query } = request;
      const picture = await lookups.inviteCard(path.code, query, contextOf(request));
      return sendPicture(reply, picture, { name: path.code, type: 'widget' });
    },
  );
  app.get(
    `${invitePath}/badge`,
    described(docs.inviteBadgeDocs, {
      params,
      querystring: schema.inviteBadgeQuery,
      response: badgeResponses,
    }),
    async (request, reply) => {
      const { params: path, query } = request;
      const draw = () => lookups.inviteBadge(path.code, query, contextOf(request));
      return sendBadge(reply, draw, (error) => greyBadge(error, query));
    },
  );
}

function addGuildRoutes(app: HttpServer, lookups: ChatLookups): void {
  const params = schema.guildPath;
  app.get(
    guildPath,
    described(docs.guildDocs, {
      params,
      querystring: schema.lookupQuery,
      response: { 200: guildJson },
    }),
    async (request, reply) =>
      sendJson(request, reply, await lookups.guild(request.params.id, contextOf(request))),
  );
  app.get(
    `${guildPath}/widget`,
    described(docs.guildCardDocs, { params, querystring: schema.cardQuery, response: png }),
    async (request, reply) => {
      const { params: path, query } = request;
      const picture = await lookups.guildCard(path.id, query, contextOf(request));
      return sendPicture(reply, picture, { name: path.id, type: 'widget' });
    },
  );
  app.get(
    `${guildPath}/badge`,
    described(docs.guildBadgeDocs, {
      params,
      querystring: schema.guildBadgeQuery,
      response: badgeResponses,
    }),
    async (request, reply) => {
      const { params: path, query } = request;
      const draw = () => lookups.guildBadge(path.id, query, contextOf(request));
      return sendBadge(reply, draw, (error) => greyBadge(error, query));
    },
  );
}

/** The text of a grey badge, by error code. */
const greyMessages: Readonly<Partial<Record<LineupError['code'], string>>> = {
  'unknown-invite': 'unknown invite',
  'unknown-guild': 'unknown server',
  'widget-disabled': 'widget is off',
};

function greyBadge({ code }: LineupError, query: schema.GuildBadgeQuery): Badge {
  return greyBadgeOf(greyMessages[code] ?? 'no answer', query);
}
