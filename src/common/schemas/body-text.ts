import { isUtf8 } from 'node:buffer';
import { badRequest } from '../errors/lineup-error.ts';

const utf8 = 'utf-8';
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/**
 * The charset that a media type declares, by its canonical name: `latin1` is `windows-1252`.
 * @param otherwise if it declares none, or one that nobody knows
 */
export function charsetOf(mediaType = '', otherwise = utf8): string {
  const [, label] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(mediaType) ?? [];
  return label === undefined ? otherwise : (nameOf(label) ?? otherwise);
}

function nameOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/**
 * The same text in UTF-8, without a byte order mark. Bytes that stand for no text are refused: they would
 * be passed on as `�`, which nobody can undo.
 * @param charset by its canonical name
 * @param fieldPath of the text in the request, for errors
 * @throws {LineupError} `bad-request`
 */
export function inUtf8(bytes: Buffer, charset: string, fieldPath: string): Buffer {
  const isMarked = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  if (isMarked || charset === utf8) {
    if (isUtf8(bytes)) return isMarked ? bytes.subarray(byteOrderMark.length) : bytes;
    throw badRequest(`${fieldPath}: must be UTF-8, unless its content type names another charset`);
  }
  try {
    return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    throw badRequest(
      `${fieldPath}: must be in ${charset}, the charset that its content type names`,
    );
  }
}

/** The bytes that percent-encoded ones stand for, in their place; a `%` that encodes nothing is itself. */
export function percentDecoded(bytes: Buffer): Buffer {
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const [high, low] =
      byte === percent ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : none;
    const isEncoded = high !== null && low !== null;
    bytes[length] = isEncoded ? high * 16 + low : byte;
    length += 1;
    if (isEncoded) at += 2;
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;
const none = [null, null] as const;

function hexDigit(byte = 0): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : null;
}
