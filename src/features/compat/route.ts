import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentTypes } from '../../drawing/render-names.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { inlineName, sendPictured, type Pictured } from '../../http/answers.ts';
import { contextOf, type RequestContext } from '../../http/conditional.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Picture } from '../../pictures/picture.ts';
import { isTemporary, mayFallBack } from '../../players/fallback.ts';
import { compatDocs } from './docs.ts';
import type { CompatPicture, CompatRender, SheetForm } from './picture.ts';
import { asDefault } from './read-values.ts';
import { compatPath, compatQuery } from './schema.ts';
import { isCompatService, readCompat } from './table.ts';
import { fileResponse } from '../../schemas/fields.ts';

/** A figure of a player, for our own renderer. */
export type CompatFigure = CompatRender & {
  readonly player: string;
  readonly hasFallback: boolean;
};

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

const pictureAnswer = fileResponse('The picture.', Object.values(contentTypes));

/**
 * `GET /api/compat/{service}/{path}`. The router gets the slashes of the path encoded: see `canonicalUrl`.
 */
export function addCompatRoute(app: HttpServer, parts: CompatParts): void {
  app.get(
    '/api/compat/:service/:path',
    {
      schema: { params: compatPath, querystring: compatQuery, response: { 200: pictureAnswer } },
      config: { docs: compatDocs },
    },
    async (request, reply) => {
      const { service, path } = request.params;
      if (!isCompatService(service)) throw new LineupError('unknown-route');
      const picture = readCompat(service, path, request.query);
      if (picture === null) throw new LineupError('unknown-route');
      return send(reply, picture, parts);
    },
  );
}

/** Draws a figure or its fallback; a temporary fallback is not cached. */
async function render(
  picture: Extract<CompatPicture, { kind: 'render' }>,
  { parts, request }: { readonly parts: CompatParts; readonly request: FastifyRequest },
): Promise<Picture> {
  const { instead } = picture;
  if (instead === undefined) return parts.render(picture, contextOf(request));
  try {
    return await parts.render({ ...picture, hasFallback: false }, contextOf(request));
  } catch (error) {
    if (!(error instanceof LineupError) || !mayFallBack(error)) throw error;
    const known = await parts.render(
      { ...picture, ...asDefault(instead, picture) },
      contextOf(request),
    );
    return { ...known, fallbacks: [0], policy: isTemporary(error) ? 'never' : known.policy };
  }
}

type SheetRequest = {
  readonly form: SheetForm;
  readonly parts: CompatParts;
  readonly request: FastifyRequest;
};

/** The sheet of a player, or of the first of the others who has one. */
async function loadSheet(
  player: string | null,
  [next, ...others]: readonly (string | null)[],
  request: SheetRequest,
): Promise<Pictured & Pick<Picture, 'fallbacks'>> {
  try {
    const known = await request.parts.skin(player, request.form, contextOf(request.request));
    return { ...known, fallbacks: [] };
  } catch (error) {
    if (next === undefined || !(error instanceof LineupError) || !mayFallBack(error)) throw error;
    const known = await loadSheet(next, others, request);
    return { ...known, fallbacks: [0], policy: isTemporary(error) ? 'never' : known.policy };
  }
}

async function send(
  reply: FastifyReply,
  picture: CompatPicture,
  parts: CompatParts,
): Promise<FastifyReply> {
  const { request } = reply;
  const { player } = picture;
  if (picture.kind === 'render') {
    const { fallbacks, ...known } = await render(picture, { parts, request });
    if (fallbacks.length > 0) void reply.header('x-fallback', fallbacks.join(','));
    void reply.header('content-disposition', inlineName(player, picture.type, picture.format));
    return sendPictured(reply, known, contentTypes[picture.format]);
  }
  const name = inlineName(player, picture.kind);
  if (picture.kind === 'cape') {
    void reply.header('content-disposition', name);
    return sendPictured(reply, await parts.cape(player, contextOf(request)));
  }
  const { form, others, isDownload } = picture;
  const { fallbacks, ...known } = await loadSheet(player, others, { form, parts, request });
  if (fallbacks.length > 0) void reply.header('x-fallback', fallbacks.join(','));
  const disposition = isDownload ? name.replace('inline', 'attachment') : name;
  void reply.header('content-disposition', disposition);
  return sendPictured(reply, known);
}
