import { choicesOf, type Field } from './field.ts';

/**
 * A schema for OpenAPI 3.1, which is JSON Schema; only unions of literals become an `enum`, because
 * tools offer that as a list.
 */
export function openApiSchema(field: Field): object {
  const { anyOf, ...rest } = field;
  const choices = choicesOf(field);
  if (choices !== null) return { type: typeof choices[0], enum: choices, ...rest };
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map((branch) => openApiSchema(branch)) }),
    ...(rest.items && { items: openApiSchema(rest.items) }),
    ...(rest.properties && {
      properties: Object.fromEntries(
        Object.entries(rest.properties).map(([name, one]) => [name, openApiSchema(one)]),
      ),
      // An object without known properties may contain anything.
      ...(Object.keys(rest.properties).length === 0 && { additionalProperties: true }),
    }),
  };
}

/** A body that also allows unknown properties, as far as they are not refused. */
export function openBody(schema: object): object {
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? { ...schema, additionalProperties: true } : schema;
}
