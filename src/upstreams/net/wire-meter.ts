import type { Socket } from 'node:net';
import { NetError } from './net-error.ts';

/**
 * Maximum size of a response outside its body: headers, interim 1xx responses, reason phrases, chunk
 * sizes and extensions, trailers, stray line ends. undici counts only header names and values, and only
 * after it has parsed them: 128 kB of `a:` lines blocked the event loop for a third of a second.
 */
export const maxOverheadBytes = 64 * 1024;

/**
 * Bytes passed to the parser at a time, because it parses all of them even if the connection was
 * destroyed meanwhile. Within a body the pieces grow: twice the body bytes of the last one.
 */
const pieceBytes = 2 * 1024;
const maxPieceBytes = 16 * 1024;

/** Maximum number of header and trailer lines: each costs about the same, 64 kB of them 10 ms. */
const maxLines = 512;

/** Maximum number of reads and chunks of a response; each costs a microsecond, however small. */
const maxSteps = 8 * 1024;

/** Counts the bytes of the response that a connection is receiving; for one connection at a time. */
export function createWireMeter() {
  const none = { overheadBytes: 0, lines: 0, steps: 0, linesOfLastPiece: 0, bodyBytes: 0 };
  let count = { ...none };

  /** Counts a piece; returns the reason if it exceeds a limit, otherwise null. */
  function add(piece: Buffer): string | null {
    // Whether the last piece was body is known only now that the parser has seen it.
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
    /** Starts counting anew for the next request. */
    restart: () => void (count = { ...none }),
    /** Subtracts body bytes, which have their own limit. */
    creditBody: (bytes: number): void => {
      count.overheadBytes -= bytes;
      count.bodyBytes += bytes;
      count.steps += 1;
      count.linesOfLastPiece = 0;
    },
    /** Makes `socket` emit small pieces, and destroys it with NetError('invalid-response') at the limit. */
    watch: (socket: Socket): Socket => {
      const read = socket.read.bind(socket);
      socket.read = (): Buffer | null => {
        if (socket.destroyed) return null;
        const max = Math.min(Math.max(pieceBytes, count.bodyBytes * 2), maxPieceBytes);
        const piece: unknown = read(Math.min(max, socket.readableLength) || undefined);
        if (!(piece instanceof Buffer)) return null;
        const excess = add(piece);
        if (excess === null) return piece;
        socket.destroy(new NetError('invalid-response', { cause: new Error(excess) }));
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
