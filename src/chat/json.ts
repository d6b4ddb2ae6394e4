/** Deeper than any message is nested; beyond it, walking the value could exhaust the stack. */
const deepest = 64;

/**
 * The value of a JSON text; `undefined` when it is none, or nested too deeply. (JSON has no
 * `undefined`.)
 *
 * Whole numbers that a double can't hold become strings of the same digits: some clients write ids
 * as numbers, and the platform takes either.
 */
export function parseJson(text: string): unknown {
  try {
    const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const value: unknown = JSON.parse(plain, /\d{16}/.test(plain) ? keepDigits : undefined);
    return isDeeperThan(value, deepest) ? undefined : value;
  } catch {
    // Also a stack that a hostile text exhausts. The error itself quotes the text: dropped here.
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined)
    return value;
  return /^-?\d+$/.test(source) ? source : value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
