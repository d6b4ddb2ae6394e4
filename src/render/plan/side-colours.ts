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

/** The plan's own light, or that of a place. */
export function sideColours(numbers: Float32Array, light: PlaceLight | undefined): SideColours {
  const sides = sidesOf(numbers);
  const create = (): ChannelLevels => ({
    black: new Uint8Array(sides.length * edgeSets),
    span: new Uint8Array(sides.length * edgeSets),
  });
  const colours = [create(), create(), create()] as const;
  sides.forEach((side, number) => {
    for (let bits = 0; bits < edgeSets; bits++) {
      const at = number * edgeSets + bits;
      const levels = light === undefined ? plainLevels(side) : placeLevels(light, side, bits);
      colours.forEach(({ black, span }, channel) => {
        const dark = Math.round(255 * levels.black[channel]!);
        black[at] = dark;
        span[at] = Math.max(0, Math.round(255 * levels.white[channel]!) - dark);
      });
    }
  });
  const [red, green, blue] = colours;
  return { red, green, blue };
}

/** What black and white are on a surface, 0 … 1. */
export type Levels = { readonly black: Tint; readonly white: Tint };

function plainLevels({ shade }: Side): Levels {
  const white = shade / 255;
  return { black: [0, 0, 0], white: [white, white, white] };
}

/** What is in the main light gets more of the light from everywhere, so that black has sides, too. */
const ambientShares = { shade: 0.72, lit: 1.15 } as const;

/** Of a light from behind on a side that looks straight at it; its edges get all of it. */
const rimOnSide = 0.55;

/** An edge catches light if what is beyond it turns away from the viewer. */
const awayRange = [0.45, 0.1] as const;

/** @param bits `edgeBits` of the texel */
export function placeLevels(light: PlaceLight, side: Side, bits: number): Levels {
  const share = keyShare(light, side.normal);
  const ambient = ambientShares.shade + (ambientShares.lit - ambientShares.shade) * share;
  const rims = light.rims.map(({ from, colour }) => ({
    colour,
    share: Math.max(rimOnSide * Math.max(0, dot(from, side.normal)), rimOnEdges(from, side, bits)),
  }));
  const added = (channel: 0 | 1 | 2): number =>
    rims.reduce((sum, rim) => sum + rim.colour[channel] * rim.share, 0);
  const black = (channel: 0 | 1 | 2): number =>
    Math.min(1, light.ambient[channel] * ambient + added(channel));
  const white = (channel: 0 | 1 | 2): number => {
    const { lit, shade } = light;
    const level = shade[channel] + (lit[channel] - shade[channel]) * share;
    return Math.min(1, level * belowTop(side.normal) + added(channel));
  };
  return { black: [black(0), black(1), black(2)], white: [white(0), white(1), white(2)] };
}

function rimOnEdges(from: Vec3, { across, down }: Side, bits: number): number {
  const towards = (direction: Vec3, sign: 1 | -1): number =>
    Math.max(0, sign * dot(from, direction)) * smoothStep(awayRange, sign * direction[2]);
  return Math.max(
    (bits & edgeBits.left) === 0 ? 0 : towards(across, -1),
    (bits & edgeBits.right) === 0 ? 0 : towards(across, 1),
    (bits & edgeBits.top) === 0 ? 0 : towards(down, -1),
    (bits & edgeBits.bottom) === 0 ? 0 : towards(down, 1),
  );
}
