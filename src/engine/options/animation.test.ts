import { describe, expect, it } from 'vitest';
import { motionNames, motions } from '../figure/motions.ts';
import {
  animationOf,
  frameDelayMs,
  shownFrames,
  mayBeDrawn,
  momentIn,
  msOf,
  scenePhase,
  stepFor,
} from './animation.ts';

const plain = (pixels: number) => ({ pixels, plansMs: 0 });

describe('a film', () => {
  it('lasts as long as its longest motion', () => {
    expect(animationOf(['walk', 'idle', 'run'])).toMatchObject({
      frames: motions.idle.frames,
      delayMs: motions.idle.delayMs,
    });
  });

  it('has all frames of a link preview', () => {
    for (const name of motionNames) expect(stepFor(animationOf([name]), plain(1200 * 630))).toBe(1);
  });

  it('leaves out frames of a large picture, and lasts as long', () => {
    const animation = { frames: 30, delayMs: 50 };
    expect([800_000, 800_001, 2_400_000].map((px) => stepFor(animation, plain(px)))).toEqual([
      1, 2, 3,
    ]);
    expect(shownFrames(animation, 3)).toBe(10);
    const odd = { frames: 20, delayMs: 40 };
    const delays = Array.from({ length: shownFrames(odd, 3) }, (_, frame) =>
      frameDelayMs(odd, 3, frame),
    );
    expect(delays.reduce((sum, ms) => sum + ms, 0)).toBe(msOf(odd));
    expect(delays.at(-1)).toBe(80);
  });

  it('has at least eight frames, or all of them', () => {
    expect(stepFor({ frames: 48, delayMs: 40 }, plain(3_000_000))).toBe(6);
    expect(stepFor({ frames: 48, delayMs: 40 }, plain(4_000_000))).toBeNull();
    expect(stepFor({ frames: 5, delayMs: 40 }, plain(4_000_000))).toBe(1);
  });

  it('leaves out frames whose plans take long, but no more than it may', () => {
    const animation = { frames: 30, delayMs: 50 };
    const stepAt = (plansMs: number) => stepFor(animation, { pixels: 60_000, plansMs })!;
    expect([60, 120, 200, 500].map(stepAt)).toEqual([1, 1, 2, 4]);
    expect(shownFrames(animation, stepAt(100_000))).toBe(8);
    expect(mayBeDrawn(animation, { pixels: 60_000, plansMs: 490 })).toBe(true);
    expect(mayBeDrawn(animation, { pixels: 60_000, plansMs: 500 })).toBe(false);
  });
});

describe('a motion in a longer film', () => {
  const animation = animationOf(['idle']);

  it('runs a whole number of rounds, the nearest to its own length', () => {
    const phases = Array.from(
      { length: animation.frames },
      (_, frame) => momentIn(animation, 'walk', { step: 1, frame }).phase,
    );
    const rounds = phases.filter((phase, index) => index > 0 && phase < phases[index - 1]!);
    expect(rounds).toHaveLength(Math.round(msOf(animation) / 800) - 1);
    expect(momentIn(animation, 'walk', { step: 1, frame: animation.frames }).phase).toBe(0);
  });

  it.each(motionNames)('%s: no two of ten are in step; all are by whole frames', (name) => {
    const own = animationOf([name]);
    const starts = Array.from(
      { length: 10 },
      (_, index) => momentIn(own, name, { step: 1, frame: 0 }, index).phase * own.frames,
    );
    expect(starts[0]).toBe(0);
    expect(new Set(starts.map(Math.round)).size).toBe(10);
    for (const start of starts) expect(Math.abs(start - Math.round(start))).toBeLessThan(0.01);
  });
});

it.each([1, 2, 3, 4])('a group goes through the same phases with every %i. frame', (step) => {
  const dance = animationOf(['dance']);
  const phases = Array.from({ length: 10 }, (_, index) =>
    Array.from(
      { length: shownFrames(dance, step) },
      (__, frame) => momentIn(dance, 'dance', { step, frame }, index).phase,
    ),
  );
  expect(new Set(phases.flat()).size).toBe(shownFrames(dance, step));
});

it.each([
  [20, 40, 0.25, 0.25],
  [35, 100, 0.25, 0.25],
  [36, 100, 0.3, 0.6],
  [48, 100, 0.3, 0.6],
  [48, 130, 0.4, 0.2],
  [48, 100, 0, 0],
])(
  'in %i frames of %i ms, what lives in a scene is from %d at %d',
  (frames, delayMs, at, phase) => {
    expect(scenePhase({ frames, delayMs }, at)).toBeCloseTo(phase, 9);
  },
);
