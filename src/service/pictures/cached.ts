import { hourMs } from '../../common/async/clock.ts';
import { formatOfFile } from '../../engine/options/picture-formats.ts';

/** Finished pictures by validator. A validator identifies the content, so they never become stale. */
export const pictureCacheRules = {
  name: 'pictures',
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  // Pictures are many and large, and quickly drawn again.
  sharedMs: hourMs,
  shape: { Check: isPicture },
} as const;

function isPicture(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && formatOfFile(value) !== null;
}
