import { fill, mix, paint, paints, put, tintAt, type Art, type Paint, sway } from '../art/art.ts';
import { hash, scatter } from '../art/noise.ts';
import { ditheredLevel, isDithered, paintBeam, paintGlow } from '../art/sky.ts';
import type { Scene, View } from '../scene.ts';

const cloth = paints('#4d0716 #6d0c1d #8f1425 #b3212e #d13c3c #e86a55');
const gold = paints('#fff0b0 #f7c95a #d0953a #8f5c26');

export const stage: Scene = {
  light: {
    // Footlights and spotlights, a warm and a cold one from behind.
    key: [0.24, 0.5, 0.82],
    lit: [1, 0.98, 0.93],
    shade: [0.56, 0.48, 0.58],
    ambient: [0.09, 0.07, 0.09],
    rims: [
      { from: [-0.68, 0.58, -0.45], colour: [0.56, 0.44, 0.26] },
      { from: [0.68, 0.58, -0.45], colour: [0.34, 0.4, 0.56] },
    ],
  },
  textColours: { fill: '#fff6da', soft: '#ffd98a', rim: '#1b0a1e' },
  shadow: paint('#2a1008'),
  ground: {
    top: planks,
    lip: (column) => (column % 2 === 0 ? gold[1]! : gold[0]!),
    front: apron,
    block: panelled,
    mark: { lit: gold[0]!, dark: paint('#2a0c10') },
  },
  paintBackdrop,
  paintDetails,
};

/** Floorboards from side to side, broader towards the viewer. */
function planks(column: number, row: number, near: number): Paint {
  const board = row >> 1;
  const shift = Math.floor(hash(13, board) * 40);
  const piece = Math.floor((column + shift) / 34);
  const tone = hash(14, board, piece);
  const base = mix(paint('#8a4f2e'), paint('#b8733f'), tone * 0.6 + near * 0.4);
  const isSeam = (row & 1) === 0 || (column + shift) % 34 === 0;
  const grain = hash(15, column >> 2, row) < 0.18;
  if (isSeam) return mix(base, paint('#4a2416'), 0.4);
  return grain ? mix(base, paint('#e2a05c'), 0.25) : base;
}

/** The front of the stage: dark panels in dull gold frames, so that names are brighter. */
function apron(column: number, depth: number): Paint {
  return panelled(column, depth, undefined, { x: ((column % 30) + 30) % 30, columns: 30 });
}

function panelled(
  column: number,
  depth: number,
  _ring: number | undefined,
  { x, columns }: { readonly x: number; readonly columns: number },
): Paint {
  if (depth < 2) return gold[depth === 0 ? 2 : 3]!;
  const [left, right] = [2, columns - 3];
  const isRail = depth === 3 && x >= left && x <= right;
  const isPost = depth > 2 && (x === left || x === right);
  if (isRail || isPost)
    return mix(paint('#8f6030'), paint('#3a1420'), Math.min(0.8, 0.1 + depth * 0.04));
  const base = x < left || x > right ? paint('#5a1a24') : paint('#3c1020');
  const weave = hash(23, column >> 1, depth) * 0.25;
  return mix(base, paint('#16060e'), Math.min(0.75, depth * 0.028 + weave));
}

function paintBackdrop(art: Art, { horizonRow, size }: View, phase: number): void {
  const { columns } = art;
  backdrop(art, horizonRow);
  lights(art, horizonRow, size, phase);
  const lamps = Math.max(2, Math.round(columns / (62 * size)));
  for (let i = 0; i < lamps; i++) {
    const from = columns * ((i + 0.5) / lamps);
    const swing = sway(phase, (i % 2 === 0 ? 1 : -1) * columns * 0.05);
    const lean = (0.5 - (i + 0.5) / lamps) * columns * 0.34 + swing;
    const colour = paint(['#ffe9b8', '#ffd0e4', '#cfe6ff'][i % 3]!);
    const [top, floor] = [[from, 8 * size] as const, [from + lean, horizonRow + 6] as const];
    paintBeam(art, { from: top, to: floor, widths: [5 * size, 46 * size] }, colour);
  }
  const wing = Math.max(7, Math.round(Math.min(columns * 0.09, 24 * size)));
  for (const side of [0, 1] as const) drape(art, wing, side, horizonRow + 2);
  valance(art, size);
}

/** The backdrop, night blue, lighter in the middle. */
function backdrop(art: Art, toRow: number): void {
  const tones = paints('#171036 #1f1747 #2a2059 #382b6e #493a86');
  for (let row = 0; row < Math.min(art.rows, toRow); row++) {
    for (let column = 0; column < art.columns; column++) {
      const away = Math.hypot((column / art.columns - 0.5) * 1.7, (row / toRow - 0.72) * 1.1);
      const fold = 0.35 * Math.sin(column * 0.5 + Math.sin(column * 0.13) * 2);
      const level = Math.max(0, Math.min(3.99, 4.3 - away * 4.3 + fold));
      const band = Math.floor(level);
      const isNext = isDithered(column, row, (level % 1) * 1.5 - 0.25);
      put(art, column, row, tones[band + (isNext ? 1 : 0)]!);
    }
  }
}

