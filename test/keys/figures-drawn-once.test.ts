import { expect, test } from 'vitest';
import { drawRow } from '../../src/engine/pictures/draw-row.ts';
import { drawScene } from '../../src/engine/pictures/draw-scene.ts';
import {
  defaultPicture,
  type RowFigure,
  type PictureFigure,
  type SceneJob,
} from '../../src/engine/options/jobs.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import { randomFrom, randomSheet } from '../support/pattern-sheets.ts';
import { createDrawContext } from '../support/row-context.ts';
import { createSceneContext } from '../support/scene-context.ts';

// Equal figures of a scene are drawn once, and those of a row share plans: each field that makes one
// different has to tell.

const skins = [1, 2].map((seed) => prepareSheet(randomSheet(randomFrom(seed), 1)));

/** The pixels of each figure of a row. */
function columnsOf(figures: readonly RowFigure[]): number[][] {
  const job = { renderType: 'default', crop: 'full', heightPx: 64, gapPx: 0 } as const;
  const drawn = drawRow({ ...job, sheets: [], figures, format: 'png' }, skins, createDrawContext());
  if (!drawn.ok) throw new Error(JSON.stringify(drawn));
  const { boxes, widthPx, data } = drawn.value;
  return boxes.map((box) =>
    Array.from({ length: box.heightPx }, (_, y) => {
      const start = ((box.topPx + y) * widthPx + box.leftPx) * 4;
      return [...data.subarray(start, start + box.widthPx * 4)];
    }).flat(),
  );
}

const plain: RowFigure = { sheet: 0, model: 'classic', upsideDown: false, ears: 'none', label: '' };

const changes: Record<Exclude<keyof RowFigure, 'label'>, Partial<RowFigure>> = {
  sheet: { sheet: 1 },
  model: { model: 'slim' },
  upsideDown: { upsideDown: true },
  ears: { ears: 'deadmau5' },
};

test.each(Object.entries(changes))(
  'a row has figures of another %s beside each other',
  (_, change) => {
    const other = { ...plain, ...change };
    const [ownPlain] = columnsOf([plain]);
    const [ownOther] = columnsOf([other]);
    expect(ownOther).not.toEqual(ownPlain);
    expect(columnsOf([plain, other, plain])).toEqual([ownPlain, ownOther, ownPlain]);
    expect(columnsOf([other, plain])).toEqual([ownOther, ownPlain]);
  },
);

/** Red at the left, and blue below at the right: no two of its sides are alike. */
function pictureOf(red: number): RgbaImage {
  const image = createImage(16, 32);
  image.data.fill(255);
  for (let y = 0; y < 32; y++) {
    for (let x = 0; x < 16; x++)
      image.data.set([x < 4 ? red : 0, y, y > 20 ? 255 : 0], (y * 16 + x) * 4);
  }
  return image;
}

const finished: PictureFigure = {
  kind: 'picture',
  picture: 0,
  crop: 'full',
  mirror: false,
  scale: 1,
  label: '',
  caption: '',
};

function sceneOf(figures: readonly PictureFigure[]): RgbaImage {
  const job: SceneJob = {
    ...defaultPicture,
    flag: null,
    sizePx: [160, 100],
    heightPx: 80,
    labels: 'none',
    skins: [],
    capes: [],
    pictures: [],
    figures,
  };
  const sheets = { skins: [], capes: [], pictures: [pictureOf(255), pictureOf(100)] };
  const drawn = drawScene(job, sheets, createSceneContext());
  if (!drawn.ok) throw new Error(JSON.stringify(drawn));
  return drawn.value;
}

test.each<[string, Partial<PictureFigure>]>([
  ['picture', { picture: 1 }],
  ['side', { mirror: true }],
  ['size', { scale: 0.5 }],
])('a scene has finished pictures of another %s beside each other', (_, change) => {
  const other = { ...finished, ...change };
  const both = sceneOf([finished, other]);
  expect(both).not.toEqual(sceneOf([finished, finished]));
  expect(both).not.toEqual(sceneOf([other, other]));
});
