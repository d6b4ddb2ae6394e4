import { expect, it } from 'vitest';
import { noEars } from '../../../test/support/ears-encoder.ts';
import { compileFigure } from '../../../test/support/compile-figure.ts';
import { rowJob } from '../../../test/support/row-context.ts';
import type { RowJob } from '../options/jobs.ts';
import type { Figure } from '../figure/figure.ts';
import type { EarsShape } from '../skin/ears/shape.ts';
import { planBytes } from '../raster/plan.ts';
import { createPlanLookup } from './plan-lookup.ts';
import { planKey, planKind, shapeKey, storedSceneKey } from './plan-keys.ts';
import { createPlanStore, type SharedPlan } from './plan-store.ts';
import { sharePlan } from './worker-plans.ts';

const { isEmissive: _isEmissive, swapsTail: _swapsTail, ...plain } = noEars;
const fox: EarsShape = { ...plain, ears: 'sides' };
const scene = { renderType: 'default', crop: 'face', heightPx: 16 } as const;

function shared(ears: EarsShape | null): SharedPlan {
  const figure: Figure = { ...scene, model: 'classic', texelsPerUnit: 1, ears };
  const plan = sharePlan(compileFigure(figure));
  const keys = { scene: storedSceneKey(figure), key: planKey(figure), kind: planKind(figure) };
  return { ...keys, plan, bytes: planBytes(plan) };
}

const rowOf = (revision: string): RowJob =>
  rowJob({ ...scene, sheets: [{ revision, png: new Uint8Array() }], figures: [{}] });

it('sends the plans of a shape along with a skin that is known to have it', () => {
  const store = createPlanStore(1_000_000);
  const planLookup = createPlanLookup(store);
  const [common, ofFox, ofCat] = [shared(null), shared(fox), shared({ ...fox, ears: 'above' })];
  expect([common.kind, ofFox.kind]).toEqual(['common', 'shaped']);
  store.keep([common, ofFox, ofCat]);
  const plansFor = (revision: string) => planLookup.messageOf('row', rowOf(revision)).plans;
  expect(plansFor('fox')).toEqual([common]);
  const shapes = [{ revision: 'fox', shape: shapeKey(fox) }];
  planLookup.noteReply(rowOf('fox'), { compiled: [], shapes });
  expect(plansFor('fox')).toEqual([common, ofFox]);
  expect(plansFor('other')).toEqual([common]);
});
