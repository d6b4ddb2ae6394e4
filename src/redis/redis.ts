import { createHash } from 'node:crypto';
import type { Clock } from '../async/clock.ts';
import { openConnection, type Connection } from './connection.ts';
import { createGuard } from './guard.ts';
import { ReplyError } from './reply-reader.ts';
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
  /** The value of a key; `null` where there is none. */
  readonly read: (key: string) => Promise<Uint8Array | null | undefined>;
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
  readonly clock: Clock;
  /** Told when it goes and when it comes back; first when it is there. */
  readonly onChange?: (state: 'up' | 'down') => void;
  /** How long a response is waited for; 50 by default. */
  readonly responseTimeoutMs?: number | undefined;
};

/** Far longer than Redis takes for any call made here; what comes later is no help. */
const defaultResponseTimeoutMs = 50;
const failureLimit = 3;
const backOffMs = 1000;
const writeBounds = { maxWrites: 256, maxBytes: 16 * 1024 * 1024 } as const;

export function openRedis({
  url,
  clock,
  onChange,
  responseTimeoutMs,
}: SharedRedisOptions): SharedRedis {
  const timeoutMs = responseTimeoutMs ?? defaultResponseTimeoutMs;
  const guard = createGuard({ clock, timeoutMs, failureLimit, backOffMs });
  const budget = createWriteBudget(writeBounds);
  let lastState: 'up' | 'down' | undefined;
  const connection = openConnection({
    url,
    clock,
    onReady: () => {
      guard.reset();
      reportState();
    },
    onLost: reportState,
  });

  function isUp(): boolean {
    return connection.isReady() && !guard.isBackingOff();
  }

  function reportState(): void {
    const state = isUp() ? 'up' : 'down';
    if (state === lastState) return;
    lastState = state;
    onChange?.(state);
  }

  async function call<T>(run: () => Promise<T>): Promise<T | undefined> {
    if (!connection.isReady()) return undefined;
    const result = await guard.call(run);
    reportState();
    return result;
  }

  return {
    read: async (key) => {
      const value = await call(() => connection.send(['GET', key]));
      // What answers may be no Redis, and answer with anything.
      return value === null || value instanceof Uint8Array ? value : undefined;
    },
    write: (key, bytes, lifetimeMs) => {
      if (!isUp()) return;
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      budget.spend(bytes.byteLength, () =>
        connection.send(['SET', key, buffer, 'PX', String(lifetimeMs)]),
      );
    },
    runScript: (script, keys, args) =>
      call(() => evaluate(connection, script, [String(keys.length), ...keys, ...args.map(String)])),
    isUp,
    close: connection.close,
  };
}

async function evaluate(
  { send }: Pick<Connection, 'send'>,
  { lua, sha1 }: Script,
  input: readonly string[],
): Promise<unknown> {
  try {
    return await send(['EVALSHA', sha1, ...input]);
  } catch (error) {
    const isUnknown = error instanceof ReplyError && error.message.startsWith('NOSCRIPT');
    if (!isUnknown) throw error;
    return send(['EVAL', lua, ...input]);
  }
}
