import { shownFrames, stepFor, type FilmOrder, type FrameAt } from '../options/film.ts';
import type { TaskResult } from '../options/order.ts';

/**
 * The moment of an ordered frame, once the size of the picture and its plans are known. A film with too many
 * pixels or plans has fewer frames; one that would have too few, or not this one, is refused.
 * @param sizedBy the option that decides how many pixels there are
 */
export function filmMomentOf(
  film: FilmOrder,
  cost: Parameters<typeof stepFor>[1],
  sizedBy: 'height' | 'size',
): TaskResult<FrameAt> {
  const step = stepFor(film, cost);
  if (step === null) {
    const problem = `${cost.pixels} px are more than each frame of this motion may have`;
    return { ok: false, tooLarge: { option: sizedBy, problem } };
  }
  const frame = film.frame ?? 0;
  const kept = shownFrames(film, step);
  if (frame >= kept) {
    const problem = `must be at most ${kept - 1}: the film has ${kept} frames`;
    return { ok: false, tooLarge: { option: 'frame', problem } };
  }
  return { ok: true, value: { step, frame } };
}
