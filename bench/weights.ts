import { figureCost, rowCost, sceneCost, serverCardCost } from '../src/drawing/cost.ts';
import type { FigureOrder, RowOrder, SheetBytes } from '../src/drawing/order.ts';
import { createDrawing, type Drawing } from '../src/drawing/pool.ts';
import type { PosedFigure, SceneOrder } from '../src/drawing/scene-order.ts';
import type { ServerCardOrder } from '../src/drawing/widget-order.ts';
import {
  arrangementNames,
  formats,
  renderTypeNames,
  sceneNames,
} from '../src/drawing/render-names.ts';
import { createImage } from '../src/render/image/canvas.ts';
import { encodePng } from '../src/render/image/encode.ts';
import { valueRow, type Report } from './support/report.ts';
import { turnOf } from './support/sample-skins.ts';

const orders = 240;
/** Each is drawn so often, at a height of its own, so that no plan is at hand; the best counts. */
const rounds = 3;
const warmUps = 60;

/** Rows, figures, scenes and cards of all kinds: how much processor time each takes for what it counts. */
export async function run(): Promise<Report> {
  const drawing = await createDrawing({ threads: 1 });
  try {
    await Promise.all(scripts.map((_, number) => drawing.serverCard(cardOf(number, 3))));
    // V8 compiles for a while what is new to it: all of it is drawn before it counts.
    for (let number = 0; number < warmUps; number++) await taskOf(drawing, number, rounds).draw();
    const measured: { readonly kind: string; readonly ratio: number }[] = [];
    for (let number = 0; number < orders; number++) {
      measured.push(await measure(drawing, number));
    }
    const ratios = measured.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
    const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
    const worst = measured.toSorted((a, b) => b.ratio - a.ratio).slice(0, 5);
    return {
      rows: [
        valueRow({
          id: 'weights/worst',
          what: `processor time of the order among ${orders} that counts too little, for each millisecond that it counts (of the median order: one)`,
          value: (worst[0]?.ratio ?? 0) / median,
          unit: 'ms per ms',
          target: { atMost: 1.5 },
        }),
      ],
      remarks: [
        `The median order takes ${median.toFixed(2)} ms of the processor for each millisecond that it counts. Those that count least: ${worst
          .map(({ kind, ratio }) => `${kind} ${(ratio / median).toFixed(2)} ×`)
          .join(', ')}.`,
      ],
    };
  } finally {
    await drawing.close();
  }
}

async function measure(
  drawing: Drawing,
  number: number,
): Promise<{ readonly kind: string; readonly ratio: number }> {
  let kind = '';
  let ratio = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const task = taskOf(drawing, number, round);
    const before = process.cpuUsage();
    await task.draw();
    const { user, system } = process.cpuUsage(before);
    kind = task.kind;
    ratio = Math.min(ratio, (user + system) / 1000 / task.costMs);
  }
  return { kind, ratio };
}

type Task = {
  readonly kind: string;
  readonly costMs: number;
  readonly draw: () => Promise<unknown>;
};

function taskOf(drawing: Drawing, number: number, round: number): Task {
  if (number % 6 === 5) {
    const order = sceneOf(number, round);
    const size = order.sizePx?.join('×') ?? '';
    const kind = `${order.format} of ${order.scene} ${size}, figures ${order.figures.length}`;
    return { kind, costMs: sceneCost(order), draw: () => drawing.scene(order) };
  }
  if (number % 6 === 4) {
    const order = cardOf(number, (number * 97) % 1000);
    const kind = `card of ${order.server?.motd.length ?? 0} runs`;
    return { kind, costMs: serverCardCost(order), draw: () => drawing.serverCard(order) };
  }
  if (number % 6 < 2) {
    const order = figureOf(number, round);
    const kind = `${order.format} of ${order.renderType} ${order.heightPx} px, ${order.overlay}`;
    return { kind, costMs: figureCost(order, []), draw: () => drawing.figure(order) };
  }
  const order = rowOf(number, round);
  const kind = `row of ${order.renderType} ${order.heightPx} px, sheets ${order.sheets.length}`;
  return { kind, costMs: rowCost(order, []), draw: () => drawing.row(order) };
}

const heightsPx = [48, 96, 128, 200, 256, 333, 512, 700, 1000];
const widthsPx = [64, 64, 64, 128, 256, 512, 1024];
const scripts = ['abcdefg', 'Привет', '日本語漢字', '한국어말', 'ابجد', '😀🎉👍', 'ไทย', 'नमस्ते'];

