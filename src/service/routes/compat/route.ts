import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { LineupError, upstreamErrors } from '../../../common/errors/lineup-error.ts';
import type { Pictured } from '../../http/responses.ts';
import { contextOf } from '../../http/conditional.ts';
import { type RequestContext } from '../../../common/cache/context.ts';
import { described, type HttpServer } from '../../http/server.ts';
import type { Picture } from '../../pictures/respond.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { SheetForm } from '../player-info/service.ts';
import { sendProfile, sendStatus, type DataParts } from './send-data.ts';
import type { CompatFigure, CompatPicture } from './picture.ts';
import { compatQuery } from './schema.ts';
import { isCompatService, readCompat, compatPath, compatRows, compatServices } from './table.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { isTemporary, mayFallBack } from '../../../common/errors/failure-of.ts';
import { stillTypes } from '../../../engine/options/picture-formats.ts';

/** Everything that a compat route calls. All throw LineupError. */
export type CompatParts = DataParts & {
  readonly render: (figure: CompatFigure, request: RequestContext) => Promise<Picture>;
  /** @param sheet with `null` for our default skin */
  readonly skin: (sheet: CompatSheet, request: RequestContext) => Promise<Pictured>;
  readonly cape: (player: string, request: RequestContext) => Promise<Pictured>;
};

/** A sheet of another service. */
type CompatSheet = Pick<CompatPicture, 'takesAnyText'> & {
  readonly player: string | null;
  readonly form: SheetForm;
};

const picture = fileResponse('The picture.', stillTypes);
const answer = {
  description: 'What the other service sent: a picture, JSON or text.',
  content: {
    ...picture.content,
    'application/json': {
      schema: Type.Object(
        {},
        {
          additionalProperties: true,
          examples: [{ online: true, players: { online: 12, max: 100 } }],
        },
      ),
    },
    'text/plain': { schema: Type.String({ examples: ['true'] }) },
  },
};

/** `GET /api/compat/{service}/{path}`, with the slashes of the path encoded by `asOneSegment`. */
export function addCompatRoute(app: HttpServer, parts: CompatParts): void {
  app.get(
    '/api/compat/:service/:path',
    described(
      compatDocs,
      { params: compatPath, querystring: compatQuery, response: { 200: answer } },
      'own',
    ),
    async (request, reply) => {
      const { service, path } = request.params;
      if (!isCompatService(service)) throw new LineupError('unknown-route');
      const found = readCompat(service, path, request.query);
      if (found.kind === 'status') return sendStatus(request, reply, found, parts);
      if (found.kind === 'profile') return sendProfile(request, reply, found, parts);
      if (found.kind === 'default-icon') {
        const icon = await parts.defaultIcon(contextOf(request));
        return sendPicture(reply, icon, { name: 'server', type: 'icon' });
      }
      return sendCompatPicture(reply, found, parts);
    },
  );
}

type Loaded = Pictured & Pick<Picture, 'fallbacks'>;

/** Loads the first whose player is known; a temporary fallback is not cached. */
async function firstKnown<Attempt>(
  [attempt, ...others]: readonly [Attempt, ...Attempt[]],
  load: (attempt: Attempt) => Promise<Loaded>,
): Promise<Loaded> {
  const [next, ...rest] = others;
  try {
    return await load(attempt);
  } catch (error) {
    if (next === undefined || !(error instanceof LineupError) || !mayFallBack(error)) throw error;
    const known = await firstKnown([next, ...rest], load);
    return { ...known, fallbacks: [0], policy: isTemporary(error) ? 'never' : known.policy };
  }
}

async function sendCompatPicture(
  reply: FastifyReply,
  found: CompatPicture,
  parts: CompatParts,
): Promise<FastifyReply> {
  const { player, kind, takesAnyText = false } = found;
  const context = () => contextOf(reply.request);
  if (kind === 'cape') {
    return sendPicture(reply, await parts.cape(player, context()), { name: player, type: kind });
  }
  const known =
    kind === 'render'
      ? await firstKnown(found.attempts, (figure) =>
          parts.render({ ...figure, takesAnyText }, context()),
        )
      : await firstKnown(found.attempts, async (one) => ({
          ...(await parts.skin({ player: one, form: found.form, takesAnyText }, context())),
          fallbacks: [],
        }));
  if (kind === 'skin') {
    return sendPicture(reply, known, { name: player, type: kind, isDownload: found.isDownload });
  }
  const { looks, options } = found.attempts[0];
  return sendPicture(reply, known, { name: player, type: looks[0], format: options.format });
}

const compatDocs: RouteDocs = {
  id: 'drawAsOtherServices',
  summary: 'Serve the paths of other skin services',
  description: [
    'For pages that link to a service that is gone: change the host, keep the path. `https://crafatar.com/avatars/…?size=64` becomes `…/api/compat/crafatar/avatars/…?size=64`. Sizes, bounds, options and file extensions are those of the original service.',
    'Names, UUIDs, Bedrock players and texture hashes work with each service. If the original service drew a default skin for an unknown player, so does this one, with `X-Fallback: 0`.',
    'Operators can serve such a service at the root of a host name with `COMPAT_HOSTS`; `docs/migrating.md` of the project shows the configuration of nginx and Caddy.',
    ...compatRows().map(({ service, rows }) => {
      const paths = rows.map(({ path, shows }) => `\`${path}\` (${shows})`);
      return `\`${service}\`: ${paths.join(', ')}.`;
    }),
  ],
  errors: ['unknown-route', 'unusable-skin', 'unknown-player', 'unknown-cape', ...upstreamErrors],
  headers: { 'X-Fallback': '`0` if a default skin was drawn.' },
  choices: { service: Object.keys(compatServices) },
  examples: [
    {
      title: 'An avatar of Crafatar',
      path: { service: 'crafatar', path: 'avatars/sample-fox' },
      query: { size: '64', overlay: '' },
      size: { widthPx: 64, heightPx: 64 },
    },
    {
      title: 'A cube of Minotar',
      path: { service: 'minotar', path: 'cube/sample-knight/100.png' },
      size: { widthPx: 100, heightPx: 100 },
    },
    {
      title: 'A body of mc-heads.net, from the left',
      path: { service: 'mc-heads', path: 'body/sample-wizard/100/left' },
      size: { widthPx: 100, heightPx: 240 },
    },
    {
      title: 'A figure of VZGE without its shadow',
      path: { service: 'vzge', path: 'full/384/sample-punk.webp' },
      query: { no: 'shadow' },
      size: { widthPx: 230, heightPx: 384 },
    },
    {
      title: 'A face of NMSR',
      path: { service: 'nmsr', path: 'face/sample-robot' },
      query: { w: '128' },
      size: { widthPx: 128, heightPx: 128 },
    },
    {
      title: 'A pose of Starlight',
      path: { service: 'starlight', path: 'render/clown/sample-princess/full' },
      query: { cameraHeight: '256' },
      size: { widthPx: 175, heightPx: 256 },
    },
  ],
};
