import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLineup, type ServerProcess } from '../../bench/support/server-process.ts';
import { linesKey } from '../../src/upstreams/discord/queue/message-records.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from './fake-chat-platform.ts';
import { startRedisServer, until, type RedisServer } from './redis-server.ts';

/** The load on two instances, and after which fractions of it something is killed. */
export type KillPlan = {
  readonly webhooks: number;
  readonly messagesEach: number;
  readonly kills: readonly { readonly at: number; readonly what: 'instance' | 'redis' }[];
};

/** The results. */
export type KillOutcome = {
  /** Messages accepted with 202, by webhook, in order. */
  readonly accepted: ReadonlyMap<string, readonly string[]>;
  /** Posted while an instance or Redis was killed, and never answered 202: outcome unknown. */
  readonly uncertain: ReadonlySet<string>;
  /** Messages that arrived, by webhook, in order; a repeated nonce is the same message. */
  readonly arrived: ReadonlyMap<string, readonly string[]>;
  /** Calls to the platform that repeated a nonce, after an instance was killed before recording. */
  readonly repeats: number;
  /** Responses of the platform with 429. */
  readonly refusals: number;
  /** The most calls in any period of a second. */
  readonly maxInASecond: number;
  /** Pictures served, and failures other than those at an instance being killed. */
  readonly pictures: number;
  readonly failures: readonly string[];
  /** Lines that still hold a message, according to Redis. */
  readonly waiting: number;
};

type World = {
  readonly plan: KillPlan;
  readonly platform: FakeChatPlatform;
  readonly redis: RedisServer;
  /** The running instances; a killed one is replaced. */
  readonly instances: ServerProcess[];
  readonly killed: Set<ServerProcess>;
};

const token = 'token-of-the-scenario';
const platformWindow = { limit: 5, ms: 2000 } as const;
const idOf = (index: number) => String(100_000_000_000_000_000n + BigInt(index));

/**
 * Messages for many webhooks queued at two instances, and pictures drawn by them, while instances and
 * Redis are killed and restarted. A client uses another instance as soon as one is gone, as a
 * proxy in front would.
 */
