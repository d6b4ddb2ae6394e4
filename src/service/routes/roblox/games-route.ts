import { Type } from 'typebox';
import { contextOf } from '../../http/conditional.ts';
import { sendJson, sendText } from '../../http/documents.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendBadge } from '../../pictures/send-badge.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { Cards } from './cards-service.ts';
import * as docs from './games-docs.ts';
import {
  badgesResponse,
  gameBadgeQuery,
  gamePath,
  gameResponse,
  groupBadgeQuery,
  groupPath,
  groupResponse,
  thumbnailPath,
  widgetQuery,
} from './games-schema.ts';
import { greyBadgeFor, type GamesAndGroups } from './games-service.ts';
import { fileResponse, noQuery } from '../../../common/schemas/fields.ts';
import { badgeResponses } from '../../../engine/cards/badge.ts';

const png = fileResponse('The picture.');
const line = {
  description: 'The status in one line.',
  content: {
    'text/plain': {
      schema: Type.String({ examples: ['Online • Adopt Me! (Roblox) • 128000'] }),
    },
  },
};

/** Roblox games and groups, below `/api/roblox/`. */
export function addRobloxGameRoutes(app: HttpServer, service: GamesAndGroups, cards: Cards): void {
  addGameWords(app, service);
  addGamePictures(app, service);
  addGroups(app, service);
  addCards(app, cards);
}

function addGameWords(app: HttpServer, service: GamesAndGroups): void {
  const shared = { params: gamePath, querystring: noQuery };
  app.get(
    '/api/roblox/game/:game',
    described(docs.gameDocs, { ...shared, response: { 200: gameResponse } }),
    async (request, reply) =>
      sendJson(request, reply, await service.game(request.params.game, contextOf(request))),
  );
  app.get(
    '/api/roblox/game/:game/status-text',
    described(docs.textDocs, { ...shared, response: { 200: line } }),
    async (request, reply) =>
      sendText(request, reply, await service.gameText(request.params.game, contextOf(request))),
  );
  app.get(
    '/api/roblox/game/:game/badges',
    described(docs.badgesDocs, { ...shared, response: { 200: badgesResponse } }),
    async (request, reply) =>
      sendJson(request, reply, await service.gameBadges(request.params.game, contextOf(request))),
  );
}

function addGamePictures(app: HttpServer, service: GamesAndGroups): void {
  app.get(
    '/api/roblox/game/:game/icon',
    described(docs.iconDocs, { params: gamePath, querystring: noQuery, response: { 200: png } }),
    async (request, reply) => {
      const { game } = request.params;
      const icon = await service.gameIcon(game, contextOf(request));
      return sendPicture(reply, icon, { name: game, type: 'icon' });
    },
  );
  app.get(
    '/api/roblox/game/:game/thumbnail/:n',
    described(docs.thumbnailDocs, {
      params: thumbnailPath,
      querystring: noQuery,
      response: { 200: png },
    }),
    async (request, reply) => {
      const { game, n } = request.params;
      const thumbnail = await service.gameThumbnail(game, n, contextOf(request));
      return sendPicture(reply, thumbnail, { name: game, type: `thumbnail-${n}` });
    },
  );
  app.get(
    '/api/roblox/game/:game/badge',
    described(docs.badgeDocs, {
      params: gamePath,
      querystring: gameBadgeQuery,
      response: badgeResponses,
    }),
    async (request, reply) => {
      const { params, query } = request;
      const draw = () => service.gameBadge(params.game, query, contextOf(request));
      return sendBadge(reply, draw, (error) => greyBadgeFor(error, query));
    },
  );
}

function addGroups(app: HttpServer, service: GamesAndGroups): void {
  const shared = { params: groupPath, querystring: noQuery };
  app.get(
    '/api/roblox/group/:group',
    described(docs.groupDocs, { ...shared, response: { 200: groupResponse } }),
    async (request, reply) =>
      sendJson(request, reply, await service.group(request.params.group, contextOf(request))),
  );
  app.get(
    '/api/roblox/group/:group/icon',
    described(docs.groupIconDocs, { ...shared, response: { 200: png } }),
    async (request, reply) => {
      const { group } = request.params;
      const icon = await service.groupIcon(group, contextOf(request));
      return sendPicture(reply, icon, { name: group, type: 'icon' });
    },
  );
  app.get(
    '/api/roblox/group/:group/badge',
    described(docs.groupBadgeDocs, {
      params: groupPath,
      querystring: groupBadgeQuery,
      response: badgeResponses,
    }),
    async (request, reply) => {
      const { params, query } = request;
      const draw = () => service.groupBadge(params.group, query, contextOf(request));
      return sendBadge(reply, draw, (error) => greyBadgeFor(error, query));
    },
  );
}

function addCards(app: HttpServer, cards: Cards): void {
  const shared = { querystring: widgetQuery, response: { 200: fileResponse('The card.') } };
  app.get(
    '/api/roblox/game/:game/widget',
    described(docs.gameWidgetDocs, { ...shared, params: gamePath }),
    async (request, reply) => {
      const { game } = request.params;
      const card = await cards.game(game, request.query, contextOf(request));
      return sendPicture(reply, card, { name: game, type: 'widget' });
    },
  );
  app.get(
    '/api/roblox/group/:group/widget',
    described(docs.groupWidgetDocs, { ...shared, params: groupPath }),
    async (request, reply) => {
      const { group } = request.params;
      const card = await cards.group(group, request.query, contextOf(request));
      return sendPicture(reply, card, { name: group, type: 'widget' });
    },
  );
}
