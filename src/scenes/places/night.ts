import { fill, mix, paint, paints, put, tintAt, type Art } from '../art/art.ts';
import { fringed, lying, mottled, type Terrain } from '../art/ground.ts';
import { blink, sway } from '../art/life.ts';
import { clouded, hash, hills, peaks, scatter } from '../art/noise.ts';
import { paintPine } from '../art/plants.ts';
import {
  ditheredLevel,
  paintClouds,
  paintDisc,
  paintGlow,
  paintRidge,
  paintSky,
  paintStars,
  ramp,
} from '../art/sky.ts';
import { sizeOf, type Scene } from '../scene.ts';

const sky = ramp(paints('#0b0924 #15123c #272056 #423678 #6a5196'), 10);
const foliage = [paint('#26456b'), paint('#1c3358'), paint('#152646'), paint('#120f26')] as const;

export const night: Scene = {
  light: { lit: [0.82, 0.88, 1.08], shade: [0.46, 0.48, 0.78] },
  ink: { fill: '#fff3d6', soft: '#d9d2f5', rim: '#0d0a26' },
  shadow: paint('#05060f'),
  ground: {
    top: lying(paints('#2f5a55 #34625a #2a5250'), paints('#2c5c48 #326650 #275242 #2f6049')),
    lip: (column) => (hash(3, column >> 1) < 0.5 ? paint('#6aa88a') : paint('#558f78')),
    front: fringed(
      { shades: paints('#2a5a48 #254f40 #306650 #1f4638'), least: 2, most: 5 },
      mottled(paints('#3a2a33 #43303a #4c3741 #543d46 #47343d'), paint('#1a1220')),
    ),
    mark: { lit: paint('#ffe6a8'), dark: paint('#150e1c') },
  },
  paintBackdrop,
  paintDetails,
};

function paintBackdrop(art: Art, { horizonRow }: Terrain, phase: number): void {
  const { columns } = art;
  const size = sizeOf(horizonRow);
  paintSky(art, horizonRow, sky);
  paintHaze(art, horizonRow);
  const colours = paints('#ffffff #cfe0ff #ffe9c9 #bfc8ff');
  paintStars(art, horizonRow * 0.8, { seed: 5, colours, phase });
  paintMoon(art, { column: columns * 0.86, row: horizonRow * 0.27, radius: 11 * size });
  paintClouds(art, {
    seed: 47,
    fromRow: horizonRow * 0.34,
    toRow: horizonRow * 0.6,
    spacing: 74 * size,
    longest: 56 * size,
    colours: [paint('#7d70b8'), paint('#5b4f95'), paint('#463b7d')],
    opacity: 0.55,
    phase,
  });
  paintRidge(art, {
    height: (x) => horizonRow * (0.12 + 0.3 * peaks(6, x + 12, 44 * size)),
    baseRow: horizonRow,
    colours: paints('#3a3474 #443c82 #54498f'),
    step: 1,
    rim: paint('#5d53a0'),
  });
  const ridge = (x: number): number => horizonRow * (0.07 + 0.15 * hills(19, x, 52 * size));
  paintRidge(art, {
    height: ridge,
    baseRow: horizonRow,
    colours: paints('#263a66 #2a4470'),
    step: 2,
    rim: paint('#35508a'),
  });
  const near = (x: number): number => horizonRow * (0.02 + 0.1 * hills(24, x, 66 * size));
  for (const { column, id } of scatter(81, columns, 8 * size)) {
    if (hash(82, id) < 0.2) continue;
    const high = Math.round((9 + 10 * hash(83, id)) * size);
    paintPine(art, [column, Math.round(horizonRow - near(column)) + 1], high, { foliage });
  }
  paintRidge(art, {
    height: near,
    baseRow: horizonRow,
    colours: paints('#1d3f4c #234a50'),
    step: 2,
    rim: paint('#2f5f62'),
  });
  for (const { column, id } of scatter(91, columns, 88 * size)) {
    if (columns > 90)
      cottage(
        art,
        [column, Math.round(horizonRow - near(column)) + 2],
        1 + (hash(92, id) > 0.5 ? 1 : 0),
      );
  }
}

