import type { SafeDatagrams } from '../../net/safe-datagrams.ts';
import type { ServerDetails } from '../server-status.ts';
import { bedrockPing, readBedrockPong } from './packets.ts';
import { readBedrockStatus } from './status-text.ts';

/** Datagrams get lost: when the ping is repeated; a second is left for the last answer. */
const sendAtMs = [0, 300, 800, 1600, 2600, 3800] as const;

export type DatagramContext = {
  readonly exchange: SafeDatagrams['exchange'];
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

type PingOptions = DatagramContext & {
  readonly nowMs: () => number;
  /** Eight random bytes as a number: only a host that receives the ping can answer it. */
  readonly randomInt64: () => bigint;
};

/** Pings a Bedrock server; the pong repeats the number of its ping. Rejects with NetError. */
export function pingBedrock({ exchange, nowMs, randomInt64, ...options }: PingOptions) {
  const clientId = randomInt64();
  const sentAtMs = new Map<bigint, number>();
  return exchange<{ readonly details: ServerDetails; readonly latencyMs: number }>({
    ...options,
    sendAtMs,
    question: () => {
      const token = randomInt64();
      sentAtMs.set(token, nowMs());
      return bedrockPing(token, clientId);
    },
    read: (datagram) => {
      const pong = readBedrockPong(datagram);
      const pingedAtMs = pong === null ? undefined : sentAtMs.get(pong.time);
      if (pong === null || pingedAtMs === undefined) return null;
      return { details: readBedrockStatus(pong.text), latencyMs: nowMs() - pingedAtMs };
    },
  });
}
