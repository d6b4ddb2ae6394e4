import {
  isAtDepth,
  fill,
  mix,
  paint,
  paints,
  put,
  tintAt,
  type Art,
  blink,
  sway,
  type Position,
} from '../art/art.ts';
import { fringed, lying, mottled, rough } from '../art/ground.ts';
import { clouded, hash, scatter, strewn } from '../art/noise.ts';
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
  type Disc,
  paintMountains,
  skyline,
} from '../art/sky.ts';
import type { Scene, View } from '../scene.ts';

const sky = ramp(paints('#0b0a2c #151647 #27296b #463f8c #7a5fa6 #b98bb4'), 12);
const foliage = [paint('#3f6f94'), paint('#274a72'), paint('#1a3358'), paint('#120f26')] as const;
const water = paints('#2a3a78 #36508f #4a6aa8');
const moonlight = paint('#eef0ff');
const lamp = paints('#fff3c4 #ffc864 #e2883c');

export const night: Scene = {
  light: {
    // The moon, from the right, and what is left of the sky.
    key: [0.42, 0.5, 0.76],
    lit: [0.86, 0.91, 1],
    shade: [0.42, 0.45, 0.68],
    ambient: [0.1, 0.12, 0.21],
    rims: [
      { from: [0.8, 0.36, -0.48], colour: [0.42, 0.48, 0.62] },
      { from: [-0.84, 0.2, -0.5], colour: [0.12, 0.1, 0.26] },
    ],
  },
  textColours: { fill: '#fff3d6', soft: '#d9d2f5', rim: '#0d0a26' },
  shadow: paint('#040a1c'),
  ground: {
    top: lying(paints('#5b8f92 #639a99 #54878c'), paints('#477f76 #508a7e #3f756f #4c857b')),
    lip: rough('#b2e0cf #93c9bb'),
    front: fringed(
      { shades: paints('#3f7a6a #376e61 #478574 #2f6156'), min: 2, max: 5 },
      mottled(paints('#3d2d42 #463448 #4f3b50 #574258 #49374a'), paint('#171024')),
    ),
    mark: { lit: paint('#ffe6a8'), dark: paint('#150e1c') },
  },
  paintBackdrop,
  paintDetails,
  paintAir,
};

function paintBackdrop(art: Art, view: View, phase: number): void {
  const { horizonRow, size } = view;
  const { columns } = art;
  paintSky(art, horizonRow, sky);
  paintHaze(art, horizonRow);
  const colours = paints('#ffffff #cfe0ff #ffe9c9 #bfc8ff');
  paintStars(art, horizonRow * 0.7, { seed: 5, colours, phase });
  const moon = { column: columns * 0.86, row: horizonRow * 0.27, radius: 12 * size };
  paintMoon(art, moon);
  paintClouds(art, view, phase, {
    seed: 47,
    rows: [0.36, 0.58],
    spacing: 74,
    longest: 58,
    colours: paints('#b5a6dc #7d72b8 #5a5298'),
    opacity: 0.6,
  });
  const mountains = paints('#8a72ad #5d5da6 #3d3b80 #d5d8fa #7f7fc4');
  paintMountains(art, view, { seed: 8, spacing: 46, high: 0.46 }, mountains);
  const farHills = skyline(view, 19, [0.09, 0.13], 52);
  paintRidge(
    art,
    horizonRow,
    { height: farHills, step: 2 },
    paints('#5f7dba #2f4580 #3a558f #5a6fa4'),
  );
  lake(art, { fromRow: Math.round(horizonRow - 9 * size), toRow: horizonRow, moon });
  const near = skyline(view, 24, [-0.04, 0.16], 58);
  for (const { column, id } of scatter(81, columns, 8 * size)) {
    if (hash(82, id) < 0.2 || near(column) < 1) continue;
    const high = Math.round((10 + 12 * hash(83, id)) * size);
    paintPine(art, [column, Math.round(horizonRow - near(column)) + 1], high, { foliage });
  }
  paintRidge(art, horizonRow, { height: near, step: 2 }, paints('#5c9a94 #2b5a63 #35696b'));
  for (const { column, id } of scatter(91, columns, 78 * size)) {
    const lift = Math.max(0, near(column));
    if (columns > 90)
      cottage(art, [column, Math.round(horizonRow - lift) + 2], 1 + (hash(92, id) > 0.5 ? 1 : 0));
  }
}

type Lake = { readonly fromRow: number; readonly toRow: number; readonly moon: Disc };

/** Still water with the moon in it, in dashes that get longer towards the viewer. */
function lake(art: Art, { fromRow, toRow, moon }: Lake): void {
  const rows = Math.max(1, toRow - fromRow);
  for (let row = fromRow; row < toRow; row++) {
    const near = (row - fromRow) / rows;
    const reach = moon.radius * (0.5 + 1.3 * near);
    for (let column = 0; column < art.columns; column++) {
      const dash = hash(95, Math.floor((column + row * 3) / (3 + 3 * near)), row);
      const level = Math.max(0, 1 - Math.abs(column - moon.column) / reach);
      const shade = water[Math.min(2, Math.floor(near * 2 + dash))]!;
      const isBright = dash < 0.07 + level * 0.75;
      put(art, column, row, isBright ? mix(shade, moonlight, 0.22 + level * 0.7) : shade);
    }
  }
}

