import { expect, test } from 'vitest';
import { compileFigure } from '../../../test/support/compile-figure.ts';
import type { Figure } from '../figure/figure.ts';
import { planBytes } from '../raster/plan.ts';
import { planKey, planKind, sceneKey } from './plan-keys.ts';
import { createPlanStore, type SharedPlan } from './plan-store.ts';
import { sharePlan } from './worker-plans.ts';

const figure: Figure = {
  renderType: 'front',
  crop: 'face',
  model: 'classic',
  heightPx: 16,
  texelsPerUnit: 1,
};

function shared(of: Figure): SharedPlan {
  const plan = sharePlan(compileFigure(of));
  const keys = { scene: sceneKey(of), key: planKey(of), kind: planKind(of) };
  return { ...keys, plan, bytes: planBytes(plan) };
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
  const others = Array.from({ length: 20 }, (_, i) => ({
    ...figure,
    shadow: i % 2 > 0,
    mirror: i > 9,
  }));
  const scenes = others.map((one, i) => ({ ...shared(one), scene: `scene ${i}` }));
  for (const one of scenes) {
    store.keep([one]);
    expect(store.usedBytes()).toBeLessThanOrEqual(size * 3 + 3);
  }
  expect(store.find('scene 18')).toHaveLength(1);
  expect(store.find('scene 0')).toHaveLength(0);
});

test('plans of rare cameras never evict a common one, and are evicted for it', () => {
  const size = planBytes(shared(figure).plan) + 1;
  const rareOnes = [
    { rollDegrees: 10 },
    { fovDegrees: 60 },
    { yawDegrees: 1 },
    { pitchDegrees: 1 },
    { hold: 'sword', holdLeft: 'cake' },
  ] as const;
  const store = createPlanStore(size * 8);
  const commons = Array.from({ length: 6 }, (_, i) => ({
    ...shared(figure),
    scene: `common ${i}`,
  }));
  store.keep(commons);
  for (let round = 0; round < 5; round++) {
    for (const rare of rareOnes) {
      const one = shared({ ...figure, ...rare });
      expect(one.kind).toBe('rare');
      store.keep([{ ...one, scene: `${one.scene} ${round}` }]);
      expect(store.find(`${one.scene} ${round}`)).toHaveLength(1);
      expect(store.usedBytes()).toBeLessThanOrEqual(size * 8);
    }
  }
  expect(commons.every(({ scene }) => store.find(scene).length === 1)).toBe(true);

  store.keep([6, 7].map((i) => ({ ...shared(figure), scene: `common ${i}` })));
  expect([...Array(8).keys()].map((i) => store.find(`common ${i}`).length)).toEqual(
    Array(8).fill(1),
  );
  expect(store.usedBytes()).toBeLessThanOrEqual(size * 8);
});
