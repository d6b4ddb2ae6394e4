import { Type, type TSchema, type TSchemaOptions } from 'typebox';

// Helpers for the schemas of routes.

/** Allows no other properties. */
export const closed = { additionalProperties: false } as const;

/** For routes without options: all parameters are reported as ignored. */
export const noQuery = Type.Object({}, closed);

/** One of several values, with a precise type; a TypeBox union of a mapped list has none. */
export function oneOf<T extends string | number>(values: readonly T[], options: TSchemaOptions) {
  return Type.Unsafe<T>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );
}

export function orNull<T extends TSchema>(schema: T, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

/** A response that is a file with one of these media types. */
export function fileResponse(description: string, types: readonly string[] = ['image/png']) {
  const schema = Type.String({ format: 'binary' });
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
