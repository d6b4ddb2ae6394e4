import { asWords, createImage } from '../../src/engine/image/canvas.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { dataUrl } from '../../test/support/skin-files.ts';
import { compositionPath, post, type Sent } from './clients.ts';
import { turnOf } from './sample-skins.ts';

/** Noise, which is hard to encode, in few bytes: its pattern repeats. */
export function sheetOf(widthPx: number): Buffer {
  const image = createImage(widthPx, widthPx);
  asWords(image).forEach((_, at, words) => {
    words[at] = (Math.imul((at % 97) + 1, 0x9e3779b1) | 0xff000000) >>> 0;
  });
  return encodePng(image);
}

const widthsPx = [64, 128, 256, 512, 1024] as const;

/** Sheets by their width, as `data:` URLs. */
export const sheetUrls: ReadonlyMap<number, string> = new Map(
  widthsPx.map((widthPx) => [widthPx, dataUrl(sheetOf(widthPx))]),
);

/** The most that a client may send without being refused. */
export const largeSheetsPerSecond = 4;

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
const [one, oneOfEach] = [[1024], widthsPx].map((some) =>
  JSON.stringify(some.map((widthPx) => ({ value: sheetUrls.get(widthPx) }))),
);

/**
 * The most expensive rows for their size: large sheets at new heights. Each takes a plan of some 20 MB.
 * Every fifth row has a sheet of each size.
 */
export function largeSheets(number: number): Sent {
  const heightPx = 1024 - (Math.floor(number / types.length) % 960);
  const query = `?render_type=${turnOf(types, number)}&height=${heightPx}`;
  return post(compositionPath + query, (number % 5 === 4 ? oneOfEach : one)!);
}
