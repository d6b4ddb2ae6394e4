import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { createValidatorCompiler } from './validator.ts';

const face = '😀';

test.each<[string, string, boolean]>([
  ['as long as may be', 'a'.repeat(8), true],
  ['one letter more', 'a'.repeat(9), false],
  ['a megabyte more', 'a'.repeat(1_000_000), false],
  ['letters of two units each', face.repeat(8), true],
  ['one of them more', face.repeat(9), false],
  ['one letter more than eight', `a${face.repeat(8)}`, false],
  ['both, eight in all', `aaaa${face.repeat(4)}`, true],
  ['halves of letters, which count as whole ones', '\u{D83D}'.repeat(9), false],
])('maxLength counts code points: %s', (_name, text, isValid) => {
  const schema: object = Type.String({ maxLength: 8 });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  expect(validate(text)).toBe(isValid);
  const [error] = validate.errors ?? [];
  expect(error?.params).toEqual(isValid ? undefined : { limit: 8 });
});

test('a text that is too long is not matched against a pattern', () => {
  const schema: object = Type.String({ maxLength: 8, pattern: '^b' });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  expect(validate('a'.repeat(9))).toBe(false);
  expect(validate.errors).toMatchObject([{ keyword: 'maxLength' }]);
});

test.each<[string, string, boolean]>([
  ['as short as may be', 'aaa', true],
  ['one letter less', 'aa', false],
  ['letters of two units each', face.repeat(3), true],
  ['one of them less', face.repeat(2), false],
  ['more units than three, but fewer letters', `a${face}`, false],
  ['nothing', '', false],
])('minLength counts code points: %s', (_name, text, isValid) => {
  const schema: object = Type.String({ minLength: 3 });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  expect(validate(text)).toBe(isValid);
  const [error] = validate.errors ?? [];
  expect(error?.params).toEqual(isValid ? undefined : { limit: 3 });
});

test('a long text is not walked to learn its length', () => {
  const schema: object = Type.String({ minLength: 1, maxLength: 1_000_000 });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  const steps = [
    vi.spyOn(String.prototype, 'charCodeAt'),
    vi.spyOn(String.prototype, 'codePointAt'),
    vi.spyOn(String.prototype, Symbol.iterator),
  ];
  const isValid = validate('a'.repeat(1_000_000));
  const walked = steps.map((step) => step.mock.calls.length);
  for (const step of steps) step.mockRestore();
  expect(isValid).toBe(true);
  // The compiler of the schema reads some short ones.
  for (const count of walked) expect(count).toBeLessThan(10_000);
});
