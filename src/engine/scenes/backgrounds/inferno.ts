import {
  fill,
  mix,
  paint,
  paints,
  put,
  tintAt,
  type Art,
  type Paint,
  blink,
  onward,
  passed,
  sway,
  type Position,
} from '../art/art.ts';
import { lying, mottled, rough } from '../art/ground.ts';
import { cellAt, clouded, hash, scatter, waves } from '../art/noise.ts';
import { isDithered, paintGlow, paintRidge, paintSky, ramp, skyline } from '../art/sky.ts';
import { strewnOn, type Scene, type View } from '../scene.ts';

const air = ramp(paints('#16050f #2e0a16 #581420 #93271f #d2521f #f79a3a'), 11);
const lava = paints('#fff2a8 #ffc94a #ff8f26 #e85a17 #b5320f');

export const inferno: Scene = {
  light: {
    // Lava on all sides, but for the front: what falls there is warm, and still shows blue as blue.
    key: [0.2, 0.3, 0.9],
    lit: [1, 0.94, 0.9],
    shade: [0.66, 0.44, 0.42],
    ambient: [0.085, 0.045, 0.045],
    rims: [
      { from: [-0.82, -0.2, -0.5], colour: [0.7, 0.28, 0.06] },
      { from: [0.82, -0.2, -0.5], colour: [0.7, 0.28, 0.06] },
      { from: [0, -0.95, 0.2], colour: [0.26, 0.07, 0.02] },
    ],
  },
  textColours: { fill: '#fff0cf', soft: '#ffce8f', rim: '#22060c' },
  shadow: paint('#14040a'),
  ground: {
    top: cracked,
    lip: rough('#c4554a #a8443f'),
    front: dripping,
    mark: { lit: paint('#ffd56b'), dark: paint('#2a060c') },
  },
  paintBackdrop,
  paintDetails,
  paintAir,
};

const crust = lying(paints('#6b2230 #742735 #611e2c'), paints('#5a1c2a #652231 #531826 #5f1f2d'));

/** Dark crust that glows in its cracks. */
function cracked(column: number, row: number, near: number, ring = Infinity): Paint {
  const vein = Math.abs(clouded(17, [column * 0.55, row * 2.2], 9, ring * 0.55) - 0.5);
  if (vein < 0.022) return near > 0.3 ? lava[1]! : lava[2]!;
  if (vein < 0.05) return paint('#c2401c');
  return crust(column, row, near, ring);
}

const stone = mottled(paints('#4a1722 #541b27 #5e202c #682431 #501926'), paint('#16050b'));

/** Dark rock with lava running down in drops of uneven length. */
function dripping(column: number, depth: number, ring?: number): Paint {
  const { cell, at } = cellAt(column, 7, ring);
  const wide = 2 + Math.floor(hash(33, cell) * 2);
  const x = at - 2;
  const length = 3 + Math.round(7 * hash(34, cell) ** 2);
  if (hash(35, cell) < 0.42 && x >= 0 && x < wide && depth < length) {
    if (depth === length - 1) return x === 0 ? lava[3]! : lava[2]!;
    return x === 0 ? lava[1]! : x === wide - 1 ? lava[3]! : lava[2]!;
  }
  const colour = stone(column, depth, ring);
  if (depth < 1) return paint('#8a333a');
  const glow = hash(35, cell) < 0.42 && depth < length + 1 && x >= -1 && x <= wide;
  return glow ? mix(colour, paint('#d2521f'), 0.4) : colour;
}

function paintBackdrop(art: Art, view: View, phase: number): void {
  const { horizonRow, size } = view;
  const { columns } = art;
  paintSky(art, horizonRow, air);
  smoke(art, horizonRow);
  const sea = Math.round(horizonRow - 12 * size);
  paintGlow(art, { column: columns * 0.5, row: sea, radius: 62 * size }, paint('#ffb347'), 0.5);
  const cliffs = skyline(view, 9, [0.2, 0.2], 34);
  paintRidge(art, sea, { height: cliffs, step: 2 }, paints('#a83f28 #7a2426 #93301f'));
  fortress(art, [Math.round(columns * 0.1), sea], size);
  falls(art, sea, size, phase);
  ceiling(art, horizonRow, size);
  lavaSea(art, [sea, horizonRow], phase);
  for (const { column, id } of scatter(90, columns, 47 * size))
    basalt(art, [column, horizonRow + 1], id, size);
}

