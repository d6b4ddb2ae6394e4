import { badRequest, LineupError } from '../errors/lineup-error.ts';
import { exceedsJsonLimits } from '../schemas/json-size.ts';

/** A large GitHub event has 30 kB and 600 values; keeping their digits costs 0.7 µs a value. */
export const jsonLimits = { bytes: 256 * 1024, values: 2000, levels: 32 } as const;

/**
 * The value of a JSON text. Whole numbers that a double can't hold become strings of the same digits:
 * some clients write ids as numbers, and the platform accepts both.
 * @param fieldPath of the text in the request, for errors
 * @throws {LineupError} `body-too-large`, `bad-request`
 */
export function parseJson(text: string, fieldPath: string): unknown {
  if (Buffer.byteLength(text) > jsonLimits.bytes) {
    throw new LineupError('body-too-large', `${fieldPath}: must be at most 256 KiB of JSON`);
  }
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (exceedsJsonLimits(Buffer.from(plain), jsonLimits)) {
    const { values, levels } = jsonLimits;
    throw badRequest(
      `${fieldPath}: must hold at most ${values} values, nested at most ${levels} deep`,
    );
  }
  try {
    return /\d{16}/.test(plain) ? JSON.parse(plain, keepDigits) : JSON.parse(plain);
  } catch {
    // The original error quotes the text, so it is not passed on.
    const whole = 'The request body is not valid JSON.';
    throw badRequest(fieldPath === 'body' ? whole : `${fieldPath}: must be valid JSON`);
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  return isExact || !/^-?\d+$/.test(source) ? value : source;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
