import { Type, type TSchema, type TSchemaOptions } from 'typebox';

// What the schemas of routes are written with.

/** Nothing but what is named. */
export const closed = { additionalProperties: false } as const;

/** Of a route without options: what is asked all the same is named as ignored. */
export const noQuery = Type.Object({}, closed);

/** One of several values; a union by itself that is made of a list has no type of its own. */
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

/** A response that is a file, of one of these media types. */
export function fileResponse(description: string, types: readonly string[] = ['image/png']) {
  const schema = Type.String({ format: 'binary' });
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
