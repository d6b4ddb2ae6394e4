import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { createGuard, type GuardClock } from './guard.ts';
import { createWriteBudget } from './write-budget.ts';

/** Lua that Redis runs as one step. */
export type Script = { readonly lua: string; readonly sha1: string };

export function scriptOf(lua: string): Script {
  return { lua, sha1: createHash('sha1').update(lua).digest('hex') };
}

/**
 * One connection to a Redis that the service can do without. Nothing here rejects or waits for long:
 * `undefined` means that Redis is away, or too slow to be of use.
 */
export type SharedRedis = {
  /** The values of these keys, in their order; `null` for one that is not there. */
  readonly readMany: (
    keys: readonly string[],
  ) => Promise<readonly (Uint8Array | null)[] | undefined>;
  /** Writes without being waited for; under load or while Redis is away the write is forgotten. */
  readonly write: (key: string, bytes: Uint8Array, lifetimeMs: number) => void;
  /** What the script returns. */
  readonly runScript: (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ) => Promise<unknown>;
  /** Whether it answers at present. */
  readonly isUp: () => boolean;
  readonly close: () => void;
};

export type SharedRedisOptions = {
  /** `redis:` or `rediss:`; may hold a password, so it is never logged. */
  readonly url: string;
  readonly clock: GuardClock;
  /** Told when it goes and when it comes back; first when it is there. */
  readonly onChange?: (state: 'up' | 'down') => void;
  /** How long an answer is waited for; 50 by default. */
  readonly answerTimeoutMs?: number | undefined;
};

/** Longer than Redis takes for anything that is asked here, by far; what comes later is no help. */
const defaultAnswerTimeoutMs = 50;
const failureLimit = 3;
const restMs = 1000;
const connectTimeoutMs = 2000;
/** A connection on which an answer is this late is given up: the machine behind it may be gone. */
const silenceTimeoutMs = 5000;
const maxReconnectDelayMs = 1000;
const writeBounds = { maxWrites: 256, maxBytes: 16 * 1024 * 1024 } as const;

export function openRedis({
  url,
  clock,
  onChange,
  answerTimeoutMs,
}: SharedRedisOptions): SharedRedis {
  const timeoutMs = answerTimeoutMs ?? defaultAnswerTimeoutMs;
  const guard = createGuard({ clock, timeoutMs, failureLimit, restMs });
  const budget = createWriteBudget(writeBounds);
  const client = connect(url);
  let told: 'up' | 'down' | undefined;

  const isUp = (): boolean => client.status === 'ready' && !guard.isResting();

  function tell(): void {
    const state = isUp() ? 'up' : 'down';
    if (state === told) return;
    told = state;
    onChange?.(state);
  }

  client.on('ready', () => {
    guard.reset();
    tell();
  });
  // An error is followed by `close`; without a listener it would be printed, address and all.
  client.on('error', () => {});
  client.on('close', tell);

  async function ask<T>(run: () => Promise<T>): Promise<T | undefined> {
    if (client.status !== 'ready') return undefined;
    const answer = await guard.ask(run);
    tell();
    return answer;
  }

  return {
    readMany: (keys) => ask(() => client.mgetBuffer(...keys)),
    write: (key, bytes, lifetimeMs) => {
      if (!isUp()) return;
      budget.spend(bytes.byteLength, () =>
        client.set(
          key,
          Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          'PX',
          lifetimeMs,
        ),
      );
    },
    runScript: (script, keys, args) => ask(() => evaluate(client, script, { keys, args })),
    isUp,
    close: () => client.disconnect(),
  };
}

function connect(url: string): Redis {
  return new Redis(url, {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    retryStrategy: (times) => Math.min(times * 100, maxReconnectDelayMs),
    // Who asks while it is away is told so at once; and nothing is done twice after a break.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Understood by every Redis, and by what speaks like one.
    protocol: 2,
    disableClientInfo: true,
  });
}

async function evaluate(
  client: Redis,
  { lua, sha1 }: Script,
  { keys, args }: { readonly keys: readonly string[]; readonly args: readonly (string | number)[] },
): Promise<unknown> {
  try {
    return await client.evalsha(sha1, keys.length, ...keys, ...args);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
    if (!isUnknown) throw error;
    return client.eval(lua, keys.length, ...keys, ...args);
  }
}
