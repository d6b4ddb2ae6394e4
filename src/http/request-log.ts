import type { FastifyReply, FastifyRequest, LogLevel } from 'fastify';

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

/** What is counted of a response; read once it is over. */
export function answerFacts(request: FastifyRequest, reply: FastifyReply): AnswerFacts {
  const { method } = request;
  return { method, route: routeOf(request), status: reply.statusCode, ms: reply.elapsedTime };
}

/** One line a response, where the level of its route lets it through. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  // Empty where the route has none of its own.
  const { logLevel } = request.routeOptions;
  if (!answersAreLoggedAt(logLevel || 'info')) return;
  const { ms, ...facts } = answerFacts(request, reply);
  const client = truncatedKey(request.clientKey);
  const line = { reqId: request.id, client, ...facts, ms: Math.round(ms * 10) / 10 };
  request.server.log.info({ ...line, ...request.failure }, 'answered');
}

/**
 * What a log may hold of a client's address: the /24 of IPv4, the /48 of IPv6. Enough to see where
 * trouble comes from, too little to tell who it is.
 *
 * @param key `192.0.2.1`, or the first four groups of an IPv6 address; anything else is no address
 */
function truncatedKey(key: string): string {
  const octets = key.split('.');
  if (octets.length === 4) return `${octets.slice(0, 3).join('.')}.0/24`;
  const groups = key.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : 'unknown';
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
