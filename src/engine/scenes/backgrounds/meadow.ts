import { isAtDepth, paint, paints, stamp, type Art, swell } from '../art/art.ts';
import { fringed, lying, mottled, rough } from '../art/ground.ts';
import { cellAt, hash, scatter, strewn } from '../art/noise.ts';
import { paintTree } from '../art/plants.ts';
import {
  paintClouds,
  paintDisc,
  paintGlow,
  paintRidge,
  paintSky,
  ramp,
  paintMountains,
  skyline,
} from '../art/sky.ts';
import type { Scene, View } from '../scene.ts';

const sky = ramp(paints('#4ea3e8 #7cc4f2 #a9dcf7 #e4f4f8'), 9);
const sun = paints('#fff7d1 #ffe694');
const middle = paints('#9ad3a6 #78b99a #8ac79d #a5d6a5');
const near = paints('#86cb66 #5aa65a #66b257 #7cc25c');
const foliage = [paint('#7cc45c'), paint('#559f4c'), paint('#3c8048'), paint('#6b4a33')] as const;

export const meadow: Scene = {
  light: {
    // The sun, from the right.
    key: [0.42, 0.5, 0.76],
    lit: [1, 1, 0.97],
    shade: [0.68, 0.72, 0.8],
    ambient: [0.06, 0.08, 0.1],
    rims: [{ from: [0.78, 0.4, -0.48], colour: [0.3, 0.28, 0.18] }],
  },
  textColours: { fill: '#fffdf5', soft: '#fff3d0', rim: '#2a2440' },
  shadow: paint('#1c3a2a'),
  ground: {
    top: lying(paints('#79bd54 #81c45a #74b850'), paints('#6cb548 #77c051 #62a942 #6fb94b')),
    lip: rough('#a4de74 #8ed160'),
    front: fringed(
      { shades: paints('#5fa640 #579a3a #68b046 #4d8c34'), min: 2, max: 5 },
      stony(21, mottled(paints('#7a5236 #875c3c #94674a #9c6f50 #8a5f3f'), paint('#4a2f22'))),
    ),
    mark: { lit: paint('#fff3d0'), dark: paint('#3d2618') },
  },
  paintBackdrop,
  paintDetails,
};

/** Pebbles in the earth. */
function stony(seed: number, below: Scene['ground']['front']): Scene['ground']['front'] {
  const shades = paints('#b0a496 #958a7e #7d7268');
  return (column, depth, ring) => {
    const across = cellAt(column, 9, ring);
    const cell = [across.cell, Math.floor(depth / 5)] as const;
    if (cell[1] < 1 || hash(seed, ...cell) > 0.16) return below(column, depth, ring);
    const x = across.at - 2 - Math.floor(hash(seed + 1, ...cell) * 4);
    const y = (depth % 5) - 1;
    if (x < 0 || x > 2 || y < 0 || y > 1) return below(column, depth, ring);
    return shades[y === 0 ? (x === 2 ? 1 : 0) : x === 2 ? 2 : 1]!;
  };
}

function paintBackdrop(art: Art, view: View, phase: number): void {
  const { horizonRow, size } = view;
  const { columns } = art;
  paintSky(art, horizonRow, sky);
  const disc = { column: columns * 0.85, row: horizonRow * 0.22, radius: 9 * size };
  paintGlow(art, { ...disc, radius: 34 * size }, paint('#fff4c4'), 0.5);
  paintDisc(art, disc, (x, y) => sun[x + y > 0.75 ? 1 : 0]!);
  paintClouds(art, view, phase, {
    seed: 40,
    rows: [0.5, 0.62],
    spacing: 52,
    longest: 30,
    colours: paints('#f1f8fd #f1f8fd #d9ecf6'),
    opacity: 0.6,
  });
  paintClouds(art, view, phase, {
    seed: 44,
    rows: [0.16, 0.42],
    spacing: 78,
    longest: 52,
    colours: paints('#ffffff #f1f8fd #c9e2f3'),
    opacity: 0.94,
  });
  const mountains = paints('#c9e6e6 #a3c3e2 #8db1d6 #f4fafd #cfe2f0');
  paintMountains(art, view, { seed: 5, spacing: 47, high: 0.46 }, mountains);
  const farHills = skyline(view, 9, [0.08, 0.17], 40);
  paintRidge(art, horizonRow, { height: farHills, step: 2 }, middle);
  const nearHeight = skyline(view, 14, [0.02, 0.13], 62);
  for (const { column, id } of scatter(71, columns, 13 * size)) {
    if (hash(72, id) < 0.25) continue;
    const high = Math.round((7 + 8 * hash(73, id)) * size);
    const foot = [column, Math.round(horizonRow - nearHeight(column)) + 1] as const;
    paintTree(art, foot, high, { foliage, seed: id });
  }
  paintRidge(art, horizonRow, { height: nearHeight, step: 2 }, near);
}

const tulip = ['.a.', 'aba', '.s.', '.s.'];
const daisy = ['aba', '.s.'];
const tuft = ['g..g', '.gg.', '.gg.'];

function paintDetails(art: Art, { horizonRow, deep }: View, phase: number): void {
  const petals = paints('#ff8fb4 #ffd34f #ffffff #c79bf2 #ff7a59');
  const stem = paint('#4f9638');
  for (let layer = 0; layer < 3; layer++) {
    const row = Math.round(horizonRow + deep * [0.22, 0.5, 0.8][layer]!);
    for (const { column, id } of strewn(200 + layer, art, 17 + 3 * layer)) {
      // A breeze goes through the flowers from left to right.
      const bent = swell(phase) > 0.2 + 0.7 * hash(240 + layer, id) ? 1 : 0;
      const y = row + Math.round((hash(210 + layer, id) - 0.5) * deep * 0.2);
      if (!isAtDepth(art, y)) continue;
      const petal = petals[Math.floor(hash(220 + layer, id) * petals.length)]!;
      const kind = hash(230 + layer, id);
      if (kind < 0.42) {
        stamp(art, [column, y - 2], tuft, { g: paint(layer === 2 ? '#579f3c' : '#63ab45') });
      } else if (layer === 0 || kind < 0.72) {
        stamp(art, [column, y - 1], daisy, { a: petal, b: paint('#ffe27a'), s: stem });
      } else {
        stamp(art, [column + bent, y - 3], tulip.slice(0, 2), { a: petal, b: paint('#fff0c2') });
        stamp(art, [column, y - 1], tulip.slice(2), { a: petal, b: paint('#fff0c2'), s: stem });
      }
    }
  }
}
