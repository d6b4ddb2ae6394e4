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
  passed,
  sway,
  type Position,
} from '../art/art.ts';
import { lying, mottled, rough } from '../art/ground.ts';
import { hash, scatter, waves } from '../art/noise.ts';
import { paintPine } from '../art/plants.ts';
import {
  isDithered,
  paintClouds,
  paintDisc,
  paintGlow,
  paintRidge,
  paintSky,
  ramp,
  paintMountains,
  skyline,
} from '../art/sky.ts';
import { strewnOn, type Scene, type View } from '../scene.ts';

const sky = ramp(paints('#3f6fc0 #6f9ddf #a8c6f0 #d9d4ee #f7cfd0 #ffd0a8'), 12);
const foliage = [paint('#5f8f96'), paint('#3f6a80'), paint('#2c4f6e'), paint('#35304c')] as const;
const ember = paints('#fff0bd #ffc05e #d9783a');
const timber = paints('#6b4638 #7d5443 #583829');

export const snow: Scene = {
  light: {
    // A low winter sun, from the right; shade is the blue of the sky.
    key: [0.44, 0.42, 0.78],
    lit: [1, 0.985, 0.95],
    shade: [0.56, 0.63, 0.84],
    ambient: [0.07, 0.09, 0.14],
    rims: [{ from: [0.8, 0.34, -0.5], colour: [0.42, 0.28, 0.16] }],
  },
  textColours: { fill: '#ffffff', soft: '#eaf3ff', rim: '#24365e' },
  shadow: paint('#2a4284'),
  ground: {
    top: drifts,
    lip: rough('#ffffff #f3f6ff'),
    front: snowed,
    mark: { lit: paint('#ffffff'), dark: paint('#2a3a66') },
  },
  paintBackdrop,
  paintDetails,
  paintAir,
};

const flat = lying(paints('#b3c6ea #bccdee #abc0e6'), paints('#bfcff0 #c8d6f3 #b6c8ec #c3d2f1'));

/** Snow in the shade, with crests that catch the low sun. */
function drifts(column: number, row: number, near: number, ring?: number): Paint {
  const colour = flat(column, row, near, ring);
  const crest = row + waves(35, column, 22, ring) * (5 + near * 5);
  const at = crest % (5 + Math.round(near * 3));
  if (at < 1) return isDithered(column, row, 0.75) ? paint('#f7eef2') : paint('#dfe3f6');
  return at < 2 && isDithered(column, row, 0.5) ? paint('#d6def5') : colour;
}

const stone = mottled(paints('#4c639a #546ca4 #5c75ae #657fb7 #506aa0'), paint('#1f2b58'));

/** An edge of snow, blue in its folds, which ends above the names; frozen earth below, calm. */
function snowed(column: number, depth: number, ring?: number): Paint {
  const reach = 3 + Math.floor(1.3 * hash(31, column >> 2) + 0.9 * hash(32, column >> 1));
  if (depth < reach) {
    const left = reach - depth;
    return left === 1 ? paint('#8fa9dd') : left === 2 ? paint('#c2d2f1') : paint('#eef3ff');
  }
  const colour = stone(column, depth, ring);
  return depth === reach ? mix(colour, paint('#141e44'), 0.4) : colour;
}

function paintBackdrop(art: Art, view: View, phase: number): void {
  const { horizonRow, size } = view;
  const { columns } = art;
  paintSky(art, horizonRow, sky);
  const disc = { column: columns * 0.82, row: horizonRow * 0.5, radius: 9 * size };
  paintGlow(art, { ...disc, radius: 34 * size }, paint('#ffe6c4'), 0.5);
  paintDisc(art, disc, (_, y) => (y > 0.3 ? paint('#ffe2a6') : paint('#fffbe6')));
  paintClouds(art, view, phase, {
    seed: 53,
    rows: [0.14, 0.42],
    spacing: 84,
    longest: 62,
    colours: paints('#fff4ee #f3d9e2 #b9b6dd'),
    opacity: 0.8,
  });
  const farMountains = paints('#f3cdd2 #b08fb4 #6f82bf #fff0e0 #a9bbe8');
  paintMountains(art, view, { seed: 8, spacing: 44, high: 0.62 }, farMountains);
  const mountains = paints('#d9c6e2 #8d86b8 #5469ad #ffe2cc #8fa6de');
  paintMountains(art, view, { seed: 19, spacing: 37, high: 0.38 }, mountains);
  const near = skyline(view, 24, [0.03, 0.12], 64);
  const foot = (column: number): number => Math.round(horizonRow - near(column));
  const pines = scatter(81, columns, 9 * size).filter(({ id }) => hash(82, id) >= 0.22);
  for (const { column, id } of pines) {
    const high = Math.round((10 + 15 * hash(83, id)) * size);
    paintPine(art, [column, foot(column) + 1], high, { foliage, snow: paint('#f2f2fb') });
  }
  paintRidge(art, horizonRow, { height: near, step: 1 }, paints('#fff6ee #e9dfec #c6d0ee #b3c4ea'));
  for (const { column, id } of scatter(95, columns, 92 * size)) {
    if (columns > 90) cabin(art, [column, foot(column) + 3], id, size);
  }
}

