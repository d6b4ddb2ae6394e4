import type { DatagramContext } from '../bedrock/ping-bedrock.ts';
import type { QueryDetails } from '../server-status.ts';
import { readChallenge, readFullStat, writeChallengeRequest, writeStatRequest } from './packets.ts';

/** Datagrams get lost. */
const sendAtMs = [0, 300, 800] as const;

/**
 * Requests the full status by the query protocol (GameSpy 4): a challenge, then the status, on one
 * socket. Rejects with NetError; 'timeout' for most servers, which have it switched off.
 * @param sessionId any 32 bits; the protocol uses four of each byte
 */
export function queryServer(context: DatagramContext, sessionId: number): Promise<QueryDetails> {
  const { exchange, ...options } = context;
  const id = sessionId & 0x0f0f0f0f;
  let token: number | null = null;
  return exchange<QueryDetails>({
    ...options,
    sendAtMs,
    question: () => (token === null ? writeChallengeRequest(id) : writeStatRequest(id, token)),
    read: (datagram, send) => {
      const challenge = readChallenge(datagram, id);
      if (challenge === null) return readFullStat(datagram, id);
      // Only the first challenge is answered: each would cost another datagram.
      if (token === null) send(writeStatRequest(id, challenge));
      token ??= challenge;
      return null;
    },
  });
}
