import { rulesOf, type Rules } from './validation-message.ts';

/** Makes of a text the value that a schema asks for; what does not look like one stays as it is. */
type Coerce = (value: unknown) => unknown;

/** A query or a path: texts, or lists of texts, by name. */
export type ParameterValues = Record<string, unknown>;

/**
 * For a query or a path, which are text: `"512"` becomes 512 where the schema of that name asks for
 * a number, `"true"` becomes true, `"Head"` becomes `"head"` where that is one of the words to choose
 * from, and a lone value becomes a list of one. What can't be coerced is left for the validator to
 * refuse.
 *
 * The validator has such a coercion of its own, which is not used: it lets `Infinity` through
 * `maximum`, and takes `0x20`, ` 20 ` and `2e1` for 32 and 20.
 *
 * @param schema of an object: one property a name
 * @returns changes the values in place; `undefined` when the schema asks for any text only
 */
export function coercerFor(schema: unknown): ((values: ParameterValues) => void) | undefined {
  const { properties, patternProperties } = rulesOf(schema);
  const named = new Map(coercersOf(properties));
  const patterned = coercersOf(patternProperties).map(
    ([pattern, coerce]) => [new RegExp(pattern, 'u'), coerce] as const,
  );
  if (named.size === 0 && patterned.length === 0) return undefined;
  return (values) => {
    for (const name of Object.keys(values)) {
      const coerce = named.get(name) ?? patterned.find(([pattern]) => pattern.test(name))?.[1];
      if (coerce !== undefined) values[name] = coerce(values[name]);
    }
  };
}

function coercersOf(properties: Rules['properties'] = {}): (readonly [string, Coerce])[] {
  return Object.entries(properties).flatMap(([name, rules]) => {
    const coerce = coerceFor(rules);
    return coerce === undefined ? [] : [[name, coerce] as const];
  });
}

function coerceFor(rules: Rules): Coerce | undefined {
  const types = typesOf(rules);
  if (types.includes('array')) {
    const coerceItem = coerceFor(rules.items ?? {}) ?? unchanged;
    return (value) => (Array.isArray(value) ? value : [value]).map((item) => coerceItem(item));
  }
  if (types.includes('integer') || types.includes('number')) return numberFrom;
  const words = wordsOf(rules);
  if (types.includes('boolean')) return (value) => wordFrom(words, flagFrom(value));
  return words.size === 0 ? undefined : (value) => wordFrom(words, value);
}

/** The words that there are to choose from, beside true and false; none where any text will do. */
function wordsOf(rules: Rules): ReadonlySet<string> {
  const branches = rules.anyOf ?? rules.oneOf ?? [rules];
  const words = branches.filter(({ type }) => type !== 'boolean').map((branch) => branch.const);
  return new Set(words.every((word) => typeof word === 'string') ? words : []);
}

/** In whatever case it was written: to its reader it is the same word, and one picture to the caches. */
function wordFrom(words: ReadonlySet<string>, value: unknown): unknown {
  if (typeof value !== 'string' || words.has(value)) return value;
  const lower = value.toLowerCase();
  return words.has(lower) ? lower : value;
}

/** The types that a schema names, in itself or in the branches of a union. */
function typesOf(rules: Rules): readonly string[] {
  const branches = rules.anyOf ?? rules.oneOf ?? [];
  return [rules.type ?? [], branches.flatMap((branch) => typesOf(branch))].flat();
}

const unchanged: Coerce = (value) => value;

const numberFrom: Coerce = (value) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  // Enough digits make an infinity.
  return Number.isFinite(number) ? number : value;
};

const flagFrom: Coerce = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
};

/**
 * Takes out of a query what its schema does not know: cache-busters and the like, which change
 * nothing and must break no picture. Names are those of `properties`, and those that match one of
 * `patternProperties` (`^label\.\d+$`).
 *
 * @param schema of an object: one property a name
 * @returns removes the unknown parameters in place and returns their names
 */
export function queryFilter(schema: unknown): (values: ParameterValues) => readonly string[] {
  const { properties = {}, patternProperties = {} } = rulesOf(schema);
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, 'u'));
  const isKnown = (name: string): boolean =>
    Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
  return (values) => {
    const ignored = Object.keys(values).filter((name) => !isKnown(name));
    for (const name of ignored) delete values[name];
    return ignored;
  };
}
