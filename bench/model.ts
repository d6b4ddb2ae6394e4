import { drawModel } from '../src/engine/model/draw-model.ts';
import { motionNames } from '../src/engine/figure/motions.ts';
import type { ModelJob } from '../src/engine/options/jobs.ts';
import { readSheet } from '../src/engine/skin/sheet.ts';
import { modelJob } from '../test/support/model-sheets.ts';
import { rowsOf, type Report } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { alternate } from './support/timing.ts';

/** Makes models on one core from the files of skins, which take turns. */
export async function run(): Promise<Report> {
  const skins = readSampleSkins();
  const times = await alternate(
    {
      flat: (round) => modelOf(turnOf(skins, round)),
      raised: (round) => modelOf(turnOf(skins, round), { overlay: 'raised' }),
      moving: (round) => modelOf(turnOf(skins, round), { motions: motionNames }),
    },
    { rounds: skins.length * 4, warmUpRounds: skins.length },
  );
  const row = rowsOf('model/');
  return {
    rows: [
      row('flat', 'a model, from the file of its skin', [times('flat'), 'ms'], { atMost: 15 }),
      row('raised', 'the same with a raised overlay', [times('raised'), 'ms'], { atMost: 60 }),
      row('moving', 'a flat one with all eight motions', [times('moving'), 'ms'], { atMost: 100 }),
    ],
    remarks: [await sizesOf(skins)],
  };
}

async function modelOf({ png, model }: SampleSkin, changes: Partial<ModelJob> = {}) {
  const read = readSheet(png);
  if (!read.ok) throw new Error(read.problem);
  return drawModel(modelJob({ model, ...changes }), { skin: read.value, cape: null });
}

async function sizesOf(skins: readonly SampleSkin[]): Promise<string> {
  const largest = async (changes: Partial<ModelJob>): Promise<number> => {
    const files = await Promise.all(skins.map((skin) => modelOf(skin, changes)));
    return Math.ceil(Math.max(...files.map(({ byteLength }) => byteLength)) / 1000);
  };
  const [flat, raised, moving] = [
    await largest({}),
    await largest({ overlay: 'raised' }),
    await largest({ motions: motionNames }),
  ];
  return `The largest of ${skins.length} sample skins has ${flat} kB flat, ${raised} kB raised and ${moving} kB with all motions.`;
}
