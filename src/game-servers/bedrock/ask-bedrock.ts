import type { SafeDatagrams } from '../../net/safe-datagrams.ts';
import type { Reply } from '../server-status.ts';
import { bedrockPing, readBedrockPong } from './packets.ts';
import { readBedrockStatus } from './status-text.ts';

/** Datagrams get lost: asked again ever more slowly, the last time with a second left for the answer. */
const askAtMs = [0, 300, 800, 1600, 2600, 3800] as const;

type AskOptions = {
  readonly exchange: SafeDatagrams['exchange'];
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  /** Eight random bytes as a number: nobody who does not see the question can answer it. */
  readonly randomInt64: () => bigint;
};

/**
 * Asks a Bedrock server. Each question carries a number of its own, which the answer repeats, so
 * the latency is right whichever of them is answered. Rejects with NetError.
 */
export function askBedrock({ nowMs, randomInt64, ...options }: AskOptions): Promise<Reply> {
  const clientId = randomInt64();
  const sentAtMs = new Map<bigint, number>();
  return options.exchange({
    ...options,
    askAtMs,
    question: () => {
      const token = randomInt64();
      sentAtMs.set(token, nowMs());
      return bedrockPing(token, clientId);
    },
    read: (datagram) => {
      const pong = readBedrockPong(datagram);
      const askedAtMs = pong === null ? undefined : sentAtMs.get(pong.time);
      if (pong === null || askedAtMs === undefined) return null;
      return { details: readBedrockStatus(pong.text), latencyMs: nowMs() - askedAtMs };
    },
  });
}
