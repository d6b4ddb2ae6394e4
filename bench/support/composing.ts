import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { encodePng } from '../../src/engine/image/encode.ts';
import { animationFormats } from '../../src/engine/image/formats.ts';
import { createImage } from '../../src/engine/image/canvas.ts';
import { motionNames } from '../../src/engine/figure/motions.ts';
import { turnOf, type SampleSkin } from './sample-skins.ts';

/** A composition as it is posted. */
export type Composing = { readonly query: string; readonly items: readonly object[] };

export const compositionPath = '/api/blockgame/render/composition';

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

/**
 * Small compositions that are all different: one to three players, every third with its own skin, names
 * in all scripts, heights from 16 to 96 px, all crops.
 */
export function variety(number: number, skins: readonly SampleSkin[]): Composing {
  const items = Array.from({ length: 1 + (number % 3) }, (_, index) => ({
    value: turnOf(skins, number * 7 + index).name,
    label: nameIn(turnOf(scripts, number + index), number * 3 + index),
  }));
  const own = number % 3 === 0 ? [{ value: ownSkin(number), label: String(number) }] : [];
  const height = 16 + ((number * 37) % 81);
  return {
    query: `?height=${height}&crop=${turnOf(crops, number)}`,
    items: [...items, ...own],
  };
}

/** Animations that are all different: the same players, in turns with each motion and format. */
export function animationVariety(number: number, skins: readonly SampleSkin[]): Composing {
  const { query, items } = variety(number, skins);
  const motion = turnOf(motionNames, number);
  return {
    query: `${query}&motion=${motion}&format=${turnOf(animationFormats, number >> 3)}`,
    items,
  };
}

/** Five characters of a script, chosen by a number, with gaps so that they do not join. */
function nameIn([first, last]: readonly [number, number], number: number): string {
  const letters = [1, 11, 101, 1009, 10_007].map((step) =>
    String.fromCodePoint(first + ((number * step) % (last - first + 1))),
  );
  return `${letters.join('')} ${number}`;
}

/** A sheet of coloured blocks as a `data:` URL; every tenth one is twice as large. */
function ownSkin(number: number): string {
  const widthPx = number % 10 === 0 ? 128 : 64;
  const image = createImage(widthPx, widthPx);
  for (let y = 0; y < widthPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const seed = Math.imul(number * 1031 + (y >> 2) * 131 + (x >> 2), 0x9e3779b1) >>> 8;
      image.data.set(
        [seed & 255, (seed >> 8) & 255, (seed >> 16) & 255, 255],
        (y * widthPx + x) * 4,
      );
    }
  }
  return `data:image/png;base64,${encodePng(image).toString('base64')}`;
}

export type Poster = {
  /** Posts a composition and reads the picture. */
  readonly post: (composing: Composing) => Promise<void>;
  readonly close: () => void;
};

/**
 * A client with persistent connections. It throws for any response but a picture.
 * @param isPatient asks again for what it is told to try later
 */
export function createPoster(origin: string, connections: number, isPatient = false): Poster {
  const pool = new Pool(origin, { connections });
  return {
    post: async ({ query, items }) => {
      for (;;) {
        const { statusCode, headers, body } = await pool.request({
          method: 'POST',
          path: compositionPath + query,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(items),
        });
        const text = await body.text();
        if (statusCode === 200) return;
        if (!isPatient || statusCode !== 503) {
          throw new Error(`a composition was answered ${statusCode}: ${text}`);
        }
        await delay(Number(headers['retry-after']) * 1000);
      }
    },
    close: () => void pool.destroy(),
  };
}

/** Keeps this many calls in progress until `isOver`; each gets the next number, from 0. */
export async function keepBusy(
  width: number,
  isOver: (number: number) => boolean,
  call: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (!isOver(next)) await call(next++);
  };
  await Promise.all(Array.from({ length: width }, work));
}
