import { rulesOf, type Rules } from './json-schema.ts';

/** Makes of a text the value that a schema asks for; what does not look like one stays as it is. */
type Convert = (value: unknown) => unknown;

/** A query or a path: texts, or lists of texts, by name. */
export type TextValues = Record<string, unknown>;

/**
 * For a query or a path, which are text: `"512"` becomes 512 where the schema of that name asks for
 * a number, `"true"` becomes true, `"Head"` becomes `"head"` where that is one of the words to choose
 * from, and a lone value becomes a list of one. What can't be converted is left for the validator to
 * refuse.
 *
 * The validator has such a conversion of its own, which is not used: it lets `Infinity` through
 * `maximum`, and takes `0x20`, ` 20 ` and `2e1` for 32 and 20.
 *
 * @param schema of an object: one property a name
 * @returns changes the values in place; `undefined` when the schema asks for any text only
 */
export function textConverter(schema: unknown): ((values: TextValues) => void) | undefined {
  const converts = Object.entries(rulesOf(schema).properties ?? {}).flatMap(([name, rules]) => {
    const convert = convertFor(rules);
    return convert === undefined ? [] : [{ name, convert }];
  });
  if (converts.length === 0) return undefined;
  return (values) => {
    for (const { name, convert } of converts) {
      if (Object.hasOwn(values, name)) values[name] = convert(values[name]);
    }
  };
}

function convertFor(rules: Rules): Convert | undefined {
  const types = typesOf(rules);
  if (types.includes('array')) {
    const convertItem = convertFor(rules.items ?? {}) ?? unchanged;
    return (value) => (Array.isArray(value) ? value : [value]).map((item) => convertItem(item));
  }
  if (types.includes('integer') || types.includes('number')) return numberFrom;
  if (types.includes('boolean')) return flagFrom;
  const words = wordsOf(rules);
  return words.size === 0 ? undefined : (value) => wordFrom(words, value);
}

/** The words that there are to choose from; none where any text will do. */
function wordsOf(rules: Rules): ReadonlySet<string> {
  const branches = rules.anyOf ?? rules.oneOf ?? [rules];
  const words = branches.map((branch) => branch.const);
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

const unchanged: Convert = (value) => value;

const numberFrom: Convert = (value) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  // Enough digits make an infinity.
  return Number.isFinite(number) ? number : value;
};

const flagFrom: Convert = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
};
