import { createServer } from 'node:http';
import { fastify } from 'fastify';
import { Pool } from 'undici';
import { systemClock } from '../../src/async/clock.ts';
import { platformUserAgent } from '../../src/chat/webhook.ts';
import { createProcessRecords } from '../../src/chat/idempotency.ts';
import { createWebhookSender, maxConnections } from '../../src/chat/sender.ts';
import { addChatWebhookRoutes } from '../../src/features/chat-webhook/route.ts';
import { createHttpServer } from '../../src/http/create-server.ts';
import { createUpstreamClient } from '../../src/net/upstream-client.ts';

// One of the three servers of bench/webhook.ts, by its first argument: the relay, a bare Fastify that
// forwards the same, or the platform behind them, whose address is the second argument of the others.
// Tells its own address when it listens, and its processor time when it is asked.

const [kind = '', platformUrl = ''] = process.argv.slice(2);
const host = '127.0.0.1';

const starts: Readonly<Record<string, () => Promise<string>>> = {
  relay: startRelay,
  bare: startBare,
  platform: startPlatform,
};

const start = starts[kind];
if (start === undefined) throw new Error('started by bench/webhook.ts');
process.send?.({ origin: await start() });
process.on('message', () => process.send?.(process.cpuUsage()));
// Without its bench nobody would end it.
process.on('disconnect', () => process.exit());

/** As it is shipped, but for the limits: those of the platform would be all that is measured. */
async function startRelay(): Promise<string> {
  const logStream = { write: () => {} };
  const app = createHttpServer({ trustProxy: false, logLevel: 'info', logStream });
  const client = createUpstreamClient({
    baseUrl: platformUrl,
    name: 'chat platform',
    userAgent: platformUserAgent('https://example.org', '1'),
    maxConcurrent: maxConnections,
  });
  const sender = createWebhookSender({
    request: client.request,
    clock: systemClock,
    requestsPerSecond: 100_000,
  });
  const records = createProcessRecords();
  addChatWebhookRoutes(app, { sender, allowMassMentions: false, queue: undefined, records });
  return app.listen({ host, port: 0 });
}

/** Parses, forwards to the same path, sends back: no checks, no limits, no log. */
async function startBare(): Promise<string> {
  const app = fastify();
  const { origin, pathname } = new URL(platformUrl);
  const pool = new Pool(origin, { connections: 64 });
  app.post('/api/chat/webhook/:id/:token', async (request, reply) => {
    const answer = await pool.request({
      method: 'POST',
      path: `${pathname}${request.url.replace('/api/chat/webhook', '/webhooks')}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return reply
      .code(answer.statusCode)
      .header('content-type', answer.headers['content-type'])
      .send(bytes);
  });
  return app.listen({ host, port: 0 });
}

async function startPlatform(): Promise<string> {
  const message = Buffer.from(JSON.stringify({ id: '1', content: 'x'.repeat(200), embeds: [] }));
  const headers = {
    'content-type': 'application/json',
    'content-length': message.length,
    // As wide as can be told: its own limits would be all that is measured.
    'x-ratelimit-limit': 10_000,
    'x-ratelimit-remaining': 9999,
    'x-ratelimit-reset-after': 1,
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, headers).end(message));
  });
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://${host}:${address.port}/api/v10`;
}
