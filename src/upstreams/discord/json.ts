import { badRequest } from '../../common/errors/lineup-error.ts';
import { exceedsJsonLimits } from '../../common/schemas/json-size.ts';

/**
 * A push of 2,048 commits, the most that GitHub tells of, has 37,000 values. So many take 20 ms: to keep
 * the digits of long numbers, and to break up mentions.
 */
export const jsonLimits = { values: 50_000, levels: 32 } as const;

/**
 * The value of a JSON text. Whole numbers that a double can't hold become strings of the same digits:
 * some clients write ids as numbers, and the platform accepts both.
 * @param fieldPath of the text in the request, for errors
 * @throws {LineupError} `bad-request`
 */
export function parseJson(text: string, fieldPath: string): unknown {
  if (exceedsJsonLimits(Buffer.from(text), jsonLimits)) {
    const { values, levels } = jsonLimits;
    throw badRequest(
      `${fieldPath}: must hold at most ${values} values, nested at most ${levels} deep`,
    );
  }
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
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
