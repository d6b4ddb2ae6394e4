import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypes from 'openapi-typescript';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import type { RouteExample } from '../../src/features/docs/route-docs.ts';
import { readSettings } from '../../src/app/settings.ts';
import { readDocs } from '../support/route-docs.ts';
import { openSharedDrawing } from '../support/shared-drawing.ts';

// What the documentation shows as a request compiles with the types that two generators make of the
// OpenAPI document, under `strict`.

const project = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lineup-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Parameter = { readonly name?: string; readonly schema?: { readonly type?: string } };
type Operation = {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
};
type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** An example of the documentation, and the operation that it is a request of. */
type Shown = { readonly operation: Operation; readonly example: RouteExample };

const json = 'application/json';
let operations: readonly Operation[];
let shown: readonly Shown[];

beforeAll(async () => {
  const app = await createApp(readSettings({ LOG_LEVEL: 'silent' }), {
    openDrawing: openSharedDrawing,
  });
  const document = (await app.inject('/api/openapi.json')).json<OpenApi>();
  await app.close();
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  shown = (await readDocs()).flatMap(({ id, examples }) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    return operation === undefined ? [] : examples.map((example) => ({ operation, example }));
  });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
});

/** As the schema has it: a whole number of a path is one in the types, too. */
function typedPath({ operation, example }: Shown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(example.path ?? {}).map(([name, text]) => {
      const schema = operation.parameters.find((one) => one.name === name)?.schema;
      return [name, schema?.type === 'integer' ? Number(text) : text];
    }),
  );
}

/** Without `name.1`, which is of one item: a document can't say that a name may end with any index. */
function typedQuery({ example }: Shown): RouteExample['query'] {
  const all = Object.entries(example.query ?? {});
  return Object.fromEntries(all.filter(([name]) => !/\.\d+$/.test(name)));
}

/** The first mistakes that the compiler finds in a folder; empty when there are none. */
function compile(at: string): string {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  };
  writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', at], { encoding: 'utf8' });
    return '';
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout).slice(0, 4000);
    throw error;
  }
}

const text = (value: unknown) => JSON.stringify(value);

it('with openapi-typescript: paths, queries, bodies and sample responses', async () => {
  const at = mkdtempSync(join(folder, 'first-'));
  const types = await openapiTypes(pathToFileURL(join(folder, 'openapi.json')), {
    // As its newer versions do, and as others do: what has a default is always there.
    defaultNonNullable: true,
  });
  writeFileSync(join(at, 'types.ts'), types);
  const lines = shown.flatMap((one) => {
    const { example, operation } = one;
    const of = `operations[${text(operation.operationId)}]`;
    return [
      ...(example.path ? [`sink<Path<${of}>>(${text(typedPath(one))});`] : []),
      ...(example.query ? [`sink<Query<${of}>>(${text(typedQuery(one))});`] : []),
      ...(example.body === undefined ? [] : [`sink<Body<${of}>>(${text(example.body)});`]),
    ];
  });
  const samples = operations.flatMap(({ operationId, responses }) => {
    const sample = responses['200']?.content?.[json]?.example;
    return sample === undefined
      ? []
      : [`sink<Answer<operations['${operationId}']>>(${text(sample)});`];
  });
  expect([lines.length > 80, samples.length > 5]).toEqual([true, true]);
  const head = `import type { operations } from './types';
declare function sink<T>(value: T): void;
type Path<T> = T extends { parameters: { path: infer P } } ? P : never;
type Query<T> = T extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type Body<T> = T extends { requestBody?: { content: { '${json}': infer B } } } ? B : never;
type Answer<T> = T extends { responses: { 200: { content: { '${json}': infer A } } } } ? A : never;
`;
  writeFileSync(join(at, 'examples.ts'), [head, ...lines, ...samples].join('\n'));
  expect(compile(at)).toBe('');
  // That it can fail: a field that a schema does not have, a text in place of a number.
  writeFileSync(
    join(at, 'wrong.ts'),
    `${head}sink<Query<operations['getServerStatus']>>({ timeout: 'x' });`,
  );
  expect(compile(at)).toContain('wrong.ts');
});

it('with openapi-typescript-codegen: every example as a call of its client', async () => {
  const at = mkdtempSync(join(folder, 'second-'));
  await generate({
    input: join(folder, 'openapi.json'),
    output: join(at, 'api'),
    useOptions: true,
    useUnionTypes: true,
  });
  const services = new Map(
    globSync('api/services/*.ts', { cwd: at }).flatMap((file) => {
      const methods = readFileSync(join(at, file), 'utf8').matchAll(/public static (\w+)\(/g);
      return [...methods].map(([, method = '']) => [method, basename(file, '.ts')] as const);
    }),
  );
  // Files are no JSON: a request with nothing else has no body in its example.
  const calls = shown.filter(isWhole).map((one) => {
    const { example, operation } = one;
    const named = Object.entries({ ...typedPath(one), ...typedQuery(one) });
    const options = Object.fromEntries(named.map(([name, value]) => [camelCase(name), value]));
    const body = example.body === undefined ? {} : { requestBody: example.body };
    const service = services.get(operation.operationId);
    return `void ${service}.${operation.operationId}(${text({ ...options, ...body })});`;
  });
  const head = `import { ${[...new Set(services.values())].join(', ')} } from './api';\n`;
  writeFileSync(join(at, 'examples.ts'), head + calls.join('\n'));
  expect(compile(at)).toBe('');
  writeFileSync(
    join(at, 'wrong.ts'),
    `${head}void ServerStatusService.getServerStatus({ host: 1 });`,
  );
  expect(compile(at)).toContain('wrong.ts');
});

function isWhole({ example, operation }: Shown): boolean {
  return example.body !== undefined || operation.requestBody === undefined;
}

/** As the generator names a parameter. */
function camelCase(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
}
