import type { Clock } from '../../src/chat/clock.ts';
import { createMemoryStore } from '../../src/chat/memory-store.ts';
import { platformUserAgent } from '../../src/chat/order.ts';
import { createWebhookSender } from '../../src/chat/sender.ts';
import type { SenderRules } from '../../src/chat/sender-rules.ts';
import type { SharedStore } from '../../src/chat/shared-store.ts';
import { addChatWebhookRoutes } from '../../src/features/chat-webhook/route.ts';
import { createRelay } from '../../src/features/chat-webhook/service.ts';
import { createHttpServer, type HttpServer } from '../../src/http/server.ts';
import { clientKey } from '../../src/limits/client.ts';
import { createLimits } from '../../src/limits/limits.ts';
import { createRelayClient } from '../../src/net/relay-client.ts';
import type { UpstreamCall } from '../../src/net/upstream-client.ts';

export type ChatRelay = {
  readonly app: HttpServer;
  readonly origin: string;
  /** Everything that was logged, at the most talkative level. */
  readonly log: () => string;
  /** What metrics hear of. */
  readonly calls: UpstreamCall[];
  readonly close: () => Promise<void>;
};

export type ChatRelayOptions = {
  /** Of the sender; without a store of its own, of that as well. */
  readonly clock?: Clock;
  readonly store?: SharedStore;
  readonly rules?: Partial<SenderRules>;
  readonly allowMassMentions?: boolean;
  /** Posts a minute and client; default: as many as a test likes. */
  readonly postsPerMinute?: number;
};

export const realClock = {
  nowMs: () => performance.now(),
  startTimer: (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The routes of the webhooks, listening on loopback, in front of a platform at `platformUrl`. */
export async function startChatRelay(
  platformUrl: string,
  options: ChatRelayOptions = {},
): Promise<ChatRelay> {
  const { rules = {}, allowMassMentions = false, postsPerMinute = 100_000 } = options;
  const { clock = realClock, store = createMemoryStore(clock) } = options;
  const lines: string[] = [];
  const calls: UpstreamCall[] = [];
  const app = createHttpServer({
    trustProxy: false,
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
    clientKeyOf: clientKey,
    limiter: createLimits({
      nowMs: Date.now,
      seed: 1,
      apiMax: 100_000,
      webhookMax: postsPerMinute,
      shared: undefined,
    }),
  });
  const client = createRelayClient({
    baseUrl: platformUrl,
    name: 'chat platform',
    userAgent: platformUserAgent('https://example.org', '1.2.3'),
    onCall: (call) => calls.push(call),
  });
  const sender = createWebhookSender({ client, store, clock, rules });
  let boundaries = 0;
  const createBoundary = () => `lineup-${(boundaries += 1)}`;
  addChatWebhookRoutes(app, createRelay({ sender, allowMassMentions, createBoundary }));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    origin,
    log: () => lines.join(''),
    calls,
    close: async () => {
      await app.close();
      await client.close();
    },
  };
}
