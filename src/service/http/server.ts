import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, LogLevel } from 'fastify';
import { systemClock, type Clock } from '../../common/async/clock.ts';
import { createLoopBudget, type LoopBudget } from '../../common/async/loop-budget.ts';
import type { RateLimiter } from '../limits/limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { hostName, proxyTrust } from './request-host.ts';
import { targetReader, type RootPictures } from './request-target.ts';

/** A Fastify instance whose routes take their types from TypeBox schemas. */
export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const mebibyte = 1024 * 1024;

/** What all clients together can hold of what costs a client nothing; see `fair-pool.ts` for their shares. */
export const defaultServerLimits = {
  /** Fits ten `data:` skins of up to about 100 kB. */
  bodyBytes: mebibyte,
  /** Request line and headers together; fits a `GET` with ten URLs. */
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  /** Headers and body: a megabyte at 300 kbit/s. */
  requestTimeoutMs: 30_000,
  /** After this time … */
  bodyGraceMs: 2_000,
  /** … a body has to arrive at this rate, on average since then. */
  bodyBytesPerSecond: 8_000,
  /** Interval of checking both timeouts. */
  timeoutCheckMs: 5_000,
  /** Longer than the usual 60 s of proxies, so that they close idle connections first. */
  keepAliveTimeoutMs: 72_000,
  /** Some 15 kB each while idle. */
  connections: 10_000,
  /** On one connection, one after the other, that are not answered and read. */
  requestsPerConnection: 128,
  /** Whose responses are not complete yet. */
  requestsInProgress: 1_000,
  /** Received bytes of bodies in progress; held up to three times each. */
  bodyBytesInProgress: 128 * mebibyte,
  /** Bytes of complete responses until they are read. */
  unreadBytes: 256 * mebibyte,
  /** After this time … */
  unreadGraceMs: 10_000,
  /** … a response has to be read at this rate, on average since its beginning: a slow phone reads twice as fast. */
  unreadBytesPerSecond: 8_000,
} as const;

export type ServerLimits = Readonly<Record<keyof typeof defaultServerLimits, number>>;

/** Destination of log lines; each call is one JSON line. */
export type LogStream = { write(line: string): void };

export type HttpServerOptions = {
  readonly logLevel: LogLevel;
  /** Called for every response, with whether it came from the response cache. */
  readonly onResponse?: Metrics['countResponse'] | undefined;
  /** Whose forwarded headers are trusted: nobody's, the last n hops', or these networks'. */
  readonly trustProxy: false | number | readonly string[];
  /** Host names (in lower case) that serve another service's paths at their root, with its name. */
  readonly compatHosts?: ReadonlyMap<string, string> | undefined;
  /** By default none. */
  readonly rootPictures?: RootPictures | undefined;
  readonly logStream?: LogStream | undefined;
  /** Without it nothing is limited. */
  readonly limiter?: RateLimiter | undefined;
  /** Without it an iteration of the event loop starts all requests that it receives. */
  readonly loopBudget?: Pick<LoopBudget, 'take'> | undefined;
  /** Says why a path has none of the other methods, where that is on purpose. */
  readonly methodReason?: ((path: string) => string | undefined) | undefined;
  /** Returns the key of a client by its address; by default the address itself. */
  readonly clientKeyOf?: (address: string | undefined) => string;
  /** Overrides for tests. */
  readonly serverLimits?: Partial<ServerLimits> | undefined;
  readonly clock?: Clock;
};

/** What the plugins share. */
export type Shared = ReturnType<typeof sharedOf>;

export function sharedOf(options: HttpServerOptions) {
  const { compatHosts, rootPictures, serverLimits, clock = systemClock } = options;
  const { loopBudget = createLoopBudget({ budgetMs: Infinity }) } = options;
  const { clientKeyOf: keyOf = (address: string | undefined) => address ?? '' } = options;
  return {
    ...options,
    clock,
    keyOf,
    limits: { ...defaultServerLimits, ...serverLimits },
    trust: proxyTrust(options.trustProxy),
    targetOf: targetReader((host) => compatHosts?.get(hostName(host)), rootPictures),
    schedule: loopBudget.take,
  };
}
