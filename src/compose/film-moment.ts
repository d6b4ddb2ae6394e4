import { filmPhase, keptFrames, stepFor, type FilmOrder } from '../options/film.ts';
import type { TaskResult } from '../options/order.ts';

/** A frame in its film. */
export type FilmMoment = {
  /** Every so many frames of the loop are kept. */
  readonly step: number;
  /** 0 … 1. */
  readonly phase: number;
};

/**
 * The moment of an ordered frame, once the size of the picture is known. A film with too many pixels has
 * fewer frames; one that would have too few, or not this one, is refused.
 */
export function filmMomentOf(film: FilmOrder, pixels: number): TaskResult<FilmMoment> {
  const step = stepFor(film, pixels);
  if (step === null) {
    const problem = `${pixels} px are more than each frame of this motion may have`;
    return { ok: false, tooLarge: { option: 'height', problem } };
  }
  const frame = film.frame ?? 0;
  const kept = keptFrames(film, step);
  if (frame >= kept) {
    const problem = `must be at most ${kept - 1}: the film has ${kept} frames`;
    return { ok: false, tooLarge: { option: 'frame', problem } };
  }
  return { ok: true, value: { step, phase: filmPhase(film, step, frame) } };
}
