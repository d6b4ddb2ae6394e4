import { drawRow } from '../src/compose/draw-row.ts';
import { drawScene, type SceneContext } from '../src/compose/draw-scene.ts';
import type { RowOrder, SheetBytes, TaskResult } from '../src/options/order.ts';
import { createSceneLayers } from '../src/compose/scene-layers.ts';
import type { PosedFigure, SceneOrder } from '../src/options/scene-order.ts';
import { createWorkerPlans } from '../src/draw-pool/worker-plans.ts';
import { createWorkerSheets } from '../src/draw-pool/worker-sheets.ts';
import { createFontRegistry } from '../src/text/font-registry.ts';
import type { RgbaImage } from '../src/render/image/canvas.ts';
import { encode, encodeScene } from '../src/render/image/encode.ts';
import { createScratch } from '../src/render/image/scratch.ts';
import { sizes } from '../src/scenes/layout/sizes.ts';
import { sceneNames } from '../src/scenes/scenes.ts';
import { ratioRow, valueRow, type Report, type Row } from './support/report.ts';
import { readSampleSkins, type SampleSkin } from './support/sample-skins.ts';
import { alternate, median, type Medians } from './support/timing.ts';

const players = 10;
const mebibyte = 1024 * 1024;

/** Draws like a worker, with plans, sheets and layers kept from the round before. */
function createBrush() {
  const { withSheets } = createWorkerSheets(8 * mebibyte);
  const heights = new Set<number>();
  const { withPlan } = createWorkerPlans(16 * mebibyte).forOrder({ plans: [], keep: false });
  const context: SceneContext = {
    fonts: createFontRegistry(),
    scratch: createScratch(16 * mebibyte),
    layers: createSceneLayers(12 * mebibyte),
    withPlan: (framed, scales, draw) => {
      heights.add(framed.figure.heightPx);
      return withPlan(framed, scales, draw);
    },
  };
  return {
    scene: (order: SceneOrder) =>
      pixelsOf(withSheets(order, (sheets) => drawScene(order, sheets, context))),
    row: (order: RowOrder) =>
      pixelsOf(withSheets({ skins: order.sheets }, ({ skins }) => drawRow(order, skins, context))),
    /** Heights of the figures drawn so far. */
    heights,
  };
}

function pixelsOf(result: TaskResult<RgbaImage>): RgbaImage {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result));
}

/**
 * Ten players in a scene compared with a plain row of figures of the same height, from sheet to file,
 * after warming up; the file in each format; and the cost of a scene's background, painted and cached.
 */
export async function run(): Promise<Report> {
  const skins = readSampleSkins().slice(0, players);
  const brush = createBrush();
  const order = sceneOf(skins);
  brush.scene(order);
  const heightPx = Math.max(...brush.heights);
  const times = await alternate(
    {
      scene: () => encodeScene(brush.scene(order), 'png'),
      row: () => encode(brush.row(rowOf(skins, heightPx)), 'png'),
      webp: () => encode(brush.scene(order), 'webp'),
      avif: () => encode(brush.scene(order), 'avif'),
    },
    { rounds: 24, warmUpRounds: 4 },
  );
  const picture = brush.scene(order);
  return {
    rows: [
      ratioRow({
        id: 'scene/ten',
        what: `${players} players in a scene of ${sizes.og.join('×')}, from sheets to PNG`,
        value: times('scene'),
        unit: 'ms',
        peer: { name: `a plain row of the same players, ${heightPx} px high`, value: times('row') },
        target: { atMost: 2 },
      }),
      ...(['webp', 'avif'] as const).map((format) => bytesRow(picture, format)),
      ...layerRows(),
    ],
    remarks: [timesRemark(times)],
  };
}

const plainFigure: Omit<PosedFigure, 'skin' | 'label' | 'model'> = {
  kind: 'posed',
  cape: null,
  upsideDown: false,
  renderType: 'default',
  crop: 'full',
  wings: false,
  overlay: 'flat',
  yawDegrees: 0,
  pitchDegrees: 0,
  mirror: false,
  scale: 1,
  caption: '',
};

const sheetOf = ({ name, png }: SampleSkin): SheetBytes => ({ revision: name, png });

function sceneOf(skins: readonly SampleSkin[]): SceneOrder {
  return {
    scene: 'meadow',
    arrangement: 'row',
    facing: 'same',
    sizePx: sizes.og,
    heightPx: 0,
    gapPx: null,
    title: '',
    subtitle: '',
    labels: 'below',
    shadow: true,
    background: null,
    outline: null,
    format: 'png',
    skins: skins.map(sheetOf),
    capes: [],
    pictures: [],
    figures: skins.map(({ name, model }, skin) => ({ ...plainFigure, skin, model, label: name })),
  };
}

function rowOf(skins: readonly SampleSkin[], heightPx: number): RowOrder {
  const figures = skins.map(({ name, model }, sheet) => ({
    sheet,
    model,
    label: name,
    upsideDown: false,
  }));
  const look = { renderType: 'default', crop: 'full', format: 'png' } as const;
  return { ...look, heightPx, gapPx: null, sheets: skins.map(sheetOf), figures };
}

function bytesRow(picture: RgbaImage, format: 'webp' | 'avif'): Row {
  const kilobytes = (as: 'png' | 'webp' | 'avif'): number => encodeScene(picture, as).length / 1000;
  return ratioRow({
    id: `scene/${format}`,
    what: `the scene as ${format === 'webp' ? 'WebP' : 'AVIF'}`,
    value: kilobytes(format),
    unit: 'kB',
    peer: { name: 'as PNG', value: kilobytes('png') },
    target: { atMost: 0.7 },
  });
}

const repeats = 7;

/** The slowest scene: painted, and copied from the cache. */
function layerRows(): Row[] {
  const ground = { artPx: 5, terrain: { horizonRow: 88, frontRow: 105, blocks: [] } };
  const measured = sceneNames.map((name) => {
    const runs = Array.from({ length: repeats }, () => {
      const layers = createSceneLayers(mebibyte);
      const paint = (): number => {
        const before = process.cpuUsage();
        layers.layer(name, sizes.og, ground);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      return { painted: paint(), kept: paint() };
    });
    return {
      painted: median(runs.map(({ painted }) => painted)),
      kept: median(runs.map(({ kept }) => kept)),
    };
  });
  const row = (id: 'painted' | 'kept', what: string, atMost: number) =>
    valueRow({
      id: `scene/layer-${id}`,
      what: `a scene of ${sizes.og.join('×')} without anybody, ${what}, the slowest of all`,
      value: Math.max(...measured.map((one) => one[id])),
      unit: 'ms',
      target: { atMost },
    });
  return [row('painted', 'painted', 60), row('kept', 'as it was kept', 1)];
}

function timesRemark(times: Medians<'scene' | 'webp' | 'avif'>): string {
  const [png, webp, avif] = [times('scene'), times('webp'), times('avif')].map((ms) =>
    ms.toFixed(0),
  );
  return `From sheets to file the scene takes ${png} ms as PNG, ${webp} ms as WebP and ${avif} ms as AVIF.`;
}
