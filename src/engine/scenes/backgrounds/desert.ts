import { mix, paint, paints, put, stamp, tintAt, type Art, type Paint } from '../art/art.ts';
import { fringed, lying, rough } from '../art/ground.ts';
import { hash, scatter, waves } from '../art/noise.ts';
import { paintCactus } from '../art/plants.ts';
import {
  paintClouds,
  paintDisc,
  paintGlow,
  paintRidge,
  paintSky,
  ramp,
  skyline,
} from '../art/sky.ts';
import { strewnOn, type Scene, type View } from '../scene.ts';

const sky = ramp(paints('#2f93c4 #63bcd0 #a9dccb #f3e6b4 #ffd08f'), 10);
const cactus = paints('#7fb35a #4f8f4b #37703f');
const strata = paints('#c9864f #d99a5e #e6b176 #b87345 #dba468 #c27d4a');

export const desert: Scene = {
  light: {
    // A low sun, from the right, and warm sand below.
    key: [0.46, 0.42, 0.78],
    lit: [1, 0.98, 0.91],
    shade: [0.72, 0.62, 0.6],
    ambient: [0.11, 0.08, 0.06],
    rims: [{ from: [0.8, 0.3, -0.52], colour: [0.36, 0.25, 0.12] }],
  },
  textColours: { fill: '#fffaf0', soft: '#fff0cf', rim: '#4a2320' },
  shadow: paint('#5e3320'),
  ground: {
    top: dunes,
    lip: rough('#fff0bf #fbe3a6'),
    front: fringed({ shades: paints('#f3d694 #ecca84 #f7dfa4'), min: 2, max: 4 }, layered),
    mark: { lit: paint('#fff6dc'), dark: paint('#6b3a22') },
  },
  paintBackdrop,
  paintDetails,
};

const sand = lying(paints('#efcd8a #f2d394 #eac681'), paints('#f3d38f #f6da9b #eccb84 #f0d08a'));

/** Sand with wind ripples. */
function dunes(column: number, row: number, near: number, ring?: number): Paint {
  const colour = sand(column, row, near, ring);
  const ripple = row + waves(31, column, 14, ring) * (3 + near * 4);
  const at = ripple % (3 + Math.round(near * 2));
  return at < 1 ? mix(colour, paint('#d9ab66'), 0.5) : colour;
}

/** Sandstone: wavy layers with cracks. */
function layered(column: number, depth: number, ring?: number): Paint {
  const folds = waves(41, column, 17, ring) * 2.4 + waves(42, column, 47, ring) * 3;
  const level = depth + Math.round(folds);
  const band = strata[Math.floor(hash(43, Math.floor(level / 3)) * strata.length)]!;
  const grain = hash(44, column >> 1, depth);
  const light = grain > 0.9 ? mix(band, paint('#ffe6b0'), 0.3) : band;
  const colour = grain < 0.16 ? mix(band, paint('#7a4326'), 0.3) : light;
  const isSeam = level % 3 === 0 && hash(45, column, depth) < 0.6;
  const joined = isSeam ? mix(colour, paint('#8a4f2d'), 0.45) : colour;
  return mix(joined, paint('#5a2c1c'), Math.min(0.6, depth * 0.022));
}

function paintBackdrop(art: Art, view: View, phase: number): void {
  const { horizonRow, size } = view;
  const { columns } = art;
  paintSky(art, horizonRow, sky);
  const disc = { column: columns * 0.83, row: horizonRow * 0.4, radius: 13 * size };
  paintGlow(art, { ...disc, radius: 48 * size }, paint('#fff3c0'), 0.6);
  paintDisc(art, disc, (_, y) => (y > 0.35 ? paint('#ffe9a0') : paint('#fffbe2')));
  paintClouds(art, view, phase, {
    seed: 61,
    rows: [0.1, 0.3],
    spacing: 96,
    longest: 44,
    colours: paints('#ffffff #eaf6f0 #cfe6e0'),
    opacity: 0.55,
  });
  mesas(art, horizonRow, {
    seed: 71,
    spacing: 62 * size,
    high: 0.44,
    body: paint('#dda079'),
    shade: paint('#c98a72'),
    rim: paint('#f0bf92'),
  });
  mesas(art, horizonRow, {
    seed: 78,
    spacing: 70 * size,
    high: 0.3,
    body: paint('#cf7f52'),
    shade: paint('#a95f45'),
    rim: paint('#eea56d'),
  });
  const farDunes = skyline(view, 23, [0.05, 0.13], 58);
  paintRidge(art, horizonRow, { height: farDunes, step: 1 }, paints('#fbdc9f #e9b573 #efc284'));
  const nearDunes = skyline(view, 29, [0.01, 0.09], 80);
  paintRidge(art, horizonRow, { height: nearDunes, step: 1 }, paints('#ffe9b4 #f0c983 #f3d190'));
}

