import { hourMs } from '../async/clock.ts';
import { hasPngSignature } from '../png/png.ts';

/** Finished pictures by validator. A validator identifies the content, so they never become stale. */
export const pictureCacheRules = {
  name: 'pictures',
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  // Pictures are many and large, and quickly drawn again.
  sharedMs: hourMs,
  shape: { Check: isPicture },
} as const;

/** PNG, WebP (RIFF) or AVIF (a box called ftyp). */
function isPicture(value: unknown): value is Uint8Array {
  if (!(value instanceof Uint8Array)) return false;
  const head = String.fromCodePoint(...value.subarray(0, 8));
  return hasPngSignature(value) || head.startsWith('RIFF') || head.endsWith('ftyp');
}