/** A faint band of distant stars. */
function paintHaze(art: Art, horizonRow: number): void {
  for (let row = 0; row < horizonRow; row++) {
    for (let column = 0; column < art.columns; column++) {
      const across = (column / art.columns - 0.62) * 1.5 + (row / horizonRow - 0.35) * 0.9;
      const cloud = 0.4 + 0.9 * clouded(4, [column, row * 1.5], 13);
      const level = (1 - Math.abs(across) * 3.2) * cloud;
      const steps = ditheredLevel(column, row, level * 3);
      if (steps > 0) tintAt(art, [column, row], 0xffd89a8a, Math.min(3, steps) * 0.075);
    }
  }
}

function paintMoon(art: Art, disc: Disc): void {
  const [lit, body, dark] = paints('#fffbe6 #f3ecd2 #d8cfc0');
  paintGlow(art, { ...disc, radius: disc.radius * 4.6 }, paint('#b9b6f2'), 0.34);
  paintGlow(art, { ...disc, radius: disc.radius * 1.9 }, paint('#e9e6ff'), 0.5);
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
function cottage(art: Art, [left, baseRow]: Position, windows: number): void {
  const wide = 5 + windows * 3;
  fill(art, [left, baseRow - 5, wide, 5], paint('#2a2550'));
  for (let y = 0; y < 4; y++) {
    const slate = paint(y === 3 ? '#7a6cae' : '#473c78');
    fill(art, [left - 1 + y, baseRow - 6 - y, wide + 2 - 2 * y, 1], slate);
  }
  for (let i = 0; i < windows; i++) {
    const at = left + 2 + i * 4;
    paintGlow(art, { column: at, row: baseRow - 3, radius: 8 }, lamp[1]!, 0.42);
    fill(art, [at, baseRow - 4, 2, 2], lamp[0]!);
  }
}

function paintDetails(art: Art, { horizonRow, size, deep }: View): void {
  for (const { column, id } of strewn(240, art, 62 * size)) {
    const row = Math.round(horizonRow + deep * (0.12 + 0.2 * hash(241, id)));
    if (isAtDepth(art, row)) lantern(art, [column, row], size);
  }
  for (let layer = 0; layer < 3; layer++) {
    const row = Math.round(horizonRow + deep * [0.2, 0.5, 0.82][layer]!);
    for (const { column, id } of strewn(200 + layer, art, 19)) {
      const y = row + Math.round((hash(210 + layer, id) - 0.5) * deep * 0.2);
      if (!isAtDepth(art, y)) continue;
      const blade = mix(paint('#8fc4ae'), paint('#37695f'), hash(211, id));
      put(art, column, y, blade);
      put(art, column + 1, y - 1, blade);
      put(art, column + 2, y, blade);
      if (hash(212 + layer, id) < 0.3) put(art, column, y - 1, paint('#d5c8ff'));
    }
  }
}

/** Fireflies: they wander, and go out for a moment. */
function paintAir(art: Art, { frontRow, deep }: View, phase: number): void {
  for (const { column: home, id } of scatter(260, art.columns, 23)) {
    const column = home + sway(phase, 2 + 3 * hash(262, id));
    const up = sway(2 * phase, 1 + 2 * hash(263, id));
    const row = Math.round(frontRow - deep * (0.3 + 1.9 * hash(261, id))) + up;
    const light = blink(phase, hash(264, id));
    paintGlow(art, { column, row, radius: 4 }, paint('#f6e27a'), 0.45 * light);
    tintAt(art, [column, row], paint('#fff6b0'), light);
  }
}

/** A lamp on a post, and its light on the grass. */
function lantern(art: Art, [column, row]: Position, size: number): void {
  const high = Math.max(5, Math.round(11 * size));
  const reach = 15 * size;
  for (let y = -Math.round(reach * 0.28); y <= reach * 0.28; y++) {
    for (let x = -Math.round(reach); x <= reach; x++) {
      const away = Math.hypot(x / reach, y / (reach * 0.28));
      const steps = ditheredLevel(column + x, row + y, Math.max(0, 1 - away) * 3);
      if (steps > 0) tintAt(art, [column + x, row + y], lamp[1]!, steps * 0.13);
    }
  }
  fill(art, [column, row - high, 1, high], paint('#2a1f3a'));
  paintGlow(art, { column, row: row - high - 1, radius: 11 * size }, lamp[1]!, 0.5);
  fill(art, [column - 1, row - high - 3, 3, 1], paint('#2a1f3a'));
  fill(art, [column - 1, row - high - 2, 3, 2], lamp[1]!);
  put(art, column, row - high - 2, lamp[0]!);
}
