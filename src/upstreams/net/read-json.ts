import { Type, type TSchema } from 'typebox';
import { NetError } from './net-error.ts';

/** A compiled schema. */
export type Shape<T> = { readonly Check: (value: unknown) => value is T };

/** The error for a response that breaks the protocol. @param reason for developers */
export const invalidResponse = (reason: unknown): NetError =>
  new NetError('invalid-response', { cause: reason });

/** Parses JSON of this shape. @throws {NetError} `invalid-response` */
export function readJson<T>(shape: Shape<T>, bytes: Uint8Array): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalidResponse(error);
  }
  if (!shape.Check(value)) throw invalidResponse('JSON of another shape');
  return value;
}

/** A field that is absent, or null, as some services write it. */
export const absentOr = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([Type.Null(), schema]));

/** A map as services send it: those in PHP write an empty one as `[]`. */
export const mapOf = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Tuple([])]);

type NoEntries = readonly [] | null | undefined;

/** The entries of what was read with `mapOf`; none if it is empty or absent. */
export function entriesOf<T>(map: T): Partial<Exclude<T, NoEntries>> {
  return hasEntries(map) ? map : {};
}

function hasEntries<T>(map: T): map is Exclude<T, NoEntries> {
  return map !== null && map !== undefined && !Array.isArray(map);
}

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
