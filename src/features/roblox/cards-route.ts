import { contextOf } from '../../http/conditional.ts';
import { inlineName } from '../../http/answers.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Cards } from './cards-service.ts';
import { gameWidgetDocs, groupWidgetDocs } from './places-docs.ts';
import { gamePath, groupPath, widgetQuery } from './places-schema.ts';
import { respond } from './responses.ts';
import { fileResponse } from '../../schemas/fields.ts';

const png = fileResponse('The card.');

/** Cards of Roblox games and groups. */
export function addRobloxCardRoutes(app: HttpServer, cards: Cards): void {
  const shared = { querystring: widgetQuery, response: { 200: png } };
  app.get(
    '/api/roblox/game/:game/widget',
    { schema: { ...shared, params: gamePath }, config: { docs: gameWidgetDocs } },
    async (request, reply) => {
      const { theme = 'dark', scale = 1 } = request.query;
      const { game } = request.params;
      const card = await cards.game(game, { theme, scale }, contextOf(request));
      return respond(reply, card, inlineName(game, 'widget'));
    },
  );
  app.get(
    '/api/roblox/group/:group/widget',
    { schema: { ...shared, params: groupPath }, config: { docs: groupWidgetDocs } },
    async (request, reply) => {
      const { theme = 'dark', scale = 1 } = request.query;
      const { group } = request.params;
      const card = await cards.group(group, { theme, scale }, contextOf(request));
      return respond(reply, card, inlineName(group, 'widget'));
    },
  );
}
