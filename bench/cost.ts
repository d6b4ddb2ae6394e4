import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cropsOf, renderTypeNames, renderTypes } from '../src/engine/figure/render-types.ts';
import type { Figure } from '../src/engine/figure/figure.ts';
import { animationEncoders } from '../src/engine/image/animation/animation-file.ts';
import { paletteOf } from '../src/engine/image/animation/palette.ts';
import { asWords, createImage, type RgbaImage } from '../src/engine/image/canvas.ts';
import { decodePng } from '../src/engine/image/decode-png.ts';
import { encode } from '../src/engine/image/encode.ts';
import costs from '../src/engine/options/costs.json' with { type: 'json' };
import type { EarsShape } from '../src/engine/skin/ears/shape.ts';
import { prepareSheet } from '../src/engine/skin/sheet.ts';
import { packImage, unpackImage } from '../src/engine/workers/packed-image.ts';
import { compileFigure } from '../test/support/compile-figure.ts';
import { skinFile } from '../test/support/skin-files.ts';
import { figureOf } from './support/figures.ts';
import { rowsOf, type Measured, type Report } from './support/report.ts';
import { shortestMs } from './support/timing.ts';

const file = join(import.meta.dirname, '../src/engine/options/costs.json');

/** Everything of Ears that takes long to compile. */
const everything: EarsShape = {
  ears: 'around',
  anchor: 'centre',
  claws: true,
  crown: 'double_halo',
  tail: { mode: 'star_overlap', bendsDegrees: [20, 20, 20, 20], isMoving: false },
  snout: { width: 4, height: 3, depth: 4, offset: 1 },
  chest: 1,
  wings: { mode: 'flat', motion: 'none' },
  cape: true,
  legs: 'full',
};
const cape = { texelsPerUnit: 1 };

type Constant = readonly [what: string, measure: () => Promise<number>];
type Constants = {
  readonly [Group in keyof typeof costs]: Readonly<Record<keyof (typeof costs)[Group], Constant>>;
};

/** Of half-covered pixels, each of another colour: no format has more to encode. */
const noise = noiseOf(1000);
const packed = packImage(noise);

/** What each constant of `costs.json` is, and how it is measured: ms of a processor, but for powers. */
const constants: Constants = {
  pixelMs: {
    png: ['a pixel of noise as PNG', () => perPixel(() => encode(noise, 'png'))],
    webp: ['a pixel of noise as WebP', () => perPixel(() => encode(noise, 'webp'))],
    avif: ['a pixel of noise as AVIF', () => perPixel(() => encode(noise, 'avif'))],
    frame: [
      'a pixel of noise in a frame of a WebP, unpacked and encoded',
      () => perPixel(() => encodeFrame(unpackImage(packed))),
    ],
    palette: [
      'a pixel of noise in a frame of a GIF, unpacked, its colour counted',
      () => perPixel(() => paletteOf(() => [unpackImage(packed)])),
    ],
  },
  sidePxMs: {
    flat: ['compile a plan, for each pixel of its side; the worst type', () => worst('flat')],
    raised: ['the same, raised', () => worst('raised')],
    cape: [
      'what a cape or wings add to it, their mean',
      async () => ((await addedBy({ cape })) + (await addedBy({ cape, wings: true }))) / 2,
    ],
    ears: [
      'what Ears can add to a raised one at most',
      () => addedBy({ ears: everything, overlay: 'raised' }, { overlay: 'raised' }),
    ],
  },
  texelPower: {
    flat: ['power of texels per unit by which it grows, from 1 to 16', () => power('flat', 16)],
    raised: ['the same, raised, from 1 to 4', () => power('raised', 4)],
  },
  skinMs: {
    fine: ['read and compile a skin of 512 px at 1024 px, for each texel per unit, squared', fine],
  },
};

/** Values in use stay within this factor: processors, and busy minutes of one, differ by half. */
const sameWithin = 2;

/**
 * Measures what `engine/options/cost.ts` estimates with, and writes the table. Requests are refused by
 * these values, so that they must not follow every measurement; `cost.test.ts` says what they decide.
 */
export async function run(): Promise<Report> {
  const row = rowsOf('cost/');
  const rows: Measured[] = [];
  const table: Record<string, Record<string, number>> = structuredClone(costs);
  for (const [group, members] of Object.entries<Readonly<Record<string, Constant>>>(constants)) {
    for (const [name, [what, measure]] of Object.entries(members)) {
      const [inUse, value] = [table[group]![name]!, await measure()];
      const unit = group === 'texelPower' ? '' : 'ms';
      rows.push(row(name, what, [value, unit, ['in use', inUse]], null));
      const isSame = Math.max(value / inUse, inUse / value) <= sameWithin;
      if (!isSame) table[group]![name] = Number(value.toPrecision(1));
    }
  }
  const remarks = [
    `A value in use is replaced if it is more than ${sameWithin} times too high or too low.`,
  ];
  if (process.argv.includes('--dry')) return { rows, remarks };
  writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
  spawnSync('oxfmt', [file]);
  return { rows, remarks };
}

async function perPixel(task: () => unknown): Promise<number> {
  return (await shortestMs(task, 5, 2)) / (noise.widthPx * noise.heightPx);
}

function encodeFrame(image: RgbaImage): Uint8Array {
  const frame = { image, previous: null, palette: null, index: 0, delayMs: 50 };
  return animationEncoders.webp.frame(frame);
}

/** Compiles a plan. @returns the time for each pixel of the side of a square as large as its picture */
async function perSidePx(changes: Partial<Figure>, rounds = 5): Promise<number> {
  const figure = figureOf({ heightPx: 300, ...changes });
  const { widthPx, heightPx } = compileFigure(figure);
  return (await shortestMs(() => compileFigure(figure), rounds, 2)) / Math.sqrt(widthPx * heightPx);
}

async function worst(overlay: 'flat' | 'raised'): Promise<number> {
  let max = 0;
  for (const renderType of renderTypeNames) {
    if (renderTypes[renderType].kind === 'flat') continue;
    for (const crop of cropsOf(renderType)) {
      max = Math.max(max, await perSidePx({ renderType, crop, overlay }, 3));
    }
  }
  return max;
}

/** Seen from an angle from which all of it is seen. */
async function addedBy(changes: Partial<Figure>, to: Partial<Figure> = {}): Promise<number> {
  const more = await perSidePx({ yawDegrees: 110, ...changes }, 15);
  return more - (await perSidePx({ yawDegrees: 110, ...to }, 15));
}

async function power(overlay: 'flat' | 'raised', texelsPerUnit: number): Promise<number> {
  const fineMs = await perSidePx({ overlay, texelsPerUnit }, 3);
  return Math.log(fineMs / (await perSidePx({ overlay }))) / Math.log(texelsPerUnit);
}

async function fine(): Promise<number> {
  const png = skinFile(1, { widthPx: 512, heightPx: 512 });
  const figure = figureOf({ heightPx: 1024, texelsPerUnit: 8 });
  return (
    (await shortestMs(() => [prepareSheet(decodePng(png)), compileFigure(figure)], 5, 2)) / 8 ** 2
  );
}

function noiseOf(sidePx: number): RgbaImage {
  const image = createImage(sidePx, sidePx);
  let word = 1;
  asWords(image).forEach((_, at, words) => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    words[at] = word;
  });
  return image;
}
