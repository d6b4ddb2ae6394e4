import type { FastifyRequest } from 'fastify';
import { createIdempotency, type KeptResponse, type RecordStore } from '../../chat/idempotency.ts';
import type { PlatformAnswer } from '../../chat/webhook.ts';
import { LineupError } from '../../errors/lineup-error.ts';

type OnceOf = {
  /** Whose key it is. */
  readonly scope: string;
  /** All that makes it the same request. */
  readonly parts: readonly Uint8Array[];
};

/** Carries a request out once for each `Idempotency-Key`, and as ever where it has none. */
export type IdempotentAnswer = (
  request: FastifyRequest,
  once: OnceOf,
  carryOut: () => Promise<PlatformAnswer>,
) => Promise<PlatformAnswer>;

export function createIdempotentAnswer(records: RecordStore): IdempotentAnswer {
  const run = createIdempotency(records);
  return async (request, { scope, parts }, carryOut) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return carryOut();
    let failure: LineupError | undefined;
    const kept = await run({ key, scope, body: Buffer.concat(parts) }, async () => {
      try {
        return keptOf(await carryOut());
      } catch (error) {
        if (!(error instanceof LineupError)) throw error;
        failure = error;
        const body = Buffer.from(error.message).toString('base64');
        return { status: error.status, contentType: undefined, body };
      }
    });
    if (failure !== undefined) throw failure;
    return answerOf(kept);
  };
}

const keptOf = ({ status, contentType, bytes }: PlatformAnswer): KeptResponse => ({
  status,
  contentType: contentType ?? undefined,
  body: bytes.length === 0 ? null : Buffer.from(bytes).toString('base64'),
});

function answerOf({ status, contentType, body }: KeptResponse): PlatformAnswer {
  const bytes = Buffer.from(body ?? '', 'base64');
  // An error of ours has no type: it is made anew, in the form of the path that is asked.
  if (contentType === undefined && status >= 400) {
    throw new LineupError(status === 404 ? 'unknown-webhook' : 'bad-request', bytes.toString());
  }
  return { status, contentType: contentType ?? null, bytes };
}
