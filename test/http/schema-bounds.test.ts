import { afterAll, expect, test } from 'vitest';
import { createValidatorCompiler } from '../../src/common/schemas/validator.ts';
import { collectRoutes, isRecord } from '../support/collect-routes.ts';
import { openApp } from '../support/open-app.ts';

// Whatever walks a value (normalisation, segmentation, regular expressions) takes a time that grows
// with it: so each has a bound in the schema, which is looked at first.

const open = () => openApp();
const { app, routes } = await collectRoutes(open);
afterAll(() => app.close());

const has = (schema: Record<string, unknown>, name: string) => typeof schema[name] === 'number';

/** What each type needs, so that a value of it can't be endless. */
const boundOf: Readonly<Record<string, (schema: Record<string, unknown>) => boolean>> = {
  string: (schema) => has(schema, 'maxLength'),
  array: (schema) => has(schema, 'maxItems'),
  number: (schema) => has(schema, 'minimum') && has(schema, 'maximum'),
  integer: (schema) => has(schema, 'minimum') && has(schema, 'maximum'),
};

/** Where a schema lets a string, an array or a number through without a bound. */
function unbounded(schema: unknown, at: string): string[] {
  if (!isRecord(schema) || 'const' in schema || 'enum' in schema) return [];
  // A file of a form: the reader of the form bounds it.
  if (schema.format === 'binary') return [];
  const own = [schema.type ?? []]
    .flat()
    .map(String)
    .filter((type) => boundOf[type]?.(schema) === false)
    .map((type) => `${at}: ${type}`);
  const inner = [schema.properties, schema.patternProperties].flatMap((fields) =>
    isRecord(fields)
      ? Object.entries(fields).flatMap(([name, field]) => unbounded(field, `${at}.${name}`))
      : [],
  );
  const branches = [schema.items, schema.anyOf, schema.oneOf, schema.allOf]
    .flat()
    .flatMap((branch) => unbounded(branch, `${at}[]`));
  return [...own, ...inner, ...branches];
}

/** A body in one form, or in several by content type. */
function bodiesOf(body: unknown): unknown[] {
  if (!isRecord(body) || !isRecord(body.content)) return [body];
  return Object.values(body.content).map((one) => (isRecord(one) ? one.schema : undefined));
}

test('every string, array and number that a route accepts has a bound', () => {
  expect(routes.length).toBeGreaterThan(20);
  const missing = routes.flatMap(({ url, schema = {} }) => [
    ...unbounded(schema.params, `${url} path`),
    ...unbounded(schema.querystring, `${url} query`),
    ...unbounded(schema.headers, `${url} header`),
    ...bodiesOf(schema.body).flatMap((body) => unbounded(body, `${url} body`)),
  ]);
  expect([...new Set(missing)]).toEqual([]);
});

test('every schema compiles, in strict mode', () => {
  const compile = createValidatorCompiler();
  for (const { url, method, schema = {} } of routes) {
    const parts = [schema.params, schema.querystring, schema.headers, ...bodiesOf(schema.body)];
    for (const part of parts.filter(isRecord)) {
      const problem = () => void compile({ schema: part, url, method: String(method) })({});
      expect(problem, url).not.toThrow();
    }
  }
});

test('every path parameter has a schema', () => {
  const bare = routes.filter(
    ({ url, schema }) => url.includes(':') && schema?.params === undefined,
  );
  expect(bare.map(({ url }) => url)).toEqual([]);
});

test('a name that would take minutes to normalise is refused at once', async () => {
  const marks = 260_000;
  const value = `a${'\u0301'.repeat(marks)}${'\u0316'.repeat(marks / 2)}`;
  const url = '/api/blockgame/render/composition';
  const before = process.cpuUsage();
  const answer = await app.inject({ method: 'POST', url, payload: [{ value }] });
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['detail']]);
  // It took ninety seconds; the parser and the schema take some milliseconds of processor time.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
