import type { Socket } from 'node:net';
import { NetError } from './net-error.ts';

/**
 * What may arrive for one response beside its body: heads, interim 1xx responses, reason phrases,
 * chunk sizes and extensions, trailers, stray line ends. undici counts nothing but header names and
 * values, and those only after it has parsed them: 128 kB of `a:` lines kept the event loop busy for
 * a third of a second.
 */
export const maxOverheadBytes = 64 * 1024;

/**
 * How much the parser is given at a time: it finishes what it was given even when the connection has
 * been destroyed meanwhile. More of what is known to be a body: twice as much as came of it last.
 */
const pieceBytes = 2 * 1024;
const maxPieceBytes = 16 * 1024;

/**
 * Lines of all heads and trailers of one response. A line costs the parser about the same however
 * short it is: 64 kB of the shortest ones still took 10 ms.
 */
const maxLines = 512;

/**
 * Reads and chunks that one response may come in. Real ones bring a kilobyte and more each time; every
 * one costs a microsecond or more, however small it is.
 */
const maxSteps = 8 * 1024;

/** Counts what one connection brings for the response that is being read. */
export type WireMeter = {
  /** A request is sent: counting begins anew. */
  readonly restart: () => void;
  /** So many of the bytes that were read were body, which has a limit of its own. */
  readonly creditBody: (bytes: number) => void;
  /** Makes `socket` hand out small pieces, and destroys it with NetError('garbage') at the limit. */
  readonly watch: (socket: Socket) => Socket;
};

/** A meter for one connection at a time. */
export function createWireMeter(): WireMeter {
  const none = { overheadBytes: 0, lines: 0, steps: 0, linesOfLastPiece: 0, bodyBytes: 0 };
  let count = { ...none };

  /** Takes note of a piece; why it is one too many, or null. */
  function add(piece: Buffer): string | null {
    // Whether the last one was body is known only now: the parser has had it.
    count.lines += count.linesOfLastPiece;
    count.linesOfLastPiece = linesIn(piece);
    count.overheadBytes += piece.length;
    count.bodyBytes = 0;
    count.steps += 1;
    const { overheadBytes, lines, steps } = count;
    if (overheadBytes <= maxOverheadBytes && lines <= maxLines && steps <= maxSteps) return null;
    return `${overheadBytes} bytes and ${lines} lines beside the body, in ${steps} steps`;
  }

  return {
    restart: () => void (count = { ...none }),
    creditBody: (bytes) => {
      count.overheadBytes -= bytes;
      count.bodyBytes += bytes;
      count.steps += 1;
      count.linesOfLastPiece = 0;
    },
    watch: (socket) => {
      const read = socket.read.bind(socket);
      socket.read = (): Buffer | null => {
        if (socket.destroyed) return null;
        const most = Math.min(Math.max(pieceBytes, count.bodyBytes * 2), maxPieceBytes);
        const piece: unknown = read(Math.min(most, socket.readableLength) || undefined);
        if (!(piece instanceof Buffer)) return null;
        const excess = add(piece);
        if (excess === null) return piece;
        socket.destroy(new NetError('garbage', { cause: new Error(excess) }));
        return null;
      };
      return socket;
    },
  };
}

const lineFeed = 0x0a;

function linesIn(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, at + 1))
    lines += 1;
  return lines;
}
