import type { Outcome } from './send.ts';
import { asSentence } from './item-errors.ts';
import type { Notice } from './notice.ts';
import { t } from './messages.ts';

type Failure = Extract<Outcome, { readonly kind: 'refusal' | 'silence' }>;

/** Explains an error, and continues by itself if waiting is all it takes. */
export function explain(failure: Failure, notice: Notice, again: () => void): void {
  if (failure.kind === 'silence') {
    notice.showError(t('offline'), again);
    return;
  }
  const { status, detail, waitSeconds } = failure;
  if (status === 429 || status === 503) {
    const sentence = (seconds: number): string =>
      t(status === 429 ? 'tooMany' : 'busy', { seconds });
    notice.countDown(waitSeconds, sentence, again);
  } else if (status === 413) notice.showError(t('tooLarge'));
  else notice.showError(asSentence(detail), status >= 500 ? again : undefined);
}
