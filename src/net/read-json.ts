import { NetError } from './net-error.ts';

/** A compiled schema. */
export type Shape<T> = { readonly Check: (value: unknown) => value is T };

/** The error for a response that breaks the protocol. @param reason for developers */
export const garbage = (reason: unknown): NetError => new NetError('garbage', { cause: reason });

/** Parses JSON of this shape. @throws {NetError} `garbage` */
export function readJson<T>(shape: Shape<T>, bytes: Uint8Array): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw garbage(error);
  }
  if (!shape.Check(value)) throw garbage('JSON of another shape');
  return value;
}
