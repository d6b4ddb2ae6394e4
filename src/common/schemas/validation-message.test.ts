import { expect, test } from 'vitest';
import { validationMessage } from './validation-message.ts';

const failed = { part: 'body', isList: true } as const;
const error = { keyword: 'not', instancePath: '/0', schemaPath: '', params: {} };

// What routes answer in practice is tested in request-validation.test.ts; these are the findings
// that no schema of today leads to.
test.each([
  [[error], 'items[0]: is not valid'],
  [[{ ...error, keyword: 'toString' }], 'items[0]: is not valid'],
  [[{ ...error, instancePath: '/0/a~1b~0c' }], 'items[0]["a/b~c"]: is not valid'],
  [[{ ...error, keyword: 'type', parentSchema: {} }], 'items[0]: must be of another kind'],
  [[], 'items: is not valid'],
])('%j: %s', (errors, sentence) => {
  expect(validationMessage(errors, failed)).toBe(sentence);
});
