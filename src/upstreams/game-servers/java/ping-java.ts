import type { Socket } from 'node:net';
import { systemClock, sleep } from '../../../common/async/clock.ts';
import { NetError } from '../../net/net-error.ts';
import type { ServerDetails } from '../server-status.ts';
import { pingLegacy, readLegacyStatus } from './legacy-ping.ts';
import { pingModern, type PingContext } from './modern-ping.ts';
import { readStatusJson } from './status-json.ts';

type PingOptions = PingContext & {
  /** Connects to the server; rejects with NetError. */
  readonly connect: (signal: AbortSignal) => Promise<Socket>;
  /** Silence after which a connected server gets the legacy ping, too. */
  readonly legacyDelayMs: number;
};

type PingReply = { readonly details: ServerDetails; readonly latencyMs: number };

/**
 * Pings a Java server with the protocol of 1.7 and, if that fails or is silent, with that of 1.6 on a
 * second connection. The first response wins. Rejects with NetError.
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
    // Stops the loser; its socket is destroyed.
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

/** If both fail, the error of the first is more helpful. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}
