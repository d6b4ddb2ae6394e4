import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawFigure, prepareTextures } from '../../src/engine/pictures/draw-figure.ts';
import { stageFigure, type UnscaledFigure } from '../../src/engine/figure/figure.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import type { EarsFeatures } from '../../src/engine/skin/ears/read-features.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { hiddenBytes, hide, noEars, writeVersion1 } from '../support/ears-encoder.ts';
import { createDrawContext } from '../support/row-context.ts';
import { expectGolden, goldenNames } from './harness.ts';
import type { EarsOption } from '../../src/engine/options/figure-values.ts';

type Drawn = Partial<UnscaledFigure> & { readonly option?: EarsOption };

function drawn(sheet: RgbaImage, { option = 'auto', ...figure }: Drawn = {}): RgbaImage {
  const renderType = figure.renderType ?? 'default';
  const skin = prepareSheet(sheet);
  const { textures, ears } = prepareTextures({ skin, cape: null }, { renderType, ears: option });
  const framed = stageFigure({
    renderType,
    crop: 'full',
    model: 'classic',
    heightPx: 96,
    ...figure,
    ears,
  });
  return drawFigure(framed, textures, createDrawContext(), createImage);
}

/**
 * Every block of 4×4 texels in a colour of its own, each texel a little lighter than that before it, or
 * all alike: then they take few bytes.
 */
function blocks(image: RgbaImage, isPlain = false): RgbaImage {
  for (let y = 0; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++) {
      const block = (x >> 2) * 7 + (y >> 2) * 11;
      const light = isPlain ? 1 : 0.7 + 0.1 * (x & 3) - 0.05 * (y & 3);
      const level = (shift: number): number => (60 + ((block * shift) % 150)) * light;
      image.data.set([level(13), level(29), level(41), 255], (y * image.widthPx + x) * 4);
    }
  }
  return image;
}

function sheetOf(said: Partial<EarsFeatures>): RgbaImage {
  const sheet = blocks(createImage(64, 64));
  writeVersion1(sheet, { ...noEars, ...said });
  const png = encodePng(blocks(createImage(20, 16), true));
  hide(sheet, hiddenBytes([1, 3].map((key) => ({ key, bytes: png }))));
  return sheet;
}

function sample(name: string): RgbaImage {
  const folder = join(import.meta.dirname, '..', '..', 'samples', 'skins');
  return decodePng(readFileSync(join(folder, `${name}.png`)));
}

const isMoving = true;
const behind = { yawDegrees: 150 } as const;
const normal = 'normal' as const;

const cases: Readonly<Record<string, () => RgbaImage>> = {
  above: () => drawn(sheetOf({ ears: 'above' })),
  'above-from-behind': () => drawn(sheetOf({ ears: 'above', anchor: 'back' }), behind),
  around: () => drawn(sheetOf({ ears: 'around', anchor: 'front' })),
  sides: () => drawn(sheetOf({ ears: 'sides' })),
  behind: () => drawn(sheetOf({ ears: 'behind' }), { yawDegrees: 90 }),
  out: () => drawn(sheetOf({ ears: 'out' }), { yawDegrees: 60 }),
  'out-front': () => drawn(sheetOf({ ears: 'out', anchor: 'front' }), { yawDegrees: 60 }),
  floppy: () => drawn(sheetOf({ ears: 'floppy' }), { yawDegrees: -26 }),
  cross: () => drawn(sheetOf({ ears: 'cross' })),
  tall: () => drawn(sheetOf({ ears: 'tall' }), { yawDegrees: 40 }),
  'tall-cross': () => drawn(sheetOf({ ears: 'tall_cross' }), behind),
  'face-and-claws': () =>
    drawn(
      sheetOf({
        claws: true,
        crown: 'horn',
        snout: { width: 5, height: 3, depth: 4, offset: 1 },
        chest: 0.8,
      }),
      { yawDegrees: 30 },
    ),
  'double-halo': () => drawn(sheetOf({ crown: 'double_halo' }), { pitchDegrees: 30 }),
  'tail-down': () =>
    drawn(sheetOf({ tail: { mode: 'down', bendsDegrees: [0, 30], isMoving } }), behind),
  'tail-up-bent': () =>
    drawn(sheetOf({ tail: { mode: 'up', bendsDegrees: [10, 40, -40], isMoving } }), {
      yawDegrees: 90,
    }),
  'tail-upright': () =>
    drawn(sheetOf({ tail: { mode: 'vertical', bendsDegrees: [20, 25, 25, 25], isMoving } }), {
      yawDegrees: 110,
    }),
  'tail-star-overlap': () =>
    drawn(
      sheetOf({ tail: { mode: 'star_overlap', bendsDegrees: [40, 20, 20], isMoving } }),
      behind,
    ),
  wings: () =>
    drawn(sheetOf({ wings: { mode: 'symmetric_dual', motion: normal } }), {
      renderType: 'walking',
      yawDegrees: 120,
    }),
  'wings-asymmetric': () =>
    drawn(sheetOf({ wings: { mode: 'asymmetric_dual', motion: 'none' } }), behind),
  cape: () => drawn(sheetOf({ cape: true }), behind),
  'legs-partial': () => drawn(sheetOf({ legs: 'partial', claws: true }), { yawDegrees: 50 }),
  'legs-full': () => drawn(sheetOf({ legs: 'full' }), { yawDegrees: 50 }),
  'sample-kitsune': () => drawn(sample('sample-kitsune.slim'), { model: 'slim' }),
  'sample-dragon': () => drawn(sample('sample-dragon'), { shadow: true, yawDegrees: 20 }),
  'sample-dragon-raised-bust': () =>
    drawn(sample('sample-dragon'), { overlay: 'raised', crop: 'bust', mirror: true }),
  'sample-dragon-none': () => drawn(sample('sample-dragon'), { option: 'none' }),
  'sample-dragon-flat': () => drawn(sample('sample-dragon'), { renderType: 'front' }),
  'sample-dragon-flat-back': () =>
    drawn(sample('sample-dragon'), { renderType: 'back', crop: 'bust' }),
  'sample-kitsune-flat-face': () =>
    drawn(sample('sample-kitsune.slim'), { renderType: 'front', crop: 'face', model: 'slim' }),
  'flat-tall': () => drawn(sheetOf({ ears: 'tall', crown: 'horn' }), { renderType: 'front' }),
  'flat-cross': () =>
    drawn(sheetOf({ ears: 'cross' }), { renderType: 'front', crop: 'face', heightPx: 64 }),
  'flat-around-upside-down': () =>
    drawn(sheetOf({ ears: 'around', anchor: 'back' }), {
      renderType: 'front',
      crop: 'bust',
      upsideDown: true,
    }),
  'flat-cape': () => drawn(sheetOf({ cape: true, legs: 'full' }), { renderType: 'back' }),
  'flat-deadmau5': () =>
    drawn(blocks(createImage(64, 64)), { option: 'deadmau5', renderType: 'front', crop: 'bust' }),
  deadmau5: () => drawn(blocks(createImage(64, 64)), { option: 'deadmau5' }),
  'upside-down': () => drawn(sheetOf({ ears: 'above', cape: true }), { upsideDown: true }),
};

describe('golden pictures of Ears', () => {
  it.each(Object.entries(cases))('%s', (name, draw) => {
    expectGolden(`ears/${name}`, draw());
  });

  it('no kept picture is unused', () => {
    expect(goldenNames('ears')).toEqual(
      Object.keys(cases)
        .map((name) => `ears/${name}`)
        .toSorted(),
    );
  });
});
