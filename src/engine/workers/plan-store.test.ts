import { expect, test } from 'vitest';
import { compileFigure } from '../../../test/support/compile-figure.ts';
import type { Figure } from '../figure/figure.ts';
import { planBytes } from '../raster/plan.ts';
import { planKey, planKind, sharePlan } from './worker-plans.ts';
import { createPlanStore, type SharedPlan } from './plan-store.ts';

const figure: Figure = {
  renderType: 'front',
  crop: 'face',
  model: 'classic',
  heightPx: 16,
  texelsPerUnit: 1,
};

function shared(of: Figure): SharedPlan {
  const plan = sharePlan(compileFigure(of));
  return { key: planKey(of), kind: planKind(of), plan, bytes: planBytes(plan) };
}

type Store = ReturnType<typeof createPlanStore>;

/** Stores a plan, and asks for it. */
function wanted(store: Store, one: SharedPlan): void {
  store.keep([one]);
  store.find(one.key);
}

test('a shared plan is the same plan, in shared memory', () => {
  const plan = compileFigure({ ...figure, renderType: 'default', crop: 'full', shadow: true });
  const copy = sharePlan(plan);
  expect(copy).toEqual(plan);
  expect(copy.runs.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(copy.shadow?.alphas.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('finds a plan by everything that it depends on', () => {
  const store = createPlanStore(1_000_000);
  const [classic, slim] = [shared(figure), shared({ ...figure, model: 'slim' })];
  store.keep([classic, slim]);
  store.keep([shared(figure)]);
  expect(store.find(planKey({ ...figure, yawDegrees: 0 }))).toBe(classic.plan);
  expect(store.find(slim.key)).toBe(slim.plan);
  expect(store.find(planKey({ ...figure, heightPx: 17 }))).toBeNull();
});

test('never holds more than its ceiling', () => {
  const size = planBytes(shared(figure).plan) + 1;
  const store = createPlanStore(size * 16);
  const plans = Array.from({ length: 30 }, (_, i) => ({ ...shared(figure), key: `plan ${i}` }));
  for (const one of plans) {
    wanted(store, one);
    expect(store.usedBytes()).toBeLessThanOrEqual(size * 16);
  }
  expect(store.find('plan 28')).not.toBeNull();
  expect(store.find('plan 0')).toBeNull();
});

test('plans that nobody wants again evict none that were', () => {
  const size = planBytes(shared(figure).plan) + 1;
  const store = createPlanStore(size * 16);
  const known = Array.from({ length: 15 }, (_, i) => ({ ...shared(figure), key: `known ${i}` }));
  for (const one of known) wanted(store, one);
  for (let i = 0; i < 20; i++) store.keep([{ ...shared(figure), key: `new ${i}` }]);
  expect(known.every(({ key }) => store.find(key) !== null)).toBe(true);
  expect([store.find('new 19') === null, store.find('new 0')]).toEqual([false, null]);
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
  const store = createPlanStore(size * 16);
  const common = (i: number) => ({ ...shared(figure), key: `common ${i}` });
  for (let i = 0; i < 12; i++) wanted(store, common(i));
  for (let round = 0; round < 5; round++) {
    for (const rare of rareOnes) {
      const one = shared({ ...figure, ...rare });
      expect(one.kind).toBe('rare');
      const again = { ...one, key: `${one.key} ${round}` };
      wanted(store, again);
      expect(store.find(again.key)).toBe(again.plan);
      expect(store.usedBytes()).toBeLessThanOrEqual(size * 16);
    }
  }
  for (const i of [12, 13, 14]) wanted(store, common(i));
  expect([...Array(15).keys()].every((i) => store.find(`common ${i}`) !== null)).toBe(true);
  expect(store.usedBytes()).toBeLessThanOrEqual(size * 16);
});
