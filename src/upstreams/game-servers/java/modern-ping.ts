import type { Socket } from 'node:net';
import { withDeadline } from '../../../common/async/deadline.ts';
import { netErrorOf } from '../../net/net-error.ts';
import { listenToReplies } from '../wire/replies.ts';
import { pingRequest, statusRequest, takePong, takeStatus, type Addressee } from './packets.ts';

export type PingContext = {
  readonly addressee: Addressee;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
};

/** Time to wait for the pong, which only gives the latency: twice that of the status, and some. */
function pongTimeoutMs(statusMs: number): number {
  return Math.min(1000, 100 + 2 * statusMs);
}

export type ModernReply = { readonly json: string; readonly latencyMs: number };

/**
 * Pings a server of version 1.7 or newer. The latency is that of the ping packet, or of the status if
 * the server does not answer it (many proxies close the connection instead). Rejects with NetError.
 */
export async function pingModern(socket: Socket, context: PingContext): Promise<ModernReply> {
  const { addressee, nowMs, signal } = context;
  const replies = listenToReplies(socket);
  const requestedAtMs = nowMs();
  socket.write(statusRequest(addressee));
  const json = await replies.next(takeStatus, signal);
  const statusMs = nowMs() - requestedAtMs;
  const pingedAtMs = nowMs();
  const token = BigInt(Math.trunc(pingedAtMs));
  socket.write(pingRequest(token));
  try {
    const pong = await withDeadline(
      { errorOf: netErrorOf, timeoutMs: pongTimeoutMs(statusMs), signal },
      (pongSignal) => replies.next(takePong, pongSignal),
    );
    return { json, latencyMs: pong === token ? nowMs() - pingedAtMs : statusMs };
  } catch {
    return { json, latencyMs: statusMs };
  }
}
