import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WaitingListener } from '../../common/async/semaphore.ts';
import type { CacheTier } from '../../common/cache/entries.ts';
import type { UpstreamCall } from '../../upstreams/net/upstream-client.ts';
import type { Drawing } from '../queue/drawing.ts';
import type { SharedRedis } from '../redis/redis.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';

export type Metrics = ReturnType<typeof createMetrics>;

type CountedResponse = {
  readonly method: string;
  /** The pattern of the route, never a path. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

type WatchedParts = {
  readonly drawing: Pick<Drawing, 'load'>;
  readonly redis: Pick<SharedRedis, 'isUp'> | undefined;
  /** Of webhook messages. */
  readonly queue: { readonly oldestAgeMs: () => number } | undefined;
};

/** From a response out of memory to a picture of ten behind a slow account service. */
const responseBucketsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
const callBucketsSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics of the service. Every label has a few values that the code chooses, never client input. */
export function createMetrics() {
  const registry = new Registry();
  // Memory, garbage collection and event loop delay.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route, method and status of their response',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response',
    labelNames: ['route'],
    buckets: responseBucketsSeconds,
    registers,
  });
  const upstreams = upstreamMetrics(registers);
  const caches = new Counter({
    name: 'lineup_cache_requests_total',
    help: 'Look-ups in each cache by what had the value; source is a miss',
    labelNames: ['cache', 'tier'],
    registers,
  });
  return {
    /** @param isCached whether the response came from the response cache */
    countResponse: ({ method, route, status, ms }: CountedResponse, isCached = false) => {
      if (isCached) caches.inc({ cache: 'responses', tier: 'process' });
      requests.inc({ route, method, status });
      requestSeconds.observe({ route }, ms / 1000);
    },
    ...upstreams,
    countCache: (cache: string, tier: CacheTier, count: number) => {
      if (count > 0) caches.inc({ cache, tier }, count);
    },
    /** Adds gauges of these parts, which are read whenever the metrics are requested. */
    watchParts: (parts: WatchedParts) => watchParts(registers, parts),
    /** All metrics in the Prometheus text format. */
    text: async () => withFormerNames(await registry.metrics()),
    contentType: registry.contentType,
  };
}

/** Names until 0.1, which boards and alert rules may ask for until the release after 1.0. */
const formerNames = new Map([
  ['http_requests_total', 'lineup_http_answers_total'],
  ['http_request_duration_seconds', 'lineup_http_answer_seconds'],
  ['lineup_cache_requests_total', 'lineup_cache_answers_total'],
  ['lineup_upstream_requests_total', 'lineup_upstream_calls_total'],
  ['lineup_upstream_request_duration_seconds', 'lineup_upstream_call_seconds'],
]);

/** The text, and after it the same metrics with their former names and labels. */
function withFormerNames(text: string): string {
  const former = text.split('\n').flatMap((line) => {
    const [, whole = ''] = /^(?:# \w+ )?(\w+)/.exec(line) ?? [];
    const name = whole.replace(/_(?:bucket|sum|count)$/, '');
    const old = formerNames.get(name);
    if (old === undefined) return [];
    const renamed = line.replace(name, old).replace('="responses"', '="answers"');
    return [renamed.replace('="invalid-response"', '="garbage"')];
  });
  return `${text}${former.join('\n')}\n`;
}

function watchParts(registers: Registry[], { drawing, redis, queue }: WatchedParts): void {
  const watch = (name: string, help: string, read: () => number) => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  };
  watch('lineup_drawing_running', 'Orders being drawn', () => drawing.load().running);
  watch('lineup_plan_bytes', 'Memory of the cached plans', () => drawing.load().planBytes);
  watch('lineup_drawing_waiting', 'Orders in the queue', () => drawing.load().waiting);
  const abandoned: Counter = new Counter({
    name: 'lineup_animations_abandoned_total',
    help: 'Animations that were not drawn on because nobody waited for them any more',
    registers,
    collect: () => {
      abandoned.reset();
      abandoned.inc(drawing.load().abandoned);
    },
  });
  if (redis) watch('lineup_redis_up', 'Whether Redis answers', () => Number(redis.isUp()));
  if (queue === undefined) return;
  const age = 'How long the oldest queued webhook message waits';
  watch('lineup_webhook_queue_oldest_seconds', age, () => queue.oldestAgeMs() / 1000);
}

function upstreamMetrics(registers: Registry[]) {
  const calls = new Counter({
    name: 'lineup_upstream_requests_total',
    help: 'Requests to other services by outcome: a status, or how it failed',
    labelNames: ['upstream', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'lineup_upstream_request_duration_seconds',
    help: 'Time of requests to other services, waiting and retries included',
    labelNames: ['upstream'],
    buckets: callBucketsSeconds,
    registers,
  });
  const waiting = new Gauge({
    name: 'lineup_upstream_waiting',
    help: 'Requests in the queue of an upstream',
    labelNames: ['upstream'],
    registers,
  });
  return {
    countUpstreamCall: ({ upstream, outcome, ms }: UpstreamCall) => {
      calls.inc({ upstream, outcome });
      callSeconds.observe({ upstream }, ms / 1000);
    },
    /** A listener that counts requests waiting for an upstream: 1 begins to wait, -1 stops. */
    waitingAt: (upstream: string): WaitingListener => {
      waiting.set({ upstream }, 0);
      return (change) => waiting.inc({ upstream }, change);
    },
  };
}

/**
 * Serves `GET /metrics` on a port of its own: metrics are for the operator, and must be available while
 * the main port is flooded.
 * @throws the error of `listen`, for a port in use
 */
export async function serveMetrics(
  source: { readonly text: () => Promise<string>; readonly contentType: string },
  { host, port }: { readonly host: string; readonly port: number },
) {
  const server = createServer((request, response) => {
    request.resume();
    // A scraper may add parameters.
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    source.text().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    /** The port it listens on. */
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
