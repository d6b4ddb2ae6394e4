import { choicesOf, type Field } from './field.ts';

/** A schema for OpenAPI 3.1; unions of literals become an `enum`, which tools offer as a list. */
export function openApiSchema(whole: Field): Field {
  const field = inBranches(whole);
  const { anyOf, ...rest } = field;
  const choices = choicesOf(field);
  if (choices !== null) {
    // Bounds of the text say nothing more, and generators trip over both.
    const { minLength: _least, maxLength: _most, pattern: _pattern, ...described } = rest;
    return { type: typeof choices[0], enum: choices, ...described };
  }
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

const ofText: readonly string[] = ['pattern', 'maxLength'];
const ofObject: readonly string[] = ['properties', 'required', 'additionalProperties'];

/** Two types at once, text or an object, are two schemas to generators. */
function inBranches(field: Field): Field {
  const types = new Set([field.type ?? []].flat());
  if (!types.has('string') || !types.has('object')) return field;
  const entries = Object.entries(field).filter(([name]) => name !== 'type');
  const only = (names: readonly string[]) =>
    Object.fromEntries(entries.filter(([name]) => names.includes(name)));
  const shared = entries.filter(([name]) => !ofText.includes(name) && !ofObject.includes(name));
  return {
    ...Object.fromEntries(shared),
    anyOf: [
      { type: 'string', ...only(ofText) },
      { type: 'object', ...only(ofObject) },
    ],
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
