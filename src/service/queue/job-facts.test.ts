import { describe, expect, it } from 'vitest';
import { figureJob } from '../../../test/support/figure-job.ts';
import { rowJob } from '../../../test/support/row-context.ts';
import { sceneJob } from '../../../test/support/scene-context.ts';
import { skinFile } from '../../../test/support/skin-files.ts';
import type { OverlayStyle } from '../../engine/figure/solids.ts';
import { motionNames } from '../../engine/figure/motions.ts';
import { formats, type Format } from '../../engine/image/formats.ts';
import type {
  FlatJob,
  FigureJob,
  ModelJob,
  RowJob,
  SheetBytes,
  PosedFigure,
  SceneJob,
} from '../../engine/options/jobs.ts';
import type { PackedImage } from '../../engine/workers/packed-image.ts';
import { bytesOf, formatOf, isLarge } from './job-facts.ts';

const sheetOf = (widthPx = 64): SheetBytes => ({
  revision: `${widthPx} px`,
  png: skinFile(1, { widthPx, heightPx: widthPx }),
});

const capeOf = (widthPx: number): SheetBytes => ({
  revision: `cape, ${widthPx} px`,
  png: skinFile(1, { widthPx, heightPx: widthPx / 2 }),
});

const ownSheet = sheetOf();

const figureOf = (changes: Partial<FigureJob> = {}): FigureJob => figureJob(ownSheet, changes);

const modelOf = (overlay: OverlayStyle, widthPx: number): ModelJob => ({
  ...figureOf({ overlay, skin: sheetOf(widthPx) }),
  motions: motionNames,
});

const rowOf = (heightPx: number, changes: Partial<Omit<RowJob, 'figures'>> = {}): RowJob =>
  rowJob({
    heightPx,
    sheets: [ownSheet],
    figures: Array.from({ length: 10 }, () => ({ label: 'name' })),
    ...changes,
  });

const sceneOf = (
  count: number,
  {
    figure = {},
    skin = ownSheet,
    ...changes
  }: Partial<Omit<SceneJob, 'figures'>> & {
    readonly figure?: Partial<PosedFigure>;
    readonly skin?: SheetBytes;
  } = {},
): SceneJob =>
  sceneJob({
    arrangement: 'podium',
    sizePx: [1200, 630],
    heightPx: 512,
    skins: [skin],
    figures: Array.from({ length: count }, () => figure),
    ...changes,
  });

const smallCards = { as: 'card', arrangement: 'row', sizePx: [600, 315] } as const;

const frameOf = (widthPx: number, heightPx: number): PackedImage => ({
  widthPx,
  heightPx,
  bytes: new Uint8Array(),
});

const frameJob = {
  format: 'webp',
  index: 0,
  packed: frameOf(1500, 1000),
  previous: null,
  delayMs: 50,
  palette: null,
} as const;

describe('an order that takes a quarter of a second at most', () => {
  it.each([
    ['a figure of any height', isLarge('figure', figureOf({ heightPx: 1024 }))],
    ['a raised figure', isLarge('figure', figureOf({ overlay: 'raised' }))],
    ['a figure as WebP', isLarge('figure', figureOf({ format: 'webp' }))],
    [
      'a raised figure of any height as WebP',
      isLarge('figure', figureOf({ overlay: 'raised', format: 'webp', heightPx: 1024 })),
    ],
    ['a row of ten', isLarge('row', rowOf(512))],
    ['the scene of five in README', isLarge('scene', sceneOf(5))],
    ['a link preview with six', isLarge('scene', sceneOf(6))],
    ['a card', isLarge('initials', { name: 'a', sizePx: 512 })],
    ['a small card', isLarge('scene', sceneOf(1, smallCards))],
    ['a raised model with all motions', isLarge('model', modelOf('raised', 64))],
  ])('is not large: %s', (_what, isSo) => {
    expect(isSo).toBe(false);
  });
});