/** Strings of small lamps across the stage. */
function lights(art: Art, horizonRow: number, size: number, phase: number): void {
  const colours = paints('#ffd76a #ff8fa3 #8fd0ff #a9e59a');
  // The colours run along the strings.
  const run = Math.floor(phase * colours.length * 2);
  for (let string = 0; string < 2; string++) {
    const span = 56 * size * (1 + string * 0.35);
    for (let column = 0; column < art.columns; column++) {
      const sag = ((((column + string * 17) % span) / span) * 2 - 1) ** 2;
      const row = Math.round(horizonRow * (0.33 + 0.13 * string) - sag * 9 * size);
      tintAt(art, [column, row], paint('#0d0820'), 0.6);
      const every = Math.max(4, Math.round(7 * size));
      if (column % every !== 0) continue;
      const colour = colours[(column / every + run) % colours.length]!;
      paintGlow(art, { column, row: row + 1, radius: 3.5 * size + 1 }, colour, 0.5);
      fill(art, [column, row + 1, 1, 2], mix(colour, paint('#ffffff'), 0.35));
    }
  }
}

/** A curtain drawn to the side with a cord. */
function drape(art: Art, wing: number, side: 0 | 1, toRow: number): void {
  const tie = toRow * 0.62;
  for (let row = 0; row < toRow; row++) {
    const below = 0.55 + 0.28 * ((row - tie) / Math.max(1, toRow - tie)) ** 0.7;
    const pinch = row < tie ? 1 - 0.45 * (row / tie) ** 2.2 : below;
    const wide = Math.round(wing * pinch);
    for (let x = 0; x < wide; x++) {
      const fold = Math.sin((x / wide) * wing * 0.95 + 1.2) * 0.5 + 0.5;
      const tone = Math.min(5, ditheredLevel(x, row, fold * 4.2));
      const colour = x >= wide - 1 ? gold[2]! : cloth[tone]!;
      const column = side === 0 ? x : art.columns - 1 - x;
      put(art, column, row, Math.abs(row - tie) < 1.6 ? gold[x % 2]! : colour);
    }
  }
}

/** The short curtain along the top, with a golden fringe. */
function valance(art: Art, size: number): void {
  const span = Math.max(12, Math.round(30 * size));
  const shift = Math.round(((art.columns % span) - span) / 2);
  for (let column = 0; column < art.columns; column++) {
    const at = (((column - shift) % span) + span) % span;
    const share = (at / span) * 2 - 1;
    const rows = Math.round((6 + 7 * (1 - share ** 2)) * size);
    for (let row = 0; row < rows; row++) {
      const fold = Math.sin((row / Math.max(1, rows)) * 9 - share * share * 4) * 0.5 + 0.5;
      const tone = ditheredLevel(column, row, fold * 3.4) + (Math.abs(share) < 0.5 ? 1 : 0);
      put(art, column, row, cloth[Math.min(5, tone)]!);
    }
    put(art, column, rows, gold[1]!);
    if (size > 0.6) put(art, column, rows + 1, gold[column % 2 === 0 ? 2 : 3]!);
    if (at === 0) fill(art, [column, 0, 1, rows + 3], gold[2]!);
  }
}

function paintDetails(art: Art, { horizonRow, frontRow, deep }: View, phase: number): void {
  const { columns } = art;
  // Spots of light on the floor.
  for (let i = 0; i < 3; i++) {
    const swing = sway(phase, (i % 2 === 0 ? 1 : -1) * columns * 0.05);
    const middle = columns * (0.2 + 0.3 * i) + swing;
    for (let row = horizonRow; row < frontRow - 1; row++) {
      const down = (row - horizonRow - deep * 0.5) / (deep * 0.62);
      const end = middle + columns * 0.17;
      for (let column = Math.round(middle - columns * 0.17); column < end; column++) {
        const level = (1 - Math.hypot((column - middle) / (columns * 0.16), down)) * 2;
        if (level > 0 && isDithered(column, row, Math.min(1, level)))
          tintAt(art, [column, row], paint('#ffe2a6'), 0.3);
      }
    }
  }
  for (const { column, id } of scatter(310, columns, 26)) {
    const row = Math.round(horizonRow + deep * (0.2 + 0.6 * hash(311, id)));
    const petal = paint(['#ffd76a', '#ff8fa3', '#8fd0ff'][id % 3]!);
    put(art, column, row, petal);
    put(art, column + 3, row + 1, mix(petal, paint('#ffffff'), 0.4));
  }
}
