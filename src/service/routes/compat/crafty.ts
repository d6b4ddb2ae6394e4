import type { CompatQuery, CompatRow, CompatRows, Look } from './picture.ts';
import {
  boxed,
  clampedNumber,
  drawn,
  formatOf,
  namedRows,
  ofPlayer,
  square,
  turnedFrom,
} from './read-values.ts';

const sides = (standard: number) => ({ min: 16, max: 1024, standard });

/** Their camera is at `x`, `z`; without them it is where ours is. */
function yawOf({ x, z }: CompatQuery): string | undefined {
  if (x === undefined && z === undefined) return undefined;
  const degrees = (Math.atan2(-Number(x ?? 0), Number(z ?? 50)) * 180) / Math.PI;
  return Number.isFinite(degrees) ? degrees.toFixed(1) : undefined;
}

function row({ names: [name], shows, looks }: Look): CompatRow {
  return {
    path: `/${name}/{player}?width=300&height=360&x=-30&z=50&format=webp`,
    shows,
    size: '`width`, `height` 16–1024, 300 × 360',
    read: ofPlayer((player, { query }) => {
      const box = {
        widthPx: clampedNumber(query.width, sides(300)),
        heightPx: clampedNumber(query.height, sides(360)),
      };
      const turn = turnedFrom(
        { yaw: 20, pitch: 0 },
        { yaw: yawOf(query), pitch: undefined, roll: undefined },
      );
      const render = boxed(looks, box, { format: formatOf(query.format ?? ''), ...turn });
      return drawn(player, render, { hasFallback: false });
    }),
  };
}

const looks: readonly Look[] = [
  {
    names: ['3d/bust'],
    shows: 'head and chest, turned by `x` and `z`',
    looks: ['default', 'bust'],
  },
  { names: ['3d/full'], shows: 'the figure, turned by `x` and `z`', looks: ['default', 'full'] },
  { names: ['3d/head'], shows: 'the head, turned by `x` and `z`', looks: ['head', 'full'] },
];

/** render.crafty.gg. */
export const crafty: CompatRows = {
  ...namedRows(looks, row),
  '2d/head': {
    path: '/2d/head/{player}?size=128',
    shows: 'the face, flat',
    size: '`size` 8–512, 128',
    read: ofPlayer((player, { query }) => {
      const sizePx = clampedNumber(query.size, { min: 8, max: 512, standard: 128 });
      const options = { format: formatOf(query.format ?? '') };
      const render = boxed(['front', 'face'], square(sizePx), options);
      return drawn(player, render, { hasFallback: false });
    }),
  },
};
