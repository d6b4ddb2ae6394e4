import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { NetError } from './net-error.ts';

/** Response headers as undici hands them out: lower-case names, repeated ones as lists. */
export type HeaderBag = Readonly<Record<string, string | string[] | undefined>>;

type BodyOptions = { readonly headers: HeaderBag; readonly maxBytes: number };

/** What a body is first read into; grows by doubling up to the ceiling. */
const firstCapacityBytes = 16 * 1024;

/**
 * Real bodies come in chunks of a kilobyte and more. A mebibyte in chunks of one byte each would keep
 * this thread busy for 0.15 s (measured), and a client may name ten such bodies in a request.
 */
const maxChunks = 16 * 1024;

/**
 * The whole body, or NetError: 'too-large' when the announced or the real length passes `maxBytes`
 * (real bytes are counted, the announcement is only a reason to refuse early), 'garbage' for a
 * content encoding or for a body in crumbs. Identity was asked for, and a body that is never unpacked
 * can't be a bomb.
 *
 * Chunks are copied together as they come and not collected: in a body sent byte by byte a list of
 * buffers would weigh a hundred times what it holds.
 */
export async function readBody(
  body: Readable,
  { headers, maxBytes }: BodyOptions,
): Promise<Uint8Array> {
  assertAcceptable(headers, maxBytes);
  let bytes = new Uint8Array(Math.min(maxBytes, firstCapacityBytes));
  let length = 0;
  let chunks = 0;
  // Not `for await`: that reads what is buffered in one piece, and never sees the crumbs.
  body.on('data', (chunk: Uint8Array) => {
    const needed = length + chunk.length;
    chunks += 1;
    if (needed > maxBytes || chunks > maxChunks) {
      body.destroy(new NetError(needed > maxBytes ? 'too-large' : 'garbage'));
      return;
    }
    if (needed > bytes.length) bytes = grown(bytes, needed, maxBytes);
    bytes.set(chunk, length);
    length = needed;
  });
  await finished(body);
  return bytes.slice(0, length);
}

function assertAcceptable(headers: HeaderBag, maxBytes: number): void {
  const encoding = headerText(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') throw new NetError('garbage');
  if (Number(headerText(headers, 'content-length') ?? 0) > maxBytes)
    throw new NetError('too-large');
}

function grown(bytes: Uint8Array, neededBytes: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(neededBytes, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}

/** One header as text; null when absent. Repeated ones are joined as RFC 9110 says. */
export function headerText(headers: HeaderBag, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === 'string' ? value : value.join(', ');
}
