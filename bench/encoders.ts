import { CompressionType, FilterType, Transformer } from '@napi-rs/image';
import sharp from 'sharp';
import { blit, createImage, type RgbaImage } from '../src/engine/image/canvas.ts';
import { encodePng } from '../src/engine/image/encode.ts';
import { compileFigure, compileFigureInBox } from '../test/support/compile-figure.ts';
import {
  boxHeightPx,
  boxWidthPx,
  defaultHeightPx,
  drawSkin,
  figureOf,
  withSharp,
} from './support/figures.ts';
import { ratioRow, type Report, type Row, type Table } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { alternate, type Medians, type Task } from './support/timing.ts';
import { writePng } from '../src/engine/image/deflate/deflate-pixels.ts';

const rounds = 11;

/** Allowed size of a picture relative to level 6 of zlib. */
const maxBytesRatio = 1.05;

type Encoder = (image: RgbaImage) => Uint8Array | Promise<Uint8Array>;

const withNapi =
  (compressionType: CompressionType, filterType: FilterType): Encoder =>
  ({ data, widthPx, heightPx }) =>
    Transformer.fromRgbaPixels(data, widthPx, heightPx).pngSync({ compressionType, filterType });

const encoders = {
  'sharp 6': withSharp,
  'Default/None': withNapi(CompressionType.Default, FilterType.NoFilter),
  'Fast/Adaptive': withNapi(CompressionType.Fast, FilterType.Adaptive),
  'our own': writePng,
  chosen: encodePng,
} satisfies Record<string, Encoder>;
type EncoderName = keyof typeof encoders;
const names = ['sharp 6', 'Default/None', 'Fast/Adaptive', 'our own', 'chosen'] as const;

type Picture = {
  readonly name: string;
  readonly image: RgbaImage;
  readonly bytes: (name: EncoderName) => number;
  readonly ms: Medians<EncoderName>;
};

/**
 * Compares PNG encoders by bytes and time on our pictures, on one core, and finds the width from which
 * the fast one costs few bytes. `encodePng` is based on this.
 */
export async function run(): Promise<Report> {
  sharp.concurrency(1);
  const all = picturesOf(readSampleSkins());
  warmUp(all);
  const pictures: Picture[] = [];
  for (const [name, image] of all) {
    pictures.push(await measure(name, image));
  }
  return {
    rows: pictures.filter(isSingle).map((picture) => bytesRow(picture)),
    tables: [
      table('Bytes of the PNG, kB', pictures, 'bytes'),
      table('Processor time, ms', pictures, 'ms'),
    ],
    remarks: [
      'Pairs are compression and filter of @napi-rs/image; sharp has no filters.',
      thresholdRemark(pictures),
    ],
  };
}

/** Our encoder is JavaScript, which needs some pictures to be optimized. */
function warmUp(pictures: readonly [string, RgbaImage][]): void {
  for (let round = 0; round < 20; round++) {
    for (const [, image] of pictures.slice(0, 4)) writePng(image);
  }
}

function picturesOf(skins: readonly SampleSkin[]): [string, RgbaImage][] {
  const box = compileFigureInBox(figureOf({ heightPx: boxHeightPx }), boxWidthPx);
  const tall = compileFigure(figureOf({ heightPx: defaultHeightPx }));
  const skin = (index: number) => turnOf(skins, index).decoded;
  const singles = [0, 5, 10].map((index): [string, RgbaImage] => [
    `one, ${turnOf(skins, index).name}`,
    drawSkin(box, skin(index)),
  ]);
  const rows = [1, 2, 3, 4, 5, 6, 8, 10].map((players): [string, RgbaImage] => {
    const columnPx = tall.widthPx + Math.round(defaultHeightPx * 0.05);
    const row = createImage(columnPx * players, defaultHeightPx);
    for (let column = 0; column < players; column++) {
      blit(row, drawSkin(tall, skin(column)), column * columnPx, 0);
    }
    return [`row of ${players}`, row];
  });
  return [...singles, ...rows];
}

async function measure(name: string, image: RgbaImage): Promise<Picture> {
  const sizes = new Map<EncoderName, number>();
  const tasks: Record<string, Task> = {};
  for (const encoder of names) {
    sizes.set(encoder, (await encoders[encoder](image)).length);
    tasks[encoder] = () => encoders[encoder](image);
  }
  return {
    name: `${name}, ${image.widthPx}×${image.heightPx}`,
    image,
    bytes: (encoder) => sizes.get(encoder) ?? Number.NaN,
    ms: await alternate(tasks, { rounds, warmUpRounds: 2 }),
  };
}

function isSingle({ image }: Picture): boolean {
  return image.widthPx <= boxWidthPx;
}

function bytesRow({ name, bytes }: Picture): Row {
  return ratioRow({
    id: `encoders/${name}`,
    what: `bytes of the chosen encoding: ${name}`,
    value: bytes('chosen') / 1000,
    unit: 'kB',
    peer: { name: 'sharp, level 6, no filters', value: bytes('sharp 6') / 1000 },
    target: { atMost: maxBytesRatio },
  });
}

function table(title: string, pictures: readonly Picture[], of: 'bytes' | 'ms'): Table {
  const show = (value: number): string =>
    of === 'ms' ? value.toFixed(2) : (value / 1000).toFixed(1);
  return {
    title,
    head: ['picture', ...names],
    body: pictures.map((picture) => [
      picture.name,
      ...names.map((encoder) => show(picture[of](encoder))),
    ]),
  };
}

/** The width from which the fast encoder stays within the allowed size. */
function thresholdRemark(pictures: readonly Picture[]): string {
  const compared = pictures
    .filter((picture) => !isSingle(picture))
    .map(({ image, bytes }) => ({
      widthPx: image.widthPx,
      bytesRatio: bytes('Fast/Adaptive') / bytes('sharp 6'),
    }));
  const narrowest = compared.find(({ bytesRatio }) => bytesRatio <= maxBytesRatio);
  const list = compared.map(
    ({ widthPx, bytesRatio }) => `${widthPx} px ${bytesRatio.toFixed(2)} ×`,
  );
  return `Bytes of Fast/Adaptive against sharp 6: ${list.join(', ')}. The narrowest within ${maxBytesRatio} ×: ${narrowest?.widthPx ?? 'none'} px.`;
}
