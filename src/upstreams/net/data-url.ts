import { percentDecoded } from '../../common/schemas/body-text.ts';
import { NetError } from './net-error.ts';

/** True for `data:` in any case, also after whitespace that a URL parser skips. */
export function isDataUrl(url: string): boolean {
  return /^[\0- ]*data:/i.test(url);
}

/**
 * Decodes a data URL as the fetch standard does: percent-encoded text, or forgiving base64 (whitespace
 * skipped, padding optional). The limit is applied to the possible size before anything is decoded, and
 * to the result. (`data-urls` takes seconds of the main thread for a megabyte, and has no limits.)
 * Errors: NetError 'bad-data-url', 'too-large'.
 */
export function decodeDataUrl(url: string, maxBytes: number): Uint8Array {
  const start = url.indexOf(':') + 1;
  const comma = url.indexOf(',', start);
  if (comma === -1) throw new NetError('bad-data-url');
  const header = url.slice(start, comma).trim();
  const payload = withoutFragment(url.slice(comma + 1));
  const bytes = isBase64(header)
    ? decodeBase64(payload, maxBytes)
    : decodePercent(payload, maxBytes);
  if (bytes.length > maxBytes) throw new NetError('too-large');
  // Of memory of its own: a short text is decoded in memory that it shares.
  return new Uint8Array(bytes);
}

/** Whether the header ends in `;base64`, with spaces before the word. */
function isBase64(header: string): boolean {
  const word = 'base64';
  const isNamed = header.slice(-word.length).toLowerCase() === word;
  return isNamed && header.slice(0, -word.length).trimEnd().endsWith(';');
}

function withoutFragment(text: string): string {
  const hash = text.indexOf('#');
  return hash === -1 ? text : text.slice(0, hash);
}

function decodeBase64(payload: string, maxBytes: number): Buffer {
  // Four characters hold three bytes, and each character may itself be written as %xx.
  const maxChars = Math.ceil(maxBytes / 3) * 4;
  const isEncoded = payload.includes('%');
  const text = isEncoded
    ? decodePercent(payload, maxChars + blankAllowanceChars).toString('latin1')
    : payload;
  const compact = withoutBlanks(text, maxChars);
  const unpadded = compact.length % 4 === 0 ? compact.replace(/={1,2}$/, '') : compact;
  if (unpadded.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(unpadded)) {
    throw new NetError('bad-data-url');
  }
  return Buffer.from(unpadded, 'base64');
}

/** Line breaks are common in base64, but more than this is an attack. */
const blankAllowanceChars = 64 * 1024;

function withoutBlanks(text: string, maxChars: number): string {
  if (text.length > maxChars + blankAllowanceChars) throw new NetError('too-large');
  // The usual case; the search stops at the first blank.
  if (!/[\t\n\f\r ]/.test(text)) return shortEnough(text, maxChars);
  // Other characters become several, which are no base64 either.
  const chars = Buffer.from(text);
  const length = dropBytes(chars, isBlank, blankAllowanceChars);
  return shortEnough(chars.toString('latin1', 0, length), maxChars);
}

function shortEnough(text: string, maxChars: number): string {
  if (text.length > maxChars) throw new NetError('too-large');
  return text;
}

/** 1 for each byte of the text. */
function tableOf(text: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(text)) table[byte] = 1;
  return table;
}

const isBlank = tableOf('\t\n\f\r ');
/** Removed from all URLs. */
const isLineBreak = tableOf('\t\n\r');

/**
 * Removes these bytes in place, ten times as fast as in a text; returns how many are left.
 * Errors: NetError 'too-large' as soon as there are more of them than `max`.
 */
function dropBytes(bytes: Uint8Array, table: Uint8Array, max: number): number {
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (table[byte] === 1) {
      if (at - length >= max) throw new NetError('too-large');
      continue;
    }
    bytes[length] = byte;
    length += 1;
  }
  return length;
}

/** Percent-decoding to bytes; a stray % is kept, other text becomes UTF-8. */
function decodePercent(payload: string, maxBytes: number): Buffer {
  // A byte is written with three characters at most.
  if (payload.length > maxBytes * 3) throw new NetError('too-large');
  const bytes = Buffer.from(payload);
  const end = /[\t\n\r]/.test(payload) ? dropBytes(bytes, isLineBreak, Infinity) : bytes.length;
  return percentDecoded(bytes.subarray(0, end));
}
