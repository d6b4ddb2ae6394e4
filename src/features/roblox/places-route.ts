import { Type } from 'typebox';
import { inlineName, sendBadge } from '../../http/answers.ts';
import { contextOf } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
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
  const asked = { params: gamePath, querystring: noQuery };
  app.get(
    '/api/roblox/game/:game',
    { schema: { ...asked, response: { 200: gameResponse } }, config: { docs: docs.gameDocs } },
    async (request, reply) =>
      respond(reply, await places.game(request.params.game, contextOf(request))),
  );
  app.get(
    '/api/roblox/game/:game/status-text',
    { schema: { ...asked, response: { 200: line } }, config: { docs: docs.textDocs } },
    async (request, reply) =>
      respond(reply, await places.gameText(request.params.game, contextOf(request))),
  );
  app.get(
    '/api/roblox/game/:game/badges',
    { schema: { ...asked, response: { 200: badgesResponse } }, config: { docs: docs.badgesDocs } },
    async (request, reply) =>
      respond(reply, await places.gameBadges(request.params.game, contextOf(request))),
  );
}

function addGamePictures(app: HttpServer, places: Places): void {
  app.get(
    '/api/roblox/game/:game/icon',
    {
      schema: { params: gamePath, querystring: noQuery, response: { 200: png } },
      config: { docs: docs.iconDocs },
    },
    async (request, reply) => {
      const { game } = request.params;
      const icon = await places.gameIcon(game, contextOf(request));
      return respond(reply, icon, inlineName(game, 'icon'));
    },
  );
  app.get(
    '/api/roblox/game/:game/thumbnail/:n',
    {
      schema: { params: thumbnailPath, querystring: noQuery, response: { 200: png } },
      config: { docs: docs.thumbnailDocs },
    },
    async (request, reply) => {
      const { game, n } = request.params;
      const thumbnail = await places.gameThumbnail(game, n, contextOf(request));
      return respond(reply, thumbnail, inlineName(game, `thumbnail-${n}`));
    },
  );
  app.get(
    '/api/roblox/game/:game/badge',
    {
      schema: {
        params: gamePath,
        querystring: gameBadgeQuery,
        response: badgeAnswers,
      },
      config: { docs: docs.badgeDocs },
    },
    async (request, reply) => {
      const { params, query } = request;
      const draw = () => places.gameBadge(params.game, query, contextOf(request));
      return sendBadge(reply, draw, (error) => greyBadgeFor(error, query));
    },
  );
}

function addGroups(app: HttpServer, places: Places): void {
  const asked = { params: groupPath, querystring: noQuery };
  app.get(
    '/api/roblox/group/:group',
    { schema: { ...asked, response: { 200: groupResponse } }, config: { docs: docs.groupDocs } },
    async (request, reply) =>
      respond(reply, await places.group(request.params.group, contextOf(request))),
  );
  app.get(
    '/api/roblox/group/:group/icon',
    { schema: { ...asked, response: { 200: png } }, config: { docs: docs.groupIconDocs } },
    async (request, reply) => {
      const { group } = request.params;
      const icon = await places.groupIcon(group, contextOf(request));
      return respond(reply, icon, inlineName(group, 'icon'));
    },
  );
  app.get(
    '/api/roblox/group/:group/badge',
    {
      schema: {
        params: groupPath,
        querystring: groupBadgeQuery,
        response: badgeAnswers,
      },
      config: { docs: docs.groupBadgeDocs },
    },
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
    { schema: { ...shared, params: gamePath }, config: { docs: docs.gameWidgetDocs } },
    async (request, reply) => {
      const { game } = request.params;
      const card = await cards.game(game, request.query, contextOf(request));
      return respond(reply, card, inlineName(game, 'widget'));
    },
  );
  app.get(
    '/api/roblox/group/:group/widget',
    { schema: { ...shared, params: groupPath }, config: { docs: docs.groupWidgetDocs } },
    async (request, reply) => {
      const { group } = request.params;
      const card = await cards.group(group, request.query, contextOf(request));
      return respond(reply, card, inlineName(group, 'widget'));
    },
  );
}
