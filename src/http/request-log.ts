import type { FastifyReply, FastifyRequest, LogLevel } from 'fastify';
import { truncatedAddress } from './client-address.ts';

/** Where log lines go; each call is one JSON line. */
export type LogStream = { write(line: string): void };

/**
 * The logger's options. Of a request only its method and the *pattern* of its route are ever
 * written: paths and queries hold names, tokens and labels, and addresses are people.
 *
 * Without a stream the lines go to standard output.
 */
export function loggerOptions(level: LogLevel, stream?: LogStream) {
  if (level === 'silent') return false;
  return {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: routeOf(request) }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
    ...(stream !== undefined && { stream }),
  };
}

/** Whether `logAnswer` writes anything at this level. */
export function answersAreLoggedAt(level: string): boolean {
  return level === 'info' || level === 'debug' || level === 'trace';
}

/**
 * Ids that no two requests share, also not those of two instances.
 *
 * @param instance a few random characters, other ones in every process
 */
export function createRequestIds(instance: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${instance}-${count.toString(36)}`;
  };
}

/** What others call a request whose client did not wait for the answer. */
export const brokenOffStatus = 499;

/** What is counted of an answer. */
export type AnswerFacts = {
  readonly method: string;
  /** The pattern of the route, `none` where there is no route. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

export function answerFacts(request: FastifyRequest, reply: FastifyReply): AnswerFacts {
  const { method } = request;
  return { method, route: routeOf(request), status: reply.statusCode, ms: reply.elapsedTime };
}

/** What the line of an answer says: who asked (only about), method, route pattern, status, milliseconds. */
export function answerLine({ ms, ...facts }: AnswerFacts, address: string | undefined) {
  return { client: truncatedAddress(address), ...facts, ms: Math.round(ms * 10) / 10 };
}

/** One line an answer, where the level of its route lets it through. */
export function logAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string = request.ip,
): void {
  if (!answersAreLoggedAt(request.log.level)) return;
  // Not with the logger of the request, which would have to be made for this alone.
  const line = { reqId: request.id, ...answerLine(answerFacts(request, reply), address) };
  request.server.log.info(line, 'answered');
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
