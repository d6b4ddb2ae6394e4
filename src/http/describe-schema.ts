import type { Rules } from './json-schema.ts';

/**
 * What a schema allows, as the end of "must be …": `"nick" or "url"`,
 * `a whole number from 16 to 1024`, `a string`. Its own `x-allowed` annotation goes first.
 */
export function describeSchema(rules: Rules): string {
  if (rules['x-allowed'] !== undefined) return rules['x-allowed'];
  if ('const' in rules) return JSON.stringify(rules.const);
  if (rules.enum !== undefined) return orList(rules.enum.map((value) => JSON.stringify(value)));
  const branches = rules.anyOf ?? rules.oneOf;
  if (branches !== undefined) return orList(branches.map((branch) => describeSchema(branch)));
  const types = [rules.type ?? []].flat();
  return orList(types.map((type) => typeDescriptions.get(type)?.(rules) ?? type));
}

const typeDescriptions = new Map<string, (rules: Rules) => string>([
  ['string', () => 'a string'],
  ['integer', (rules) => `a whole number${rangeOf(rules)}`],
  ['number', (rules) => `a number${rangeOf(rules)}`],
  ['boolean', () => 'true or false'],
  ['array', () => 'an array'],
  ['object', () => 'an object'],
  ['null', () => 'null'],
]);

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Rules): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const bounds = [
    minimum !== undefined && `of at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `of at most ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ].filter((bound) => bound !== false);
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
}

/** `a`, `a or b`, `a, b or c`; the same words are said once. */
function orList(phrases: readonly string[]): string {
  const distinct = [...new Set(phrases)];
  const last = distinct.pop() ?? 'of another kind';
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`;
}
