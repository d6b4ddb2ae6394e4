import { expect, test } from 'vitest';
import { createImage } from './canvas.ts';
import { resize } from './resize.ts';
import { cutCircle, withOutline } from './silhouette.ts';

test('halving takes the mean, without the colours of transparent pixels', () => {
  const source = createImage(8, 8);
  for (let at = 0; at < source.data.length; at += 4) {
    const isLeft = (at / 4) % 8 < 4;
    source.data.set(isLeft ? [200, 100, 50, 255] : [0, 255, 0, 0], at);
  }
  const { data, widthPx, heightPx } = resize(source, 4, 2);
  expect([widthPx, heightPx]).toEqual([4, 2]);
  expect([...data.subarray(0, 4)]).toEqual([200, 100, 50, 255]);
  const [red, green, blue, alpha] = data.subarray(4, 8);
  expect([red, green, blue]).toEqual([200, 100, 50]);
  expect(alpha).toBeGreaterThan(128);
  expect([...data.subarray(12, 16)]).toEqual([0, 0, 0, 0]);
});

test('an outline around a dot has the given width', () => {
  const dot = createImage(1, 1);
  dot.data.set([9, 9, 9, 255]);
  const { data, widthPx } = withOutline(dot, { colour: [255, 0, 0, 255], widthPx: 3 });
  const alphas = Array.from({ length: 7 }, (_, x) => data[(3 * 7 + x) * 4 + 3]);
  expect([widthPx, ...alphas]).toEqual([7, 255, 255, 255, 255, 255, 255, 255]);
  expect(data[3]).toBe(0);
});

test('a circle leaves the corners transparent', () => {
  const square = createImage(20, 20);
  square.data.fill(255);
  cutCircle(square);
  expect([square.data[3], square.data[(10 * 20 + 10) * 4 + 3]]).toEqual([0, 255]);
});
