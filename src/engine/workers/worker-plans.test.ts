import { expect, test } from 'vitest';
import { stageFigure } from '../figure/figure.ts';
import { planBytes, type Plan } from '../raster/plan.ts';
import { createWorkerPlans } from './worker-plans.ts';

const mebibyte = 1024 * 1024;
const plans = createWorkerPlans(6 * mebibyte);
const job = { plans: [], keep: false };
const texelsOfFineSheet = { skin: 16, cape: null };

function fineFigure(model: 'classic' | 'slim') {
  return stageFigure({ renderType: 'default', crop: 'full', heightPx: 512, model });
}

test('figures of one order share a plan that is too large to be kept', () => {
  const { withPlan } = plans.forJob(job);
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
  const last = draw('slim');
  expect(last).not.toBe(slim);
  plans.forJob(job);
  expect(last.edges).toHaveLength(0);
});
