import { describe, expect, it } from 'vitest';
import { maxOnBorder } from '../../../../test/support/ink.ts';
import { createReaches } from '../../workers/draw-caches.ts';
import { momentIn } from '../../options/animation.ts';
import { compileFramed } from '../../raster/compile.ts';
import { measureFigure, stageFigure, type Figure } from '../figure.ts';
import { createImage } from '../../image/canvas.ts';
import type { OwnMotion } from '../motion.ts';
import { motionNames } from '../motions.ts';
import type { Pose } from '../pose.ts';
import { drawPlan } from '../../raster/execute.ts';
import type { Moment } from './stage.ts';

const figure: Figure = {
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx: 24,
  texelsPerUnit: 1,
  cape: { texelsPerUnit: 1 },
};

/** Every texel of skin, cape and held items. */
const opaque = new Uint32Array(1 << 16).fill(0xffffffff);

/** Phases of a loop, also between the frames of the table. */
const phases = Array.from({ length: 5 }, (_, index) => index / 5);

const reaches = createReaches();

function drawnAt(motion: Moment, changes: Partial<Figure>) {
  const framed = stageFigure({ ...figure, ...changes, motion }, reaches);
  const plan = compileFramed(framed, { skin: 1, cape: 1 });
  const image = createImage(plan.widthPx, plan.heightPx);
  drawPlan(plan, opaque, image);
  return image;
}

const looks = [
  [
    'slim, from another angle, mirrored',
    { model: 'slim', yawDegrees: 70, pitchDegrees: 20, mirror: true },
  ],
  ['raised, with wings', { overlay: 'raised', wings: true }],
  ['with things in its hands', { hold: 'fishing_rod', holdLeft: 'banner' }],
  ['upside down', { upsideDown: true }],
  ['seen wide', { fovDegrees: 80 }],
  ['turned', { rollDegrees: 33 }],
  ['isometric', { renderType: 'isometric' }],
  ['lying to one side', { pose: { figure: { turn: [0, 0, 90] }, parts: {} } }],
] as const satisfies readonly (readonly [string, Partial<Figure>])[];

describe.each(motionNames)('all frames of %s', (motion) => {
  const turn = motionNames.indexOf(motion);
  // Every motion as it is and in three looks: each look, beside each other one, is had by some.
  const own = [0, 1, 3].map((step) => looks[(turn + step) % looks.length]!);
  it.each([['as it is', {}] as const, ...own])(
    'have one size and cut nothing, %s',
    (_how, changes) => {
      const images = phases.map((phase) => drawnAt({ motion, phase }, changes));
      for (const image of images) {
        expect([image.widthPx, image.heightPx]).toEqual([images[0]!.widthPx, images[0]!.heightPx]);
        // An edge between two frames of the table may touch the margin.
        expect(maxOnBorder(image)).toBeLessThan(128);
      }
    },
  );
});

it('all frames of a motion of one’s own cut nothing in a film of another length', () => {
  const pose = (turn: number): Pose => ({ parts: { rightArm: { turn: [0, 0, turn] } } });
  // Spread for 3 ms of 200: in no 48th of the loop, nor in a frame of an animation of its own.
  const turns = [
    [42, 0],
    [43, 90],
    [44, 90],
    [45, 0],
  ] as const;
  const keys = turns.map(([ms, turn]) => ({ ms, pose: pose(turn) }));
  const motion: OwnMotion = { keys, ms: 200 };
  const animation = { frames: 46, delayMs: 130 };
  // Thirty rounds: after half of its frames they repeat.
  for (let frame = 0; frame < animation.frames / 2; frame++) {
    const moment = momentIn(animation, motion, { step: 1, frame });
    expect(maxOnBorder(drawnAt(moment, {}))).toBeLessThan(128);
  }
});

it('the shadow of a figure moves with it, on the ground of the whole loop', () => {
  const stanceAt = (phase: number) =>
    measureFigure({ ...figure, motion: { motion: 'cheer', phase } }).stance;
  const [standing, jumping] = [stanceAt(0), stanceAt(7 / 13)];
  const lowest = ({ casters }: typeof standing): number =>
    Math.min(...casters.flat().map(({ heightUnits }) => heightUnits));
  expect(lowest(standing)).toBeCloseTo(0, 6);
  expect(lowest(jumping)).toBeGreaterThan(5);
  expect(jumping.groundUp).toBe(standing.groundUp);
});

it('hands only carry what a pose tells of while the figure has another', () => {
  const motion = { motion: 'walk', phase: 0 } as const;
  const quadsOf = (changes: Partial<Figure>): number =>
    stageFigure({ ...figure, ...changes }).stage.quadsFor(1).length;
  const [told, asked] = [
    quadsOf({ renderType: 'reading', motion }),
    quadsOf({ hold: 'book', motion }),
  ];
  expect(told).toBe(asked);
  expect(told).toBeGreaterThan(quadsOf({ motion }));
  const [used, idle] = [{}, { motion: { motion: 'idle', phase: 0 } } as const].map((changes) =>
    quadsOf({ renderType: 'reading', ...changes }),
  );
  expect(idle).toBe(used);
});
