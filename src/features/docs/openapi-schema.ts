import { choicesOf, type Field } from './field.ts';

/**
 * A schema as OpenAPI 3.1 has it, which is JSON schema: only a union of literals becomes an `enum`,
 * because tools offer that as a list to choose from.
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
    }),
  };
}
