import type { Colour } from '../image/background.ts';
import type { FilmFormat } from '../image/formats.ts';
import { around } from '../figure/motion.ts';
import { motionRow, type Motion } from '../figure/motions.ts';
import type { Moment } from '../figure/stage/stage.ts';

/** A loop: its frames before any are omitted, and how long each is shown. */
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

/**
 * Processor time of a film, estimated for those that need plans which take long to compile: a raised one of
 * 250 px takes 85 ms, and ten players in a scene would need up to 240 of them. For nearly half of it the
 * estimates are too low.
 */
const mostFilmMs = 4000;
/** Time in which a pixel of a frame is drawn and encoded. */
const msPerPixel = 0.0001;

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

/** What each frame of a film costs. */
type FrameCost = {
  readonly pixels: number;
  /** Time in which those of its plans are compiled that take long. */
  readonly plansMs: number;
};

/** Every so many frames are kept in such a film; `null` if too few would remain. */
export function stepFor(film: Film, { pixels, plansMs }: FrameCost): number | null {
  let step = Math.ceil((film.frames * pixels) / mostFilmPixels);
  if (shownFrames(film, step) < Math.min(leastFrames, film.frames)) return null;
  if (plansMs === 0) return step;
  while (!isSoonDrawn(film, step, { pixels, plansMs }) && step < mostStep(film)) step++;
  return step;
}

/** Whether such a film is drawn in good time if it has as few frames as it may have. */
export function mayBeDrawn(film: Film, cost: FrameCost): boolean {
  return cost.plansMs === 0 || isSoonDrawn(film, mostStep(film), cost);
}

function isSoonDrawn(film: Film, step: number, { pixels, plansMs }: FrameCost): boolean {
  return shownFrames(film, step) * (plansMs + pixels * msPerPixel) <= mostFilmMs;
}

function mostStep(film: Film): number {
  return Math.max(1, Math.ceil(film.frames / (leastFrames - 1)) - 1);
}

export function shownFrames({ frames }: Film, step: number): number {
  return Math.ceil(frames / step);
}

/** How long a kept frame is shown: until the next, so that the loop lasts as long as with all. */
export function frameDelayMs({ frames, delayMs }: Film, step: number, frame: number): number {
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

/** A kept frame. */
export type FrameAt = { readonly step: number; readonly frame: number };

/** The moment of a motion at a frame of a film. @param index of the figure in its group */
export function momentIn(film: Film, motion: Motion, { step, frame }: FrameAt, index = 0): Moment {
  const rounds = Math.max(1, Math.round(msOf(film) / msOf(motionRow(motion))));
  const drawn = shownFrames(film, step);
  // By whole frames that are kept, so that all figures of a group share the plans of one loop.
  const shift = Math.round((drawn / rounds) * around(index * ahead));
  const exact = around(rounds * filmPhase(film, step, (frame + shift) % drawn));
  // Sums of fractions differ in their last bits.
  const phase = around(Math.round(exact * 10_000) / 10_000);
  return typeof motion === 'string'
    ? { motion, phase }
    : { motion, phase, filmFrames: film.frames };
}