/** A log cabin under snow, with light in its windows and smoke above. */
function cabin(art: Art, [left, baseRow]: Position, id: number, size: number): void {
  const wide = Math.max(8, Math.round(17 * size));
  const high = Math.max(4, Math.round(8 * size));
  for (let y = 0; y < high; y++) {
    const log = timber[(y + id) % timber.length]!;
    fill(art, [left, baseRow - 1 - y, wide, 1], log);
  }
  const windows = wide > 12 ? [0.2, 0.62] : [0.4];
  for (const share of windows) {
    const at = left + Math.round(wide * share);
    paintGlow(art, { column: at + 1, row: baseRow - high / 2, radius: high }, ember[1]!, 0.45);
    fill(art, [at, baseRow - Math.round(high * 0.7), 3, 3], ember[1]!);
    put(art, at + 1, baseRow - Math.round(high * 0.7), ember[0]!);
  }
  const chimney = left + wide - 4;
  const roofRows = Math.max(3, Math.round(high * 0.8));
  fill(art, [chimney, baseRow - high - roofRows, 2, roofRows], timber[2]!);
  for (let y = 0; y < 16 * size; y++) {
    const at = chimney + 1 + Math.round(2.4 * Math.sin(y * 0.4 + id) + y * 0.25);
    const reach = 1 + Math.floor(y / 6);
    for (let x = -reach; x <= reach; x++) {
      if (isDithered(at + x, y, 0.6 - y / (26 * size)))
        tintAt(art, [at + x, baseRow - high - roofRows - 1 - y], paint('#f6eaf2'), 0.5);
    }
  }
  for (let y = 0; y < roofRows; y++) {
    const row = baseRow - high - y;
    const inset = y * 2 - 2;
    const colour =
      y === 0 ? paint('#9fb2df') : y === roofRows - 1 ? paint('#fff6ee') : paint('#e4e7f8');
    fill(art, [left + inset, row, Math.max(1, wide - inset * 2), 1], colour);
  }
}

const snowman = ['..hh..', '.hhhh.', '.wkkd.', '.wood.', '.wwwd.', 'wwkwwd', 'wwwwdd', '.wwdd.'];

/** How far a flake falls in a loop. */
const fallRows = 18;

function paintDetails(art: Art, view: View): void {
  const { size } = view;
  for (const { column, row, id } of strewnOn(art, view, 300, [24, 0.15, 0.7])) {
    const wide = 5 + Math.round(9 * hash(302, id));
    for (let x = 0; x < wide; x++) {
      tintAt(art, [column + x, row], paint('#8ea6da'), x % 3 === 0 ? 0.4 : 0.6);
      tintAt(art, [column + x + 1, row - 1], paint('#fff6ee'), 0.85);
    }
  }
  for (const { column, row } of strewnOn(art, view, 330, [118 * size, 0.08, 0.14])) {
    stamp(art, [column, row - snowman.length], snowman, {
      h: paint('#3c3358'),
      w: paint('#fffaf4'),
      d: paint('#b3c3ea'),
      k: paint('#2a2748'),
      o: ember[2]!,
    });
  }
}

/** Snow that falls. */
function paintAir(art: Art, { frontRow }: View, phase: number): void {
  for (let home = 1; home < frontRow - 1; home++) {
    for (let still = 0; still < art.columns; still++) {
      const chance = hash(320, still, home);
      if (chance > 0.005) continue;
      // A flake falls, drifts on its way, and starts again above where it began.
      const moment = hash(321, still, home);
      const row = home + Math.round(fallRows * passed(phase, moment));
      const column = still + sway(phase, 1 + 300 * chance);
      if (row < 1 || row >= frontRow - 1) continue;
      const light = blink(phase, moment);
      tintAt(art, [column, row], paint('#ffffff'), 0.9 * light);
      if (chance < 0.001) tintAt(art, [column + 1, row], paint('#ffffff'), 0.9 * light);
    }
  }
}