describe('an order that may take longer', () => {
  it.each([
    ['a large row', isLarge('row', rowOf(1024))],
    ['a row as AVIF', isLarge('row', rowOf(512, { format: 'avif' }))],
    [
      'a large scene as WebP',
      isLarge('scene', sceneOf(5, { format: 'webp', sizePx: [2048, 1220] })),
    ],
    [
      'a scene sized by its figures',
      isLarge('scene', sceneOf(10, { sizePx: null, heightPx: 1024 })),
    ],
    ['a link preview with ten', isLarge('scene', sceneOf(10))],
    [
      'a large raised figure as AVIF',
      isLarge('figure', figureOf({ overlay: 'raised', format: 'avif', heightPx: 1024 })),
    ],
    ['cards', isLarge('scene', sceneOf(2, { as: 'card', sizePx: null }))],
    ['eight small cards', isLarge('scene', sceneOf(8, smallCards))],
    ['raised figures', isLarge('scene', sceneOf(3, { figure: { overlay: 'raised' } }))],
    [
      'a raised sheet of 128 px',
      isLarge('figure', figureOf({ overlay: 'raised', skin: sheetOf(128) })),
    ],
    ['a raised model of 128 px', isLarge('model', modelOf('raised', 128))],
    ['a model of 512 px', isLarge('model', modelOf('flat', 512))],
    ['a figure with a cape of 1024 px', isLarge('figure', figureOf({ cape: capeOf(1024) }))],
    [
      'a tall figure of a sheet of 512 px',
      isLarge('figure', figureOf({ heightPx: 1024, skin: sheetOf(512) })),
    ],
    ['large sheets', isLarge('scene', sceneOf(10, { skin: sheetOf(512) }))],
    ['a large figure as AVIF', isLarge('figure', figureOf({ format: 'avif', heightPx: 1024 }))],
    ['a large Roblox picture as AVIF', isLarge('flat', flatOf('avif'))],
    ['a frame to encode', isLarge('animationFrame', frameJob)],
    [
      'frames to find colours of',
      isLarge('animationPalette', { frames: [frameOf(1500, 1000), frameOf(1500, 1000)] }),
    ],
    [
      'sheets to decode',
      isLarge('checkSheets', { skins: [sheetOf(1024)], capes: [], pictures: [] }),
    ],
  ])('is large: %s', (_what, isSo) => {
    expect(isSo).toBe(true);
  });
});

const heights = Array.from({ length: 128 }, (_, index) => 8 * (index + 1));

/** The least height of a large job as PNG, WebP and AVIF; 0 if none is. */
const largeFrom = (isLargeAt: (heightPx: number, format: Format) => boolean): readonly number[] =>
  formats.map((format) => heights.find((heightPx) => isLargeAt(heightPx, format)) ?? 0);

const figureFrom = (changes: Partial<FigureJob>) =>
  largeFrom((heightPx, format) => isLarge('figure', figureOf({ ...changes, heightPx, format })));
const rowFrom = (changes: Partial<RowJob>) =>
  largeFrom((heightPx, format) => isLarge('row', rowOf(heightPx, { ...changes, format })));
const sceneFrom = (count: number, changes: Parameters<typeof sceneOf>[1] = {}) =>
  largeFrom((heightPx, format) =>
    isLarge('scene', sceneOf(count, { sizePx: null, ...changes, heightPx, format })),
  );

it('is decided by height, format, skins and overlay', () => {
  expect({
    figure: figureFrom({}),
    'raised figure': figureFrom({ overlay: 'raised' }),
    'figure of 256 px': figureFrom({ skin: sheetOf(256) }),
    'figure of 512 px': figureFrom({ skin: sheetOf(512) }),
    'raised figure of 128 px': figureFrom({ overlay: 'raised', skin: sheetOf(128) }),
    'figure with a cape': figureFrom({ cape: capeOf(512) }),
    row: rowFrom({}),
    'row of 256 px': rowFrom({ sheets: [sheetOf(256), sheetOf(256)] }),
    heads: largeFrom((sidePx, format) =>
      isLarge('heads', { ...rowOf(64), columns: 5, sidePx, format }),
    ),
    'Roblox picture': largeFrom((sizePx, format) => isLarge('flat', { ...flatOf(format), sizePx })),
    'scene of two': sceneFrom(2),
    'scene of ten': sceneFrom(10),
    'raised scene': sceneFrom(1, { figure: { overlay: 'raised' } }),
    'raised scene of two': sceneFrom(2, { figure: { overlay: 'raised' } }),
    'scene of 256 px': sceneFrom(2, { skin: sheetOf(256) }),
  }).toEqual({
    'Roblox picture': [0, 0, 600],
    figure: [0, 0, 840],
    'figure of 256 px': [0, 0, 736],
    'figure of 512 px': [8, 8, 8],
    'figure with a cape': [8, 8, 8],
    heads: [504, 360, 192],
    'raised figure': [0, 0, 616],
    'raised figure of 128 px': [8, 8, 8],
    'raised scene': [0, 0, 560],
    'raised scene of two': [8, 8, 8],
    row: [704, 496, 272],
    'row of 256 px': [496, 352, 192],
    'scene of 256 px': [872, 624, 336],
    'scene of ten': [8, 8, 8],
    'scene of two': [0, 992, 536],
  });
});

function flatOf(format: Format): FlatJob {
  return { picture: 'full', sizePx: 720, isCircle: false, background: null, outline: null, format };
}

it('counts the bytes of all files of an order', () => {
  const sheets = [sheetOf(), sheetOf(128)];
  const [small, large] = sheets.map(({ png }) => png.byteLength);
  expect(bytesOf(rowOf(64, { sheets }))).toBe(small! + large!);
  const figure = figureOf({ skin: sheets[0]!, cape: sheets[1]! });
  expect(bytesOf(figure)).toBe(small! + large!);
  expect(bytesOf({ name: 'a', sizePx: 64 })).toBe(0);
});

it('tells the format', () => {
  expect(formatOf(rowOf(64, { format: 'webp' }))).toBe('webp');
  expect(formatOf({ name: 'a', sizePx: 64 })).toBe('png');
});
