import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exceedsJsonLimits, jsonLimits } from './json-size.ts';

const exceeds = (json: string, limits = jsonLimits) => exceedsJsonLimits(Buffer.from(json), limits);

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);
const { levels } = jsonLimits;

describe('levels', () => {
  test.each<[string, string, boolean]>([
    ['nothing', '', false],
    ['as deep as may be', nested(levels), false],
    ['deeper', nested(levels + 1), true],
    ['arrays and objects alike', '{"a":['.repeat(17), true],
    ['one beside the other', `[${'[],'.repeat(1000)}[]]`, false],
    ['brackets in a string', JSON.stringify(nested(1000)), false],
    ['and behind it', `["]]]",${nested(levels)}]`, true],
    ['behind an escaped quote', String.raw`["\"${nested(99)}"]`, false],
    ['behind a backslash at the end of a string', String.raw`["a\\",${nested(levels)}]`, true],
    ['behind backslashes outside of a string', String.raw`\"",${nested(levels + 1)}`, true],
    ['a string without an end', `"${nested(99)}`, false],
  ])('%s', (_name, json, isDeep) => {
    expect(exceeds(json)).toBe(isDeep);
  });
});

describe('values', () => {
  test.each([
    ['numbers', '[1,2.5,-3e4]', 4],
    ['strings', '["","a","\\"","{[:,"]', 5],
    ['empty lists and objects', '[[],{},[ ],{ }]', 5],
    ['fields, but not their names', '{"a":1,"b" : "c","d":{"e":[]}}', 5],
    ['one alone', ' "x" ', 1],
    ['blanks between all', '\t[\r\n1 ,\n2 ]', 3],
  ])('counts %s', (_name, json, values) => {
    expect(exceeds(json, { values, levels })).toBe(false);
    expect(exceeds(json, { values: values - 1, levels })).toBe(true);
  });

  test.each([
    ['300,000 objects', `[${'{},'.repeat(300_000)}{}]`],
    ['70,000 fields', `{${Array.from({ length: 70_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['strings without commas', '""'.repeat(5001)],
    ['names alone', '"":'.repeat(5001)],
    ['numbers without commas', '1 '.repeat(5001)],
  ])('%s are too many', (_name, json) => {
    expect(exceeds(json)).toBe(true);
  });

  test('counts what the parser finds', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2), (compact, indent) => {
        const json = JSON.stringify(JSON.parse(compact), null, indent);
        const values = countValues(JSON.parse(json));
        expect(exceeds(json, { values, levels })).toBe(false);
        expect(exceeds(json, { values: values - 1, levels })).toBe(true);
      }),
    );
  });
});

function countValues(value: unknown): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.reduce<number>((sum, one) => sum + countValues(one), 1);
}
