import type { Socket } from 'node:net';
import { sleep, systemClock } from '../../async/clock.ts';
import { NetError } from '../../net/net-error.ts';
import type { ServerDetails } from '../server-status.ts';
import { pingLegacy } from './legacy-ping.ts';
import { readLegacyStatus } from './legacy-status.ts';
import { pingModern, type PingContext } from './modern-ping.ts';
import { readStatusJson } from './status-json.ts';

type PingOptions = PingContext & {
  /** Opens a connection to the server; rejects with NetError. */
  readonly connect: (signal: AbortSignal) => Promise<Socket>;
  /** How long a connected server may be silent before it gets the legacy ping as well. */
  readonly legacyDelayMs: number;
};

export type PingReply = { readonly details: ServerDetails; readonly latencyMs: number };

/**
 * Pings a Java server the way of 1.7; where that gets no answer the way of 1.6 as well, over a second
 * connection: at once when the first came to a bad end, and after `legacyDelayMs` when there is
 * nothing but silence. The first that answers wins. A host that can't be reached is not tried again.
 * Rejects with NetError.
 */
export async function pingJava(options: PingOptions): Promise<PingReply> {
  const rest = new AbortController();
  const signal = AbortSignal.any([options.signal, rest.signal]);
  try {
    const socket = await options.connect(signal);
    const modern = converse(socket, () => readModern(socket, { ...options, signal }));
    const answered = modern.then(
      () => true,
      () => false,
    );
    const silence = sleep(systemClock, options.legacyDelayMs, signal).then(() => false);
    const isAnswered = await Promise.race([answered, silence]);
    if (isAnswered) return await modern;
    return await Promise.any([modern, readLegacy({ ...options, signal })]);
  } catch (error) {
    throw firstOf(error);
  } finally {
    // Whoever lost is told to stop; sockets are destroyed on the way.
    rest.abort(new NetError('aborted'));
  }
}

async function readModern(socket: Socket, context: PingContext): Promise<PingReply> {
  const { json, latencyMs } = await pingModern(socket, context);
  return { details: readStatusJson(json), latencyMs };
}

async function readLegacy({ connect, ...context }: PingOptions): Promise<PingReply> {
  const socket = await connect(context.signal);
  return converse(socket, async () => {
    const { text, latencyMs } = await pingLegacy(socket, context);
    return { details: readLegacyStatus(text), latencyMs };
  });
}

async function converse(socket: Socket, talk: () => Promise<PingReply>): Promise<PingReply> {
  try {
    return await talk();
  } finally {
    socket.destroy();
  }
}

/** Of two failures the first way's says more. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}
