/** An object of untrusted JSON. */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

/** The value as an object; an empty one if it is not an object. */
export function asFields(value: unknown): Fields {
  return isFields(value) ? value : none;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A whole number, clamped to 32 bits as in the game. */
export function asInt32(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(number)));
}

/** A count; negative ones become zero. */
export function asCount(value: unknown): number | null {
  const number = asInt32(value);
  return number === null ? null : Math.max(0, number);
}
