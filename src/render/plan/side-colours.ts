import { belowTop, keyShare, smoothStep, type PlaceLight, type Tint } from '../camera/light.ts';
import { edgeBits } from '../model/open-edges.ts';
import { dot, type Vec3 } from '../model/vector.ts';
import { sidesOf, type Side } from './sides.ts';

/**
 * What black is on a side, and how much white is more than that, 0 … 255: colours in between are in
 * between. For each side of a plan and each of 16 sets of `edgeBits`: `side * 16 + bits`.
 */
export type ChannelLevels = { readonly black: Uint8Array; readonly span: Uint8Array };
export type SideColours = Readonly<Record<'red' | 'green' | 'blue', ChannelLevels>>;

const edgeSets = 16;
const channels = [0, 1, 2] as const;

/** The plan's own light, or that of a place. */
export function sideColours(numbers: Float32Array, light: PlaceLight | undefined): SideColours {
  const sides = sidesOf(numbers);
  const create = (): ChannelLevels => ({
    black: new Uint8Array(sides.length * edgeSets),
    span: new Uint8Array(sides.length * edgeSets),
  });
  const colours = [create(), create(), create()] as const;
  sides.forEach((side, number) => {
    const at = number * edgeSets;
    if (light === undefined) {
      for (const { span } of colours) span.fill(side.shade, at, at + edgeSets);
      return;
    }
    const levels = placeLevels(light, side);
    const rims = light.rims.map((rim) => ({ ...rim, shares: rimShares(rim.from, side) }));
    for (let bits = 0; bits < edgeSets; bits++) {
      for (const channel of channels) {
        let added = 0;
        for (const { colour, shares } of rims) added += colour[channel] * shares[bits]!;
        const black = Math.round(255 * Math.min(1, levels.black[channel] + added));
        const white = Math.round(255 * Math.min(1, levels.white[channel] + added));
        colours[channel].black[at + bits] = black;
        colours[channel].span[at + bits] = Math.max(0, white - black);
      }
    }
  });
  const [red, green, blue] = colours;
  return { red, green, blue };
}

/** What black and white are on a surface, 0 … 1. */
export type Levels = { readonly black: Tint; readonly white: Tint };

/** What is in the main light gets more of the light from everywhere, so that black has sides, too. */
const ambientShares = { shade: 0.72, lit: 1.15 } as const;

/** Without the lights from behind. */
export function placeLevels(light: PlaceLight, { normal }: Pick<Side, 'normal'>): Levels {
  const { lit, shade } = light;
  const share = keyShare(light, normal);
  const ambient = ambientShares.shade + (ambientShares.lit - ambientShares.shade) * share;
  const most = belowTop(normal);
  const white = (channel: 0 | 1 | 2): number =>
    (shade[channel] + (lit[channel] - shade[channel]) * share) * most;
  return {
    black: [light.ambient[0] * ambient, light.ambient[1] * ambient, light.ambient[2] * ambient],
    white: [white(0), white(1), white(2)],
  };
}

/** Of a light from behind on a side that looks straight at it; its edges get all of it. */
const rimOnSide = 0.55;

/** An edge catches light if what is beyond it turns away from the viewer. */
const awayRange = [0.45, 0.1] as const;

/** How much of a light from behind a side gets, for each set of `edgeBits`. */
function rimShares(from: Vec3, { normal, across, down }: Side): Float64Array {
  const onSide = rimOnSide * Math.max(0, dot(from, normal));
  const towards = (direction: Vec3, sign: 1 | -1): number =>
    sign * dot(from, direction) * smoothStep(awayRange, sign * direction[2]);
  const edges = [
    [edgeBits.left, towards(across, -1)],
    [edgeBits.right, towards(across, 1)],
    [edgeBits.top, towards(down, -1)],
    [edgeBits.bottom, towards(down, 1)],
  ] as const;
  const shares = new Float64Array(edgeSets).fill(onSide);
  for (const [bit, share] of edges) {
    if (share <= onSide) continue;
    for (let bits = 0; bits < edgeSets; bits++) {
      if ((bits & bit) !== 0) shares[bits] = Math.max(shares[bits]!, share);
    }
  }
  return shares;
}
