import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteOptions } from 'fastify';
import { checkSync } from 'recheck';
import { analyse } from 'scslre';
import { SyntaxKind, type Expression } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isNewExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
} from 'typescript/unstable/ast/is';
import type { HttpServer } from '../../src/http/server.ts';
import { collectRoutes, isRecord } from '../support/collect-routes.ts';
import { textsOf, visitSources, type SourceNode } from '../support/sources.ts';
import { openApp } from '../support/open-app.ts';

// An expression that backtracks takes seconds for a text of some thousand characters. What a client
// sends may reach any of them, so none may, whatever it is for.

/** Sources of expressions with their flags, by where they are. */
type Found = Map<string, { readonly source: string; readonly flags: string }>;

let app: HttpServer;
let routes: readonly RouteOptions[];
beforeAll(async () => {
  const open = () => openApp();
  ({ app, routes } = await collectRoutes(open));
});
afterAll(() => app.close());

/** Expressions whose text only running code knows. The schemas' room compiles those of routes. */
const compiled: string[] = [];

function collectFromSources(): Found {
  const found: Found = new Map();
  visitSources((one) => {
    const { node } = one;
    if (isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.set(one.describe(), {
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (isPropertyAssignment(node) && nameOf(node.name) === 'pattern') {
      addTexts(found, one, node.initializer, 'u');
    } else if (isNewExpression(node) || isCallExpression(node)) {
      if (nameOf(node.expression) === 'RegExp') addTexts(found, one, node.arguments?.[0], 'u');
    }
  });
  return found;
}

function nameOf(node: { readonly kind: SyntaxKind; readonly text?: unknown }): unknown {
  return node.kind === SyntaxKind.Identifier ? node.text : undefined;
}

function addTexts(
  found: Found,
  { checker, describe }: SourceNode,
  expression: Expression | undefined,
  flags: string,
): void {
  const texts = expression && textsOf(checker.getTypeAtLocation(expression));
  if (!texts) compiled.push(describe());
  for (const source of texts ?? []) found.set(`${describe()} ${source}`, { source, flags });
}

function collectFromRoutes(): Found {
  const found: Found = new Map();
  for (const { url, schema } of routes) {
    for (const [source] of url.matchAll(/(?<=:\w+\().*?(?=\)(?:\/|\.:|$))/g))
      found.set(`${url} ${source}`, { source, flags: '' });
    for (const source of patternsIn(schema)) found.set(`${url} ${source}`, { source, flags: 'u' });
  }
  return found;
}

/** The patterns of a schema, and of all within it. */
function patternsIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => patternsIn(one));
  if (!isRecord(schema)) return [];
  const own = typeof schema.pattern === 'string' ? [schema.pattern] : [];
  const names = isRecord(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  return [...own, ...names, ...Object.values(schema).flatMap((one) => patternsIn(one))];
}

/** For proofs: most take a few milliseconds. On a slow machine the second analyser decides on some more. */
const proofTimeoutMs = 250;

/**
 * Most are proved linear. What cannot be proved (look-around, large counts) is searched for parts that
 * trade characters, or that every start of a search walks again.
 */
function takesLinearTime(source: string, flags: string): boolean {
  const { status } = checkSync(source, flags, { checker: 'automaton', timeout: proofTimeoutMs });
  if (status !== 'unknown') return status === 'safe';
  const reportTypes = { Move: true, Self: true, Trade: true } as const;
  return analyse({ source, flags }, { reportTypes }).reports.length === 0;
}

test('no expression takes more than linear time', () => {
  const found = new Map([...collectFromSources(), ...collectFromRoutes()]);
  expect(found.size).toBeGreaterThan(200);
  const verdicts = new Map<string, boolean>();
  const slow = [...found].flatMap(([place, { source, flags }]) => {
    const key = `/${source}/${flags}`;
    const isLinear = verdicts.get(key) ?? takesLinearTime(source, flags);
    verdicts.set(key, isLinear);
    return isLinear ? [] : [place];
  });
  expect(slow).toEqual([]);
  // Their text has to be known to be checked.
  expect(compiled.filter((place) => !place.startsWith('src/schemas/'))).toEqual([]);
});

test.each(['x+$', '^.*,.*$', '\\((?:a|b)[^)]*\\)', '(?:a|a)*b', '^(?=[^?]*[+,][^?]*\\.png)'])(
  'the check finds %s',
  (source) => {
    expect(takesLinearTime(source, '')).toBe(false);
  },
);
