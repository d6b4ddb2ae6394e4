import { choicesOf, type Field } from './field.ts';

/**
 * A schema as OpenAPI 3.1 has it, which is JSON schema: only a union of literals becomes an `enum`,
 * because tools offer that as a list to choose from.
 */
export function openApiSchema(field: Field): object {
  const { anyOf, ...rest } = field;
  const choices = choicesOf(field);
  if (isFlag(field)) return { type: 'boolean' };
  if (choices !== null) return { type: typeof choices[0], enum: choices, ...rest };
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map((branch) => openApiSchema(branch)) }),
    ...(rest.items && { items: openApiSchema(rest.items) }),
    ...(rest.properties && {
      properties: Object.fromEntries(
        Object.entries(rest.properties).map(([name, one]) => [name, openApiSchema(one)]),
      ),
      // Of which nothing is known may hold anything.
      ...(Object.keys(rest.properties).length === 0 && { additionalProperties: true }),
    }),
  };
}

/** A boolean of a query that takes the spellings of other languages too; clients send the usual ones. */
function isFlag(field: Field): boolean {
  return field.type === 'string' && field['x-allowed'] === 'true or false';
}

/** The body of a request that says so: what it does not name may be there too, where it is not refused. */
export function openBody(schema: object): object {
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? { ...schema, additionalProperties: true } : schema;
}
