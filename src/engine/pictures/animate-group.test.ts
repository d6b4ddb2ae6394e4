import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDrawContext } from '../../../test/support/row-context.ts';
import { createSceneContext, drawnScene } from '../../../test/support/scene-context.ts';
import { maxOnBorder } from '../../../test/support/ink.ts';
import { plainSheet } from '../../../test/support/pattern-sheets.ts';
import { createReaches } from '../workers/draw-caches.ts';
import { animationOf, shownFrames } from '../options/animation.ts';
import { createImage } from '../image/canvas.ts';
import type { OwnMotion } from '../figure/motion.ts';
import { motionNames } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import type { Plan } from '../raster/plan.ts';
import { prepareSheet, prepareCape } from '../skin/sheet.ts';
import type { SceneContext } from './draw-scene.ts';
import { arrangementNames } from '../scenes/layout/arrangements.ts';
import type { PosedFigure } from '../options/jobs.ts';

const opaque = [40, 90, 200, 255] as const;
const sheets = [prepareSheet(plainSheet(opaque, opaque))];
const cape = createImage(64, 32);
cape.data.fill(255);
const capes = [prepareCape(cape)];

const vector = (most: number) => {
  const one = fc.integer({ min: -most, max: most });
  return fc.tuple(one, one, one);
};
const part = fc.record({ turn: vector(360), shift: vector(16) });
const pose: fc.Arbitrary<Pose> = fc
  .record({ head: part, body: part, rightArm: part, leftArm: part, figure: part })
  .map(({ figure, ...parts }) => ({ figure, parts }));
/** Fast, so that others are shown for several rounds of it. */
const ownMotion: fc.Arbitrary<OwnMotion> = fc
  .tuple(pose, pose, pose)
  .map((poses) => ({ ms: 200, keys: poses.map((one, index) => ({ ms: index * 9, pose: one })) }));

const figure = fc.record({
  skin: fc.constant(0),
  motion: fc.oneof(fc.constantFrom(...motionNames), ownMotion),
  pose: fc.option(pose, { freq: 4 }),
  renderType: fc.constantFrom('default', 'dead', 'isometric', 'ultimate', 'cheering'),
  cape: fc.constantFrom(null, 0),
  wings: fc.boolean(),
  overlay: fc.constantFrom('flat', 'flat', 'flat', 'raised'),
  hold: fc.constantFrom(null, 'banner'),
  holdLeft: fc.constantFrom(null, 'fishing_rod'),
  ears: fc.constantFrom('auto', 'deadmau5'),
  mirror: fc.boolean(),
  scale: fc.constantFrom(0.6, 1, 1.4),
} satisfies { [Field in keyof Partial<PosedFigure>]: unknown });

const group = fc.record({
  figures: fc.array(figure, { minLength: 1, maxLength: 3 }),
  arrangement: fc.constantFrom(...arrangementNames),
  sizePx: fc.constantFrom(null, [120, 63] as const, [128, 32] as const, [64, 110] as const),
  outline: fc.constantFrom(null, { colour: opaque, widthPx: 3 }),
});
type Group = typeof group extends fc.Arbitrary<infer One> ? One : never;

/** Whether a plan has covered pixels in its outermost lines, which are a margin. */
function isCut({ runs, widthPx, heightPx }: Plan): boolean {
  for (let at = 0; at < runs.length; at += 3) {
    const [x, y] = [runs[at]! & 0xffff, runs[at]! >>> 16];
    const end = x + runs[at + 1]!;
    if (x === 0 || y === 0 || end === widthPx || y === heightPx - 1) return true;
  }
  return false;
}

/** No figure is cut by its own picture, nor by that of the group. */
function expectWhole({ figures, arrangement, sizePx, outline }: Group): void {
  const { withPlan, ...own } = createDrawContext();
  const plans: Plan[] = [];
  const context: SceneContext = {
    ...createSceneContext(),
    ...own,
    reaches: createReaches(),
    withPlan: (framed, scales, draw) =>
      withPlan(framed, scales, (plan) => {
        plans.push(plan);
        return draw(plan);
      }),
  };
  const [first, ...others] = figures.map(({ motion }) => motion);
  const animation = { ...animationOf([first!, ...others]), format: 'webp', matte: opaque } as const;
  const look = { figures, arrangement, sizePx, outline, scene: null, shadow: false, heightPx: 40 };
  const drawnAt = (frame: number) =>
    drawnScene({ ...look, sheets, capes, animation: { ...animation, frame } }, context);
  const poster = drawnAt(0);
  const count = shownFrames(animation, poster.animation!.step);
  for (const frame of [Math.floor(count / 3), count - 1]) {
    const picture = drawnAt(frame);
    expect([picture.widthPx, picture.heightPx]).toEqual([poster.widthPx, poster.heightPx]);
    expect(picture.boxes).toEqual(poster.boxes);
    // One that is made to fit has no margin.
    if (sizePx !== null) expect(maxOnBorder(picture)).toBeLessThan(24);
  }
  expect(plans.some(isCut)).toBe(false);
}

it('all frames of a film of a group have one size and cut no figure', () => {
  fc.assert(fc.property(group, expectWhole), { numRuns: 5, seed: 3 });
});
