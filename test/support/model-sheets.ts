import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createImage } from '../../src/engine/image/canvas.ts';
import { defaultFigure, type ModelJob } from '../../src/engine/options/jobs.ts';
import type { TextureSet } from '../../src/engine/pictures/draw-figure.ts';
import { prepareCape, prepareSheet, readSheet } from '../../src/engine/skin/sheet.ts';
import type { EarsFeatures } from '../../src/engine/skin/ears/read-features.ts';
import type { LegMode } from '../../src/engine/skin/ears/shape.ts';
import { noEars, writeVersion1 } from './ears-encoder.ts';
import { motleySheet, oldMotleySheet, randomFrom, randomSheet } from './pattern-sheets.ts';

const noCape = { cape: null };

/** A model of a skin without anything that a client may add. */
export function modelJob(changes: Partial<ModelJob> = {}): ModelJob {
  const none = { revision: '', png: new Uint8Array() };
  return {
    ...defaultFigure,
    model: 'classic',
    upsideDown: false,
    motions: [],
    skin: none,
    cape: null,
    ...changes,
  };
}

/** A cape of 64×32 units on which each texel differs from its neighbours. */
function patternCape(): TextureSet['cape'] {
  const image = createImage(64, 32);
  for (let at = 0; at < 64 * 32; at++) {
    const [x, y] = [at % 64, at >> 6];
    image.data.set([x * 4, y * 8, (x + y) % 2 === 0 ? 200 : 40, 255], at * 4);
  }
  return prepareCape(image);
}

function sample(file: string): TextureSet['skin'] {
  const png = readFileSync(join(import.meta.dirname, '../../samples/skins', file));
  const read = readSheet(png);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

/** A sheet with Ears of so many kinds. */
function withEars(legs: LegMode, more: Partial<EarsFeatures> = {}): TextureSet {
  const sheet = motleySheet('classic', 'opaque');
  writeVersion1(sheet, { ...noEars, legs, ...more });
  return { skin: prepareSheet(sheet), ...noCape };
}

/** Sheets of all kinds that a model is made of. */
export const modelSheets = {
  classic: (): TextureSet => ({ skin: prepareSheet(motleySheet('classic', 'holes')), ...noCape }),
  slim: () => ({ skin: prepareSheet(motleySheet('slim', 'holes')), ...noCape }),
  translucent: () => ({ skin: prepareSheet(motleySheet('classic', 'translucent')), ...noCape }),
  bare: () => ({ skin: prepareSheet(motleySheet('classic', 'none')), ...noCape }),
  fine: () => ({ skin: prepareSheet(motleySheet('classic', 'holes', 2)), ...noCape }),
  old: () => ({ skin: prepareSheet(oldMotleySheet('holes')), ...noCape }),
  noise: () => ({ skin: prepareSheet(randomSheet(randomFrom(7), 1)), ...noCape }),
  ears: () => ({ skin: sample('sample-dragon.png'), ...noCape }),
  partialLegs: () => withEars('partial', { claws: true, crown: 'halo' }),
  fullLegs: () => withEars('full', { ears: 'above', cape: true }),
  cape: () => ({ skin: prepareSheet(motleySheet('classic', 'holes')), cape: patternCape() }),
} as const satisfies Record<string, () => TextureSet>;

export type ModelSheets = keyof typeof modelSheets;
