import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { createValidatorCompiler } from './validator.ts';

const face = '😀';

test.each<[string, string, 'minLength' | 'maxLength' | undefined]>([
  ['as long as may be', 'a'.repeat(8), undefined],
  ['one letter more', 'a'.repeat(9), 'maxLength'],
  ['a megabyte more', 'a'.repeat(1_000_000), 'maxLength'],
  ['letters of two units each', face.repeat(8), undefined],
  ['one of them more', face.repeat(9), 'maxLength'],
  ['one letter more than eight', `a${face.repeat(8)}`, 'maxLength'],
  ['both, eight in all', `aaaa${face.repeat(4)}`, undefined],
  ['halves of letters, which count as whole ones', '\u{D83D}'.repeat(9), 'maxLength'],
  ['as short as may be', 'aaa', undefined],
  ['one letter less', 'aa', 'minLength'],
  ['three letters of two units', face.repeat(3), undefined],
  ['one of three less', face.repeat(2), 'minLength'],
  ['more units than three, but fewer letters', `a${face}`, 'minLength'],
  ['nothing', '', 'minLength'],
])('three to eight code points: %s', (_name, text, keyword) => {
  const schema: object = Type.String({ minLength: 3, maxLength: 8 });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  const limit = keyword === 'minLength' ? 3 : 8;
  const errors = keyword && [expect.objectContaining({ keyword, params: { limit } })];
  expect([validate(text), validate.errors ?? undefined]).toEqual([!keyword, errors]);
});

test('a text that is too long is not matched against a pattern', () => {
  const schema: object = Type.String({ maxLength: 8, pattern: '^b' });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  expect(validate('a'.repeat(9))).toBe(false);
  expect(validate.errors).toMatchObject([{ keyword: 'maxLength' }]);
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
