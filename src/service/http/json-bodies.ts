import type { FastifyRequest } from 'fastify';
import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { charsetOf, inUtf8 } from '../../common/schemas/body-text.ts';
import { exceedsJsonLimits, jsonLimits } from '../../common/schemas/json-size.ts';
import { overloaded } from './load-shedding.ts';
import type { HttpServer, Shared } from './server.ts';

const tooMuch = `body: must hold at most ${jsonLimits.values} values, nested at most ${jsonLimits.levels} deep`;

/** Parses JSON bodies, not again if the response is cached; refuses those with too much in them. */
export function addJsonBodies(app: HttpServer, { schedule }: Shared): void {
  // Fastify parses text bodies by default; here they are an unsupported type.
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'buffer' } as const;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', options, (request, received, done) => {
    const bytes = textOf(request, received);
    if (bytes instanceof LineupError) return done(request.limitRefusal ?? bytes);
    app.findResponse(request, bytes);
    const { cached, limitRefusal } = request;
    if (limitRefusal !== null && cached?.status !== 304) return done(limitRefusal);
    if (cached !== null) return done(null);
    const isTaken = schedule(() => {
      const isTooMuch = exceedsJsonLimits(bytes, jsonLimits);
      if (isTooMuch) done(badRequest(tooMuch));
      else void parse(request, bytes.toString(), done);
    });
    if (!isTaken) done(overloaded('much work'));
  });
}

/** A body in UTF-8, or the error for one that is no text. */
function textOf({ headers }: FastifyRequest, bytes: Buffer): Buffer | LineupError {
  try {
    return inUtf8(bytes, charsetOf(headers['content-type']), 'body');
  } catch (error) {
    if (error instanceof LineupError) return error;
    throw error;
  }
}
