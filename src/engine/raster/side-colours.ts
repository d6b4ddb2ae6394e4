import { belowTop, keyShare, smoothStep } from '../figure/camera/light.ts';
import { edgeBits, opennessShift, wholeOpenness } from '../figure/open-edges.ts';
import { dot, type Vec3 } from '../figure/vector.ts';
import type { SceneLight, Tint } from '../image/background.ts';

/**
 * What black is on a side, and how much white is more than that, 0 … 255: colours in between are in
 * between. For each side of a plan and each set of open edges: `side * edgeSets + set`.
 */
type ChannelLevels = { readonly black: Uint8Array; readonly span: Uint8Array };
export type SideColours = Readonly<Record<'red' | 'green' | 'blue', ChannelLevels>>;

/** Sets of open edges, see `openEdges`. */
export const edgeSets = (wholeOpenness + 1) << opennessShift;
const channels = [0, 1, 2] as const;

/** The plan's own light, or that of a place. */
export function sideColours(numbers: Float32Array, light: SceneLight | undefined): SideColours {
  return light === undefined ? ownColours(numbers) : placeColours(sidesOf(numbers), light);
}

function createLevels(sides: number): ChannelLevels {
  const count = sides * edgeSets;
  return { black: new Uint8Array(count), span: new Uint8Array(count) };
}

/** White light: one table serves all channels. */
function ownColours(numbers: Float32Array): SideColours {
  const count = numbers.length / sideNumbers;
  const levels = createLevels(count);
  for (let side = 0; side < count; side++) {
    const shade = numbers[side * sideNumbers]!;
    levels.span.fill(shade, side * edgeSets, (side + 1) * edgeSets);
  }
  return { red: levels, green: levels, blue: levels };
}

function placeColours(sides: readonly Side[], light: SceneLight): SideColours {
  const create = (): ChannelLevels => createLevels(sides.length);
  const colours = [create(), create(), create()] as const;
  const added = new Float64Array(edgeSets * 3);
  sides.forEach((side, number) => {
    const at = number * edgeSets;
    if (number === glowSide) {
      for (const { span } of colours) span.fill(255, at, at + edgeSets);
      return;
    }
    const levels = lightLevels(light, side);
    addRims(light, side, added.fill(0));
    for (const channel of channels) {
      const { black, span } = colours[channel];
      const [darkest, lightest] = [levels.black[channel], levels.white[channel]];
      for (let set = 0; set < edgeSets; set++) {
        const more = added[set * 3 + channel]!;
        const dark = (255 * Math.min(1, darkest + more) + 0.5) | 0;
        black[at + set] = dark;
        span[at + set] = Math.max(0, ((255 * Math.min(1, lightest + more) + 0.5) | 0) - dark);
      }
    }
  });
  const [red, green, blue] = colours;
  return { red, green, blue };
}

/** What black and white are on a surface, 0 … 1. */
type Levels = { readonly black: Tint; readonly white: Tint };

/** What is in the main light gets more of the light from everywhere, so that black has sides, too. */
const ambientShares = { shade: 0.72, lit: 1.15 } as const;

/** Without the lights from behind. */
export function lightLevels(light: SceneLight, { normal }: Pick<Side, 'normal'>): Levels {
  const { lit, shade } = light;
  const share = keyShare(light, normal);
  const ambient = ambientShares.shade + (ambientShares.lit - ambientShares.shade) * share;
  const max = belowTop(normal);
  const white = (channel: 0 | 1 | 2): number =>
    (shade[channel] + (lit[channel] - shade[channel]) * share) * max;
  return {
    black: [light.ambient[0] * ambient, light.ambient[1] * ambient, light.ambient[2] * ambient],
    white: [white(0), white(1), white(2)],
  };
}

/** Of a light from behind on a side that looks straight at it; its edges get all of it. */
const rimOnSide = 0.55;

/** An edge catches light if what is beyond it turns away from the viewer. */
const awayRange = [0.45, 0.1] as const;

/** Adds what a side gets of the lights from behind: three channels for each set of open edges. */
function addRims(light: SceneLight, { normal, across, down }: Side, added: Float64Array): void {
  for (const { from, colour } of light.rims) {
    const onSide = rimOnSide * Math.max(0, dot(from, normal));
    const onLeft = towards(from, across, -1);
    const onRight = towards(from, across, 1);
    const onTop = towards(from, down, -1);
    const onBottom = towards(from, down, 1);
    for (let set = 0; set < edgeSets; set++) {
      const openness = (set >> opennessShift) / wholeOpenness;
      let share = 0;
      if ((set & edgeBits.left) !== 0 && onLeft > share) share = onLeft;
      if ((set & edgeBits.right) !== 0 && onRight > share) share = onRight;
      if ((set & edgeBits.top) !== 0 && onTop > share) share = onTop;
      if ((set & edgeBits.bottom) !== 0 && onBottom > share) share = onBottom;
      const caught = Math.max(onSide, share * openness);
      for (let channel = 0; channel < 3; channel++) {
        added[set * 3 + channel]! += caught * colour[channel]!;
      }
    }
  }
}

function towards(from: Vec3, direction: Vec3, sign: 1 | -1): number {
  return sign * dot(from, direction) * smoothStep(awayRange, sign * direction[2]);
}

/** A direction in which surfaces of a figure look, in the camera's axes: right, up, to the eye. */
export type Side = {
  /** Its own light: what white is on it, 0 … 255. */
  readonly shade: number;
  readonly normal: Vec3;
  /** From the left to the right, and from the top to the bottom of the texels on it. */
  readonly across: Vec3;
  readonly down: Vec3;
};

/** The sides of a plan, numbered. A stack's word has one byte for them. */
export type SideTable = { readonly sides: Side[]; readonly numbers: Map<string, number> };

/** The number of what glows: it keeps its colours in every light. */
export const glowSide = 0;

const maxSides = 256;

/** Numbers of each side in `Plan.sides`; the first is its shade. */
const sideNumbers = 10;

export function createSideTable(): SideTable {
  const towardsEye: Side = { shade: 255, normal: [0, 0, 1], across: [1, 0, 0], down: [0, -1, 0] };
  return { sides: [towardsEye], numbers: new Map() };
}

/** The number of a side; the most similar one, if there is no number left. */
export function numberOfSide({ sides, numbers }: SideTable, side: Side): number {
  const key = [side.shade, ...side.normal, ...side.across].map(thousandths).join(' ');
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = sides.length < maxSides ? sides.push(side) - 1 : maxSimilar(sides, side);
  numbers.set(key, number);
  return number;
}

function thousandths(length: number): number {
  return Math.round(length * 1000);
}

function maxSimilar(sides: readonly Side[], { normal: [x, y, z] }: Side): number {
  const likeness = sides.map(({ normal }) => x * normal[0] + y * normal[1] + z * normal[2]);
  return likeness.indexOf(Math.max(...likeness));
}

/** As numbers, one side after the other. */
export function packSides({ sides }: SideTable): Float32Array {
  return Float32Array.from(
    sides.flatMap(({ shade, normal, across, down }) => [shade, ...normal, ...across, ...down]),
  );
}

export function sidesOf(numbers: Float32Array): Side[] {
  return Array.from({ length: numbers.length / sideNumbers }, (_, side) => {
    const at = side * sideNumbers;
    const vector = (from: number): Vec3 => [numbers[from]!, numbers[from + 1]!, numbers[from + 2]!];
    return {
      shade: numbers[at]!,
      normal: vector(at + 1),
      across: vector(at + 4),
      down: vector(at + 7),
    };
  });
}
