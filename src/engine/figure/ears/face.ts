import { sineCosine, type Vec3 } from '../vector.ts';
import type { Crown, Snout } from '../../skin/ears/shape.ts';
import { attach, type EarsSurface } from './surface.ts';

type Face = Pick<EarsSurface, 'texels' | 'corner' | 'right' | 'down'>;

const head = { on: 'head', sheet: 'skin' } as const;

function onHead(faces: readonly Face[]): EarsSurface[] {
  return faces.map((face) => attach(head, face));
}

const toLeft: Vec3 = [-1, 0, 0];
const down: Vec3 = [0, -1, 0];
const back: Vec3 = [0, 0, 1];
const forward: Vec3 = [0, 0, -1];

/** A box without a back on the face. Behind the foremost texels one row of them is drawn out. */
export function snoutSurfaces({ width, height, depth, offset }: Snout): EarsSurface[] {
  const [half, bottom, front] = [width / 2, 24 + offset, -4 - depth];
  const top = bottom + height;
  const rest = depth - 1;
  const drawnOut: Face[] = [
    { texels: [0, 0, width, 1], corner: [half, top, -4], right: toLeft, down: [0, 0, -rest] },
    {
      texels: [0, 3 + height, width, 1],
      corner: [half, bottom, front + 1],
      right: toLeft,
      down: [0, 0, rest],
    },
    ...[half, -half].map((x): Face => ({
      texels: [7, 4, 1, height],
      corner: [x, top, -4],
      right: [0, 0, -rest],
      down,
    })),
  ];
  return onHead([
    { texels: [0, 2, width, height], corner: [half, top, front], right: toLeft, down },
    { texels: [0, 1, width, 1], corner: [half, top, front + 1], right: toLeft, down: forward },
    { texels: [0, 2 + height, width, 1], corner: [half, bottom, front], right: toLeft, down: back },
    ...[half, -half].map((x): Face => ({
      texels: [7, 0, 1, height],
      corner: [x, top, front + 1],
      right: forward,
      down,
    })),
    ...(rest > 0 ? drawnOut : []),
  ]);
}

const crownTexels = [56, 0, 8, 8] as const;
const [sin25, cos25] = sineCosine(25);
const [diagonal] = sineCosine(45);

const crownFaces = {
  none: [],
  // Leans forward by 25° from the upper edge of the face.
  horn: [
    {
      texels: crownTexels,
      corner: [4, 32 + 8 * cos25, -4 - 8 * sin25],
      right: toLeft,
      down: [0, -cos25, sin25],
    },
  ],
  halo: [{ texels: crownTexels, corner: [4, 36, -4], right: toLeft, down: back }],
  double_halo: [
    {
      texels: crownTexels,
      corner: [0, 36, -8 * diagonal],
      right: [-diagonal, 0, diagonal],
      down: [diagonal, 0, diagonal],
    },
    { texels: crownTexels, corner: [-4, 38, -4], right: back, down: [1, 0, 0] },
  ],
} as const satisfies Record<Crown, readonly Face[]>;

/** What is on or above the head. */
export function crownSurfaces(crown: Crown): EarsSurface[] {
  return onHead(crownFaces[crown]);
}
