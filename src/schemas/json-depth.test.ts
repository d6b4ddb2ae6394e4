import { expect, test } from 'vitest';
import { isDeepJson, maxJsonDepth } from './json-depth.ts';

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);

test.each<[string, string, boolean]>([
  ['nothing', '', false],
  ['as deep as may be', nested(maxJsonDepth), false],
  ['deeper', nested(maxJsonDepth + 1), true],
  ['arrays and objects alike', '{"a":['.repeat(17), true],
  ['one beside the other', `[${'[],'.repeat(1000)}[]]`, false],
  ['brackets in a string', JSON.stringify(nested(1000)), false],
  ['and behind it', `["]]]",${nested(maxJsonDepth)}]`, true],
  ['behind an escaped quote', String.raw`["\"${nested(99)}"]`, false],
  ['behind a backslash at the end of a string', String.raw`["a\\",${nested(maxJsonDepth)}]`, true],
  ['behind one that escapes a quote', String.raw`["a\\\"${nested(99)}"]`, false],
  ['behind backslashes outside of a string', String.raw`\"",${nested(maxJsonDepth + 1)}`, true],
  ['a string without an end', `"${nested(99)}`, false],
  ['an escape without an end', '"\\', false],
])('%s', (_name, json, isDeep) => {
  expect(isDeepJson(Buffer.from(json))).toBe(isDeep);
});

test('a megabyte of escapes is scanned once', () => {
  const bytes = Buffer.from(`"${String.raw`\"`.repeat(500_000)}"${nested(maxJsonDepth + 1)}`);
  expect(isDeepJson(bytes)).toBe(true);
});
