import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { contextOf, ifNoneMatchHits, strongEtag } from './conditional.ts';
import type { EtagPart } from '../../common/cache/context.ts';

describe('ifNoneMatchHits', () => {
  test.each([
    ['"abc"'],
    ['W/"abc"'],
    ['*'],
    ['  *\t'],
    ['"x", "abc"'],
    ['"x","abc","y"'],
    ['W/"x" ,\tW/"abc"'],
    [',, "abc",'],
    ['garbage, "abc"'],
    ['"un"quoted, "abc"'],
    ['"x, y", "abc"'],
  ])('%s names "abc"', (header) => {
    expect(ifNoneMatchHits(header, '"abc"')).toBe(true);
  });

  test.each([
    [undefined],
    [''],
    ['abc'],
    ['"ABC"'],
    ['"abcd"'],
    ['"ab" c"'],
    ['w/"abc"'],
    ['"abc'],
    ['"abc"x'],
    ['"x,abc"'],
    ['"*"'],
    ['"x", *'],
  ])('%s does not name "abc"', (header) => {
    expect(ifNoneMatchHits(header, '"abc"')).toBe(false);
  });
});
test.each([
  ['"abc"', 'W/"abc"', true],
  ['W/"abc"', 'W/"abc"', true],
  ['""', '""', true],
  ['"abc"', '""', false],
  ['"x", "a,B"', '"a,B"', true],
  ['"a,b"', '"b"', false],
  ['"a, "', '" "', false],
])('%s beside our %s: %s', (header, own, isHit) => {
  expect(ifNoneMatchHits(header, own)).toBe(isHit);
});

describe('strongEtag', () => {
  test('is a quoted strong tag that If-None-Match can carry', () => {
    const etag = strongEtag(['default', 'full', 512]);
    expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
    expect(ifNoneMatchHits(etag, etag)).toBe(true);
  });

  test('stays the same from release to release for the same input', () => {
    expect(strongEtag({ name: 'Notch', height: 512 })).toBe('"NZTDo8C_ApGsIQEOELTBSM"');
  });

  test.each<[EtagPart, EtagPart]>([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [
      { 10: 'x', b: [{ d: 1, c: 2 }] },
      { b: [{ c: 2, d: 1 }], 10: 'x' },
    ],
  ])('%j and %j are the same input', (one, other) => {
    expect(strongEtag(one)).toBe(strongEtag(other));
  });

  test('inputs that differ in any way have different tags', () => {
    const inputs: EtagPart[] = [
      [],
      '',
      null,
      {},
      0,
      1,
      '1',
      true,
      ['ab', 'c'],
      ['a', 'bc'],
      ['a', ['b', 'c']],
      [['a', 'b'], 'c'],
      ['a,b'],
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b', ''],
      ['a', 'b', null],
      '["a","b"]',
      { a: 'b' },
      { a: ['b'] },
      [['a', 'b']],
      [{ a: 'b' }],
      { fields: [['a', 'b']] },
      { a: null },
      { a: 'b', c: 'd' },
    ];
    expect(new Set(inputs.map((input) => strongEtag(input))).size).toBe(inputs.length);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (number) => {
    expect(() => strongEtag([number])).toThrow(RangeError);
  });
});

test('whoever waits for the end of a response is told once, and leaves nothing on its connection', async () => {
  const app = fastify();
  const headers = { 'x-progress-id': 'x'.repeat(22) };
  const told: string[] = [];
  let waiting = (): number | undefined => undefined;
  app.get('/', (_request, reply) => {
    const { socket } = reply.raw;
    waiting = () => socket?.listenerCount('end');
    const before = waiting();
    contextOf({ clientKey: '', headers }, reply).asker!.onClose(() => told.push('end'));
    return { before, during: waiting() };
  });
  const { before, during } = (await app.inject('/')).json();
  expect(during).toBe(before + 1);
  expect(told).toEqual(['end']);
  expect(waiting()).toBe(before);
});
