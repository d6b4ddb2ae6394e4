import { mix, paint, paints, tintAt, type Art, type Paint } from '../art/art.ts';
import { lying, mottled, type Terrain } from '../art/ground.ts';
import { paintMountains } from '../art/mountains.ts';
import { blink, passed, sway } from '../art/life.ts';
import { hash, hills, scatter } from '../art/noise.ts';
import { paintPine } from '../art/plants.ts';
import {
  isDithered,
  paintClouds,
  paintDisc,
  paintGlow,
  paintRidge,
  paintSky,
  ramp,
} from '../art/sky.ts';
import { sizeOf, type Scene } from '../scene.ts';

const sky = ramp(paints('#6c9fdd #93bdea #bfdaf4 #e9eefa #fde6e6'), 10);
const foliage = [paint('#4f7f86'), paint('#3d6a78'), paint('#2f5568'), paint('#3d3550')] as const;

export const snow: Scene = {
  light: { lit: [1, 1.02, 1.05], shade: [0.86, 0.91, 1.04] },
  ink: { fill: '#ffffff', soft: '#eaf3ff', rim: '#24365e' },
  shadow: paint('#3d5a92'),
  ground: {
    top: lying(paints('#e4eefa #eaf2fc #dde9f7'), paints('#f1f7ff #f7fbff #e9f1fb #eef5fe')),
    lip: () => paint('#ffffff'),
    front: snowed,
    mark: { lit: paint('#ffffff'), dark: paint('#2a3a66') },
  },
  paintBackdrop,
  paintDetails,
};

const stone = mottled(paints('#5d7599 #6781a6 #718cb1 #7b97bb #657ea3'), paint('#2f3f66'));

/** Snow, blue in its folds, with icicles; frozen stone below. */
function snowed(column: number, depth: number): Paint {
  const reach = 4 + Math.floor(2.6 * hash(31, column >> 2) + 1.2 * hash(32, column >> 1));
  if (depth < reach) {
    const left = reach - depth;
    return left === 1 ? paint('#b4cdf0') : left === 2 ? paint('#d5e4f8') : paint('#f4f9ff');
  }
  const cell = Math.floor(column / 5);
  const isIcicle = hash(33, cell) < 0.55 && column % 5 < 2;
  const length = Math.round(3 + 5 * hash(34, cell)) - (column % 5) * 2;
  if (isIcicle && depth < reach + length)
    return column % 5 === 0 ? paint('#d9f1ff') : paint('#a5d0f0');
  const colour = stone(column, depth);
  return depth === reach ? mix(colour, paint('#1c2a4e'), 0.35) : colour;
}

function paintBackdrop(art: Art, { horizonRow }: Terrain, phase: number): void {
  const { columns } = art;
  const size = sizeOf(horizonRow);
  paintSky(art, horizonRow, sky);
  const disc = { column: columns * 0.74, row: horizonRow * 0.3, radius: 8 * size };
  paintGlow(art, { ...disc, radius: 34 * size }, paint('#ffffff'), 0.55);
  paintDisc(art, disc, () => paint('#fffdf2'));
  paintClouds(art, {
    seed: 53,
    fromRow: horizonRow * 0.16,
    toRow: horizonRow * 0.46,
    spacing: 84 * size,
    longest: 60 * size,
    colours: [paint('#ffffff'), paint('#f2f7fd'), paint('#d3e2f3')],
    opacity: 0.75,
    phase,
  });
  paintMountains(art, horizonRow, {
    seed: 8,
    spacing: 44 * size,
    high: horizonRow * 0.58,
    haze: paint('#dbe7f8'),
    rock: [paint('#9cb4da'), paint('#829dcb')],
    cap: [paint('#f5faff'), paint('#cbdcf3')],
  });
  paintMountains(art, horizonRow, {
    seed: 19,
    spacing: 37 * size,
    high: horizonRow * 0.38,
    haze: paint('#d3e2f5'),
    rock: [paint('#809cc8'), paint('#6783b5')],
    cap: [paint('#ffffff'), paint('#b9cfee')],
  });
  const near = (x: number): number => horizonRow * (0.03 + 0.1 * hills(24, x, 64 * size));
  for (const { column, id } of scatter(81, columns, 10 * size)) {
    if (hash(82, id) < 0.25) continue;
    const high = Math.round((9 + 12 * hash(83, id)) * size);
    paintPine(art, [column, Math.round(horizonRow - near(column)) + 1], high, {
      foliage,
      snow: paint('#f4faff'),
    });
  }
  paintRidge(art, {
    height: near,
    baseRow: horizonRow,
    colours: paints('#d3e2f5 #e0ebf9'),
    step: 1,
    rim: paint('#ffffff'),
  });
}

/** How far a flake falls in a loop. */
const fallRows = 18;

function paintDetails(art: Art, { horizonRow, frontRow }: Terrain, phase: number): void {
  const deep = frontRow - horizonRow;
  for (const { column, id } of scatter(300, art.columns, 26)) {
    const row = Math.round(horizonRow + deep * (0.15 + 0.7 * hash(301, id)));
    const wide = 6 + Math.round(10 * hash(302, id));
    for (let x = 0; x < wide; x++) {
      tintAt(
        art,
        [column + x, row],
        paint('#b9cfee'),
        isDithered(column + x, row, 0.75) ? 0.7 : 0.35,
      );
      tintAt(art, [column + x + 1, row - 1], paint('#ffffff'), 0.8);
    }
  }
  for (let home = 1; home < frontRow - 1; home++) {
    for (let still = 0; still < art.columns; still++) {
      const chance = hash(320, still, home);
      if (chance > 0.0062) continue;
      // A flake falls, drifts on its way, and starts again above where it began.
      const moment = hash(321, still, home);
      const row = home + Math.round(fallRows * passed(phase, moment));
      const column = still + sway(phase, 1 + 300 * chance);
      if (row < 1 || row >= frontRow - 1) continue;
      const light = blink(phase, moment);
      tintAt(art, [column, row], paint('#ffffff'), 0.95 * light);
      if (chance < 0.0016) {
        for (const [x, y] of [
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const)
          tintAt(art, [column + x, row + y], paint('#ffffff'), 0.9 * light);
      }
    }
  }
}
