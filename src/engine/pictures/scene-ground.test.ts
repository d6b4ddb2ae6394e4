import { describe, expect, it } from 'vitest';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import { createSceneContext, drawnScene, sceneJob } from '../../../test/support/scene-context.ts';
import { flatten, seenFrom, turnedView } from '../figure/camera/view.ts';
import { around } from '../figure/motion.ts';
import { motions } from '../figure/motions.ts';
import { lowerMove } from '../figure/pose.ts';
import { renderTypes } from '../figure/render-types.ts';
import { apply } from '../figure/vector.ts';
import { groundLift } from '../figure/solids.ts';
import { asWords, type RgbaImage } from '../image/canvas.ts';
import { animationOf } from '../options/animation.ts';
import type { PictureFigure } from '../options/jobs.ts';
import type { Layout } from '../scenes/layout/request.ts';
import { prepareSheet } from '../skin/sheet.ts';
import { journeyOf, journeyTurn, ringsOf } from './scene-ground.ts';
import { createReaches } from '../workers/draw-caches.ts';

const sheets = [prepareSheet(motleySheet('classic', 'opaque'))];
const matte = [0, 0, 0, 255] as const;

function journeyJob(motion: 'walk' | 'run', more: Parameters<typeof sceneJob>[0]['figures'] = []) {
  const animation = { ...animationOf([motion]), frame: 0, format: 'webp', matte } as const;
  return sceneJob({ journey: true, animation, figures: [{ motion }, ...more] });
}

/** Of one figure, in so many pixels per unit. */
function layoutOf(pxPerUnit: number, artPx: number): Layout {
  const terrain = { horizonRow: 50, frontRow: 62, blocks: [] };
  const figures = [{ index: 0, pxPerUnit, middlePx: 300, groundPx: 60 * artPx }];
  return {
    sizePx: [600, 400],
    artPx,
    terrain,
    figures,
    shadows: [],
    standingPx: 32 * pxPerUnit,
    labelFontPx: 12,
    labels: [],
    title: null,
  };
}

const view = turnedView(renderTypes.default.view, journeyTurn('default').yawDegrees, 2);

/** Where a foot is seen, in pixels from the middle of its figure. */
function footPx(name: 'walk' | 'run', phase: number, leg: 'rightLeg' | 'leftLeg', unitPx: number) {
  const pose = motions[name].poseAt(around(phase));
  const [x, y, z] = apply(lowerMove('classic', pose, leg), [leg === 'rightLeg' ? 2 : -2, 0, 0]);
  const [right] = flatten(view, seenFrom(view)([x, y + groundLift(pose), z]));
  return right * view.distanceUnits! * unitPx;
}

describe.each([
  ['walk', 0.5],
  ['run', 0.33],
] as const)('the ground below those who %s', (name, stance) => {
  it.each([
    [1.6, 1],
    [7.3, 5],
    [11.2, 5],
    [14.7, 5],
  ])('passes in every frame as far as the feet on it, at %f px a unit', (unitPx, artPx) => {
    const { ring } = ringsOf(layoutOf(unitPx, artPx), journeyOf(journeyJob(name))!);
    const { frames } = motions[name];
    const passedPx = (frame: number): number => Math.round((frame / frames) * ring * artPx);
    for (const [leg, landing] of [
      ['rightLeg', 0],
      ['leftLeg', frames / 2],
    ] as const) {
      for (let step = 0; step < Math.floor(stance * frames); step++) {
        const frame = landing + step;
        const foot =
          footPx(name, (frame + 1) / frames, leg, unitPx) -
          footPx(name, frame / frames, leg, unitPx);
        const ground = passedPx(frame + 1) - passedPx(frame);
        // Half a pixel at both ends is of rounding.
        expect(Math.abs(foot + ground), `${leg} ${frame}`).toBeLessThan(1.5);
      }
    }
  });
});

function rowOf({ data, widthPx, heightPx }: RgbaImage, fromBottom: number): readonly number[] {
  const row = heightPx - 1 - fromBottom;
  return [...asWords({ data, widthPx, heightPx }).subarray(row * widthPx, (row + 1) * widthPx)];
}

/** After how many pixels a row repeats. */
function periodOf(row: readonly number[]): number {
  const isPeriod = (px: number): boolean => row.every((word, x) => x < px || word === row[x - px]);
  return row.findIndex((_, px) => px > 0 && isPeriod(px));
}

const drawnAt = (frame: number, changes: Partial<Parameters<typeof drawnScene>[0]>) => {
  const animation = { ...animationOf(['walk']), frame, format: 'webp', matte } as const;
  const walking = { motion: 'walk' as const };
  return drawnScene(
    { sheets, animation, journey: true, figures: [walking, walking], ...changes },
    { ...createSceneContext(), reaches: createReaches() },
  );
};

it.each(['meadow', 'night', 'desert', 'snow', 'cave', 'inferno', 'void'] as const)(
  'the ground of %s passes once around in a round, to the left',
  (scene) => {
    const first = rowOf(drawnAt(0, { scene }), 0);
    const period = periodOf(first);
    expect(period).toBeGreaterThan(8);
    for (const frame of [1, 5, 15]) {
      const row = rowOf(drawnAt(frame, { scene }), 0);
      const passedPx = Math.round((frame / 16) * period);
      const at = (x: number): number => (x + passedPx) % period;
      expect(row).toEqual(row.map((_, x) => first[at(x)]));
    }
  },
);

it('what is farther away passes slower, and each block as those who stand on it', () => {
  const layout = layoutOf(7.3, 5);
  const block = { left: 0, columns: 120, topRow: 42, depthRows: 6, baseRow: 58, mark: 0 };
  const { ring, ringAt, blockRings } = ringsOf(
    {
      ...layout,
      terrain: { ...layout.terrain, blocks: [block] },
      figures: [...layout.figures, { index: 1, pxPerUnit: 6, middlePx: 200, groundPx: 200 }],
    },
    journeyOf(journeyJob('walk'))!,
  );
  expect([ringAt(61), ringAt(60)]).toEqual([ring, ring]);
  expect(ringAt(52)).toBeLessThan(ring * 0.9);
  expect(ringAt(40)).toBeLessThan(ringAt(52));
  expect(ringAt(-500)).toBeGreaterThan(ring / 3);
  expect(blockRings).toEqual([Math.round((ring * 6) / 7.3)]);
});

it('mirrored figures go to the left', () => {
  const figures = [{ motion: 'walk', mirror: true } as const];
  const first = rowOf(drawnAt(0, { figures }), 0);
  const period = periodOf(first);
  const row = rowOf(drawnAt(4, { figures }), 0);
  const passedPx = Math.round(period / 4);
  expect(row).toEqual(row.map((_, x) => first[(x + period - passedPx) % period]));
});

it('is none with figures that stand, or go in another way', () => {
  expect(journeyOf(journeyJob('walk'))).not.toBeNull();
  expect(journeyOf(journeyJob('walk', [{ motion: 'run' }]))).toBeNull();
  expect(journeyOf(journeyJob('walk', [{}]))).toBeNull();
  expect(journeyOf({ ...journeyJob('walk'), journey: false })).toBeNull();
  expect(journeyOf({ ...journeyJob('walk'), figures: [] })).toBeNull();
  const picture: PictureFigure = {
    kind: 'picture',
    picture: 0,
    crop: 'full',
    mirror: false,
    scale: 1,
    caption: '',
    label: '',
  };
  expect(journeyOf(journeyJob('walk', [picture]))).toBeNull();
});
