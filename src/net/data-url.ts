import { NetError } from './net-error.ts';

/** True for `data:` in any case, also after whitespace that a URL parser skips. */
export function isDataUrl(url: string): boolean {
  return /^[\0- ]*data:/i.test(url);
}

/**
 * Decodes a data URL as the fetch standard does: percent-encoded text, or forgiving base64 (whitespace
 * skipped, padding optional). The limit is applied to the possible size before anything is decoded, and
 * to the result.
 *
 * Errors: NetError 'bad-data-url', 'too-large'.
 */
export function decodeDataUrl(url: string, maxBytes: number): Uint8Array {
  const start = url.indexOf(':') + 1;
  const comma = url.indexOf(',', start);
  if (comma === -1) throw new NetError('bad-data-url');
  const header = url.slice(start, comma).trim();
  const mediaType = header.replace(/; *base64$/i, '');
  const payload = withoutFragment(url.slice(comma + 1));
  const bytes =
    mediaType === header ? decodePercent(payload, maxBytes) : decodeBase64(payload, maxBytes);
  if (bytes.length > maxBytes) throw new NetError('too-large');
  return bytes;
}

function withoutFragment(text: string): string {
  const hash = text.indexOf('#');
  return hash === -1 ? text : text.slice(0, hash);
}

function decodeBase64(payload: string, maxBytes: number): Uint8Array {
  // Four characters hold three bytes, and each character may itself be written as %xx.
  const isEncoded = payload.includes('%');
  const mostChars = Math.ceil(maxBytes / 3) * 4;
  const text = isEncoded
    ? Buffer.from(decodePercent(payload, mostChars + blankAllowanceChars)).toString('latin1')
    : payload;
  const compact = withoutBlanks(text, mostChars);
  const unpadded = compact.length % 4 === 0 ? compact.replace(/={1,2}$/, '') : compact;
  if (unpadded.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(unpadded)) {
    throw new NetError('bad-data-url');
  }
  return new Uint8Array(Buffer.from(unpadded, 'base64'));
}

/** Line breaks are common in base64, but more than this is an attack. */
const blankAllowanceChars = 64 * 1024;

function withoutBlanks(text: string, mostChars: number): string {
  if (text.length > mostChars + blankAllowanceChars) throw new NetError('too-large');
  const compact = text.replace(/[\t\n\f\r ]/g, '');
  if (compact.length > mostChars) throw new NetError('too-large');
  return compact;
}

/** Percent-decoding to bytes; a stray % is kept, other text becomes UTF-8. */
function decodePercent(payload: string, maxBytes: number): Uint8Array {
  // A byte is written with three characters at most.
  if (payload.length > maxBytes * 3) throw new NetError('too-large');
  const raw = Buffer.from(payload.replace(/[\t\n\r]/g, ''), 'utf8');
  const out = new Uint8Array(raw.length);
  let length = 0;
  for (let i = 0; i < raw.length; i += 1) {
    const escaped = raw[i] === percentSign ? hexByte(raw, i + 1) : null;
    out[length] = escaped ?? raw[i] ?? 0;
    length += 1;
    if (escaped !== null) i += 2;
  }
  return out.slice(0, length);
}

const percentSign = 0x25;

function hexByte(raw: Buffer, at: number): number | null {
  const high = hexDigit(raw[at]);
  const low = hexDigit(raw[at + 1]);
  return high === null || low === null ? null : high * 16 + low;
}

/** Plain arithmetic: up to a million digits are read on the main thread. */
function hexDigit(code: number | undefined): number | null {
  if (code === undefined) return null;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : null;
}
