import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import { enlarge, paintScene, scenes } from '../../src/engine/scenes/paint-scene.ts';
import { arrangementNames } from '../../src/engine/scenes/layout/arrangements.ts';
import { sceneNames } from '../../src/engine/scenes/layout/sizes.ts';
import { type SceneName } from '../../src/engine/scenes/layout/sizes.ts';
import { motleySheet } from '../support/pattern-sheets.ts';
import { expectSameBytes } from '../support/same-pixels.ts';
import { createSceneContext, drawnScene, type SceneCase } from '../support/scene-context.ts';
import { contactSheet, expectGolden, goldenNames } from './harness.ts';

/** A place by itself, an art pixel a pixel. */
function place(name: SceneName): RgbaImage {
  const [columns, rows] = [200, 105];
  const block = { left: 84, columns: 32, topRow: 74, depthRows: 5, baseRow: 90, mark: 1 };
  const terrain = { horizonRow: 78, frontRow: 91, blocks: [block] };
  const picture = createImage(columns, rows);
  enlarge(picture, paintScene(scenes[name], { columns, rows, terrain, phase: 0 }), 1);
  return picture;
}

const sheets = [
  prepareSheet(motleySheet('classic', 'holes')),
  prepareSheet(motleySheet('slim', 'none')),
];
const group = (count: number): SceneCase['figures'] =>
  Array.from({ length: count }, (_, index) => ({
    skin: index % 2,
    model: index % 2 === 0 ? 'classic' : 'slim',
    label: `P${index + 1}`,
  }));
const titled = { title: 'Oakhaven', subtitle: 'Season 5' } as const;

const plain = { sheets, scene: null, sizePx: null, heightPx: 64 } as const;

/** Red above green on its left, white on its right. */
const halves = createImage(20, 44);
for (let at = 0; at < halves.data.length; at += 4) {
  const isRight = (at / 4) % 20 > 12;
  const colour = at < halves.data.length / 3 ? [200, 40, 40] : [40, 160, 60];
  halves.data.set([...(isRight ? [255, 255, 255] : colour), 255], at);
}
const halved = {
  kind: 'picture',
  picture: 0,
  crop: 'full',
  mirror: false,
  scale: 1,
  label: '',
  caption: '',
} as const;

const cases = {
  row: { sheets, figures: group(3), ...titled },
  'rows-night': { sheets, figures: group(7), scene: 'night', arrangement: 'rows' },
  'podium-desert': { sheets, figures: group(5), scene: 'desert', arrangement: 'podium' },
  'teams-snow': { sheets, figures: group(6), scene: 'snow', arrangement: 'teams', ...titled },
  'arc-cave': { sheets, figures: group(5), scene: 'cave', arrangement: 'arc', facing: 'centre' },
  'stairs-void': { sheets, figures: group(4), scene: 'void', arrangement: 'stairs', ...titled },
  'server-list': { sheets, figures: group(10), sizePx: [468, 60], scene: 'inferno' },
  'nobody-stage': { sheets, figures: [], scene: 'stage', title: 'Asleep' },
  'lying-and-jumping': {
    sheets,
    figures: [{ renderType: 'sleeping' }, { renderType: 'cheering' }, { renderType: 'relaxing' }],
  },
  'one-pitch': {
    sheets,
    // Their own views are from below (−20° and −14°) and from above (16°).
    figures: [
      { renderType: 'high_ground' },
      { renderType: 'dungeons' },
      { renderType: 'criss_cross' },
    ],
  },
  'captions-on-plates': {
    sheets,
    figures: [
      { label: 'Ann', caption: 'Owner' },
      { label: 'مرحبا', caption: 'Admin' },
    ],
    labels: 'plate',
    title: 'شجرة',
  },
  'plates-of-one-line': {
    sheets,
    figures: [{ label: 'Ann' }, { caption: 'Owner' }, { label: 'Eve', caption: 'VIP' }],
    labels: 'plate',
    sizePx: [180, 94],
  },
  'auto-wide': { sheets, figures: group(7), arrangement: 'auto', title: 'A title in two lines' },
  'auto-tall': {
    sheets,
    figures: group(10),
    arrangement: 'auto',
    sizePx: [162, 288],
    scene: 'cave',
    title: 'Чемпионы 🏆',
  },
  'plain-podium': { ...plain, figures: group(3), arrangement: 'podium' },
  'subtitle-alone': {
    sheets,
    figures: [],
    sizePx: [120, 64],
    scene: 'night',
    subtitle: 'Season 5',
  },
  'finished-pictures': {
    sheets,
    pictures: [halves],
    figures: [halved, { ...halved, mirror: true, crop: 'bust' }, {}],
    sizePx: [180, 94],
    scene: 'night',
    outline: { colour: [255, 255, 0, 255], widthPx: 2 },
  },
  gradient: {
    sheets,
    figures: [{ scale: 1.3, label: 'big' }, { crop: 'bust' }, { renderType: 'front' }],
    scene: null,
    shadow: false,
    background: { from: [80, 40, 120, 255], to: [250, 160, 90, 255], angleDegrees: 135 },
  },
} as const satisfies Record<string, SceneCase>;

describe('golden pictures of scenes', () => {
  it.each(sceneNames)('place %s', (name) => {
    expectGolden(`scenes/place-${name}`, place(name));
  });

  it.each(Object.entries(cases))('%s', (name, scene) => {
    expectGolden(`scenes/${name}`, drawnScene(scene, createSceneContext()));
  });

  it('each arrangement', () => {
    const figures = group(7).map((figure) => ({ ...figure, label: '' }));
    const pictures = arrangementNames.map((arrangement) => [
      drawnScene({ ...plain, heightPx: 36, figures, arrangement }, createSceneContext()),
    ]);
    expectGolden('scenes/each-arrangement', contactSheet(pictures));
  });

  it('the light of each scene', () => {
    const figures = [{}, { renderType: 'sleeping', skin: 1 }, { renderType: 'cheering' }] as const;
    const pictures = sceneNames.map((scene) =>
      drawnScene({ sheets, figures, scene, sizePx: [160, 84] }, createSceneContext()),
    );
    const half = pictures.length / 2;
    expectGolden(
      'scenes/each-light',
      contactSheet([pictures.slice(0, half), pictures.slice(half)]),
    );
  });

  it('every kept picture belongs to a case', () => {
    const places = sceneNames.map((name) => `place-${name}`);
    const names = ['each-arrangement', 'each-light', ...places, ...Object.keys(cases)];
    expect(goldenNames('scenes')).toEqual(names.map((name) => `scenes/${name}`).toSorted());
  });
});

describe('a scene', () => {
  it('is the same whatever was drawn before it, from kept layers and plans too', () => {
    const context = createSceneContext();
    const [first, second] = [cases['podium-desert'], cases['arc-cave']];
    const before = drawnScene(first, context);
    drawnScene(second, context);
    expectSameBytes(drawnScene(first, context).data, before.data);
    expectSameBytes(drawnScene(first, createSceneContext()).data, before.data);
  });
});