export async function runKillScenario(plan: KillPlan): Promise<KillOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-kills-'));
  const [platform, redis] = await Promise.all([startFakeChatPlatform(), startRedisServer(folder)]);
  const world: World = { plan, platform, redis, instances: [], killed: new Set() };
  for (let index = 0; index < plan.webhooks; index += 1) platform.addWebhook(idOf(index), token);
  platform.limitTo(platformWindow.limit, platformWindow.ms);
  try {
    world.instances.push(...(await Promise.all([start(world), start(world)])));
    return await play(world);
  } finally {
    await Promise.all(world.instances.map((instance) => instance.close()));
    await Promise.all([platform.close(), redis.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function start({ platform, redis }: World): Promise<ServerProcess> {
  const { NODE_COMPILE_CACHE } = process.env;
  return startLineup({
    core: null,
    env: {
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
      REDIS_URL: redis.url,
      DISCORD_API_URL: platform.url,
      WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000000',
    },
  });
}

async function play(world: World): Promise<KillOutcome> {
  const { plan, platform, redis } = world;
  const accepted = new Map<string, string[]>();
  const uncertain = new Set<string>();
  const drawing = new AbortController();
  const pictures = draw(world, drawing.signal);
  const killing = killAll(world);
  await Promise.all(
    Array.from({ length: plan.webhooks }, async (_, index) => {
      const own: string[] = [];
      accepted.set(idOf(index), own);
      for (let number = 0; number < plan.messagesEach; number += 1) {
        const content = `${index}/${number}`;
        if (await post(world, idOf(index), content)) own.push(content);
        else uncertain.add(content);
      }
    }),
  );
  await killing;
  const waiting = () => redis.client.scard(linesKey);
  await until(async () => (await waiting()) === 0);
  drawing.abort();
  return {
    accepted,
    uncertain,
    ...arrivalsOf(platform),
    ...(await pictures),
    waiting: await waiting(),
  };
}

/** Whether it was accepted; false if unknown. */
async function post(world: World, webhook: string, content: string): Promise<boolean> {
  for (;;) {
    const instance = pick(world);
    try {
      const answer = await fetch(`${instance.origin}/api/chat/webhook/${webhook}/${token}/queue`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': content,
          // A client for each webhook, so that they take turns.
          'x-forwarded-for': `10.1.${Number(webhook.slice(-6)) >> 8}.${Number(webhook.slice(-6)) % 256}`,
        },
        body: JSON.stringify({ content }),
      });
      await answer.arrayBuffer();
      if (answer.status === 202) return true;
      // The first attempt was in progress when Redis was killed.
      if (answer.status === 409) return false;
      // Redis is unavailable.
      if (answer.status !== 503) throw new Error(`answered ${answer.status}`);
      await delay(100);
    } catch (error) {
      if (!world.killed.has(instance)) throw error;
      return false;
    }
  }
}

/** One after the other. */
function pick({ instances }: World): ServerProcess {
  const instance = instances.shift();
  if (instance === undefined) throw new Error('no instance is up');
  instances.push(instance);
  return instance;
}

/** Pictures, cached ones and new ones, one after the other from four clients. */
async function draw(world: World, signal: AbortSignal) {
  const failures: string[] = [];
  let pictures = 0;
  const client = async (number: number) => {
    for (let index = 0; !signal.aborted; index += 1) {
      const instance = pick(world);
      const height = index % 10 === 0 ? 64 + ((index / 10) % 200) : 64;
      const path = `/api/blockgame/render/head/sample-fox/full?height=${height}`;
      try {
        const headers = { 'x-forwarded-for': `10.2.0.${number}` };
        const answer = await fetch(`${instance.origin}${path}`, { headers });
        const body = await answer.bytes();
        if (answer.status === 200) pictures += 1;
        else failures.push(`${answer.status} ${new TextDecoder().decode(body)}`);
      } catch (error) {
        if (!world.killed.has(instance)) failures.push(String(error));
      }
      await delay(40);
    }
  };
  await Promise.all([1, 2, 3, 4].map((number) => client(number)));
  return { pictures, failures };
}

async function killAll(world: World): Promise<void> {
  const { plan, platform, redis, instances, killed } = world;
  const all = plan.webhooks * plan.messagesEach;
  for (const { at, what } of plan.kills) {
    await until(() => platform.messages.size >= at * all);
    if (what === 'redis') {
      await redis.kill();
      await delay(300);
      await redis.restart();
      continue;
    }
    const victim = instances.shift();
    if (victim === undefined) throw new Error('no instance is up');
    killed.add(victim);
    await victim.close();
    instances.push(await start(world));
  }
}

function maxWithin(timesMs: readonly number[], spanMs: number): number {
  let [first, max] = [0, 0];
  for (const [index, timeMs] of timesMs.entries()) {
    while ((timesMs[first] ?? timeMs) <= timeMs - spanMs) first += 1;
    max = Math.max(max, index - first + 1);
  }
  return max;
}

function arrivalsOf({ calls }: FakeChatPlatform) {
  const arrived = new Map<string, string[]>();
  const nonces = new Set<unknown>();
  let repeats = 0;
  const taken = calls.filter(({ status }) => status === 200);
  for (const { url, message } of taken) {
    const webhook = /\/webhooks\/(\d+)\//.exec(url)?.[1] ?? '';
    if (nonces.has(message?.['nonce'])) repeats += 1;
    else arrived.set(webhook, [...(arrived.get(webhook) ?? []), String(message?.['content'])]);
    nonces.add(message?.['nonce']);
  }
  const refusals = calls.filter(({ status }) => status === 429).length;
  const timesMs = calls.map(({ atMs }) => atMs);
  return { arrived, repeats, refusals, maxInASecond: maxWithin(timesMs, 1000) };
}
