import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { checkSync } from 'recheck';
import { analyse } from 'scslre';
import { API, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import { SyntaxKind, type Expression, type Node, type SourceFile } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isNewExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
} from 'typescript/unstable/ast/is';
import { expect, test } from 'vitest';
import { collectRoutes, isRecord } from '../support/collect-routes.ts';
import { openApp } from '../support/open-app.ts';

// Two rules of the code, held by the compiler's types. It is opened once for both: that takes seconds.
//
// An expression that backtracks takes seconds for a text of some thousand characters. What a client
// sends may reach any of them, so none may, whatever it is for.
//
// `table[text]` also finds what every object inherits: with `constructor` or `__proto__` from a client
// it is a function or an object where nobody expects one. So objects are indexed only by names that
// the compiler knows, or that were compared with them; what has any other name is in a `Map`.

const root = join(import.meta.dirname, '..', '..', '/');

type Walk = { readonly file: SourceFile; readonly checker: Checker };

/** Sources of expressions with their flags, by where they are. */
const expressions = new Map<string, { readonly source: string; readonly flags: string }>();
/** Expressions whose text only running code knows. `common/schemas` compiles those of routes. */
const compiled: string[] = [];
const unsafeLookUps: string[] = [];
let lookUps = 0;

/** Reads every node of `src` and `web`, without tests and what is built. */
function readSources(): void {
  const api = new API({ cwd: root });
  try {
    const openProjects = ['tsconfig.json', 'web/tsconfig.json'].map((name) => join(root, name));
    const seen = new Set<string>();
    for (const { program, checker } of api.updateSnapshot({ openProjects }).getProjects()) {
      for (const name of program.getSourceFileNames().filter((one) => isOwn(one))) {
        const file = seen.has(name) ? undefined : program.getSourceFile(name);
        seen.add(name);
        if (file !== undefined) readBelow(file, { file, checker });
      }
    }
  } finally {
    api.close();
  }
}

function isOwn(name: string): boolean {
  const path = name.startsWith(root) ? name.slice(root.length) : '';
  return /^(?:src|web\/script)\//.test(path) && !/\.(?:test|d)\.ts$/.test(path);
}

function readBelow(node: Node, walk: Walk): void {
  readExpression(node, walk);
  const name = nameLookedUp(node);
  if (name !== undefined) {
    lookUps += 1;
    if (!isSafe(typeOf(name, walk), walk)) unsafeLookUps.push(describe(node, walk));
  }
  node.forEachChild((child) => readBelow(child, walk));
}

/** Where it is, and its text: `src/service/http/server.ts:12 table[name]`. */
function describe(node: Node, { file }: Walk): string {
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  return `${file.fileName.slice(root.length)}:${line} ${node.getText(file)}`;
}

function typeOf(expression: Expression, { checker }: Walk): Type | undefined {
  return checker.getTypeAtLocation(expression);
}

/** The texts that a type allows; `null` if they are not all known, or are not all texts. */
function textsOf(type: Type | undefined): readonly string[] | null {
  if (type?.isStringLiteralType() === true) return [type.value];
  if (type?.isUnionType() !== true) return null;
  const texts = type.getTypes().map((member) => textsOf(member));
  return texts.every((some) => some !== null) ? texts.flat() : null;
}

function readExpression(node: Node, walk: Walk): void {
  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    const flags = node.text.slice(end + 1);
    expressions.set(describe(node, walk), { source: node.text.slice(1, end), flags });
  } else if (isPropertyAssignment(node) && nameOf(node.name) === 'pattern') {
    addTexts(node, node.initializer, walk);
  } else if (isNewExpression(node) || isCallExpression(node)) {
    if (nameOf(node.expression) === 'RegExp') addTexts(node, node.arguments?.[0], walk);
  }
}

function nameOf(node: { readonly kind: SyntaxKind; readonly text?: unknown }): unknown {
  return node.kind === SyntaxKind.Identifier ? node.text : undefined;
}

function addTexts(node: Node, expression: Expression | undefined, walk: Walk): void {
  const texts = expression && textsOf(typeOf(expression, walk));
  const place = describe(node, walk);
  if (!texts) compiled.push(place);
  for (const source of texts ?? []) expressions.set(`${place} ${source}`, { source, flags: 'u' });
}

function readRoutes(routes: readonly RouteOptions[]): void {
  for (const { url, schema } of routes) {
    for (const [source] of url.matchAll(/(?<=:\w+\().*?(?=\)(?:\/|\.:|$))/g))
      expressions.set(`${url} ${source}`, { source, flags: '' });
    for (const source of patternsIn(schema))
      expressions.set(`${url} ${source}`, { source, flags: 'u' });
  }
}

/** The patterns of a schema, and of all within it. */
function patternsIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => patternsIn(one));
  if (!isRecord(schema)) return [];
  const own = typeof schema.pattern === 'string' ? [schema.pattern] : [];
  const names = isRecord(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  return [...own, ...names, ...Object.values(schema).flatMap((one) => patternsIn(one))];
}

/** For a proof: most take a few milliseconds. On a slow machine the second analyser decides on some more. */
const proofMs = 250;

/**
 * Most are proved linear. What cannot be proved (look-around, large counts) is searched for parts that
 * trade characters, or that every start of a search walks again.
 */
function takesLinearTime(source: string, flags: string, timeout = proofMs): boolean {
  const { status } = checkSync(source, flags, { checker: 'automaton', timeout });
  if (status !== 'unknown') return status === 'safe';
  const reportTypes = { Move: true, Self: true, Trade: true } as const;
  return analyse({ source, flags }, { reportTypes }).reports.length === 0;
}

/** The name by which a node looks something up, or `undefined`. */
function nameLookedUp(node: Node): Expression | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
    return node.left;
  if (!isCallExpression(node)) return undefined;
  const isReflected = /^Reflect\.(?:get|has|set)$/.test(node.expression.getText());
  return isReflected ? node.arguments[1] : undefined;
}

function isSafe(type: Type | undefined, walk: Walk): boolean {
  if (type === undefined) return false;
  if (type.flags & (TypeFlags.NumberLike | TypeFlags.ESSymbolLike)) return true;
  if (type.isTypeParameter()) return isSafe(walk.checker.getBaseConstraintOfType(type), walk);
  if (type.isUnionType()) return type.getTypes().every((one) => isSafe(one, walk));
  return textsOf(type) !== null;
}

readSources();

test('no expression takes more than linear time', async () => {
  const { app, routes } = await collectRoutes(() => openApp());
  await app.close();
  readRoutes(routes);
  expect(expressions.size).toBeGreaterThan(200);
  const verdicts = new Map<string, boolean>();
  const slow = [...expressions].flatMap(([place, { source, flags }]) => {
    const key = `/${source}/${flags}`;
    const isLinear = verdicts.get(key) ?? takesLinearTime(source, flags);
    verdicts.set(key, isLinear);
    return isLinear ? [] : [place];
  });
  expect(slow).toEqual([]);
  // Their text has to be known to be checked.
  expect(compiled.filter((place) => !place.startsWith('src/common/schemas/'))).toEqual([]);
});

test.each(['x+$', '^.*,.*$', '\\((?:a|b)[^)]*\\)', '(?:a|a)*b', '^(?=[^?]*[+,][^?]*\\.png)'])(
  'the check finds %s',
  (source) => {
    expect(takesLinearTime(source, '', 30_000)).toBe(false);
  },
);

test('no object is indexed by a text of any content', () => {
  expect(lookUps).toBeGreaterThan(500);
  expect(unsafeLookUps).toEqual([]);
});
