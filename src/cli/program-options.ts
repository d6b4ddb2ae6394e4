import { Type, type TSchema } from 'typebox';
import { shortFormQuery } from '../engine/options/group-schema.ts';
import { uploadQuery } from '../engine/options/figure-schema.ts';
import { closed } from '../common/schemas/fields.ts';
import { rulesOf, type Rules } from '../common/schemas/validation-message.ts';
import { matchesPattern } from '../common/schemas/matches-pattern.ts';

// The options of the program are those of the HTTP API in a query.

/** The program tells by itself what a player is; a service is given by its URL. */
const isOwn = (name: string): boolean => !/^\^?(?:type|service)\b/.test(name);

function withoutOwn<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isOwn(name)));
}

/** Of a picture of one player. */
export const figureOptions = uploadQuery;

const { patternProperties = {} } = rulesOf(shortFormQuery);

/** Of a group. */
export const groupOptions = Type.Object(withoutOwn<TSchema>(shortFormQuery.properties), {
  ...closed,
  patternProperties: withoutOwn(patternProperties),
});

/** An option as `--help` lists it: `--hold-left`. @param name in the API */
export const shownOption = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** The rules of an option by its name in the API; undefined if there is none. */
export function optionRules(name: string, ...schemas: readonly unknown[]): Rules | undefined {
  for (const schema of schemas) {
    const { properties: named = {}, patternProperties: patterns = {} } = rulesOf(schema);
    const entries = Object.entries(named);
    const found =
      entries.find(([one]) => one === name) ??
      Object.entries(patterns).find(([pattern]) => matchesPattern(pattern, name));
    if (found !== undefined) return found[1];
  }
  return undefined;
}
