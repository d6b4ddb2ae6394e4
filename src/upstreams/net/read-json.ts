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
