import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** The requests of one connection. They are answered in the order in which they came. */
type UnderWay = {
  requests: number;
  /** Of the request that came last, if it is known. */
  latest: FastifyReply | undefined;
  /** What waits for earlier requests to be answered. */
  waiting: { readonly most: number; readonly run: () => void } | undefined;
};

// Kept on the connection itself, so that it goes with it.
const underWay: unique symbol = Symbol('requests under way');

declare module 'node:net' {
  interface Socket {
    [underWay]?: UnderWay;
  }
}

const stateOf = (socket: Socket): UnderWay =>
  (socket[underWay] ??= { requests: 0, latest: undefined, waiting: undefined });

/** Notes that a request has begun on a connection (1), or that it is over (−1). */
export function countRequest(socket: Socket, change: 1 | -1): void {
  const state = stateOf(socket);
  state.requests += change;
  if (state.waiting === undefined || state.requests > state.waiting.most) return;
  const { run } = state.waiting;
  state.waiting = undefined;
  run();
}

/** Notes with what the request that came last will be answered. */
export function noteReply(reply: FastifyReply): void {
  stateOf(reply.request.raw.socket).latest = reply;
}

/** The reply to the request that is still arriving, if there is one and it has not been begun. */
export function unfinishedOn(socket: Socket): FastifyReply | undefined {
  const latest = socket[underWay]?.latest;
  if (latest === undefined || latest.request.raw.complete) return undefined;
  return latest.sent || latest.raw.headersSent ? undefined : latest;
}

/** Runs something, once, when no more than so many requests are under way: at once, or never. */
export function whenAtMost(socket: Socket, most: number, run: () => void): void {
  const state = stateOf(socket);
  if (state.requests <= most) run();
  else state.waiting ??= { most, run };
}