function smoke(art: Art, toRow: number): void {
  for (let row = 0; row < toRow; row++) {
    for (let column = 0; column < art.columns; column++) {
      const level = clouded(21, [column * 0.5, row * 1.3], 12) - 0.52;
      if (level > 0 && isDithered(column, row, level * 3))
        tintAt(art, [column, row], paint('#1d0812'), 0.3);
    }
  }
}

/** A castle on pillars with glowing windows. */
function fortress(art: Art, [left, baseRow]: Position, size: number): void {
  const body = paint('#2e0b17');
  const rim = paint('#7a2a24');
  const unit = Math.max(1, Math.round(3 * size));
  const towers = [
    [0, 15, 5],
    [5, 9, 9],
    [14, 19, 5],
    [19, 8, 8],
    [27, 12, 4],
  ] as const;
  for (const [at, high, wide] of towers) {
    const [x0, top, columns, rows] = [
      left + at * unit,
      baseRow - high * unit,
      wide * unit,
      high * unit,
    ];
    fill(art, [x0, top, columns, rows], body);
    fill(art, [x0, top, columns, 1], rim);
    fill(art, [x0 + columns - 1, top, 1, rows], rim);
    // Covers the rim too, which belongs to the wall.
    for (let x = 0; x < wide; x += 2) fill(art, [x0 + x * unit, top - unit, unit, unit + 1], body);
    for (let x = 1; x < wide - 1; x += 3) {
      for (let y = 3; y < high - 4; y += 5) {
        fill(art, [x0 + x * unit + 1, top + y * unit, Math.max(1, unit - 1), unit + 1], lava[1]!);
      }
    }
    if (wide > 6) gate(art, [x0 + 3 * unit, baseRow], unit, body);
  }
}

/** A gate with a glow behind its bars, brighter at the bottom. */
function gate(art: Art, [left, baseRow]: Position, unit: number, bar: Paint): void {
  for (let y = 0; y < 4 * unit; y++) {
    const row = baseRow - 1 - y;
    const inset = y >= 4 * unit - 1 ? 1 : 0;
    for (let x = inset; x < 3 * unit - inset; x++) {
      const isBar = unit > 1 && (x % 3 === 1 || y % 4 === 3);
      const glow = y < unit ? lava[1]! : y < 2.4 * unit ? lava[2]! : lava[3]!;
      put(art, left + x, row, isBar ? mix(bar, glow, 0.25) : glow);
    }
  }
}

function falls(art: Art, sea: number, size: number, phase: number): void {
  // Streaks of six rows; they come around once in a loop.
  const streaks = Math.ceil((sea + 60) / 6);
  const fallen = Math.round(phase * streaks * 6);
  for (const { column, id } of scatter(60, art.columns, 84 * size)) {
    const wide = Math.max(2, Math.round((3 + 4 * hash(61, id)) * size));
    const middle = column + wide / 2;
    paintGlow(art, { column: middle, row: sea * 0.75, radius: 20 * size }, lava[2]!, 0.3);
    for (let row = 0; row < sea; row++) {
      for (let x = 0; x < wide; x++) {
        const rim = x === 0 || x === wide - 1;
        const at = onward(row + x * 3, -fallen, streaks * 6);
        const streak = hash(62, column + x, Math.floor(at / 6));
        put(art, column + x, row, rim ? lava[3]! : lava[streak < 0.3 ? 0 : streak < 0.65 ? 1 : 2]!);
      }
    }
    paintGlow(art, { column: middle, row: sea, radius: 8 * size }, lava[0]!, 0.8);
  }
}

