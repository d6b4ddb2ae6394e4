import { describe, expect, it } from 'vitest';
import { motionNames, motions } from '../render/model/motions.ts';
import {
  filmOf,
  filmPhase,
  keptDelayMs,
  keptFrames,
  momentIn,
  msOf,
  scenePhase,
  stepFor,
} from './film.ts';

describe('a film', () => {
  it('lasts as long as its longest motion', () => {
    expect(filmOf(['walk', 'idle', 'run'])).toMatchObject({
      frames: motions.idle.frames,
      delayMs: motions.idle.delayMs,
    });
  });

  it('has all frames of a link preview', () => {
    for (const name of motionNames) expect(stepFor(filmOf([name]), 1200 * 630)).toBe(1);
  });

  it('leaves out frames of a large picture, and lasts as long', () => {
    const film = { frames: 30, delayMs: 50 };
    const step = stepFor(film, 2_400_000)!;
    expect(step).toBe(3);
    expect(keptFrames(film, step)).toBe(10);
    const odd = { frames: 20, delayMs: 40 };
    const delays = Array.from({ length: keptFrames(odd, 3) }, (_, frame) =>
      keptDelayMs(odd, 3, frame),
    );
    expect(delays.reduce((sum, ms) => sum + ms, 0)).toBe(msOf(odd));
    expect(delays.at(-1)).toBe(80);
  });

  it('has at least eight frames, or all of them', () => {
    expect(stepFor({ frames: 48, delayMs: 40 }, 3_000_000)).toBe(6);
    expect(stepFor({ frames: 48, delayMs: 40 }, 4_000_000)).toBeNull();
    expect(stepFor({ frames: 5, delayMs: 40 }, 4_000_000)).toBe(1);
  });
});

describe('a motion in a longer film', () => {
  const film = filmOf(['idle']);

  it('runs a whole number of rounds, the nearest to its own length', () => {
    const phases = Array.from(
      { length: film.frames },
      (_, frame) => momentIn(film, 'walk', filmPhase(film, 1, frame)).phase,
    );
    const rounds = phases.filter((phase, index) => index > 0 && phase < phases[index - 1]!);
    expect(rounds).toHaveLength(Math.round(msOf(film) / 800) - 1);
    expect(momentIn(film, 'walk', 1).phase).toBe(0);
  });

  it('is out of step with its neighbours, by whole frames, always the same way', () => {
    const walk = filmOf(['walk']);
    const starts = Array.from({ length: 10 }, (_, index) => momentIn(walk, 'walk', 0, index).phase);
    expect(starts[0]).toBe(0);
    for (const [index, start] of starts.entries()) {
      expect(start * walk.frames).toBeCloseTo(Math.round(start * walk.frames), 6);
      if (index > 0) expect(start).not.toBe(starts[index - 1]);
    }
  });
});

it('what lives in a scene has a whole number of rounds, at least one', () => {
  expect(scenePhase({ frames: 20, delayMs: 40 }, 0.25)).toBeCloseTo(0.25, 9);
  expect(scenePhase({ frames: 48, delayMs: 100 }, 0.25)).toBeCloseTo(0.5, 9);
  expect(scenePhase({ frames: 48, delayMs: 100 }, 0)).toBe(0);
});
