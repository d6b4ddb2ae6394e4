import { Type } from 'typebox';
import { inlineName, sendBadge } from '../../http/answers.ts';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { badgeAnswers } from '../../badges/badge-options.ts';
import type { Cards } from './cards-service.ts';
import * as docs from './places-docs.ts';
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
} from './places-schema.ts';
import { greyBadgeFor, type Places } from './places-service.ts';
import { respond } from './responses.ts';
import { fileResponse, noQuery } from '../../schemas/fields.ts';

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
export function addRobloxPlaceRoutes(app: HttpServer, places: Places, cards: Cards): void {
  addGameWords(app, places);
  addGamePictures(app, places);
  addGroups(app, places);
  addCards(app, cards);
}

function addGameWords(app: HttpServer, places: Places): void {
  const shared = { params: gamePath, querystring: noQuery };
  app.get(
    '/api/roblox/game/:game',
    described(docs.gameDocs, { ...shared, response: { 200: gameResponse } }),
    async (request, reply) =>
      respond(reply, await places.game(request.params.game, contextOf(request))),
  );
  app.get(
    '/api/roblox/game/:game/status-text',
    described(docs.textDocs, { ...shared, response: { 200: line } }),
    async (request, reply) =>
      respond(reply, await places.gameText(request.params.game, contextOf(request))),
  );
  app.get(
    '/api/roblox/game/:game/badges',
    described(docs.badgesDocs, { ...shared, response: { 200: badgesResponse } }),
    async (request, reply) =>
      respond(reply, await places.gameBadges(request.params.game, contextOf(request))),
  );
}

function addGamePictures(app: HttpServer, places: Places): void {
  app.get(
    '/api/roblox/game/:game/icon',
    described(docs.iconDocs, { params: gamePath, querystring: noQuery, response: { 200: png } }),
    async (request, reply) => {
      const { game } = request.params;
      const icon = await places.gameIcon(game, contextOf(request));
      return respond(reply, icon, inlineName(game, 'icon'));
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
      const thumbnail = await places.gameThumbnail(game, n, contextOf(request));
      return respond(reply, thumbnail, inlineName(game, `thumbnail-${n}`));
    },
  );
  app.get(
    '/api/roblox/game/:game/badge',
    described(docs.badgeDocs, {
      params: gamePath,
      querystring: gameBadgeQuery,
      response: badgeAnswers,
    }),
    async (request, reply) => {
      const { params, query } = request;
      const draw = () => places.gameBadge(params.game, query, contextOf(request));
      return sendBadge(reply, draw, (error) => greyBadgeFor(error, query));
    },
  );
}

function addGroups(app: HttpServer, places: Places): void {
  const shared = { params: groupPath, querystring: noQuery };
  app.get(
    '/api/roblox/group/:group',
    described(docs.groupDocs, { ...shared, response: { 200: groupResponse } }),
    async (request, reply) =>
      respond(reply, await places.group(request.params.group, contextOf(request))),
  );
  app.get(
    '/api/roblox/group/:group/icon',
    described(docs.groupIconDocs, { ...shared, response: { 200: png } }),
    async (request, reply) => {
      const { group } = request.params;
      const icon = await places.groupIcon(group, contextOf(request));
      return respond(reply, icon, inlineName(group, 'icon'));
    },
  );
  app.get(
    '/api/roblox/group/:group/badge',
    described(docs.groupBadgeDocs, {
      params: groupPath,
      querystring: groupBadgeQuery,
      response: badgeAnswers,
    }),
    async (request, reply) => {
      const { params, query } = request;
      const draw = () => places.groupBadge(params.group, query, contextOf(request));
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
      return respond(reply, card, inlineName(game, 'widget'));
    },
  );
  app.get(
    '/api/roblox/group/:group/widget',
    described(docs.groupWidgetDocs, { ...shared, params: groupPath }),
    async (request, reply) => {
      const { group } = request.params;
      const card = await cards.group(group, request.query, contextOf(request));
      return respond(reply, card, inlineName(group, 'widget'));
    },
  );
}
