import type { FastifyReply, FastifyRequest } from 'fastify';
import { LineupError } from '../errors/lineup-error.ts';
import { isApiUrl } from './api-path.ts';
import type { NoteRequest } from './connections.ts';
import type { HttpServer } from './server.ts';
import { noteReply } from './under-way.ts';

type SheddingRules = {
  readonly bodyBytes: number;
  readonly requestsUnderWay: number;
  readonly bodyBytesUnderWay: number;
  readonly bodyBytesPerClient: number;
  /** Whose body it is, as a key. */
  readonly keyOf: (address: string) => string;
  /** Told of every request, when it begins and when it is over. */
  readonly noteRequest: NoteRequest;
  /** Told of a request that is over, answered or not. */
  readonly onOver?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
};

const retryAfterSeconds = 1;

/**
 * Refuses what would hold more of the machine than it has to spare, before a byte of the body is
 * read: 503 with `Retry-After`. Queues for drawing and for other services have bounds of their own;
 * these here are over requests as such, and over the bodies that wait in memory while slow clients
 * send the rest of them.
 */
export function addShedding(app: HttpServer, rules: SheddingRules): void {
  const bodies = createBodyBudget(rules);
  let underWay = 0;

  /** Takes what a request needs; refuses it, or gives back what returns that. */
  function admit(request: FastifyRequest): LineupError | (() => void) {
    if (underWay >= rules.requestsUnderWay) {
      return overloaded('The service has more requests than it can take on now.');
    }
    const bytes = bodyBytesOf(request, rules.bodyBytes);
    const client = bytes > 0 ? rules.keyOf(request.ip) : '';
    if (bytes > 0 && !bodies.hold(client, bytes)) {
      return overloaded('The service has more request bodies than it can take on now.');
    }
    underWay += 1;
    return () => {
      underWay -= 1;
      if (bytes > 0) bodies.release(client, bytes);
    };
  }

  app.addHook('onRequest', (request, reply, done) => {
    const admitted = isApiUrl(request.url) ? admit(request) : undefined;
    const { socket } = request.raw;
    rules.noteRequest(socket, 1);
    noteReply(reply);
    reply.raw.once('close', () => {
      rules.noteRequest(socket, -1);
      if (typeof admitted === 'function') admitted();
      rules.onOver?.(request, reply);
    });
    done(admitted instanceof LineupError ? admitted : undefined);
  });
}

function overloaded(sentence: string): LineupError {
  return new LineupError('overloaded', `${sentence} Try again shortly.`, { retryAfterSeconds });
}

/** What a body may come to take in memory: its stated length, and never more than is read of it. */
function bodyBytesOf({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, maxBytes);
}

/** Bytes of bodies that are held, over all clients and by client. */
function createBodyBudget({ bodyBytesUnderWay, bodyBytesPerClient }: SheddingRules) {
  const held = new Map<string, number>();
  let heldBytes = 0;
  return {
    hold: (client: string, bytes: number): boolean => {
      const own = (held.get(client) ?? 0) + bytes;
      if (own > bodyBytesPerClient || heldBytes + bytes > bodyBytesUnderWay) return false;
      held.set(client, own);
      heldBytes += bytes;
      return true;
    },
    release: (client: string, bytes: number): void => {
      const own = (held.get(client) ?? 0) - bytes;
      if (own > 0) held.set(client, own);
      else held.delete(client);
      heldBytes -= bytes;
    },
  };
}
