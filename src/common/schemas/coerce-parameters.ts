import { rulesOf, type Rules } from './validation-message.ts';

type Coerce = (value: unknown) => unknown;

export type ParameterValues = Record<string, unknown>;

/**
 * Converts query or path parameters, which are text, to the types of their schemas: `"512"` becomes 512
 * for a number, `"true"` becomes true, `"Head"` becomes `"head"` if that is one of the allowed values,
 * and a single value becomes a list of one. Values that cannot be converted are left for the validator
 * to refuse.
 *
 * Ajv's own coercion is not used: it lets `Infinity` pass `maximum`, and takes `0x20`, ` 20 ` and `2e1`
 * for 32 and 20.
 * @param schema of an object with one property for each parameter
 * @returns a function that changes the values in place; `undefined` if all parameters are plain strings
 */
export function coercerFor(schema: unknown): ((values: ParameterValues) => void) | undefined {
  const { properties, patternProperties } = rulesOf(schema);
  const named = new Map(coercersOf(properties));
  const patterned = coercersOf(patternProperties).map(
    ([pattern, coerce]) => [new RegExp(pattern, 'u'), coerce] as const,
  );
  if (named.size === 0 && patterned.length === 0) return undefined;
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      const coerce = named.get(name) ?? patterned.find(([pattern]) => pattern.test(name))?.[1];
      if (coerce !== undefined) set(values, name, coerce(value));
    }
  };
}

/**
 * Reads lists as other programs write them: `value[]` is `value`, and `value[n]` the n-th one, in order of n.
 * Another list follows the same n: `label[7]` belongs to `value[7]`, wherever that is.
 *
 * @param schema of an object with one property for each parameter
 * @returns a function that renames the parameters in place; `undefined` if there are no lists
 */
export function bracketReader(schema: unknown): ((values: ParameterValues) => void) | undefined {
  const lists = new Set(
    Object.entries(rulesOf(schema).properties ?? {})
      .filter(([, rules]) => typesOf(rules).includes('array'))
      .map(([name]) => name),
  );
  if (lists.size === 0) return undefined;
  return (values) => {
    const given = Object.entries(values).flatMap(([key, value]) => {
      const [, name = '', index = ''] = /^(\w{1,32})\[(\d{0,4})\]$/.exec(key) ?? [];
      return lists.has(name) ? [{ key, name, index, values: [value].flat() }] : [];
    });
    if (given.length === 0) return;
    for (const { key } of given) Reflect.deleteProperty(values, key);
    const inOrder = given.toSorted((a, b) => Number(a.index) - Number(b.index));
    const ranks = new Map<string, number>();
    for (const { name, index } of inOrder) {
      if (name === mainList && index !== '') ranks.set(index, ranks.get(index) ?? ranks.size);
    }
    const whole = new Map(Object.entries(values));
    for (const one of inOrder) {
      const isMain = one.name === mainList || one.index === '';
      const name = isMain ? one.name : `${one.name}.${ranks.get(one.index) ?? Number(one.index)}`;
      const before = isMain ? [whole.get(name) ?? []].flat() : [];
      whole.set(name, isMain ? [...before, ...one.values] : one.values.at(-1));
      set(values, name, whole.get(name));
    }
  };
}

/** The list whose values the others belong to. */
const mainList = 'value';

/** Sets a property of the object itself, whatever its name. */
function set(values: ParameterValues, name: string, value: unknown): void {
  Object.defineProperty(values, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
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

/** The allowed values of an enumeration besides true and false; empty if any text is allowed. */
function wordsOf(rules: Rules): ReadonlySet<string> {
  const branches = rules.anyOf ?? [rules];
  const words = branches.filter(({ type }) => type !== 'boolean').map((branch) => branch.const);
  return new Set(words.every((word) => typeof word === 'string') ? words : []);
}

/** Matches values in any case, so that all spellings share one cached picture. */
function wordFrom(words: ReadonlySet<string>, value: unknown): unknown {
  if (typeof value !== 'string' || words.has(value)) return value;
  const lower = value.toLowerCase();
  return words.has(lower) ? lower : value;
}

function typesOf(rules: Rules): readonly string[] {
  const branches = rules.anyOf ?? [];
  return [rules.type ?? [], branches.flatMap((branch) => typesOf(branch))].flat();
}

const unchanged: Coerce = (value) => value;

const numberFrom: Coerce = (value) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  // A number with enough digits becomes Infinity.
  return Number.isFinite(number) ? number : value;
};

const flagFrom: Coerce = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
};

/**
 * Removes unknown parameters from a query: cache-busters and the like must not break a picture. Known
 * names are those in `properties` and those matching `patternProperties` (`^label\.\d+$`); of a known one,
 * values that `x-ignored` describes are removed, too.
 * @param schema of an object with one property for each parameter
 * @returns a function that removes unknown parameters in place and returns their names
 */
export function queryFilter(schema: unknown): (values: ParameterValues) => readonly string[] {
  const { properties = {}, patternProperties = {} } = rulesOf(schema);
  const known = new Map(Object.entries(properties));
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, 'u'));
  const isKnown = (name: string, value: unknown): boolean =>
    known.has(name)
      ? !isIgnored(known.get(name), value)
      : patterns.some((pattern) => pattern.test(name));
  return (values) => {
    const ignored = Object.entries(values).flatMap(([name, value]) =>
      isKnown(name, value) ? [] : [name],
    );
    for (const name of ignored) Reflect.deleteProperty(values, name);
    return ignored;
  };
}

/** Whether a value of a parameter has no effect. */
export function isIgnored(rules: Rules | undefined, value: unknown): boolean {
  const pattern = rules?.['x-ignored'];
  return pattern !== undefined && typeof value === 'string' && new RegExp(pattern, 'u').test(value);
}

/** Whether a text is one of the words of an option, and has its pattern; other values are not checked. */
export function takesText({ anyOf = [], pattern }: Rules, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const word = value.toLowerCase();
  const isWord = anyOf.length === 0 || anyOf.some((one) => one.const === word);
  return isWord && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}
