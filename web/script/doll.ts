import { partBoxes, partNames, type PartName } from '../../src/engine/figure/boxes.ts';
import { lowerMove, partMove, type Pose } from '../../src/engine/figure/pose.ts';
import type { Affine, Vec3 } from '../../src/engine/figure/vector.ts';
import { create } from './dom.ts';

// A figure of plain boxes that moves at once, by the same rules as in the picture. CSS has y down and z to
// the reader, so all three axes are the figure's reversed.

const unitPx = 7;

/** Where each side of a box stands: a rotation before it is moved out by half of this dimension. */
const sides = [
  { name: 'front', turn: '', axis: 2 },
  { name: 'back', turn: 'rotateY(180deg)', axis: 2 },
  { name: 'right', turn: 'rotateY(90deg)', axis: 0 },
  { name: 'left', turn: 'rotateY(-90deg)', axis: 0 },
  { name: 'top', turn: 'rotateX(90deg)', axis: 1 },
  { name: 'bottom', turn: 'rotateX(-90deg)', axis: 1 },
] as const;

/** Parts that bend at their middle. */
const limbs: ReadonlySet<PartName> = new Set(['rightArm', 'leftArm', 'rightLeg', 'leftLeg']);

/** Builds the figure; each of its boxes carries the name of its part. */
export function createDoll(root: HTMLElement) {
  const figure = create('div', { className: 'figure-3d' });
  const boxes = partNames.flatMap((part) => {
    const { min, size } = partBoxes.classic[part];
    if (!limbs.has(part)) return [boxOf(part, { min, size }, partMove)];
    const half: Vec3 = [size[0], size[1] / 2, size[2]];
    return [
      boxOf(part, { min: [min[0], min[1] + half[1], min[2]], size: half }, partMove),
      boxOf(part, { min, size: half }, lowerMove),
    ];
  });
  figure.append(...boxes.map(({ element }) => element));
  root.replaceChildren(figure);
  return {
    /** @param yawDegrees of the view */
    show: (pose: Pose, yawDegrees: number) => {
      figure.style.transform = `rotateX(-8deg) rotateY(${yawDegrees}deg)`;
      for (const { element, part, move } of boxes) {
        element.style.transform = inCss(move('classic', pose, part));
      }
    },
  };
}

type Cuboid = { readonly min: Vec3; readonly size: Vec3 };
type Box = {
  readonly element: HTMLElement;
  readonly part: PartName;
  readonly move: typeof partMove;
};

function boxOf(part: PartName, { min, size }: Cuboid, move: typeof partMove): Box {
  const element = create('div', {});
  element.dataset['part'] = part;
  const [x, y, z] = min.map((side, axis) => -(side + (size[axis] ?? 0) / 2) * unitPx);
  for (const { name, turn, axis } of sides) {
    const face = create('i', { className: `side-${name}` });
    const widthPx = size[axis === 0 ? 2 : 0] * unitPx;
    const heightPx = size[axis === 1 ? 2 : 1] * unitPx;
    Object.assign(face.style, {
      width: `${widthPx}px`,
      height: `${heightPx}px`,
      left: `${-widthPx / 2}px`,
      top: `${-heightPx / 2}px`,
      transform: `translate3d(${x}px, ${y}px, ${z}px) ${turn} translateZ(${(size[axis] * unitPx) / 2}px)`,
    });
    element.append(face);
  }
  return { element, part, move };
}

/** Column by column, with the translation in pixels. */
function inCss(move: Affine): string {
  const columns = [0, 1, 2].map((column) => [move[column], move[4 + column], move[8 + column], 0]);
  const moved = [move[3], move[7], move[11]].map((units) => -units * unitPx);
  return `matrix3d(${[...columns.flat(), ...moved, 1].join(',')})`;
}
