import { createImage } from '../../src/engine/image/canvas.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import type { Composing } from './composing.ts';
import { turnOf } from './sample-skins.ts';

/** The most that a client may send without being refused. */
export const requestsPerSecond = 4;

const types = [
  'dead',
  'default',
  'walking',
  'cheering',
  'archer',
  'kicking',
  'lunging',
  'marching',
];
const widthsPx = [64, 128, 256, 512, 1024];

/**
 * The most expensive rows for their size: large sheets at new heights. Each takes a plan of some 20 MB.
 * Every fifth row has a sheet of each size.
 */
export function largeSheets(): (number: number) => Composing {
  const skins = widthsPx.map(skinOf);
  return (number) => ({
    query: `?render_type=${turnOf(types, number)}&height=${1024 - (Math.floor(number / types.length) % 960)}`,
    items: (number % 5 === 4 ? skins : skins.slice(-1)).map((value) => ({ value })),
  });
}

function skinOf(widthPx: number): string {
  const image = createImage(widthPx, widthPx);
  const words = new Uint32Array(image.data.buffer);
  for (let at = 0; at < words.length; at++) words[at] = 0xff000000 | ((at >> 4) & 0xffff);
  return `data:image/png;base64,${encodePng(image).toString('base64')}`;
}
