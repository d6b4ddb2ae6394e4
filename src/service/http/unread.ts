import { ServerResponse, type IncomingMessage } from 'node:http';
import { createFairPool, type Holding } from '../../common/async/fair-pool.ts';
import { watchByteRate, type ByteRate } from './byte-rate.ts';
import type { Shared } from './server.ts';

declare module 'node:http' {
  interface ServerResponse {
    /** The key of the client, as soon as it is known. */
    clientKey?: string;
    /** Called as soon as all of it is known: nothing is left to do but to read it. May be called again. */
    onComplete?: () => void;
  }
}

/**
 * What is handed to the socket at a time, so that it is known how much of a response was read. In smaller pieces a
 * picture of 180 kB takes half as long again.
 */
const pieceBytes = 256 * 1024;
/** Takes any of the forms that it has. */
const endAtOnce = Reflect.get(ServerResponse.prototype, 'end');
/** Memory of an unread response besides its body. */
const overheadBytes = 2048;

/**
 * The class of responses that are not forgotten once they are complete. What their clients have not read
 * yet is shared by a fair pool, and has to be read at a least rate: the slowest of whoever holds most is cut.
 * What many read at a time counts once.
 */
export function unreadResponses({ limits, clock }: Pick<Shared, 'limits' | 'clock'>) {
  const rates = new WeakMap<Holding, ByteRate>();
  const leftMsOf = (holding: Holding): number => rates.get(holding)?.leftMs() ?? 0;
  const pool = createFairPool({
    total: limits.unreadBytes,
    choose: (offered) => Array.from(offered).toSorted((a, b) => leftMsOf(a) - leftMsOf(b))[0],
  });
  const bodies = createBodies();

  /** Counts a response as unread until it is over. Returns how to note what was handed to the socket. */
  function watch(response: ServerResponse, body: Uint8Array | null): (bytes: number) => void {
    // By a reset: what the kernel has would stay in its memory, for minutes.
    const cut = (): void => void response.req.socket.resetAndDestroy();
    const holding = pool.open(response.clientKey ?? '', cut);
    const rate = watchByteRate({
      clock,
      graceMs: limits.unreadGraceMs,
      bytesPerSecond: limits.unreadBytesPerSecond,
      onSlow: cut,
    });
    rates.set(holding, rate);
    const leave = body === null ? () => {} : bodies.read(body, holding);
    if (body === null) holding.set(overheadBytes);
    response.once('close', () => {
      rate.stop();
      holding.release();
      leave();
    });
    return rate.count;
  }

  return class UnreadResponse<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    override end(...given: unknown[]): this {
      const [chunk] = given;
      this.onComplete?.();
      const isBody = chunk instanceof Uint8Array && this.req.method !== 'HEAD';
      if (isBody && chunk.byteLength > pieceBytes && !this.destroyed) {
        endInPieces(this, chunk, watch(this, chunk));
      } else {
        Reflect.apply(endAtOnce, this, given);
        // Most responses are with the kernel by now.
        if (this.writableLength > 0 && !this.closed) {
          watch(this, isBody ? chunk : null)(this.writableLength);
        }
      }
      return this;
    }
  };
}

function endInPieces(
  response: ServerResponse,
  body: Uint8Array,
  count: (bytes: number) => void,
): void {
  let handed = 0;
  const goOn = (): void => {
    while (!response.destroyed) {
      const piece = body.subarray(handed, handed + pieceBytes);
      handed += piece.byteLength;
      count(piece.byteLength);
      const isLast = handed === body.byteLength;
      if (isLast) return void Reflect.apply(endAtOnce, response, [piece]);
      if (!response.write(piece)) return void response.once('drain', goOn);
    }
  };
  goOn();
}

/** The bodies that are being read: each is held by the first of its readers, until it is the next one's. */
function createBodies() {
  const readers = new Map<ArrayBufferLike, Set<Holding>>();
  return {
    /** Returns how to stop reading. */
    read: ({ buffer, byteLength }: Uint8Array, holding: Holding): (() => void) => {
      const all = readers.get(buffer) ?? new Set();
      readers.set(buffer, all.add(holding));
      const hold = ([first]: Set<Holding>): unknown => first?.set(overheadBytes + byteLength);
      holding.set(overheadBytes);
      hold(all);
      return () => {
        all.delete(holding);
        if (all.size === 0) readers.delete(buffer);
        else hold(all);
      };
    },
  };
}
