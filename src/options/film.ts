import type { Colour } from '../render/image/background.ts';
import type { FilmFormat } from '../render/film/film-formats.ts';
import { around } from '../render/model/motion.ts';
import { motionRow, type Motion } from '../render/model/motions.ts';
import type { Moment } from '../render/stage/stage.ts';

/** A loop: its frames before any are left out, and how long each is shown. */
type Film = { readonly frames: number; readonly delayMs: number };

/** A film in an order. */
export type FilmOrder = Film & {
  /** The frame to draw, of those that are kept; `null` for the whole film. */
  readonly frame: number | null;
  readonly format: FilmFormat;
  /** What half-covered pixels of a GIF are mixed with. */
  readonly matte: Colour;
};

/**
 * Limit of frames × pixels of a film: its frames are drawn and encoded one by one, in 0.1 µs for each
 * pixel at worst, and kept in memory until the file is complete, with up to 4 bytes for each.
 */
const mostFilmPixels = 24_000_000;
/** Fewer frames do not look like a movement. */
const leastFrames = 8;

/** A film as long as the longest of these motions; the others repeat a whole number of times in it. */
export function filmOf(motions: readonly [Motion, ...Motion[]]): Film {
  const films = motions.map((motion) => motionRow(motion));
  const { frames, delayMs } = films.reduce((one, other) => (msOf(other) > msOf(one) ? other : one));
  return { frames, delayMs };
}

/** Length of the loop. */
export function msOf({ frames, delayMs }: Film): number {
  return frames * delayMs;
}

/** Every so many frames are kept in a picture of this size; `null` if too few would remain. */
export function stepFor(film: Film, pixels: number): number | null {
  const step = Math.ceil((film.frames * pixels) / mostFilmPixels);
  return keptFrames(film, step) < Math.min(leastFrames, film.frames) ? null : step;
}

export function keptFrames({ frames }: Film, step: number): number {
  return Math.ceil(frames / step);
}

/** How long a kept frame is shown: until the next, so that the loop lasts as long as with all. */
export function keptDelayMs({ frames, delayMs }: Film, step: number, frame: number): number {
  return delayMs * Math.min(step, frames - frame * step);
}

/** The phase of a loop, 0 … 1, at a kept frame: of what lives in a scene. */
export function filmPhase({ frames }: Film, step: number, frame: number): number {
  return (frame * step) / frames;
}

/** Length of what lives in a scene. */
const sceneMs = 2400;

/** The phase of what lives in a scene, at a phase of the film: a whole number of rounds. */
export function scenePhase(film: Film, phase: number): number {
  return around(Math.max(1, Math.round(msOf(film) / sceneMs)) * phase);
}

/** Share of a loop by which each figure of a group is ahead of the one before: no two are in step. */
const ahead = 0.382;

/** The moment of a motion at a phase of a film. @param index of the figure in its group */
export function momentIn(film: Film, motion: Motion, phase: number, index = 0): Moment {
  const rounds = Math.max(1, Math.round(msOf(film) / msOf(motionRow(motion))));
  // By whole frames, so that all figures of a group share the plans of one loop.
  const shift = Math.round((film.frames / rounds) * around(index * ahead)) / film.frames;
  const exact = around(rounds * (phase + shift));
  // Sums of fractions differ in their last bits.
  return { motion, phase: around(Math.round(exact * 10_000) / 10_000) };
}
