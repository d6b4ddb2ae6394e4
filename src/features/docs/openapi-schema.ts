import { choicesOf, type Field } from './field.ts';

/** A schema for OpenAPI 3.1; unions of literals become an `enum`, which tools offer as a list. */
export function openApiSchema(field: Field): Field {
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

/** A body with defaults only in descriptions: generators take such a field as always there. */
export function withoutDefaults({ default: fallback, ...field }: Field): Field {
  const { anyOf, items, properties, description } = field;
  const words = [
    description,
    fallback !== undefined && `Default: \`${JSON.stringify(fallback)}\`.`,
  ];
  const described = words.filter((part) => typeof part === 'string').join(' ');
  return {
    ...field,
    ...(described !== '' && { description: described }),
    ...(anyOf && { anyOf: anyOf.map((branch) => withoutDefaults(branch)) }),
    ...(items && { items: withoutDefaults(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, withoutDefaults(one)]),
      ),
    }),
  };
}

/** A body that also allows unknown properties, as far as they are not refused. */
export function openBody(schema: object): object {
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? { ...schema, additionalProperties: true } : schema;
}
