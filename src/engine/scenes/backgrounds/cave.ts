import {
  fill,
  mix,
  paint,
  paints,
  put,
  stamp,
  tintAt,
  type Art,
  type Paint,
  blink,
  sway,
  swell,
  type Position,
} from '../art/art.ts';
import { fringed, lying, mottled, rough } from '../art/ground.ts';
import { cellAt, clouded, hash, scatter, waves } from '../art/noise.ts';
import { paintCrystal } from '../art/plants.ts';
import { isDithered, paintBeam, paintGlow } from '../art/sky.ts';
import { strewnOn, type Scene, type View } from '../scene.ts';

const wall = paints('#141226 #1b1a33 #242444 #2f3157 #3d4470 #52608f');
const teal: readonly [Paint, Paint, Paint] = [paint('#e2fffb'), paint('#5fe0dc'), paint('#2390a8')];
const rose: readonly [Paint, Paint, Paint] = [paint('#ffe9fb'), paint('#e58be6'), paint('#8a46ad')];

const moss = { shades: paints('#56608a #4c557d #626d97'), min: 1, max: 3 } as const;
const rock = mottled(paints('#31334f #383b59 #404363 #474b6c #3b3e5d'), paint('#12111f'));

export const cave: Scene = {
  light: {
    // Daylight through the hole above, and crystals on both sides.
    key: [0.2, 0.62, 0.76],
    lit: [0.87, 0.96, 1],
    shade: [0.42, 0.46, 0.62],
    ambient: [0.1, 0.12, 0.17],
    rims: [
      { from: [-0.86, -0.05, -0.5], colour: [0.1, 0.44, 0.42] },
      { from: [0.86, -0.05, -0.5], colour: [0.44, 0.2, 0.46] },
      { from: [0.2, 0.9, -0.38], colour: [0.3, 0.38, 0.4] },
    ],
  },
  textColours: { fill: '#f0fbff', soft: '#bfe6ee', rim: '#0f0d1f' },
  shadow: paint('#07060f'),
  ground: {
    top: lying(paints('#3a4166 #40486e #353b5e'), paints('#4a5379 #525c83 #444c71 #4d577d')),
    lip: rough('#8592bd #737fab'),
    front: fringed(moss, ores),
    block: fringed(moss, rock),
    mark: { lit: paint('#d9fbff'), dark: paint('#16142a') },
  },
  paintBackdrop,
  paintDetails,
  paintAir,
};

const gems = [
  paints('#59c9c4 #2a8f98'),
  paints('#d2ad62 #a3763a'),
  paints('#cf7a98 #97406a'),
] as const;

/** Rock with gems, three or four art pixels each. */
function ores(column: number, depth: number, ring?: number): Paint {
  const across = cellAt(column, 11, ring);
  const cell = [across.cell, Math.floor((depth - 3) / 7)] as const;
  const gem = gems[Math.floor(hash(52, ...cell) * gems.length)]!;
  if (depth > 3 && hash(51, ...cell) < 0.22) {
    const x = across.at - 2 - Math.floor(hash(53, ...cell) * 5);
    const y = depth - 3 - cell[1] * 7 - 1 - Math.floor(hash(54, ...cell) * 2);
    const speck = hash(55, cell[0] * 16 + x, cell[1] * 16 + y);
    if (x >= 0 && x < 4 && y >= 0 && y < 4 && speck < 0.5) {
      // Names are in front of them.
      return mix(gem[speck < 0.2 ? 0 : 1]!, rock(column, depth, ring), 0.45);
    }
  }
  return rock(column, depth, ring);
}

function paintBackdrop(art: Art, { horizonRow, size }: View, phase: number): void {
  const { columns } = art;
  backWall(art, horizonRow);
  const hole = columns * 0.6;
  for (const [shift, width] of [
    [-0.02, 16],
    [0.05, 26],
    [-0.09, 12],
  ] as const) {
    const from = [hole + shift * columns * 0.5, 0] as const;
    const to = [hole + shift * columns * 2 - columns * 0.09, horizonRow + 4] as const;
    const widths = [width * 0.5 * size, width * 1.5 * size] as const;
    paintBeam(art, { from, to, widths }, paint('#c9f1ff'));
  }
  paintGlow(art, { column: hole, row: 0, radius: 34 * size }, paint('#d7f6ff'), 0.55);
  columnsOfStone(art, horizonRow, size);
  stalactites(art, {
    seed: 61,
    spacing: 9 * size,
    high: horizonRow * 0.3,
    colours: [wall[3]!, wall[2]!, wall[1]!],
  });
  stalactites(art, {
    seed: 67,
    spacing: 17 * size,
    high: horizonRow * 0.44,
    colours: [wall[2]!, wall[1]!, wall[0]!],
  });
  pool(art, horizonRow, size, phase);
  for (const { column, id } of scatter(70, columns, 40 * size)) {
    const colours = hash(72, id) < 0.6 ? teal : rose;
    cluster(art, [column, horizonRow + 2], (9 + 9 * hash(71, id)) * size, colours);
  }
}

