import type { FastifyReply } from 'fastify';
import { contentTypeOf, stillTypes } from '../../options/render-names.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { inlineName, sendPictured, type Pictured } from '../../http/answers.ts';
import { contextOf, type RequestContext } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import type { Picture } from '../../pictures/picture.ts';
import { isTemporary, mayFallBack } from '../../players/fallback.ts';
import { compatDocs } from './docs.ts';
import type { CompatFigure, CompatPicture, SheetForm } from './picture.ts';
import { compatPath, compatQuery } from './schema.ts';
import { isCompatService, readCompat } from './table.ts';
import { fileResponse } from '../../schemas/fields.ts';

/** Everything that a compat route calls. All throw LineupError. */
export type CompatParts = {
  readonly render: (figure: CompatFigure, request: RequestContext) => Promise<Picture>;
  /** @param player `null` for our default skin */
  readonly skin: (
    player: string | null,
    form: SheetForm,
    request: RequestContext,
  ) => Promise<Pictured>;
  readonly cape: (player: string, request: RequestContext) => Promise<Pictured>;
};

const pictureAnswer = fileResponse('The picture.', stillTypes);

/** `GET /api/compat/{service}/{path}`, with the slashes of the path encoded by `asOneSegment`. */
export function addCompatRoute(app: HttpServer, parts: CompatParts): void {
  app.get(
    '/api/compat/:service/:path',
    described(compatDocs, {
      params: compatPath,
      querystring: compatQuery,
      response: { 200: pictureAnswer },
    }),
    async (request, reply) => {
      const { service, path } = request.params;
      if (!isCompatService(service)) throw new LineupError('unknown-route');
      const picture = readCompat(service, path, request.query);
      if (picture === null) throw new LineupError('unknown-route');
      return send(reply, picture, parts);
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

async function send(
  reply: FastifyReply,
  picture: CompatPicture,
  parts: CompatParts,
): Promise<FastifyReply> {
  const { player, kind } = picture;
  const context = () => contextOf(reply.request);
  if (kind === 'cape') {
    void reply.header('content-disposition', inlineName(player, kind));
    return sendPictured(reply, await parts.cape(player, context()));
  }
  const { fallbacks, ...known } =
    kind === 'render'
      ? await firstKnown(picture.attempts, (figure) => parts.render(figure, context()))
      : await firstKnown(picture.attempts, async (one) => ({
          ...(await parts.skin(one, picture.form, context())),
          fallbacks: [],
        }));
  if (fallbacks.length > 0) void reply.header('x-fallback', fallbacks.join(','));
  if (kind === 'render') {
    const { looks, options } = picture.attempts[0];
    const { format = 'png' } = options;
    void reply.header('content-disposition', inlineName(player, looks[0], format));
    return sendPictured(reply, known, contentTypeOf(format));
  }
  const name = inlineName(player, kind);
  const disposition = picture.isDownload ? name.replace('inline', 'attachment') : name;
  return sendPictured(reply.header('content-disposition', disposition), known);
}
