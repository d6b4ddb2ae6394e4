import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FairRequest } from './fair-mix.ts';
import { valueRow, type Target } from './report.ts';

export type Answer = { readonly status: number; readonly ms: number };

/** Longer than anybody waits for what is cached or small. */
const maxMs = 10_000;

/** Sends a request as the client of this address, behind a trusted proxy; status 0 if it is cut. */
export async function send(origin: string, request: FairRequest, address: string): Promise<Answer> {
  const { method, path, headers, body = null } = request;
  const startMs = performance.now();
  const sent = { ...headers, 'x-forwarded-for': address };
  const status = await fetch(origin + path, { method, headers: sent, body }).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  );
  return { status, ms: performance.now() - startMs };
}

/** Calls at a fixed rate, whether or not the calls before are finished; returns after the last. */
export async function repeat<T>(
  everyMs: number,
  isOver: (number: number) => boolean,
  call: (number: number) => Promise<T>,
): Promise<T[]> {
  const calls: Promise<T>[] = [];
  while (!isOver(calls.length)) {
    calls.push(call(calls.length));
    await delay(everyMs);
  }
  return Promise.all(calls);
}

/** The status on a connection of its own, from this address of the machine; 0 without a whole response. */
function ask(url: string, localAddress: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const signal = AbortSignal.timeout(maxMs);
  get(url, { agent: false, localAddress, signal }, (response) => {
    response
      .on('error', () => {})
      .on('close', () => {
        resolve(response.complete ? (response.statusCode ?? 0) : 0);
      });
    response.resume();
  }).on('error', () => resolve(0));
  return promise;
}

/** Makes rows about what others get beside an attack. */
export function rowsBeside(id: string, beside: string) {
  return (end: string, what: string, [value, unit]: [number, string], target: Target) =>
    valueRow({ id: id + end, what: `${what}, beside ${beside}`, value, unit, target });
}

export const cachedHead = '/api/blockgame/render/head/sample-fox/full';
const address = '127.71.0.1';
const tries = 12;

/** What others ask for, each on a new connection, and what percentage of it is answered with 200. */
export async function shareServed(origin: string, watchedMs: number): Promise<number> {
  const isOver = (number: number): boolean => number >= tries;
  const rounds = await repeat(watchedMs / tries, isOver, (number) => {
    const paths = [cachedHead, `${cachedHead}?yaw=${(number + 1) / 10}`, '/docs', '/healthz'];
    const asked = paths.map((path) => ask(origin + path, address));
    return Promise.all([...asked, ask(`${origin}/healthz`, '127.0.0.1')]);
  });
  const statuses = rounds.flat();
  return (statuses.filter((status) => status === 200).length / statuses.length) * 100;
}
export const served = 'cached heads, new ones, /docs and /healthz that others get';
