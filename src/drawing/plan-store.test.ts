import { expect, test } from 'vitest';
import { compileFigure, type Figure } from '../render/figure.ts';
import { planBytes } from '../render/plan/plan.ts';
import { planKey, sceneKey } from './plan-keys.ts';
import { createPlanStore, sharePlan, type SharedPlan } from './plan-store.ts';

const figure: Figure = {
  renderType: 'front',
  crop: 'face',
  model: 'classic',
  heightPx: 16,
  texelsPerUnit: 1,
};

function shared(of: Figure): SharedPlan {
  return { scene: sceneKey(of), key: planKey(of), plan: sharePlan(compileFigure(of)) };
}

test('a shared plan is the same plan, in shared memory', () => {
  const plan = compileFigure({ ...figure, renderType: 'default', crop: 'full', shadow: true });
  const copy = sharePlan(plan);
  expect(copy).toEqual(plan);
  expect(copy.runs.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(copy.shadow?.alphas.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('finds all plans of a scene, each once', () => {
  const store = createPlanStore(1_000_000);
  const [classic, slim] = [shared(figure), shared({ ...figure, model: 'slim' })];
  store.keep([classic, slim]);
  store.keep([shared(figure)]);
  expect(store.find(sceneKey(figure))).toEqual([classic, slim]);
  expect(store.find(sceneKey({ ...figure, heightPx: 17 }))).toEqual([]);
});

test('never holds more than its ceiling', () => {
  const size = planBytes(shared(figure).plan);
  const store = createPlanStore(size * 3 + 3);
  for (let yawDegrees = 0; yawDegrees < 20; yawDegrees++) {
    store.keep([shared({ ...figure, yawDegrees })]);
    expect(store.usedBytes()).toBeLessThanOrEqual(size * 3 + 3);
  }
  expect(store.find(sceneKey({ ...figure, yawDegrees: 19 }))).toHaveLength(1);
  expect(store.find(sceneKey({ ...figure, yawDegrees: 0 }))).toHaveLength(0);
});

test.each<[string, Partial<Figure>]>([
  ['defaults written out', { yawDegrees: 0, overlay: 'flat', shading: true, shadow: false }],
  ['no cape, in so many words', { cape: null, upsideDown: false }],
])('%s are the same plan', (_, more) => {
  expect(planKey({ ...figure, ...more })).toBe(planKey(figure));
});

test.each<[string, Partial<Figure>]>([
  ['type', { renderType: 'back' }],
  ['crop', { crop: 'bust' }],
  ['model', { model: 'slim' }],
  ['height', { heightPx: 17 }],
  ['sheet', { texelsPerUnit: 2 }],
  ['yaw', { yawDegrees: 1 }],
  ['pitch', { pitchDegrees: 1 }],
  ['overlay', { overlay: 'none' }],
  ['shading', { shading: false }],
  ['shadow', { shadow: true }],
  ['feet', { upsideDown: true }],
  ['cape', { cape: { texelsPerUnit: 1 } }],
])('another %s is another plan', (_, more) => {
  expect(planKey({ ...figure, ...more })).not.toBe(planKey(figure));
});
