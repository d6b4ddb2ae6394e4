import type { Redis } from 'ioredis';
import { createCircuitBreaker } from '../../common/async/circuit-breaker.ts';
import { settledWithin, type Clock } from '../../common/async/clock.ts';
import { openCheckedRedis } from './checked-connection.ts';

/**
 * Called when Redis becomes unavailable or available; first when it connects. Replies that are late now
 * and then change nothing.
 * @param sentence what happened, for the log
 */
type OnChange = (state: 'up' | 'down', sentence: string) => void;

export type SharedRedisOptions = {
  /** `redis:` or `rediss:`; may hold a password, so it is never logged. */
  readonly url: string;
  readonly clock: Clock;
  readonly onChange?: OnChange;
  /** How long to wait for a response in ms. */
  readonly responseTimeoutMs?: number | undefined;
};

/** Far longer than Redis needs for any command used here; a later reply does not help. */
const defaultResponseTimeoutMs = 50;
const failureLimit = 3;
const backOffMs = 1000;
const connectTimeoutMs = 2000;
/** A connection without a response for this long is closed: the machine may be gone. */
const silenceTimeoutMs = 5000;
/** Writes in progress, of which there are more only if Redis or the network is slow. */
const maxWritingBytes = 16 * 1024 * 1024;

export type SharedRedis = ReturnType<typeof openRedis>;

/** An optional Redis: no method rejects or takes long; `undefined`: not available or too slow. */
export function openRedis(options: SharedRedisOptions) {
  const { url, clock, onChange, responseTimeoutMs: timeoutMs = defaultResponseTimeoutMs } = options;
  const guard = createGuard(clock, timeoutMs);
  const client = connect(url);
  const isConnected = (): boolean => client.status === 'ready';
  const isUp = (): boolean => isConnected() && !guard.isBackingOff();
  const report = reportAvailability(clock.nowMs, timeoutMs, onChange);
  const reportState = (): void => report(isConnected(), isUp());
  let isProbeDue = false;
  let writingBytes = 0;

  client.on('ready', () => {
    guard.reset();
    reportState();
  });
  client.on('close', reportState);

  async function call<T>(run: () => Promise<T>): Promise<T | undefined> {
    if (!isConnected()) return undefined;
    const result = await guard.call(run);
    reportState();
    if (guard.isBackingOff()) probeLater();
    return result;
  }

  /** Redis is down until a probe is answered, also if nobody else calls it. */
  function probeLater(): void {
    if (isProbeDue) return;
    isProbeDue = true;
    clock.startTimer(backOffMs, () => {
      isProbeDue = false;
      void call(() => client.ping());
    });
  }

  async function set(key: string, value: Buffer, lifetimeMs: number): Promise<void> {
    writingBytes += value.length;
    // A failure is ignored: the next write of this key makes up for it.
    await client.set(key, value, 'PX', lifetimeMs).catch(() => {});
    writingBytes -= value.length;
  }

  const memory = createMemoryWatch(clock.nowMs, () => call(() => client.info('memory')));

  return {
    /** The value of a key; `null` if there is none. */
    read: async (key: string): Promise<Uint8Array | null | undefined> => {
      const value: unknown = await call(() => client.getBuffer(key));
      // The server may not be Redis and may reply with anything.
      return value === null || value instanceof Uint8Array ? value : undefined;
    },
    /** Writes in the background; dropped under load, at half of its memory, or if unavailable. */
    write: (key: string, bytes: Uint8Array, lifetimeMs: number): void => {
      if (!isUp() || !memory.hasSpace() || writingBytes + bytes.length > maxWritingBytes) return;
      void set(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), lifetimeMs);
    },
    /** Runs Lua as one step and returns its result. */
    runScript: (
      lua: string,
      keys: readonly string[],
      args: readonly (string | number)[],
    ): Promise<unknown> => call(() => client.eval(lua, keys.length, ...keys, ...args)),
    isUp,
    close: (): void => client.disconnect(),
  };
}

