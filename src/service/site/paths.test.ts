import { expect, test } from 'vitest';
import { exampleTarget, pagePath, stemOf, templatePath } from './paths.ts';

test.each([
  ['/api/a/b', '/api/a/b', '/api/a/b'],
  ['/api/a/:b/c/:d', '/api/a/{b}/c/{d}', '/api/a'],
  ['/api/a/b/:c', '/api/a/b/{c}', '/api/a/b'],
  ['/api/a/b/from-url', '/api/a/b/from-url', '/api/a/b'],
])('%s is written %s, and shares its page with all below %s', (path, template, stem) => {
  expect(templatePath(path)).toBe(template);
  expect(stemOf(path)).toBe(stem);
  expect(pagePath(stemOf(path))).toBe(`${stem}/templates`);
});

test.each([
  ['/a', {}, '/a'],
  ['/a/:b', { path: { b: 'x/y ?' } }, '/a/x%2Fy%20%3F'],
  ['/a', { query: { b: true, c: 1, d: ['x', 'y&z'] } }, '/a?b=true&c=1&d=x&d=y%26z'],
  ['/a', { query: { u: 'https://e.org/ü' } }, '/a?u=https://e.org/%C3%BC'],
])('%s with %j becomes %s', (path, example, target) => {
  expect(exampleTarget(path, { title: '', ...example })).toBe(target);
});

test('an example without a value for a path parameter throws', () => {
  expect(() => exampleTarget('/a/:b', { title: '' })).toThrow(
    '/a/:b: an example has no value for b',
  );
});
