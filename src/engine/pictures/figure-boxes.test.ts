import { expect, test, describe, it } from 'vitest';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import { createSceneContext, drawnScene } from '../../../test/support/scene-context.ts';
import { prepareSheet } from '../skin/sheet.ts';
import { boxesAsXmp, type FigureBox, type GroupPicture, fitBox } from './figure-boxes.ts';
import { inkOf } from '../../../test/support/ink.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';

const context = createSceneContext();
const sheets = [prepareSheet(motleySheet('classic', 'holes'))];
const figures = [{ renderType: 'cheering' }, { scale: 0.7 }, { renderType: 'lunging' }] as const;

/** Every pixel that is not transparent, as the boxes it lies in. */
function boxesOfInk({ widthPx, heightPx, data, boxes }: GroupPicture): (readonly FigureBox[])[] {
  const ink: (readonly FigureBox[])[] = [];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (data[(y * widthPx + x) * 4 + 3] === 0) continue;
      ink.push(boxes.filter((box) => isIn(box, x, y)));
    }
  }
  return ink;
}

function isIn({ leftPx, topPx, widthPx, heightPx }: FigureBox, x: number, y: number): boolean {
  const hairPx = 1;
  const [right, bottom] = [leftPx + widthPx, topPx + heightPx];
  return x >= leftPx - hairPx && x < right + hairPx && y >= topPx - hairPx && y < bottom + hairPx;
}

test.each(['row', 'arc'] as const)('figures are in their boxes: %s', (arrangement) => {
  const picture = drawnScene(
    { sheets, figures, arrangement, scene: null, labels: 'none', shadow: false },
    context,
  );
  const ink = boxesOfInk(picture);
  expect(ink.filter((boxes) => boxes.length === 0)).toEqual([]);
  for (const box of picture.boxes) expect(ink.some((boxes) => boxes.includes(box))).toBe(true);
  const lefts = picture.boxes.map(({ leftPx }) => leftPx);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
});

test('names of a front row are below their figures, those of a back row above', () => {
  const { boxes } = drawnScene(
    {
      sheets,
      figures: ['a', 'b', 'c', 'd'].map((label) => ({ label })),
      arrangement: 'rows',
      sizePx: [600, 315],
    },
    context,
  );
  const isBelow = boxes.map(({ topPx, heightPx, nameTopPx }) => nameTopPx > topPx + heightPx / 2);
  expect(isBelow).toEqual([true, true, false, false]);
});

test('where names are omitted for want of room, they would be at the feet', () => {
  const ten = Array.from({ length: 10 }, () => ({ label: 'so long a name' }));
  const { boxes } = drawnScene({ sheets, figures: ten, sizePx: [160, 120] }, context);
  for (const { topPx, heightPx, nameTopPx } of boxes) {
    expect(Math.abs(topPx + heightPx - nameTopPx)).toBeLessThanOrEqual(2);
  }
});

test('boxes are returned as numbers only', () => {
  const box = { leftPx: 1, topPx: 2, widthPx: 3, heightPx: 4, nameTopPx: -5 };
  expect(boxesAsXmp([box, { ...box, leftPx: 9 }])).toContain(
    ' lineup:figures="1,2,3,4,-5 9,2,3,4,-5"',
  );
});

function filled(widthPx: number, heightPx: number): RgbaImage {
  const image = createImage(widthPx, heightPx);
  image.data.fill(255);
  return image;
}

describe('a picture in a box', () => {
  it.each([
    ['as it is', [8, 8], [8, 8], [0, 0, 8, 8]],
    ['smaller', [8, 8], [4, 4], [0, 0, 4, 4]],
    ['larger', [4, 4], [9, 9], [0, 0, 9, 9]],
    ['in the middle of a wide one', [4, 8], [12, 8], [4, 0, 8, 8]],
    ['in the middle of a tall one', [8, 4], [8, 8], [0, 2, 8, 6]],
    ['as a line, where no more is left of it', [64, 1], [4, 4], [0, 1, 4, 2]],
  ] as const)('is %s', (_, [width, height], [widthPx, heightPx], extent) => {
    const source = filled(width, height);
    const fitted = fitBox(source, { widthPx, heightPx });
    expect([fitted.widthPx, fitted.heightPx]).toEqual([widthPx, heightPx]);
    const { left, top, right, bottom } = inkOf(fitted);
    expect([left, top, right, bottom]).toEqual(extent);
    expect(source).toEqual(filled(width, height));
  });
});
