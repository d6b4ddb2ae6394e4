import { contentTypes } from '../../drawing/render-names.ts';
import { serverPath } from '../../game-servers/path-schema.ts';
import { stateOf, type ServerStatus } from '../../game-servers/server-status.ts';
import { inlineName, sendPictured } from '../../http/answers.ts';
import { contextOf, type RequestContext } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Picture } from '../../pictures/picture.ts';
import { lineupDocs } from './docs.ts';
import { lineupQuery, type LineupPath, type LineupQuery } from './schema.ts';
import { lineupOf, type LineupItem } from './transform.ts';
import { fileResponse } from '../../schemas/fields.ts';

export type ServerLineupParts = {
  /** @throws {LineupError} for an invalid edition or host */
  readonly statusOf: (
    server: LineupPath,
    request: RequestContext,
  ) => Promise<{ readonly status: ServerStatus; readonly cache: 'HIT' | 'MISS' }>;
  readonly compose: (
    request: {
      readonly items: readonly LineupItem[];
      readonly options: LineupQuery;
      readonly fieldPath: (index: number, field: string) => string;
      readonly optionPath: (name: string) => string;
    } & RequestContext,
  ) => Promise<Picture>;
  /** Names of the samples; the first sleeps if nobody is online. */
  readonly samples: () => readonly string[];
};

const picture = fileResponse('The players online, as one picture.', Object.values(contentTypes));

/** `GET /api/blockgame/server/{edition}/{host}/lineup`: a banner of the players online. */
export function addServerLineupRoute(app: HttpServer, parts: ServerLineupParts): void {
  app.get(
    '/api/blockgame/server/:edition/:host/lineup',
    {
      schema: { params: serverPath, querystring: lineupQuery, response: { 200: picture } },
      config: { docs: lineupDocs },
    },
    async (request, reply) => {
      const { params, query } = request;
      const found = await parts.statusOf(params, contextOf(request));
      const [sleeper] = parts.samples();
      const { items, options } = lineupOf(params.host, found.status, { query, sleeper });
      const { etag, cache, policy, bytes } = await parts.compose({
        items,
        options,
        ...contextOf(request),
        fieldPath: (index) => `players[${index}]`,
        optionPath: (name) => `query.${name}`,
      });
      const format = options.format ?? 'png';
      void reply.header('content-disposition', inlineName(params.host, 'lineup', format));
      const pictured = {
        bytes,
        etag,
        cache: found.cache === 'HIT' ? cache : found.cache,
        policy: stateOf(found.status) === 'unknown' ? 'never' : policy,
      } as const;
      return sendPictured(reply, pictured, contentTypes[format]);
    },
  );
}
