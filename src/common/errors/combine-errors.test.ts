import { describe, expect, it } from 'vitest';
import { combineErrors } from './combine-errors.ts';
import { LineupError } from './lineup-error.ts';

const badRequest = new LineupError('bad-request', 'a: must be a name');
const unknown = new LineupError('unknown-player', 'b: There is no such player.');
const cause = new Error('for the log');
const failed = new LineupError('upstream-failed', 'c: It did not answer.', { cause });
const busy = new LineupError('overloaded', 'd: Too much to do.', { retryAfterSeconds: 2 });

describe('combined errors', () => {
  it('a single error stays as it is', () => {
    expect(combineErrors([unknown])).toBe(unknown);
  });

  it('several are reported in order, each as one sentence', () => {
    expect(combineErrors([unknown, badRequest, failed]).message).toBe(
      'b: There is no such player; a: must be a name; c: It did not answer.',
    );
  });

  it('identical errors are reported once', () => {
    expect(combineErrors([failed, unknown, failed]).message).toBe(
      'c: It did not answer; b: There is no such player.',
    );
  });

  it.each([
    [[badRequest, unknown], 404],
    [[failed, badRequest, unknown], 502],
    [[unknown, failed, busy, badRequest], 503],
  ])('have the status of the worst error', (errors, status) => {
    expect(combineErrors(errors).status).toBe(status);
  });

  it('have the retry time and the cause of the worst error', () => {
    expect(combineErrors([unknown, busy, failed])).toMatchObject({ retryAfterSeconds: 2 });
    expect(combineErrors([unknown, failed, badRequest])).toMatchObject({ cause });
    expect(() => combineErrors([])).toThrow(RangeError);
  });
});
