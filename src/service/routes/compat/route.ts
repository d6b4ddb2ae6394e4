import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { stillTypes } from '../../../engine/options/render-names.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import type { Pictured } from '../../http/answers.ts';
import { contextOf } from '../../http/conditional.ts';
import { type RequestContext } from '../../../common/cache/context.ts';
import { described, type HttpServer } from '../../http/server.ts';
import type { Picture } from '../../pictures/respond.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { isTemporary, mayFallBack } from '../../../common/errors/fallback.ts';
import { compatDocs } from './docs.ts';
import type { SheetForm } from '../player-info/service.ts';
import { sendProfile, sendStatus, type DataParts } from './send-data.ts';
import type { CompatFigure, CompatPicture } from './picture.ts';
import { compatQuery } from './schema.ts';
import { isCompatService, readCompat, compatPath } from './table.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';

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