function ceiling(art: Art, horizonRow: number, size: number): void {
  for (let column = 0; column < art.columns; column++) {
    const cell = column >> 1;
    const rows = Math.round(
      horizonRow * (0.05 + 0.13 * waves(71, cell * 2, 15 * size) + 0.06 * hash(72, cell)),
    );
    for (let row = 0; row < rows; row++) {
      const edge = rows - row;
      const rock = hash(73, cell, row >> 1) < 0.25 ? '#2b0a15' : '#1d0710';
      put(art, column, row, paint(edge === 1 ? '#43131f' : rock));
    }
  }
}

function lavaSea(art: Art, [fromRow, toRow]: readonly [number, number], phase: number): void {
  for (let row = fromRow; row < toRow; row++) {
    const near = (row - fromRow) / Math.max(1, toRow - fromRow);
    for (let column = 0; column < art.columns; column++) {
      const drift = sway(phase, 3 + 5 * near);
      const wave = clouded(81, [(column + drift) * 0.35, row * 2.6], 3 + near * 3);
      const tone = wave < 0.3 ? 3 : wave < 0.52 ? 2 : wave < 0.78 ? 1 : 0;
      put(art, column, row, row === fromRow ? lava[0]! : lava[tone]!);
    }
  }
}

/** A group of dark columns in the lava. */
function basalt(art: Art, [column, baseRow]: Position, id: number, size: number): void {
  if (hash(91, id) < 0.3) return;
  for (let part = 0; part < 5; part++) {
    const wide = Math.max(2, Math.round(4 * size));
    const high = Math.round((6 + 17 * hash(92, id, part) * (1 - Math.abs(part - 2) / 3.2)) * size);
    const left = column + (part - 2) * wide;
    fill(art, [left, baseRow - high, wide, high], paint('#2a0c18'));
    fill(art, [left, baseRow - high, wide, 1], paint('#7c2f33'));
    fill(art, [left + wide - 1, baseRow - high + 1, 1, high - 1], paint('#1c0710'));
    fill(art, [left, baseRow - 2, wide, 2], paint('#8a2d1d'));
  }
}

/** How far an ember rises in a loop. */
const riseRows = 16;

function paintDetails(art: Art, view: View, phase: number): void {
  for (const { column, row, id } of strewnOn(art, view, 300, [43, 0.2, 0.6])) {
    const flicker = sway(4 * phase + 0.5 * Math.round(hash(303, id)), 1.4);
    flame(art, [column, row], Math.max(2, 3 + Math.round(3 * hash(302, id)) + flicker));
  }
}

/** Embers that rise. */
function paintAir(art: Art, { frontRow }: View, phase: number): void {
  for (let home = 2; home < frontRow - 2; home++) {
    for (let still = 0; still < art.columns; still++) {
      const chance = hash(320, still, home);
      if (chance > 0.0035) continue;
      // An ember rises, and starts again below where it began.
      const moment = hash(321, still, home);
      const row = home - Math.round(riseRows * passed(phase, moment));
      const column = still + sway(2 * phase, 1 + 600 * chance);
      if (row < 2 || row >= frontRow - 2) continue;
      const bright = row / frontRow > 0.45 ? lava[1]! : lava[2]!;
      const light = blink(phase, moment);
      tintAt(art, [column, row], bright, 0.85 * light);
      if (chance < 0.0008) tintAt(art, [column, row - 1], bright, 0.6 * light);
    }
  }
}

function flame(art: Art, [column, row]: Position, high: number): void {
  paintGlow(art, { column, row: row - high / 2, radius: high * 2.2 }, lava[2]!, 0.45);
  for (let y = 0; y < high; y++) {
    const half = Math.round((y / high) * 1.6);
    for (let x = -half; x <= half; x++) {
      const bent = (y & 1) === 0 && y < high / 2 ? 1 : 0;
      const inner = y > high * 0.6 ? lava[0]! : lava[1]!;
      const colour = Math.abs(x) === half && half > 0 ? lava[2]! : inner;
      put(art, column + x + bent, row - high + y, colour);
    }
  }
}