/** The back wall: lighter towards the light, in patches like worn stone. */
function backWall(art: Art, toRow: number): void {
  for (let row = 0; row < Math.min(art.rows, toRow); row++) {
    for (let column = 0; column < art.columns; column++) {
      const away = Math.hypot((column / art.columns - 0.56) * 1.5, (row / toRow - 0.55) * 0.9);
      const worn =
        clouded(31, [column * 0.8, row * 1.4], 9) * 0.55 + clouded(37, [column, row], 23) * 0.45;
      const level = Math.max(0, Math.min(4.6, 4.4 - away * 4.6 + (worn - 0.5) * 2.4));
      const band = Math.min(4, Math.floor(level));
      const next = Math.min(5, band + 1);
      put(art, column, row, wall[isDithered(column, row, (level % 1) * 1.4 - 0.2) ? next : band]!);
    }
  }
}

function columnsOfStone(art: Art, horizonRow: number, size: number): void {
  for (const { column, id } of scatter(80, art.columns, 66 * size)) {
    if (hash(81, id) < 0.35) continue;
    const half = (5 + 4 * hash(82, id)) * size;
    for (let row = 0; row < horizonRow; row++) {
      const waist = Math.abs(row / horizonRow - 0.5) * 2;
      const reach = half * (0.45 + 0.9 * waist ** 2.2) + waves(83 + id, row, 7) * 2;
      for (let x = -Math.round(reach); x <= reach; x++) {
        const side = x / reach + (hash(84, column + x, row >> 1) - 0.5) * 0.5;
        put(art, column + x, row, side > 0.5 ? wall[3]! : side < -0.4 ? wall[1]! : wall[2]!);
      }
    }
  }
}

type Spikes = {
  readonly seed: number;
  readonly spacing: number;
  readonly high: number;
  readonly colours: readonly [Paint, Paint, Paint];
};

function stalactites(art: Art, { seed, spacing, high, colours }: Spikes): void {
  for (let column = 0; column < art.columns; column++) {
    const rows = Math.round(high * 0.16 * (0.4 + waves(seed, column, spacing)));
    fill(art, [column, 0, 1, rows], colours[1]);
  }
  for (const { column, id } of scatter(seed + 1, art.columns, spacing)) {
    const rows = Math.round(high * (0.25 + 0.75 * hash(seed + 2, id) ** 1.6));
    const half = Math.max(1, Math.round(rows * 0.17));
    for (let y = 0; y < rows; y++) {
      const reach = Math.round(half * (1 - y / rows) ** 0.8);
      for (let x = -reach; x <= reach; x++) {
        const side = x < -reach * 0.3 ? colours[2] : colours[1];
        put(art, column + x, y, x === reach && reach > 0 ? colours[0] : side);
      }
    }
  }
}

/** Still water in the background with reflected light in dashes. */
function pool(art: Art, horizonRow: number, size: number, phase: number): void {
  const rows = Math.round(8 * size);
  for (let y = 0; y < rows; y++) {
    const row = horizonRow - rows + y;
    for (let column = 0; column < art.columns; column++) {
      const shade = mix(paint('#1c4668'), paint('#2c7f96'), y / rows);
      const drift = sway(phase, 2 + (y % 3));
      const dash = hash(91, Math.floor((column + drift + y * 3) / 5), y);
      const light = Math.max(0, 1 - Math.abs(column / art.columns - 0.53) * 5);
      const isBright = dash < 0.16 + light * 0.4;
      put(art, column, row, isBright ? mix(shade, paint('#b5f2f4'), 0.25 + light * 0.5) : shade);
    }
  }
}

function cluster(art: Art, [column, baseRow]: Position, high: number, colours: typeof teal): void {
  paintGlow(art, { column, row: baseRow - high * 0.5, radius: high * 1.5 }, colours[1], 0.42);
  const parts = [
    [-0.5, 0.55, -0.5],
    [0.55, 0.65, 0.45],
    [-0.18, 0.8, -0.18],
    [0.14, 1, 0.08],
  ] as const;
  for (const [shift, share, lean] of parts) {
    const foot = [Math.round(column + shift * high * 0.6), baseRow] as const;
    paintCrystal(art, foot, Math.round(high * share), { colours, lean });
  }
}

const mushroom = ['.ccc.', 'ccwcc', '.sss.', '..s..'];

function paintDetails(art: Art, view: View, phase: number): void {
  for (const { column, row, id } of strewnOn(art, view, 300, [33, 0.2, 0.6])) {
    if (hash(302, id) < 0.5) {
      const own = 0.3 * hash(303, id);
      const glow = 0.3 * (1 + 0.7 * (swell(phase + own) - swell(own)));
      paintGlow(art, { column: column + 2, row: row - 2, radius: 6 }, paint('#63e6d8'), glow);
      stamp(art, [column, row - 4], mushroom, {
        c: paint('#4fd0c4'),
        w: paint('#d8fff6'),
        s: paint('#c9d3ea'),
      });
    } else {
      stamp(art, [column, row - 2], ['.ll.', 'lmmd', 'mmdd'], {
        l: paint('#7d88b0'),
        m: paint('#59628c'),
        d: paint('#3d4469'),
      });
    }
  }
}

/** Dust that hangs in the light. */
function paintAir(art: Art, { horizonRow }: View, phase: number): void {
  for (let row = 2; row < horizonRow; row++) {
    for (let column = 0; column < art.columns; column++) {
      if (hash(320, column, row) >= 0.0014) continue;
      const across = column + sway(phase, 1 + 4 * hash(321, column, row));
      const down = row + sway(2 * phase, 1 + 2 * hash(322, column, row));
      tintAt(art, [across, down], paint('#d5fbff'), 0.75 * blink(phase, hash(323, column, row)));
    }
  }
}
