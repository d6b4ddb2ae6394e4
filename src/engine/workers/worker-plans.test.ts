import { expect, test } from 'vitest';
import { stageFigure } from '../figure/figure.ts';
import { planBytes, type Plan } from '../raster/plan.ts';
import { createPlanStore } from './plan-store.ts';
import { createWorkerPlans } from './worker-plans.ts';

const mebibyte = 1024 * 1024;
const plans = createWorkerPlans(6 * mebibyte);
const texelsOfFineSheet = { skin: 16, cape: null };

function fineFigure(model: 'classic' | 'slim') {
  return stageFigure({ renderType: 'default', crop: 'full', heightPx: 512, model });
}

test('figures of one order share a plan that is too large to be kept', () => {
  const { withPlan } = plans;
  const draw = (model: 'classic' | 'slim'): Plan =>
    withPlan(fineFigure(model), texelsOfFineSheet, (plan) => plan);
  const first = draw('classic');
  expect(planBytes(first)).toBeGreaterThan(4 * mebibyte);
  expect(draw('classic')).toBe(first);
  // One at a time.
  const slim = draw('slim');
  expect([first.edges.length, slim.edges.length > 0]).toEqual([0, true]);
  plans.freeLarge();
  expect(slim.edges).toHaveLength(0);
  expect(draw('slim')).not.toBe(slim);
});

test('a scene that another thread has drawn needs no new plan', () => {
  const store = createPlanStore(112 * mebibyte);
  const drawScene = () => {
    const thread = createWorkerPlans(6 * mebibyte, store.find);
    for (const heightPx of [90, 100, 110]) {
      for (const yawDegrees of [0, 15]) {
        const figure = {
          renderType: 'walking',
          crop: 'full',
          model: 'slim',
          smooth: true,
        } as const;
        const framed = stageFigure({ ...figure, heightPx, yawDegrees });
        thread.withPlan(framed, { skin: 1, cape: null }, (plan) => plan);
      }
    }
    const compiled = thread.takeCompiled();
    store.keep(compiled);
    return compiled.length;
  };
  expect([drawScene(), drawScene(), drawScene()]).toEqual([6, 0, 0]);
});

test('poses of clients are not shared', () => {
  const thread = createWorkerPlans(6 * mebibyte, () => null);
  const pose = { parts: { head: { turn: [0, 20, 0] } } } as const;
  const framed = stageFigure({ ...fineFigure('slim').figure, heightPx: 64, pose });
  thread.withPlan(framed, { skin: 1, cape: null }, () => null);
  expect(thread.takeCompiled()).toEqual([]);
});
