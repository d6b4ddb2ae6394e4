import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { countRequest } from './under-way.ts';

type ConnectionRules = {
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** Whose connection it is, as a key; `null` for a proxy, which speaks for many. */
  readonly keyOf: (address: string) => string | null;
};

/** The connections of one client, that which became idle first in front, with the requests under way on each. */
type Held = Map<Socket, number>;

/** Notes that a request has begun on a connection (1), or that it is over (−1). */
export type NoteRequest = (socket: Socket, change: 1 | -1) => void;

/**
 * A ceiling of connections a client, and one over all. A client at its ceiling may still open a new
 * connection: the one that it has left idle for longest is closed instead, so that somebody who
 * leaves a thousand behind loses those, and not the service. Only when all are at work is the new
 * one refused.
 *
 * @returns to be told of every request
 */
export function limitConnections(server: Server, rules: ConnectionRules): NoteRequest {
  const clients = new Map<string, Held>();
  const heldBy = new WeakMap<Socket, Held>();

  function makeRoom(held: Held): boolean {
    if (held.size < rules.connectionsPerClient) return true;
    for (const [socket, requests] of held) {
      if (requests > 0) continue;
      held.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function accept(socket: Socket): void {
    const key = rules.keyOf(socket.remoteAddress ?? '');
    if (key === null) return;
    const held = clients.get(key) ?? new Map<Socket, number>();
    if (!makeRoom(held)) {
      socket.destroy();
      return;
    }
    clients.set(key, held.set(socket, 0));
    heldBy.set(socket, held);
    socket.once('close', () => {
      held.delete(socket);
      if (held.size === 0) clients.delete(key);
    });
  }

  server.maxConnections = rules.connections;
  server.on('connection', accept);
  return (socket, change) => {
    countRequest(socket, change);
    const held = heldBy.get(socket);
    const requests = held?.get(socket);
    if (held === undefined || requests === undefined) return;
    // Taken out and put in again once it is idle, it is the one that became so last.
    if (change < 0) held.delete(socket);
    held.set(socket, requests + change);
  };
}
