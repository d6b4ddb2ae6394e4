import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../../test/support/loopback.ts';
import { startRedisServer } from '../../test/support/redis-server.ts';
import { keepBusy } from './clients.ts';
import { rowsOf, type Report } from './report.ts';
import { turnOf } from './sample-skins.ts';
import { withServer } from './server-process.ts';

const clients = Array.from({ length: 20 }, (_, index) => `198.51.${index % 5}.${index + 1}`);
/** So many that attempts for them use up the rate of all. */
const webhooks = 200;
/** More than fit; it is over when so many in turn were refused. */
const maxMessages = 25_000;
const maxRefused = 100;
const postingAtOnce = 64;
const sampleEvery = 100;
const other = { address: '192.0.2.1', webhook: '900000000000000000' };
const messages = 5;
const sentMostMs = 60_000;

/** Clients that fill the queue of webhook messages: whether another's are sent, and what is lost. */
export async function heldMessages(id: string): Promise<Report> {
  const [platform, redis] = await Promise.all([startPlatform(), startRedisServer()]);
  const env = {
    DISCORD_API_URL: platform.origin,
    REDIS_URL: redis.url,
    TRUST_PROXY: '1',
    WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000000000',
  };
  try {
    return await withServer(env, ({ origin }) => watch(origin, id));
  } finally {
    await Promise.all([platform.close(), redis.close()]);
  }
}

async function watch(origin: string, id: string): Promise<Report> {
  const queued = await fill(origin);
  const times: number[] = [];
  while (times.length < messages) times.push((await sendOne(origin)) / 1000);
  const sample = queued.filter((_, index) => index % sampleEvery === 0);
  const states = await Promise.all(sample.map((location) => stateOf(origin, location)));
  const lost = states.filter((state) => state !== 'waiting' && state !== 'sent').length;
  const row = rowsOf(id, '20 clients of five networks who fill the queue of messages');
  const what = `until a message is sent, the slowest of ${messages}`;
  return {
    rows: [
      row('', what, [Math.max(...times), 's'], { atMost: 5 }),
      row('-lost', `of ${sample.length} accepted messages`, [lost, 'lost'], { atMost: 0 }),
    ],
    remarks: [`${queued.length.toLocaleString('en')} messages of five networks were accepted.`],
  };
}

/** Tells all but one webhook to come again in a second. */
function startPlatform() {
  const limited = { message: 'You are being rate limited.', retry_after: 1, global: false };
  return listenOnLoopback(
    createServer((request, response) => {
      const isOther = request.url?.includes(other.webhook) === true;
      request.resume();
      response.writeHead(isOther ? 200 : 429, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isOther ? { id: '1' } : limited));
    }),
  );
}

/** Where to ask for the state of a message; `null` if it was refused. */
async function post(origin: string, address: string, webhook: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/chat/webhook/${webhook}/token/queue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ content: 'hello' }),
  });
  await answer.bytes();
  return answer.status === 202 ? answer.headers.get('location') : null;
}

/** Posts until nobody's messages are accepted any more; returns those that were. */
async function fill(origin: string): Promise<string[]> {
  const queued: string[] = [];
  let refused = 0;
  const isOver = (number: number): boolean => number >= maxMessages || refused >= maxRefused;
  await keepBusy(postingAtOnce, isOver, async (number) => {
    const webhook = `1000000000000${10_000 + (number % webhooks)}`;
    const location = await post(origin, turnOf(clients, number), webhook);
    refused = location === null ? refused + 1 : 0;
    if (location !== null) queued.push(location);
  });
  return queued;
}

async function stateOf(origin: string, location: string): Promise<string | undefined> {
  const { state }: { readonly state?: string } = JSON.parse(
    await (await fetch(origin + location)).text(),
  );
  return state;
}

/** Milliseconds until a message is sent; the most, if it is refused or takes longer. */
async function sendOne(origin: string): Promise<number> {
  const startMs = performance.now();
  const location = await post(origin, other.address, other.webhook);
  if (location === null) return sentMostMs;
  for (let ms = 0; ms < sentMostMs; ms = performance.now() - startMs) {
    if ((await stateOf(origin, location)) === 'sent') return performance.now() - startMs;
    await delay(50);
  }
  return sentMostMs;
}
