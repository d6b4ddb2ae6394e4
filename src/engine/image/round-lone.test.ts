import { expect, it } from 'vitest';
import { asWords, createImage } from './canvas.ts';
import { roundLone } from './round-lone.ts';

const flat = 0xff_11_12_13;
const lone = 0xff_03_05_ff;

function pictureWith(words: Readonly<Record<number, number>>) {
  const picture = createImage(6, 5);
  asWords(picture).fill(flat);
  for (const [at, word] of Object.entries(words)) asWords(picture)[Number(at)] = word;
  return picture;
}

function drawnAll() {
  const drawn = createImage(6, 5);
  asWords(drawn).fill(lone);
  return drawn;
}

it('rounds single pixels by half a step at most, and leaves sides as they are', () => {
  const picture = pictureWith({ 8: lone, 16: 0xff_40_41_42, 22: 0xff_40_41_42 });
  roundLone(picture, drawnAll(), 0, 0);
  expect(asWords(picture)[8]).toBe(0xff_00_08_ff);
  expect(asWords(picture)[16]).toBe(0xff_40_41_42);
  expect(asWords(picture).filter((word) => word === flat)).toHaveLength(27);
});

it('leaves what was not drawn, and what is not opaque', () => {
  const picture = pictureWith({ 8: lone, 16: 0x80_40_41_42 });
  const before = picture.data.slice();
  roundLone(picture, createImage(6, 5), 0, 0);
  expect(picture.data).toEqual(before);
  roundLone(picture, drawnAll(), -4, 2);
  expect(picture.data).toEqual(before);
});
