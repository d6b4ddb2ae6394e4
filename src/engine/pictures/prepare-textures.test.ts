import { expect, test } from 'vitest';
import { stageFigure } from '../figure/figure.ts';
import { createImage } from '../image/canvas.ts';
import { decodePng } from '../image/decode-png.ts';
import type { Wings } from '../skin/ears/shape.ts';
import { prepareCape } from '../skin/sheet.ts';
import { prepareSheet } from '../skin/sheet.ts';
import { noEars, writeVersion1 } from '../../../test/support/ears-encoder.ts';
import { skinFile } from '../../../test/support/skin-files.ts';
import { createDrawContext } from '../../../test/support/row-context.ts';
import { drawFigure, prepareTextures } from './draw-figure.ts';

const cape = prepareCape(createImage(64, 32));
const image = decodePng(skinFile(1));
writeVersion1(image, { ...noEars, ears: 'above' });
const skin = prepareSheet(image);
const wings: Wings = { mode: 'symmetric_dual', motion: 'normal' };

test.each([
  ['nothing on its back', { wings: null, cape: false }, true],
  ['wings', { wings, cape: false }, false],
  ['a cape', { wings: null, cape: true }, false],
  ['both', { wings, cape: true }, false],
] as const)('a skin with %s of its own: %j wears the account’s cape: %s', (_what, back, wears) => {
  if (!skin.ears) throw new Error('the skin has no ears');
  const ears = { ...skin.ears, shape: { ...skin.ears.shape, ...back } };
  const textures = { skin: { ...skin, ears }, cape };
  expect(prepareTextures(textures, { renderType: 'default' }).textures.cape).toBe(
    wears ? cape : null,
  );
  expect(prepareTextures(textures, { renderType: 'default', ears: 'none' }).textures.cape).toBe(
    cape,
  );
});

test('the legs of a flat figure are those of its plain skin, wherever Ears keep them', () => {
  for (const legs of ['plantigrade', 'partial', 'full'] as const) {
    const sheet = decodePng(skinFile(2, { overlay: true }));
    writeVersion1(sheet, { ...noEars, legs, wings: null });
    const whole = { skin: prepareSheet(sheet), cape: null };
    const [shaped, plain] = (['auto', 'none'] as const).map((option) => {
      const figure = { renderType: 'front', crop: 'full', model: 'slim', heightPx: 96 } as const;
      const { textures, ears } = prepareTextures(whole, { ...figure, ears: option });
      return drawFigure(
        stageFigure({ ...figure, ears }),
        textures,
        createDrawContext(),
        createImage,
      );
    });
    expect(shaped, legs).toEqual(plain);
  }
});
