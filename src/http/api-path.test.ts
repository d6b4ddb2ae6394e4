import { assert, constantFrom, integer, property, string } from 'fast-check';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { canonicalUrl } from './aliases.ts';
import { isApiUrl, plainPath } from './api-path.ts';

test.each([
  ['/api/', true],
  ['/api/x', true],
  ['/api/x?y', true],
  ['/%61pi/x', true],
  ['/%61%70%69%2Fx', true],
  ['/%41PI/x', false],
  ['/api/%zz', true],
  ['/api/%', true],
  ['http://a/api/x', true],
  ['https://a:1/%61pi/x', true],
  ['HTTP://a/api/x', true],
  ['hTTpS://a/%61pi/x', true],
  ['http:///api/x', true],
  ['http://a', false],
  ['http://a?/api/x', false],
  ['http://a#/api/x', false],
  ['ftp://a/api/x', false],
  ['*', false],
  ['', false],
  ['/', false],
  ['/api', false],
  ['/apix/', false],
  ['/API/x', false],
  ['//api/x', false],
  ['/x/api/', false],
  ['/?/api/', false],
  ['/%2561pi/x', false],
])('%s: %s', (url, isApi) => {
  expect(isApiUrl(url)).toBe(isApi);
});

test('what is no escape of ASCII stays as it is', () => {
  expect(plainPath('/a%41%c3%a4%e2%98%83%zz%4')).toBe('/aA%c3%a4%e2%98%83%zz%4');
});

/** `/api/x` with the letters escaped whose bit is set. */
function escaped(bits: number): string {
  return Array.from('/api/x', (letter, index) => {
    const code = letter.codePointAt(0)?.toString(16) ?? '';
    return (bits >> index) & 1 ? `%${code}` : letter;
  }).join('');
}

const origins = constantFrom('', 'http://a', 'https://a:1', 'HTTP://a', 'hTTps://[::1]');

test('however a path is written that the router takes for one of the API, so does this', () => {
  const app = fastify();
  app.get('/api/x', () => '');
  let found = 0;
  assert(
    property(
      origins,
      integer({ min: 0, max: 63 }),
      string({ maxLength: 3 }),
      (origin, bits, tail) => {
        // Without a slash there is no path after an origin, and the router refuses it.
        const path = escaped(origin === '' ? bits : bits & ~1) + encodeURI(tail);
        const url = canonicalUrl(origin + path);
        if (app.findRoute({ method: 'GET', url }) === null) return;
        found += 1;
        expect(isApiUrl(url), url).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(0);
});
