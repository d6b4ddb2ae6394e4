import { systemClock, type Clock } from '../../src/common/async/clock.ts';
import { bucketOpener } from '../../src/common/async/token-bucket.ts';
import { createProcessRecords } from '../../src/upstreams/discord/idempotency.ts';
import { createWebhookSender, type SenderRules } from '../../src/upstreams/discord/sender.ts';
import { platformUserAgent } from '../../src/upstreams/discord/webhook.ts';
import {
  chatWebhookRoutes,
  webhookMethodReason,
} from '../../src/service/routes/chat-webhook/route.ts';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import { addRoutes } from '../../src/service/http/define-route.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { clientKey, createLimits } from '../../src/service/limits/limits.ts';
import {
  createUpstreamClient,
  type UpstreamCall,
} from '../../src/upstreams/net/upstream-client.ts';

export type ChatRelay = {
  readonly app: HttpServer;
  readonly origin: string;
  /** Everything that was logged, at the most verbose level. */
  readonly log: () => string;
  /** What metrics receive. */
  readonly calls: UpstreamCall[];
  readonly close: () => Promise<void>;
};

export type ChatRelayOptions = {
  /** Of the sender, and of the windows of clients. */
  readonly clock?: Clock;
  readonly rules?: Partial<SenderRules>;
  /** To the platform; default: practically unlimited. */
  readonly requestsPerSecond?: number;
  readonly allowMassMentions?: boolean;
  /** Posts a minute and client; default: practically unlimited. */
  readonly postsPerMinute?: number;
  /** Proxies whose `X-Forwarded-For` is trusted, so that a test can act as many clients. */
  readonly trustProxy?: number;
};

/** The webhook routes, listening on loopback, in front of a platform at `platformUrl`. */
export async function startChatRelay(
  platformUrl: string,
  options: ChatRelayOptions = {},
): Promise<ChatRelay> {
  const { rules = {}, allowMassMentions = false, postsPerMinute = 100_000 } = options;
  const { clock = systemClock, requestsPerSecond = 10_000, trustProxy = false } = options;
  const lines: string[] = [];
  const calls: UpstreamCall[] = [];
  const app = createHttpServer({
    trustProxy,
    methodReason: webhookMethodReason,
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
    clientKeyOf: clientKey,
    limiter: createLimits({
      nowMs: clock.nowMs,
      apiMax: 100_000,
      webhookMax: postsPerMinute,
      shared: undefined,
    }),
  });
  const client = createUpstreamClient({
    baseUrl: platformUrl,
    name: 'chat platform',
    userAgent: platformUserAgent({ url: 'https://example.org', version: '1.2.3' }),
    onCall: (call) => calls.push(call),
    maxConcurrent: 512,
  });
  const sender = createWebhookSender({
    request: client.request,
    clock,
    openBucket: bucketOpener({ clock }),
    requestsPerSecond,
    rules,
  });
  const records = createProcessRecords(clock.nowMs);
  const webhooks = { sender, allowMassMentions, queue: undefined, records };
  addRoutes(app, chatWebhookRoutes(webhooks), '');
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
