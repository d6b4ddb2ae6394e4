import {
  fill,
  mix,
  paint,
  paints,
  put,
  tintAt,
  type Art,
  type Paint,
  type Position,
} from './art.ts';
import { hash } from './noise.ts';
import { ditheredLevel } from './sky.ts';

/** The size of a camp in units, of which a player who stands has 32. */
export const campUnits = { width: 46, height: 19, below: 2.5 } as const;

/** Where a camp is, in art pixels. */
type Camp = {
  readonly middle: number;
  /** The row on which it stands. */
  readonly ground: number;
  /** Art pixels of a unit. */
  readonly scale: number;
  /** Of its flames, 0 … 1. */
  readonly phase: number;
};

const bark = paints('#6f4a30 #5c3b27 #472c1e');
const cut = paints('#c79a66 #a97a4b');
const stone = paints('#a7a9b4 #83858f #5d5f6b');
const flames = paints('#d9481f #f2842a #ffc24a #fff0b4');
const glow = paint('#ffb347');

/** Draws a campfire in a ring of stones, between two logs on which nobody sits yet. */
export function paintCamp(art: Art, camp: Camp): void {
  paintLight(art, camp);
  seat(art, camp, -1);
  seat(art, camp, 1);
  ring(art, camp, stonesBehind);
  paintFlames(art, camp);
  firewood(art, camp);
  paintSparks(art, camp);
  ring(art, camp, stonesInFront);
}

/** The light of the fire on the ground; it breathes with the flames. */
function paintLight(art: Art, { middle, ground, scale, phase }: Camp): void {
  const wide = scale * (20 + Math.sin(2 * Math.PI * 3 * phase));
  const flat = scale * 3.2;
  for (let y = -flat; y <= flat; y++) {
    for (let x = -wide; x <= wide; x++) {
      const at = [Math.round(middle + x), Math.round(ground + y)] as const;
      const steps = ditheredLevel(...at, Math.max(0, 1 - Math.hypot(x / wide, y / flat)) * 4);
      if (steps > 0) tintAt(art, at, glow, steps * 0.13);
    }
  }
}

/** A log to sit on, with its cut end towards the fire. */
function seat(art: Art, { middle, ground, scale }: Camp, side: 1 | -1): void {
  const thick = Math.max(3, Math.round(4.6 * scale));
  const long = Math.round(10 * scale);
  const bottom = Math.round(ground - 0.4 * scale);
  const from = Math.round(middle + side * 11.5 * scale);
  for (let x = 0; x < long; x++) {
    for (let y = 0; y < thick; y++) {
      const isKnot = hash(301, x >> 1, y + (side > 0 ? 50 : 0)) < 0.16;
      const shade = y < thick * 0.3 ? 0 : y < thick * 0.72 ? 1 : 2;
      put(art, from + side * x, bottom - thick + y, bark[Math.min(2, shade + (isKnot ? 1 : 0))]!);
    }
  }
  const end = Math.max(2, Math.round(thick * 0.55));
  for (let x = 0; x < end; x++) {
    for (let y = 0; y < thick; y++) {
      const away = Math.hypot((x + 0.5) / end - 0.5, (y + 0.5) / thick - 0.5);
      const colour = away < 0.2 || (away > 0.32 && away < 0.44) ? cut[1]! : cut[0]!;
      if (away < 0.56) put(art, from + side * (x - 1), bottom - thick + y, colour);
    }
  }
}

/** Stones by their angle around the fire, as shares of a half round. */
const stonesBehind = [0.14, 0.32, 0.5, 0.68, 0.86];
const stonesInFront = [-0.02, -0.18, -0.36, -0.54, -0.72, -0.9, 1.02];

function ring(art: Art, { middle, ground, scale }: Camp, angles: readonly number[]): void {
  const size = Math.max(2, Math.round(2.3 * scale));
  angles.forEach((share, index) => {
    const angle = Math.PI * share;
    const left = Math.round(middle + Math.cos(angle) * 7.6 * scale - size / 2);
    const wide = size + (hash(310, index) < 0.4 ? 1 : 0);
    const high = Math.max(2, Math.round(size * (0.72 + 0.2 * hash(311, index))));
    const top = Math.round(ground - Math.sin(angle) * 1.7 * scale) - high;
    fill(art, [left, top, wide, high], stone[1]!);
    fill(art, [left, top, wide, 1], stone[0]!);
    fill(art, [left, top + high - 1, wide, 1], stone[2]!);
  });
}

/** Two logs that lie across each other in front of the flames, with hot ends. */
function firewood(art: Art, { middle, ground, scale }: Camp): void {
  const thick = Math.max(2, Math.round(1.5 * scale));
  for (const side of [-1, 1]) {
    const steps = Math.ceil(9 * scale);
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      const column = Math.round(middle + side * (5.4 - 8.4 * share) * scale);
      const row = Math.round(ground - (0.3 + 2.6 * share) * scale - thick);
      for (let y = 0; y < thick; y++) {
        const isHot = hash(320, step >> 1, y) < share * 0.8 - 0.2;
        const shade = y === 0 ? 0 : y === thick - 1 ? 2 : 1;
        put(art, column, row + y, isHot ? flames[shade === 0 ? 1 : 0]! : bark[shade]!);
      }
    }
  }
}