const deepShade = paint('#7a3a30');

type Mesas = {
  readonly seed: number;
  readonly spacing: number;
  readonly high: number;
  readonly body: Paint;
  readonly shade: Paint;
  readonly rim: Paint;
};

/** Mesas: flat tops, steep layered walls, a base of rubble; lit from the left. */
function mesas(art: Art, horizonRow: number, look: Mesas): void {
  const { seed, spacing, high, body, shade, rim } = look;
  for (const { column, id } of scatter(seed, art.columns, spacing)) {
    if (hash(seed + 1, id) < 0.3) continue;
    const rows = Math.round(horizonRow * high * (0.5 + 0.5 * hash(seed + 2, id)));
    const half = rows * (0.3 + 0.75 * hash(seed + 3, id));
    for (let y = 0; y < rows; y++) {
      const down = y / rows;
      const skirt = down < 0.5 ? 0 : ((down - 0.5) * 2) ** 2 * half * 0.9;
      const reach = half + Math.floor(down * 5) * 0.5 + skirt;
      const broken = (side: number): number =>
        Math.round(reach - 1.6 * hash(seed + side, id, Math.floor(y / 3)));
      const [left, right] = [broken(6), broken(7)];
      // Harder layers protrude and catch the light; those below are shaded.
      const layer = hash(seed + 5, id, Math.floor(y / 4));
      const stone = mix(body, shade, layer * 0.55);
      for (let x = -left; x <= right; x++) {
        const at = Math.round(column) + x;
        const isShaded = x > right * 0.3 + hash(seed + 4, at >> 1, Math.floor(y / 4)) * right * 0.3;
        const isLedge = y % 4 === 0 && layer > 0.45;
        const isCrack = hash(seed + 8, at, Math.floor((y + (at % 5)) / 9)) < 0.1 && y > 1;
        const base = isShaded ? mix(shade, stone, 0.15) : stone;
        const cut = isCrack ? mix(base, deepShade, 0.3) : base;
        const face = isLedge ? mix(cut, rim, isShaded ? 0.25 : 0.55) : cut;
        put(art, at, horizonRow - rows + y, y === 0 ? rim : face);
      }
    }
  }
}

const skull = ['.www.', 'wwwww', 'wkwkw', '.www.', '.w.w.'];

function paintDetails(art: Art, view: View): void {
  const { horizonRow, frontRow } = view;
  const [lit, body, dark] = [cactus[0]!, cactus[1]!, cactus[2]!];
  const size = Math.max(0.5, Math.min(1.4, horizonRow / 85));
  for (const { column, row, id } of strewnOn(art, view, 300, [41 * size, 0.06, 0.3])) {
    const high = Math.round((8 + 13 * hash(302, id)) * size);
    for (let x = 0; x < high * 0.8; x++)
      tintAt(art, [column + x, row + Math.floor(x / 5)], paint('#8a5632'), 0.35);
    paintCactus(art, [column, row], high, [lit, body, dark]);
    if (hash(303, id) > 0.55) put(art, column, row - high, paint('#ff7f9d'));
  }
  for (const { column, row, id } of strewnOn(art, view, 310, [29, 0.45, 0.4])) {
    const blade = hash(312, id) < 0.5 ? paint('#b98a45') : paint('#a87a3c');
    stamp(art, [column, row - 2], ['b..b', '.bb.', '.bb.'], { b: blade });
  }
  // One in a whole desert.
  if (art.ring !== undefined) return;
  const corner = Math.round(art.columns * 0.93);
  stamp(art, [corner, frontRow - 8], skull, { w: paint('#fff6df'), k: paint('#5e3320') });
}
