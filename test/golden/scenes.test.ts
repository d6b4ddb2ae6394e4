import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../../src/render/image/canvas.ts';
import { prepareSheet } from '../../src/render/sheet/sheet.ts';
import { enlarge } from '../../src/scenes/enlarge.ts';
import { paintScene } from '../../src/scenes/paint-scene.ts';
import { sceneNames, scenes, type SceneName } from '../../src/scenes/scenes.ts';
import { motleySheet } from '../support/pattern-sheets.ts';
import { expectSameBytes } from '../support/same-pixels.ts';
import { createSceneContext, drawnScene, type SceneCase } from '../support/scene-context.ts';
import { expectGolden, goldenNames } from './harness.ts';

/** A place by itself, an art pixel a pixel. */
function place(name: SceneName): RgbaImage {
  const [columns, rows] = [200, 105];
  const block = { left: 84, columns: 32, topRow: 74, depthRows: 5, baseRow: 90, mark: 1 };
  const terrain = { horizonRow: 78, frontRow: 91, blocks: [block] };
  const picture = createImage(columns, rows);
  enlarge(picture, paintScene(scenes[name], { columns, rows }, { terrain, phase: 0 }), 1);
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
  'auto-wide': { sheets, figures: group(7), arrangement: 'auto', title: 'A title in two lines' },
  'auto-tall': {
    sheets,
    figures: group(10),
    arrangement: 'auto',
    sizePx: [162, 288],
    scene: 'cave',
    title: 'Чемпионы 🏆',
  },
  'plain-podium': {
    sheets,
    figures: group(3),
    scene: null,
    sizePx: null,
    arrangement: 'podium',
    heightPx: 64,
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

  it('every kept picture belongs to a case', () => {
    const names = [...sceneNames.map((name) => `place-${name}`), ...Object.keys(cases)];
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