/** A faint band of distant stars. */
function paintHaze(art: Art, horizonRow: number): void {
  for (let row = 0; row < horizonRow; row++) {
    for (let column = 0; column < art.columns; column++) {
      const across = (column / art.columns - 0.62) * 1.5 + (row / horizonRow - 0.35) * 0.9;
      const level =
        (1 - Math.abs(across) * 3.4) * (0.35 + 0.9 * clouded(4, [column, row * 1.5], 13));
      const steps = ditheredLevel(column, row, level * 3);
      if (steps > 0) tintAt(art, [column, row], 0xffd89a8a, Math.min(3, steps) * 0.075);
    }
  }
}

function paintMoon(art: Art, disc: { column: number; row: number; radius: number }): void {
  const [lit, body, dark] = paints('#fffbe6 #f3ecd2 #d8cfc0');
  paintGlow(art, { ...disc, radius: disc.radius * 3.6 }, paint('#b9b6f2'), 0.36);
  const craters = [
    [-0.3, -0.25, 0.24],
    [0.28, 0.12, 0.3],
    [-0.2, 0.45, 0.18],
    [0.35, -0.45, 0.14],
  ] as const;
  paintDisc(art, disc, (x, y) => {
    if (craters.some(([cx, cy, r]) => Math.hypot(x - cx, y - cy) < r)) return dark;
    return x + y > 0.85 ? dark : x + y < -0.2 ? lit : body;
  });
}

/** A distant house with lit windows. */
function cottage(art: Art, [left, baseRow]: readonly [number, number], windows: number): void {
  const wide = 5 + windows * 3;
  fill(art, { left, top: baseRow - 5, columns: wide, rows: 5 }, paint('#1a1a38'));
  for (let y = 0; y < 4; y++) {
    fill(
      art,
      { left: left - 1 + y, top: baseRow - 6 - y, columns: wide + 2 - 2 * y, rows: 1 },
      paint(y === 3 ? '#4a3f74' : '#2c2550'),
    );
  }
  for (let i = 0; i < windows; i++) {
    const at = left + 2 + i * 4;
    paintGlow(art, { column: at, row: baseRow - 3, radius: 5 }, paint('#ffc35e'), 0.35);
    fill(art, { left: at, top: baseRow - 4, columns: 2, rows: 2 }, paint('#ffd980'));
  }
}

function paintDetails(art: Art, { horizonRow, frontRow }: Terrain, phase: number): void {
  const deep = frontRow - horizonRow;
  for (let layer = 0; layer < 3; layer++) {
    const row = Math.round(horizonRow + deep * [0.2, 0.5, 0.82][layer]!);
    for (const { column, id } of scatter(200 + layer, art.columns, 19)) {
      const y = row + Math.round((hash(210 + layer, id) - 0.5) * deep * 0.2);
      const blade = mix(paint('#5d9a80'), paint('#1f463a'), hash(211, id));
      put(art, column, y, blade);
      put(art, column + 1, y - 1, blade);
      put(art, column + 2, y, blade);
      if (hash(212 + layer, id) < 0.3) put(art, column, y - 1, paint('#b7a6ee'));
    }
  }
  // Fireflies: they wander, and go out for a moment.
  for (const { column: home, id } of scatter(260, art.columns, 23)) {
    const column = home + sway(phase, 2 + 3 * hash(262, id));
    const up = sway(2 * phase, 1 + 2 * hash(263, id));
    const row = Math.round(frontRow - deep * (0.3 + 1.9 * hash(261, id))) + up;
    const light = blink(phase, hash(264, id));
    paintGlow(art, { column, row, radius: 4 }, paint('#f6e27a'), 0.45 * light);
    tintAt(art, [column, row], paint('#fff6b0'), light);
  }
}
