import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import en from '../../web/messages/en.json' with { type: 'json' };

// What a call of `t` fills in is what its English text has between braces. The compiler knows the keys only.

const root = join(import.meta.dirname, '..', '..');

const texts: ReadonlyMap<string, string> = new Map(Object.entries({ ...en.pages, ...en.script }));

/** A node of a syntax tree (ESTree). */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** A node, and the blocks and functions around it, the innermost first. */
type Place = { readonly node: Node; readonly around: readonly Node[] };

function isNode(value: unknown): value is Node {
  return typeof Object(value).type === 'string';
}

/** The nodes directly in a value: those of a node's fields, or of a list. */
function nodesIn(value: unknown): Node[] {
  const inside: unknown[] = Object.values(Object(value));
  return inside.flatMap((one) => (isNode(one) ? [one] : Array.isArray(one) ? nodesIn(one) : []));
}

/** A node and everything in it. */
function placesIn(node: Node, around: readonly Node[] = []): Place[] {
  const isScope = /Program|Block|Function|For|Catch/.test(node.type);
  const inner = isScope ? [node, ...around] : around;
  return [{ node, around }, ...nodesIn(node).flatMap((child) => placesIn(child, inner))];
}

/** Whether a node is `t(…)` or `site.t(…)`. */
function isTranslation({ type, callee }: Node): boolean {
  const { name, property } = Object(callee);
  return type === 'CallExpression' && (name ?? Object(property).name) === 't';
}

/** The keys that an argument can be: all that begin like a template; none where they cannot be seen. */
function keysOf(argument: unknown): string[] {
  const { type, value, consequent, alternate, quasis } = Object(argument);
  if (type === 'Literal') return [String(value)];
  if (type === 'ConditionalExpression') return [...keysOf(consequent), ...keysOf(alternate)];
  if (type !== 'TemplateLiteral') return [];
  const start = String(Object(quasis[0]).value.cooked);
  return [...texts.keys()].filter((key) => key.startsWith(start));
}

/** The names of the values in an argument; `null` where they cannot be seen. */
function namesOf(argument: unknown, around: readonly Node[]): string[] | null {
  const { type, name, properties } = Object(argument);
  if (argument === undefined) return [];
  if (type === 'Identifier') return namesOf(constantOf(name, around), around);
  if (type !== 'ObjectExpression') return null;
  const names = nodesIn(properties).map(({ computed, key, argument: spread }) => {
    if (spread !== undefined) return namesOf(spread, around);
    return computed === true ? null : [String(Object(key).name ?? Object(key).value)];
  });
  return names.includes(null) ? null : names.flatMap((some) => some ?? []);
}

/** What the innermost constant of that name is; `null` for what may change or is not given there. */
function constantOf(name: unknown, around: readonly Node[]): unknown {
  const isNamed = (node: Node): boolean => node.type === 'Identifier' && node['name'] === name;
  const names = (node: Node): boolean => placesIn(node).some((place) => isNamed(place.node));
  for (const { params, param, left, init, body } of around) {
    if (nodesIn([params, param, left, init]).some(names)) return null;
    for (const { declarations, kind } of nodesIn(body)) {
      const declared = nodesIn(declarations).find(({ id }) => nodesIn([id]).some(names));
      if (declared === undefined) continue;
      const isConstant = kind === 'const' && nodesIn([declared['id']]).some(isNamed);
      return isConstant ? declared['init'] : null;
    }
  }
  return null;
}

/** What is wrong with the calls of `t` in a source. */
function faultsIn(file: string, source: string): string[] {
  const program: unknown = parseSync(file, source).program;
  const places = nodesIn([program]).flatMap((node) => placesIn(node));
  const calls = places
    .filter(({ node }) => isTranslation(node))
    .map(({ node, around }) => {
      const [key, values] = nodesIn(node['arguments']);
      return { keys: keysOf(key), names: namesOf(values, around) };
    });
  const faults = calls.flatMap(({ keys, names }) => keys.flatMap((key) => faultOf(key, names)));
  if (calls.every(({ keys }) => keys.length > 0)) return faults;
  // A key that comes from a table cannot be seen: no text of the table may want a value.
  const seen = new Set(calls.flatMap(({ keys }) => keys));
  const others = places.map(({ node }) => String(node.type === 'Literal' ? node['value'] : ''));
  const unseen = others.filter((key) => !seen.has(key) && namesIn(texts.get(key)).length > 0);
  return [...faults, ...unseen.map((key) => `${key}: is in no call`)];
}

function faultOf(key: string, names: readonly string[] | null): string[] {
  if (names === null) return [`${key}: its values have no names to see`];
  const [given, wanted] = [names.toSorted().join(' '), namesIn(texts.get(key)).join(' ')];
  return given === wanted ? [] : [`${key}: has “${given}” for “${wanted}”`];
}

/** The names between braces. */
function namesIn(text = ''): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))].toSorted();
}

test('every call of t fills in what its text has between braces, in all sources', () => {
  const files = ['src/service/site/**/*.ts', 'src/service/routes/**/*.ts', 'web/script/**/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'));
  const faults = files.flatMap((file) =>
    faultsIn(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test.each([
  ["t('countOf', { count, most: 3 })"],
  ["html`<p>${site.t('countOf', { 'count': 1, most })}</p>`"],
  ["t(isOne ? 'oneLeftOut' : 'copied')"],
  ['t(`mood_${mood}`)'],
  ["const at = { count: 1 }; function f() { const more = 2; t('countOf', { ...at, most }); }"],
  ["const keys = ['copied', 'countOf']; t('countOf', { count, most })"],
  ["const keys = ['copied']; t(keys[0])"],
  ["other('countOf')"],
])('%s is right', (source) => {
  expect(faultsIn('a.ts', source)).toEqual([]);
});

test.each([
  ["t('countOf')", 'countOf: has “” for “count most”'],
  ["t('countOf', {})", 'countOf: has “” for “count most”'],
  ["t('countOf', { count })", 'countOf: has “count” for “count most”'],
  ["t('countOf', { count, most, least })", 'countOf: has “count least most” for “count most”'],
  ["t('countOf', { count, moist: 3 })", 'countOf: has “count moist” for “count most”'],
  ["t('copied', { count })", 'copied: has “count” for “”'],
  ["html`<p>${site.t('countOf', { most })}</p>`", 'countOf: has “most” for “count most”'],
  ["t(isOne ? 'oneLeftOut' : 'manyLeftOut')", 'manyLeftOut: has “” for “count”'],
  ['t(`checki${ng}`)', 'checking: has “” for “host”'],
  ["t('countOf', values)", 'countOf: its values have no names to see'],
  ["t('countOf', valuesOf(2))", 'countOf: its values have no names to see'],
  ["t('countOf', { count, ...rest })", 'countOf: its values have no names to see'],
  ["t('countOf', { count, [name]: 3 })", 'countOf: its values have no names to see'],
  ["let at = { count, most }; t('countOf', at)", 'countOf: its values have no names to see'],
  ["const { at } = { count, most }; t('countOf', at)", 'countOf: its values have no names to see'],
  [
    "const at = { count, most }; function f(at: Values) { t('countOf', at); }",
    'countOf: its values have no names to see',
  ],
  [
    "const at = { count, most }; for (const at of all) t('countOf', at);",
    'countOf: its values have no names to see',
  ],
  ["const at = { count }; t('countOf', at)", 'countOf: has “count” for “count most”'],
  ["const keys = ['copied', 'countOf']; t(keys[1])", 'countOf: is in no call'],
])('%s is wrong', (source, fault) => {
  expect(faultsIn('a.ts', source)).toEqual([fault]);
});
