import type { Outcome } from './ask.ts';
import { asSentence } from './faults.ts';
import type { Notice } from './notice.ts';

type Trouble = Extract<Outcome, { readonly kind: 'refusal' | 'silence' }>;

// A service that has too much to do says when to come back; one that does not say gets a while.
const usualWaitSeconds = 5;

/** Says kindly what went wrong, and goes on by itself where waiting is all that it takes. */
export function explain(trouble: Trouble, notice: Notice, again: () => void): void {
  if (trouble.kind === 'silence') {
    notice.say('The service can’t be reached. Are you online?', again);
    return;
  }
  const { status, detail, waitSeconds } = trouble;
  if (status === 429) {
    notice.countDown(
      waitSeconds ?? usualWaitSeconds,
      (left) => `Too many requests this minute. Continuing in ${left} s.`,
      again,
    );
  } else if (status === 503) {
    notice.countDown(
      waitSeconds ?? usualWaitSeconds,
      (left) => `The service is busy. Trying again in ${left} s.`,
      again,
    );
  } else if (status === 413) {
    notice.say('These skin files are too large for one request. Remove one, or use its address.');
  } else notice.say(asSentence(detail), status >= 500 ? again : undefined);
}