function connect(url: string): Redis {
  return openCheckedRedis(url, {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    // The commands of one iteration of the event loop share a packet.
    enableAutoPipelining: true,
    // Commands fail at once while it is disconnected, and none is repeated after a reconnect.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
  });
}

/**
 * Keeps failures of an optional service from its callers. No call takes longer than `timeoutMs`. After
 * a timeout or three consecutive failures, calls are skipped for a while, so that a hanging Redis delays a
 * request once and later ones not at all.
 */
export function createGuard(clock: Clock, timeoutMs: number) {
  const { nowMs } = clock;
  const openBreaker = () =>
    createCircuitBreaker({ nowMs, failureLimit, openMs: backOffMs, maxOpenMs: backOffMs });
  let breaker = openBreaker();

  return {
    /** True while calls are skipped. */
    isBackingOff: (): boolean => breaker.isRefusing(),
    /** Clears earlier failures after a new connection. */
    reset: (): void => void (breaker = openBreaker()),
    /** The result of a call, or `undefined` if it fails, takes too long, or is skipped. */
    call: async <T>(run: () => Promise<T>): Promise<T | undefined> => {
      // Calls are skipped during a probe instead of waiting for it.
      if (breaker.isRefusing()) return undefined;
      const running = run().then(
        (value) => ({ kind: 'answered', value }) as const,
        () => ({ kind: 'failed', value: undefined }) as const,
      );
      const inTime = settledWithin(running, timeoutMs, clock);
      const [report, result] = await Promise.all([breaker.enter(), inTime]);
      // Too late: a refusal opens the circuit at once.
      report?.({ kind: result?.kind ?? 'refused' });
      return result?.value;
    },
  };
}

/** A connected Redis is reported as unavailable if no reply came in time for this long. */
const silentMs = 5000;

/**
 * Reports when Redis becomes unavailable or available: a lost connection at once, but late replies only
 * if they last, as those of a busy machine do not.
 * @returns a function to be called whenever that may have changed, and every now and then while it is
 * not up
 */
function reportAvailability(nowMs: () => number, timeoutMs: number, onChange: OnChange = () => {}) {
  let lastState: 'up' | 'down' | undefined;
  /** Since when no reply has come in time. */
  let silentSinceMs = Number.POSITIVE_INFINITY;

  function report(state: 'up' | 'down', sentence: string): void {
    if (state !== lastState) onChange(state, sentence);
    lastState = state;
  }

  return (isConnected: boolean, isUp: boolean): void => {
    silentSinceMs = isUp ? Number.POSITIVE_INFINITY : Math.min(silentSinceMs, nowMs());
    if (isUp) report('up', 'Redis answers');
    else if (!isConnected) report('down', 'Redis is not connected: continuing without it');
    else if (nowMs() - silentSinceMs >= silentMs) {
      const times = `within ${timeoutMs} ms for ${silentMs / 1000} seconds`;
      report('down', `Redis has not answered ${times}: continuing without it`);
    }
  };
}

/**
 * The part of `maxmemory` that the cache may fill. The rest is for windows, records and queued
 * messages, which must not be evicted (so the policy is `noeviction`).
 */
const cacheShare = 0.5;

/** Less than what can be written in this time fits into the rest. */
const checkMs = 1000;

/** Watches the memory of Redis while there is something to write. Without `maxmemory` there is always room. */
function createMemoryWatch(
  nowMs: () => number,
  /** The reply to `INFO memory`; `undefined` if there is none. */
  readInfo: () => Promise<string | undefined>,
) {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let hasSpace = true;

  async function check(): Promise<void> {
    const info = await readInfo();
    if (info === undefined) return;
    const maxBytes = Number(/^maxmemory:(\d+)/m.exec(info)?.[1] ?? 0);
    const usedBytes = Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? 0);
    hasSpace = maxBytes === 0 || usedBytes < maxBytes * cacheShare;
  }

  return {
    /** False while Redis is so full that nothing may be added that is only cached. */
    hasSpace: (): boolean => {
      if (nowMs() - checkedAtMs >= checkMs) {
        checkedAtMs = nowMs();
        void check();
      }
      return hasSpace;
    },
  };
}
