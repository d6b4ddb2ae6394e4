import { contentTypes } from '../../../engine/options/render-names.ts';
import { serverPath } from '../../../upstreams/game-servers/path-schema.ts';
import { stateOf } from '../../../upstreams/game-servers/server-status.ts';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { Composer } from '../composition/service.ts';
import type { ServerStatuses } from '../server-status/service.ts';
import { lineupDocs } from './docs.ts';
import { lineupQuery } from './schema.ts';
import { lineupOf } from './transform.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';

export type ServerLineupParts = {
  readonly statusOf: ServerStatuses['status'];
  readonly compose: Composer['compose'];
  /** Names of the samples; the first sleeps if nobody is online. */
  readonly samples: () => readonly string[];
};

const picture = fileResponse('The players online, as one picture.', contentTypes);

/** `GET /api/blockgame/server/{edition}/{host}/lineup`: a banner of the players online. */
export function addServerLineupRoute(app: HttpServer, parts: ServerLineupParts): void {
  app.get(
    '/api/blockgame/server/:edition/:host/lineup',
    described(lineupDocs, {
      params: serverPath,
      querystring: lineupQuery,
      response: { 200: picture },
    }),
    async (request, reply) => {
      const { params, query } = request;
      const found = await parts.statusOf(params, contextOf(request));
      const [sleeper] = parts.samples();
      const { items, options } = lineupOf(params.host, found.status, { query, sleeper });
      const { etag, cache, policy, bytes, format } = await parts.compose({
        items,
        options,
        ...contextOf(request),
        fieldPath: (index) => `players[${index}]`,
        optionPath: (name) => `query.${name}`,
      });
      const pictured = {
        bytes,
        etag,
        cache: found.cache === 'HIT' ? cache : found.cache,
        policy: stateOf(found.status) === 'unknown' || policy === 'never' ? 'never' : 'status',
      } as const;
      return sendPicture(reply, pictured, { name: params.host, type: 'lineup', format });
    },
  );
}
