import { describe, expect, it } from 'vitest';
import { drawFigure } from '../../src/engine/pictures/draw-figure.ts';
import { drawFlat } from '../../src/engine/pictures/draw-flat.ts';
import { drawHeads } from '../../src/engine/pictures/draw-heads.ts';
import { crops } from '../../src/engine/figure/camera/crops.ts';
import { stageFigure, type UnscaledFigure } from '../../src/engine/figure/figure.ts';
import { paintBehind, parseColour } from '../../src/engine/image/background.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { cropsOf, renderTypeNames, renderTypes } from '../../src/engine/figure/render-types.ts';
import { prepareCape, type CapeSheet, prepareSheet } from '../../src/engine/skin/sheet.ts';
import { heldItems } from '../../src/engine/figure/held-items/held-items.ts';
import { motleySheet, oldMotleySheet } from '../support/pattern-sheets.ts';
import { createDrawContext } from '../support/row-context.ts';
import { contactSheet, expectGolden, goldenNames } from './harness.ts';

function drawn(
  figure: Omit<UnscaledFigure, 'heightPx' | 'cape'>,
  cape: CapeSheet | null = null,
  sheet: RgbaImage = motleySheet(figure.model, 'holes'),
): RgbaImage {
  const framed = stageFigure({ ...figure, heightPx: 64, cape: cape && { texelsPerUnit: 1 } });
  return drawFigure(framed, { skin: prepareSheet(sheet), cape }, createDrawContext(), createImage);
}

/** Red outside with a white cross in the upper left, blue inside, so that it can't be mistaken. */
function flagCape(): CapeSheet {
  const sheet = createImage(64, 32);
  for (let y = 0; y < 17; y++) {
    for (let x = 0; x < 22; x++) {
      const isOutside = x >= 1 && x < 11 && y >= 1;
      const isCross = isOutside && y < 9 && (x === 4 || y === 4);
      const colour = isCross
        ? [255, 255, 255, 255]
        : isOutside
          ? [200, 30, 40, 255]
          : [40, 60, 190, 255];
      sheet.data.set(colour, (y * 64 + x) * 4);
    }
  }
  // The wings: their outside yellow with a green left half, so that a mirror shows.
  for (let y = 0; y < 22; y++) {
    for (let x = 22; x < 46; x++) {
      const isOutside = x >= 36 && y >= 2;
      const colour = isOutside ? (x < 41 ? [40, 160, 70] : [240, 200, 40]) : [120, 120, 130];
      sheet.data.set([...colour, 255], (y * 64 + x) * 4);
    }
  }
  return prepareCape(sheet);
}

const classic = { renderType: 'default', crop: 'full', model: 'classic' } as const;
const slim = { ...classic, model: 'slim' } as const;
const glass = (): RgbaImage => motleySheet('classic', 'translucent');
const behind = { ...classic, yawDegrees: 150 } as const;

const typeCases = renderTypeNames.flatMap((renderType) =>
  cropsOf(renderType).map(
    (crop, index) =>
      [
        `types/${renderType}-${crop}`,
        // Both models have their turn; the renderer's own cases compare them side by side.
        () => drawn({ renderType, crop, model: index % 2 === 0 ? 'classic' : 'slim' }),
      ] as const,
  ),
);

/** Faces of sides that are no multiple of their texels, in a row that is not full. */
function heads(): RgbaImage {
  const skins = [motleySheet('classic', 'holes'), motleySheet('slim', 'none')];
  const sheets = skins.map((_, index) => ({ png: Buffer.of(), revision: `${index}` }));
  const figures = [0, 1, 0, 1].map((sheet, index) => ({ sheet, upsideDown: index > 1 }));
  const grid = drawHeads(
    { sidePx: 20, columns: 3, format: 'png', sheets, figures },
    {
      ...createDrawContext(),
      withSheet: ({ revision }, draw) => ({
        ok: true,
        value: draw(prepareSheet(skins[Number(revision)]!)),
      }),
    },
  );
  if (!grid.ok) throw new Error(JSON.stringify(grid));
  return grid.value;
}

/** The grey figure of each crop, and what is laid behind and around it. */
function silhouettes(): RgbaImage {
  const outline = { colour: 'ff0000ff', widthPx: 3 };
  const looks = [
    { isCircle: false, background: null, outline: null },
    { isCircle: false, background: '1e90ff80', outline },
    { isCircle: true, background: '1e90ffff', outline },
  ];
  return contactSheet(
    looks.map((look) =>
      crops.map((picture) => drawFlat({ ...look, picture, sizePx: 41, format: 'png' })!),
    ),
  );
}

