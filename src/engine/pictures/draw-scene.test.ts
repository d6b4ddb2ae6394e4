import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inkOf } from '../../../test/support/ink.ts';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import {
  createSceneContext,
  drawnScene,
  type SceneCase,
} from '../../../test/support/scene-context.ts';
import { createDrawContext } from '../../../test/support/row-context.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import type { Plan } from '../raster/plan.ts';
import { prepareSheet, prepareCape } from '../skin/sheet.ts';
import { safeShare } from '../scenes/layout/sizes.ts';
import { createArt } from '../scenes/art/art.ts';
import type { SceneContext } from './draw-scene.ts';
import { arrangementNames } from '../scenes/layout/arrangements.ts';
import { cropsOf, renderTypeNames } from '../figure/render-types.ts';
import type { PictureFigure, PosedFigure } from '../options/jobs.ts';

const sheets = [motleySheet('classic', 'opaque'), motleySheet('slim', 'holes')].map((sheet) =>
  prepareSheet(sheet),
);
/** Nothing is to be seen but figures and texts: no ground, and no blocks, which reach as far as columns. */
const context: SceneContext = {
  ...createSceneContext(),
  layers: {
    layer: (_scene, [widthPx, heightPx], { artPx }) =>
      createArt(Math.ceil(widthPx / artPx), Math.ceil(heightPx / artPx)),
  },
};

function filled(widthPx: number, heightPx: number, colour: readonly number[]): RgbaImage {
  const image = createImage(widthPx, heightPx);
  for (let at = 0; at < image.data.length; at += 4) image.data.set(colour, at);
  return image;
}

/** Of a cape and of wings. */
const capes = [prepareCape(filled(64, 32, [20, 20, 200, 255]))];

const red = [200, 20, 20, 255] as const;
const pictures = [
  filled(30, 60, red),
  filled(90, 40, red),
  // Whatever the platform sends.
  filled(1, 1, red),
  filled(64, 1, red),
  filled(1, 64, red),
  createImage(5, 5),
];

it('draws figures that share a plan one after the other, though others stand between them', () => {
  const { planned, ...own } = createDrawContext();
  const figures = (['classic', 'slim', 'classic', 'slim'] as const).map((model, index) => ({
    model,
    skin: Number(index > 1),
  }));
  drawnScene({ sheets, figures }, { ...own, layers: context.layers });
  const models = planned.map(({ model }) => model);
  expect(models).toEqual(models.toSorted());
  expect(models).toHaveLength(4);
});

it('the light of a place needs no plans of its own', () => {
  const [night, meadow] = (['night', 'meadow'] as const).map((scene) => {
    const { planned, ...own } = createDrawContext();
    drawnScene({ sheets, figures: [{}], scene }, { ...own, layers: context.layers });
    return planned;
  });
  expect(night).toEqual(meadow);
});

const text = fc.constantFrom('', 'Ann', 'غوّاص', 'MaximumLength_16', '🦊🦊', 'W'.repeat(64));
const texts = { label: text, caption: fc.constantFrom('', '', 'Owner') };
const scale = fc.double({ min: 0.5, max: 1.5, noNaN: true });

const posed = fc.constantFrom(...renderTypeNames).chain((renderType) =>
  fc.record({
    kind: fc.constant('posed' as const),
    renderType: fc.constant(renderType),
    crop: fc.constantFrom(...cropsOf(renderType)),
    skin: fc.constantFrom(0, 1),
    model: fc.constantFrom('classic' as const, 'slim' as const),
    // In wide steps: each angle is a plan to compile.
    yawDegrees: fc.constantFrom(0, 0, -90, 40),
    pitchDegrees: fc.constantFrom(0, 0, 30),
    mirror: fc.boolean(),
    upsideDown: fc.constantFrom(false, false, true),
    overlay: fc.constantFrom('flat', 'flat', 'flat', 'raised', 'none'),
    cape: fc.constantFrom(null, 0),
    wings: fc.boolean(),
    hold: fc.constantFrom(null, null, 'banner', 'none'),
    holdLeft: fc.constantFrom(null, null, 'shield'),
    scale,
    ...texts,
  } satisfies { [Field in keyof Partial<PosedFigure>]: unknown }),
);
const pictured = fc.record({
  kind: fc.constant('picture' as const),
  picture: fc.nat({ max: pictures.length - 1 }),
  crop: fc.constantFrom('full' as const, 'bust' as const, 'face' as const),
  mirror: fc.boolean(),
  scale,
  ...texts,
} satisfies { [Field in keyof PictureFigure]: unknown });

const side = fc.integer({ min: 96, max: 220 });
const groups = fc.record({
  figures: fc.array(fc.oneof({ weight: 3, arbitrary: posed }, pictured), {
    minLength: 1,
    maxLength: 10,
  }),
  arrangement: fc.constantFrom(...arrangementNames),
  // Without a scene, and with one: names are below the ground of it.
  scene: fc.constantFrom(null, 'meadow' as const),
  facing: fc.constantFrom('same' as const, 'centre' as const),
  sizePx: fc.tuple(side, side),
  title: fc.constantFrom('', 'Oakhaven', 'شجرة', 'A title of so many letters that it has no room'),
  subtitle: fc.constantFrom('', 'Season 5'),
  labels: fc.constantFrom('below' as const, 'plate' as const, 'none' as const),
  outline: fc.constantFrom(null, { colour: [255, 255, 255, 255] as const, widthPx: 3 }),
});

/** What rounding to whole pixels may take of the margin. */
const hairPx = 2;

describe('a scene of given size', () => {
  it('keeps any figures, names and titles in its safe area', () => {
    fc.assert(
      fc.property(groups, (group) => {
        const scene: SceneCase = { ...group, sheets, capes, pictures, shadow: false };
        const [widthPx, heightPx] = group.sizePx;
        // But for the faintest rim of a letter.
        const ink = inkOf(drawnScene(scene, context), 24);
        const [x, y] = [widthPx * safeShare - hairPx, heightPx * safeShare - hairPx];
        expect(ink.left).toBeGreaterThanOrEqual(x);
        expect(ink.top).toBeGreaterThanOrEqual(y);
        expect(ink.right).toBeLessThanOrEqual(widthPx - x);
        expect(ink.bottom).toBeLessThanOrEqual(heightPx - y);
      }),
      { numRuns: 40, seed: 20_280 },
    );
  });
});

/** How many pixels a plan covers, if all of its texels are opaque. */
function coveredBy({ runs, edges }: Plan): number {
  return runs.reduce((sum, word, at) => (at % 3 === 1 ? sum + word : sum), edges.length);
}

it.each(['default', 'head', 'ultimate'] as const)(
  'a picture that is made to fit %s has every pixel of it',
  (renderType) => {
    for (const heightPx of [48, 128, 256]) {
      let covered = 0;
      const withPlan: SceneContext['withPlan'] = (framed, scales, draw) =>
        context.withPlan(framed, scales, (plan) => {
          covered = coveredBy(plan);
          return draw(plan);
        });
      const scene = { scene: null, sizePx: null, shadow: false, heightPx };
      const figures = [{ renderType }];
      const { data } = drawnScene({ ...scene, sheets, figures }, { ...context, withPlan });
      expect(data.filter((value, at) => at % 4 === 3 && value > 0)).toHaveLength(covered);
    }
  },
);
