import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { motionNames } from '../../src/engine/figure/motions.ts';
import type { ModelJob } from '../../src/engine/options/jobs.ts';
import { openComparison, type Compared } from '../support/compared-models.ts';
import { modelJob, modelSheets, type ModelSheets } from '../support/model-sheets.ts';

// A model drawn by three.js beside our own picture of the same pose, from the same camera.

let comparison: Awaited<ReturnType<typeof openComparison>>;
beforeAll(async () => {
  comparison = await openComparison();
});
afterAll(() => comparison.close());

const rest: Compared = { motion: null, phase: 0 };
const phases = [0, 0.25, 0.5, 0.75];
const everyMotion = motionNames.flatMap((motion) => phases.map((phase) => ({ motion, phase })));
/** Each motion once, at other phases. */
const someMotion = motionNames.map((motion, at) => ({ motion, phase: phases[at % 4]! }));

const cases = [
  ['classic', {}, [rest, ...everyMotion]],
  ['slim', { model: 'slim', overlay: 'raised' }, [rest, ...everyMotion]],
  ['cape', { hold: 'sword', holdLeft: 'shield' }, [rest, ...someMotion]],
  ['cape', { wings: true, renderType: 'crossed' }, [rest]],
  ['bare', { renderType: 'archer' }, [rest, { motion: 'walk', phase: 0.25 }]],
  ['fine', { overlay: 'raised', renderType: 'walking' }, [rest, { motion: 'cheer', phase: 0.5 }]],
  ['old', { renderType: 'dungeons', overlay: 'none' }, [rest]],
  ['translucent', {}, [rest, { motion: 'wave', phase: 0.5 }]],
  ['partialLegs', {}, [rest, { motion: 'walk', phase: 0.25 }]],
  ['fullLegs', {}, [rest, { motion: 'wave', phase: 0.25 }]],
  ['classic', { ears: 'deadmau5', overlay: 'none' }, [rest]],
  ['ears', {}, [rest, { motion: 'walk', phase: 0 }]],
  ['classic', { pose: { parts: { rightArm: { turn: [80, 0, 0], bend: 90 } } } }, [rest]],
] as const satisfies readonly (readonly [ModelSheets, Partial<ModelJob>, readonly Compared[]])[];

describe.each(cases)('%s %j', (kind, changes, moments) => {
  const motions = moments.flatMap(({ motion }) => motion ?? []);
  const job = modelJob({ ...changes, motions: [...new Set(motions)] });
  const sheets = modelSheets[kind]();
  beforeAll(() => comparison.load(job, sheets));

  test.each(moments)('$motion at $phase', async (moment) => {
    const { overlap, difference } = await comparison.compare(job, sheets, moment);
    expect(overlap, 'silhouettes').toBeGreaterThanOrEqual(0.98);
    expect(difference, 'colours').toBeLessThanOrEqual(4);
  });
});
