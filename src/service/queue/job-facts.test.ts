import { describe, expect, it } from 'vitest';
import { figureJob } from '../../../test/support/figure-job.ts';
import { rowJob } from '../../../test/support/row-context.ts';
import { sceneJob } from '../../../test/support/scene-context.ts';
import { skinFile } from '../../../test/support/skin-files.ts';
import type { Format } from '../../engine/image/formats.ts';
import type {
  FlatJob,
  FigureJob,
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

const figureOf = (changes: Partial<FigureJob> = {}): FigureJob => figureJob(sheetOf(), changes);

const rowOf = (heightPx: number, changes: Partial<Omit<RowJob, 'figures'>> = {}): RowJob =>
  rowJob({
    heightPx,
    sheets: [sheetOf()],
    figures: Array.from({ length: 10 }, () => ({ label: 'name' })),
    ...changes,
  });

const sceneOf = (
  count: number,
  {
    figure = {},
    skin = sheetOf(),
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
    ['a raised figure as WebP', isLarge('figure', figureOf({ overlay: 'raised', format: 'webp' }))],
    ['a row of ten', isLarge('row', rowOf(512))],
    ['the scene of five in README', isLarge('scene', sceneOf(5))],
    ['a link preview with six', isLarge('scene', sceneOf(6))],
    ['a card', isLarge('initials', { name: 'a', sizePx: 512 })],
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
      'a large raised figure as WebP',
      isLarge('figure', figureOf({ overlay: 'raised', format: 'webp', heightPx: 1024 })),
    ],
    ['raised figures', isLarge('scene', sceneOf(3, { figure: { overlay: 'raised' } }))],
    [
      'a raised sheet of 128 px',
      isLarge('figure', figureOf({ overlay: 'raised', skin: sheetOf(128) })),
    ],
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
