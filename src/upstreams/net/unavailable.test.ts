import { expect, test } from 'vitest';
import { unavailable } from './unavailable.ts';

test.each([
  ['busy', { code: 'overloaded', message: 'Full.', retryAfterSeconds: 2 }],
  ['timeout', { code: 'upstream-timeout', message: 'Broken.', retryAfterSeconds: undefined }],
  [
    'invalid-response',
    { code: 'upstream-failed', message: 'Broken.', retryAfterSeconds: undefined },
  ],
])('what is %s is told to the client, with the cause for the log', (kind, told) => {
  const cause = new Error('for the log');
  const error = unavailable({ kind }, { busy: 'Full.', failed: 'Broken.', cause });
  expect(error).toMatchObject({ ...told, cause });
});