const optionCases: Readonly<Record<string, () => RgbaImage>> = {
  'options/overlay-off': () => drawn({ ...classic, overlay: 'none' }),
  'options/raised': () => drawn({ ...classic, overlay: 'raised' }),
  'options/raised-bent': () => drawn({ ...slim, renderType: 'relaxing', overlay: 'raised' }),
  'options/raised-glass': () =>
    drawn({ ...classic, yawDegrees: 60, overlay: 'raised' }, null, glass()),
  'options/raised-face': () =>
    drawn({ renderType: 'isometric', crop: 'face', model: 'slim', overlay: 'raised' }),
  'options/raised-old-sheet': () =>
    drawn({ ...classic, overlay: 'raised' }, null, oldMotleySheet('holes')),
  'options/raised-hd': () =>
    drawn(
      { ...classic, crop: 'bust', overlay: 'raised' },
      null,
      motleySheet('classic', 'holes', 2),
    ),
  'options/raised-cape': () => drawn({ ...behind, overlay: 'raised' }, flagCape()),
  'options/shading-off': () => drawn({ ...classic, shading: false }),
  'options/mirror': () => drawn({ ...classic, renderType: 'pointing', mirror: true }),
  'options/roll': () => drawn({ ...classic, rollDegrees: 30, shadow: true }),
  'options/fov-wide': () => drawn({ ...classic, renderType: 'kicking', fovDegrees: 90 }),
  'options/fov-narrow': () => drawn({ ...classic, renderType: 'kicking', fovDegrees: 20 }),
  'options/wings': () => drawn({ ...behind, wings: true }, flagCape()),
  'options/raised-wings': () => drawn({ ...behind, wings: true, overlay: 'raised' }, flagCape()),
  'options/wings-crouching': () =>
    drawn({ ...behind, renderType: 'crouching', wings: true }, flagCape()),
  'options/shadow': () => drawn({ ...classic, shadow: true }),
  'options/shadow-lying': () => drawn({ ...classic, renderType: 'dead', shadow: true }),
  'options/yaw': () => drawn({ ...classic, yawDegrees: -60 }),
  'options/pitch': () => drawn({ ...classic, pitchDegrees: 50 }),
  'options/pitch-from-below': () => drawn({ ...classic, pitchDegrees: -60 }),
  'options/upside-down': () => drawn({ ...classic, upsideDown: true }),
  'options/upside-down-flat': () => drawn({ ...classic, renderType: 'front', upsideDown: true }),
  'options/hold-each': () =>
    contactSheet([
      heldItems.map((hold) => drawn({ ...classic, hold })),
      heldItems.map((holdLeft) => drawn({ ...slim, yawDegrees: -75, holdLeft })),
    ]),
  // Arms that would hide the face with what they hold.
  'options/arms-holding': () =>
    contactSheet(
      renderTypeNames
        .filter((name) => 'armsHolding' in renderTypes[name])
        .map((renderType) => [
          drawn({ ...classic, renderType, hold: 'axe', holdLeft: 'none' }),
          drawn({ ...classic, renderType, hold: 'none', holdLeft: 'axe' }),
        ]),
    ),
  'options/hold-tools': () => drawn({ ...classic, hold: 'sword', holdLeft: 'pickaxe' }),
  'options/hold-rod': () =>
    drawn({ ...classic, renderType: 'walking', hold: 'fishing_rod', holdLeft: 'axe' }),
  'options/hold-slim': () =>
    drawn({ ...slim, renderType: 'cheering', hold: 'torch', holdLeft: 'flower' }),
  'options/hold-flat': () => drawn({ ...slim, hold: 'cake', holdLeft: 'trophy' }),
  'options/hold-upright': () =>
    drawn({ ...classic, renderType: 'crouching', hold: 'banner', holdLeft: 'shield' }),
  'options/hold-raised': () =>
    drawn({ ...classic, renderType: 'walking', hold: 'book', holdLeft: 'bow', overlay: 'raised' }),
  'options/hold-mirror': () =>
    drawn({ ...classic, hold: 'shield', holdLeft: 'sword', mirror: true, shadow: true }),
  'options/hold-behind': () => drawn({ ...behind, hold: 'shield', holdLeft: 'book' }),
  'options/hold-none': () => drawn({ ...classic, renderType: 'archer', holdLeft: 'none' }),
  'options/cape': () => drawn(behind, flagCape()),
  'options/cape-from-the-front': () => drawn(classic, flagCape()),
  'options/cape-flat': () => drawn({ ...classic, renderType: 'back' }, flagCape()),
  'options/heads': heads,
  'options/silhouettes': silhouettes,
  'options/background': () => {
    const image = drawn(classic);
    paintBehind(image, parseColour('1e90ff80'));
    return image;
  },
};

describe('golden pictures of every type, crop and option', () => {
  const cases = [...typeCases, ...Object.entries(optionCases)];

  it.each(cases)('%s', (name, draw) => {
    expectGolden(name, draw());
  });

  it.each(['types', 'options'])('no kept picture of %s is unused', (group) => {
    const names = cases.map(([name]) => name).filter((name) => name.startsWith(`${group}/`));
    expect(goldenNames(group)).toEqual(names.toSorted());
  });
});
