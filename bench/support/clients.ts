import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** What a client sends. */
export type Sent = {
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export const get = (path: string): Sent => ({ method: 'GET', path });

/** @param body JSON, or what becomes JSON */
export function post(path: string, body: string | object): Sent {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: json };
}

export const compositionPath = '/api/blockgame/render/composition';
export const cachedHead = '/api/blockgame/render/head/sample-fox/full';

export type Answer = { readonly status: number; readonly ms: number };

/**
 * Sends it, on a connection that nothing else is waiting for.
 * @param address of the client, behind a trusted proxy
 * @returns status 0 if it is cut
 */
export async function send(origin: string, sent: Sent, address = '192.0.2.1'): Promise<Answer> {
  const { method, path, body = null } = sent;
  const headers = { ...sent.headers, 'x-forwarded-for': address };
  const startMs = performance.now();
  const status = await statusOf(origin + path, { method, headers, body });
  return { status, ms: performance.now() - startMs };
}

/** The status of a whole response; 0 without one. */
async function statusOf(url: string, options: Parameters<typeof request>[1]): Promise<number> {
  try {
    const { statusCode, body } = await request(url, options);
    await finished(body.resume());
    return statusCode;
  } catch {
    return 0;
  }
}

/** Calls at a fixed rate, whether or not the calls before are finished; returns after the last. */
export async function repeat<T>(
  everyMs: number,
  isOver: (number: number) => boolean,
  call: (number: number) => Promise<T>,
): Promise<T[]> {
  const calls: Promise<T>[] = [];
  const startMs = performance.now();
  while (!isOver(calls.length)) {
    calls.push(call(calls.length));
    await delay(Math.max(0, startMs + calls.length * everyMs - performance.now()));
  }
  return Promise.all(calls);
}

/** Keeps this many calls in progress until `isOver`; each gets the next number, from 0. */
export async function keepBusy(
  width: number,
  isOver: (number: number) => boolean,
  call: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (!isOver(next)) await call(next++);
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** The status on a connection of its own, from this address of the machine. */
function ask(url: string, localAddress: string): Promise<number> {
  const dispatcher = new Agent({ localAddress });
  // Longer than anybody waits for what is cached or small.
  const signal = AbortSignal.timeout(10_000);
  return statusOf(url, { dispatcher, signal }).finally(() => dispatcher.destroy());
}

const tries = 12;

/** What others ask for, each on a new connection, and what percentage of it is answered with 200. */
export async function shareServed(origin: string, watchedMs: number): Promise<number> {
  const isOver = (number: number): boolean => number >= tries;
  const rounds = await repeat(watchedMs / tries, isOver, (number) => {
    const paths = [cachedHead, `${cachedHead}?yaw=${(number + 1) / 10}`, '/docs', '/healthz'];
    const asked = paths.map((path) => ask(origin + path, '127.71.0.1'));
    return Promise.all([...asked, ask(`${origin}/healthz`, '127.0.0.1')]);
  });
  const statuses = rounds.flat();
  return (statuses.filter((status) => status === 200).length / statuses.length) * 100;
}
export const served = 'cached heads, new ones, /docs and /healthz that others get';
