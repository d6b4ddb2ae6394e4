import { animationFormats } from '../../src/engine/image/formats.ts';
import { motionNames } from '../../src/engine/figure/motions.ts';
import { dataUrl, skinFile } from '../../test/support/skin-files.ts';
import { compositionPath, post, type Sent } from './clients.ts';
import { readSampleSkins, turnOf } from './sample-skins.ts';

/** Whole alphabets, so that eventually every font file is open. */
const scripts: readonly (readonly [first: number, last: number])[] = [
  [0x41, 0x17f],
  [0x386, 0x3ce],
  [0x410, 0x44f],
  [0x1ea0, 0x1ef9],
  [0x4e00, 0x9fa5],
  [0x3041, 0x30fa],
  [0xac00, 0xd7a3],
  [0x621, 0x64a],
  [0x5d0, 0x5ea],
  [0xe01, 0xe30],
  [0x905, 0x939],
  [0x1f600, 0x1f64f],
];

const crops = ['full', 'bust', 'face'];
const skins = readSampleSkins();

/**
 * Small compositions that are all different: one to three players, every third with its own skin, names
 * in all scripts, heights from 16 to 96 px, all crops.
 */
export function variety(number: number, options = ''): Sent {
  const items = Array.from({ length: 1 + (number % 3) }, (_, index) => ({
    value: turnOf(skins, number * 7 + index).name,
    label: nameIn(turnOf(scripts, number + index), number * 3 + index),
  }));
  // Every tenth sheet is twice as large.
  const sheet = () => dataUrl(skinFile(number, { widthPx: number % 10 === 0 ? 128 : 64 }));
  const own = number % 3 === 0 ? [{ value: sheet(), label: String(number) }] : [];
  const height = 16 + ((number * 37) % 81);
  const query = `?height=${height}&crop=${turnOf(crops, number)}${options}`;
  return post(compositionPath + query, [...items, ...own]);
}

/** Animations that are all different: the same players, in turns with each motion and format. */
export function animationVariety(number: number): Sent {
  const format = turnOf(animationFormats, number >> 3);
  return variety(number, `&motion=${turnOf(motionNames, number)}&format=${format}`);
}

/** Five characters of a script, chosen by a number, with gaps so that they do not join. */
function nameIn([first, last]: readonly [number, number], number: number): string {
  const letters = [1, 11, 101, 1009, 10_007].map((step) =>
    String.fromCodePoint(first + ((number * step) % (last - first + 1))),
  );
  return `${letters.join('')} ${number}`;
}