function rowOf(number: number, round: number): RowOrder {
  const figures = 1 + (number % 10);
  const sheets = Array.from({ length: Math.min(figures, 1 + (number % 3)) }, (_, index) =>
    sheetOf(turnOf(widthsPx, number + index * 3), number * 10 + index),
  );
  return {
    renderType: turnOf(renderTypeNames, number),
    crop: 'full',
    heightPx: turnOf(heightsPx, number * 5) + round,
    gapPx: null,
    format: 'png',
    sheets,
    figures: Array.from({ length: figures }, (_, index) => ({
      sheet: index % sheets.length,
      model: 'classic',
      label: number % 2 === 0 ? `${turnOf(scripts, number + index)} ${number}` : '',
      upsideDown: false,
    })),
  };
}

function figureOf(number: number, round: number): FigureOrder {
  return {
    renderType: turnOf(renderTypeNames, number * 3),
    crop: 'full',
    heightPx: turnOf(heightsPx, number * 7) + round + rounds,
    overlay: number % 4 === 1 ? 'raised' : 'flat',
    mirror: false,
    wings: false,
    rollDegrees: 0,
    fovDegrees: null,
    outline: null,
    shading: true,
    shadow: number % 4 === 0,
    yawDegrees: number % 3,
    pitchDegrees: 0,
    model: 'slim',
    upsideDown: false,
    skin: sheetOf(turnOf(widthsPx, number), number),
    cape: null,
    background: null,
    format: turnOf(formats, number),
  };
}

const posedTypes = ['default', 'walking', 'archer', 'cheering', 'dead'] as const;
const sizesPx = [
  [468, 60],
  [800, 400],
  [1200, 630],
  [1920, 1080],
] as const;

function sceneOf(number: number, round: number): SceneOrder {
  const [widthPx, heightPx] = turnOf(sizesPx, number * 5 + (number >> 3));
  const count = 1 + (number % 10);
  return {
    scene: turnOf(sceneNames, number * 7),
    arrangement: turnOf(arrangementNames, number),
    facing: 'centre',
    sizePx: [widthPx + round, heightPx],
    heightPx: 128,
    gapPx: null,
    title: number % 2 === 0 ? turnOf(scripts, number) : '',
    subtitle: '',
    labels: 'below',
    shadow: true,
    background: null,
    outline: null,
    format: turnOf(formats, number),
    skins: Array.from({ length: count }, (_, index) => sheetOf(64, number * 10 + index)),
    capes: [],
    pictures: [],
    figures: Array.from({ length: count }, (_, index) => posedOf(number, index)),
  };
}

function posedOf(number: number, index: number): PosedFigure {
  return {
    kind: 'posed',
    skin: index,
    cape: null,
    model: 'classic',
    upsideDown: false,
    renderType: turnOf(posedTypes, number + index),
    crop: 'full',
    wings: false,
    overlay: number % 3 === 0 ? 'raised' : 'flat',
    yawDegrees: 0,
    pitchDegrees: 0,
    mirror: false,
    scale: 1,
    label: `${turnOf(scripts, number + index)} ${number}`,
    caption: '',
  };
}

function cardOf(number: number, runs: number): ServerCardOrder {
  return {
    theme: 'dark',
    scale: number % 2 === 0 ? 1 : 2,
    host: 'play.example.net',
    edition: 'Java',
    state: 'online',
    heads: [],
    server: {
      motd: Array.from({ length: runs }, (_, index) => ({
        text: `${turnOf(scripts, number + index)} `,
        color: '#55ff55',
        bold: index % 2 === 0,
        italic: index % 3 === 0,
        underlined: false,
        strikethrough: false,
        obfuscated: false,
      })),
      players: { online: 3, max: 20 },
      version: '1.21',
      bars: 5,
      icon: null,
    },
  };
}

/** Blocks of a few colours, as skins have them. */
function sheetOf(widthPx: number, seed: number): SheetBytes {
  const image = createImage(widthPx, widthPx);
  const words = new Uint32Array(image.data.buffer);
  for (let at = 0; at < words.length; at++) {
    const block = ((at / widthPx) >> 2) * 131 + ((at % widthPx) >> 2) + seed;
    words[at] = 0xff000000 | (Math.imul(block, 0x9e3779b1) >>> 8);
  }
  return { revision: `${widthPx} ${seed}`, png: encodePng(image) };
}