/**
 * Tongues of fire: where each is, how high and how wide, in units; how often it leaps in a loop, and when;
 * and to which side its point bends.
 */
const tongues = [
  { at: -4.4, high: 6.4, wide: 1.9, leaps: 4, from: 0.1, bend: -0.8 },
  { at: 4.6, high: 5.6, wide: 1.8, leaps: 3, from: 0.4, bend: 1 },
  { at: -2.1, high: 10.2, wide: 2.5, leaps: 3, from: 0.05, bend: -1.6 },
  { at: 2.7, high: 8.8, wide: 2.4, leaps: 5, from: 0.15, bend: 1.7 },
  { at: 0.4, high: 14.2, wide: 3.3, leaps: 2, from: 0, bend: 1.1 },
] as const;

function paintFlames(art: Art, camp: Camp): void {
  flames.forEach((colour, layer) => tonguesOf(art, camp, colour, 1 - layer * 0.23));
}

/** One colour of all tongues: the inner ones are smaller. */
function tonguesOf(
  art: Art,
  { middle, ground, scale, phase }: Camp,
  colour: Paint,
  share: number,
): void {
  const base = Math.round(ground - 0.8 * scale);
  for (const { at, high, wide, leaps, from, bend } of tongues) {
    const wave = (shift: number): number => Math.sin(2 * Math.PI * (leaps * phase + from + shift));
    const rows = Math.round(high * scale * share ** 0.8 * (1 + 0.18 * wave(0)));
    for (let up = 0; up < rows; up++) {
      const rise = up / rows;
      // A drop: widest in its lower third, and drawn out to a point that bends.
      const round = Math.min(1, 0.62 + rise * 1.5) * (1 - rise) ** 0.62;
      const half = Math.max(0.5, wide * scale * share ** 0.7 * round);
      const aside = (rise ** 2 * (bend + 0.9 * wave(0.3)) + 0.5 * rise * wave(rise)) * scale;
      const left = Math.round(middle + at * scale * share ** 0.3 + aside - half);
      fill(art, [left, base - up, Math.max(1, Math.round(2 * half)), 1], colour);
    }
  }
}

const sparkCount = 7;

/** Sparks rise, each once or twice in a loop, and go out. */
function paintSparks(art: Art, { middle, ground, scale, phase }: Camp): void {
  for (let index = 0; index < sparkCount; index++) {
    const rounds = hash(330, index) < 0.5 ? 1 : 2;
    const rise = (rounds * phase + hash(331, index)) % 1;
    const sway = Math.sin(2 * Math.PI * (rise + hash(332, index))) * 1.4;
    const at: Position = [
      Math.round(middle + ((hash(333, index) - 0.5) * 9 + sway) * scale),
      Math.round(ground - (5 + rise * 13.5) * scale),
    ];
    tintAt(art, at, mix(flames[3]!, flames[1]!, rise), 1 - rise ** 2);
  }
}

const wood = paints('#a9743f #9a6838 #b58049');
const [edge, lit, dark] = paints('#3d2618 #c9945a #7a4f2a');
const nail = paint('#d9d3c7');

/** Where a sign is, in art pixels. */
type Sign = {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  /** Of its board. */
  readonly rows: number;
  /** The row on which its post stands; at the lower edge of its board if it has none. */
  readonly ground: number;
};

/** Draws a board of planks on a post. */
export function paintSign(art: Art, { left, top, columns, rows, ground }: Sign): void {
  const thick = Math.max(2, Math.round(rows / 6));
  const post = left + Math.round((columns - thick) / 2);
  fill(art, [post - 1, top + rows, thick + 2, ground - top - rows], edge!);
  fill(art, [post, top + rows, thick, ground - top - rows], dark!);
  fill(art, [post, top + rows, 1, ground - top - rows], wood[0]!);
  fill(art, [left, top, columns, rows], edge!);
  const plank = Math.max(3, Math.round((rows - 2) / 3));
  for (let y = 1; y < rows - 1; y++) {
    const at = Math.floor((y - 1) / plank);
    const isGap = (y - 1) % plank === plank - 1 && y < rows - 2;
    for (let x = 1; x < columns - 1; x++) {
      // The grain runs along the planks.
      const grain = hash(401 + at, Math.floor((x + at * 5) / 6), y);
      const plain = y === 1 ? lit! : wood[Math.floor(grain * wood.length)]!;
      put(art, left + x, top + y, isGap ? dark! : plain);
    }
  }
  for (const x of [2, columns - 3]) put(art, left + x, top + 2, nail);
}
