import { Type, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';

/** Allows no other properties. */
export const closed = { additionalProperties: false } as const;

export const closedObject = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, closed);

/** For routes without options: all parameters are reported as ignored. */
export const noQuery = closedObject({});

/** One of several values, with a precise type; a TypeBox union of a mapped list has none. */
export function oneOf<T extends string | number>(values: readonly T[], options: TSchemaOptions) {
  return Type.Unsafe<T>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );
}

/** An optional choice. @param fallback the default, if the schema names one */
export function choice<T extends string | number>(
  values: readonly T[],
  description: string,
  fallback?: T,
) {
  return Type.Optional(oneOf(values, { ...defaultOf(fallback), description }));
}

export function flag(description: string, fallback?: boolean) {
  return Type.Optional(Type.Boolean({ ...defaultOf(fallback), description }));
}

type Bounds = readonly [minimum: number, maximum: number];

export function number([minimum, maximum]: Bounds, description: string, fallback?: number) {
  return Type.Optional(Type.Number({ minimum, maximum, ...defaultOf(fallback), description }));
}

export function integer([minimum, maximum]: Bounds, description: string, fallback?: number) {
  return Type.Optional(Type.Integer({ minimum, maximum, ...defaultOf(fallback), description }));
}

function defaultOf<T>(fallback: T | undefined) {
  return fallback === undefined ? {} : { default: fallback };
}

export function orNull<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export function fileResponse(description: string, types: readonly string[] = ['image/png']) {
  const schema = Type.String({ format: 'binary' });
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** The keywords of a text that has to be one of these words, unless it is something else altogether. */
export const onlyWords = (words: readonly string[], others: string) => ({
  pattern: `^(${words.join('|')})$`,
  'x-allowed': `${words.join(', ')}, ${others}`,
});
