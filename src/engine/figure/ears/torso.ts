import { sineCosine, type Vec3 } from '../vector.ts';
import type { Wings } from '../../skin/ears/shape.ts';
import { attach, plus, times, type EarsSurface, type FreeSurface } from './surface.ts';

const body = { on: 'body', sheet: 'skin' } as const;
const toLeft: Vec3 = [-1, 0, 0];

/** Angle of the chest at its full size. */
const fullChestDegrees = 45;
/** Distance of the jacket from the body. */
const jacketUnits = 0.25;
/** The sides are just inside of the front, as in the mod. */
const sideX = 3.99;

/** A wedge on the upper body, hinged above; the jacket is around it. @param size 0 … 1 */
export function chestSurfaces(size: number): EarsSurface[] {
  if (size === 0) return [];
  const [sine, cosine] = sineCosine(size * fullChestDegrees);
  const hinge: Vec3 = [4, 22, -2];
  const front: Vec3 = [0, -cosine, -sine];
  const under: Vec3 = [0, -sine, cosine];
  const lower = plus(hinge, front, 4);
  const sides = [sideX, -sideX].map((x): FreeSurface => ({
    texels: [60, 48, 4, 4],
    corner: plus([x, 22, -2], under, 4),
    right: times(under, -1),
    down: front,
  }));
  const bottom: FreeSurface = {
    texels: [56, 44, 8, 4],
    corner: lower,
    right: toLeft,
    down: under,
  };
  // Both halves of the jacket's front are stretched together.
  const [wider, longer] = [8.5 / 8, 4.5 / 4];
  const jacketFront = plus(plus([4 * wider, 22, -2], front, -0.25), under, -jacketUnits);
  const halves = [0, 12].map((u, half): FreeSurface => ({
    texels: [u, 48, 4, 4],
    corner: plus(jacketFront, toLeft, half * 4 * wider),
    right: times(toLeft, wider),
    down: times(front, longer),
  }));
  const jacket = [
    ...halves,
    grown(bottom, [28, 48, 8, 4], times(front, jacketUnits)),
    ...sides.map((side) =>
      grown(side, [48, 48, 4, 4], [Math.sign(side.corner[0]) * jacketUnits, 0, 0]),
    ),
  ];
  const skin: FreeSurface = {
    texels: [20, 22, 8, 4],
    corner: hinge,
    right: toLeft,
    down: front,
  };
  return [
    ...[skin, bottom, ...sides].map((surface) => attach(body, surface)),
    ...jacket.map((surface) => Object.assign({ isOverlay: true }, attach(body, surface))),
  ];
}

/** Moved outwards, and larger by as much on each side. */
function grown(
  { right, down, corner }: FreeSurface,
  texels: FreeSurface['texels'],
  outwards: Vec3,
): FreeSurface {
  const [, , columns, rows] = texels;
  const [wider, longer] = [1 + (2 * jacketUnits) / columns, 1 + (2 * jacketUnits) / rows];
  const start = plus(plus(plus(corner, right, -jacketUnits), down, -jacketUnits), outwards);
  return { texels, corner: start, right: times(right, wider), down: times(down, longer) };
}

/** Angle of each of two wings from the back. */
const dualDegrees = 60;
/** What the mod's beat of resting wings is at its first moment. */
const restingDegrees = 2 * Math.sin(8 / 12);

/** The wings on a back. */
export function wingSurfaces({ mode, motion }: Wings): EarsSurface[] {
  const angle = motion === 'none' ? 0 : restingDegrees;
  const [sine, cosine] = sineCosine(dualDegrees + angle);
  const [aside, back] = sineCosine(angle);
  const all = { u: 0, columns: 20 };
  const wing = (corner: Vec3, right: Vec3, { u, columns } = all): EarsSurface => ({
    on: 'body',
    sheet: 'ears',
    texels: [u, 0, columns, 16],
    corner,
    right,
    down: [0, -1, 0],
  });
  const rightWing = (part = all) => wing([2, 26, 2], [cosine, 0, sine], part);
  const leftWing = (part = all) => wing([-2, 26, 2], [-cosine, 0, sine], part);
  const wings = {
    symmetric_dual: () => [rightWing(), leftWing()],
    symmetric_single: () => [wing([0, 26, 2], [-aside, 0, back])],
    asymmetric_left: () => [leftWing()],
    asymmetric_right: () => [rightWing()],
    asymmetric_dual: () => [rightWing({ u: 0, columns: 10 }), leftWing({ u: 10, columns: 10 })],
    flat: () => [wing([10, 26, 2.75], toLeft)],
  } as const satisfies Record<Wings['mode'], () => EarsSurface[]>;
  return wings[mode]();
}
