import { defineService, type CompatQuery } from '../define-service.ts';
import {
  clampedNumber,
  formatOf,
  pictureRow,
  pictureRows,
  square,
  turnedFrom,
  views,
} from '../read-values.ts';

const sides = (standard: number) => ({ min: 16, max: 1024, standard });

/** Their camera is at `x`, `z`; without them it is where ours is. */
function yawOf({ x, z }: CompatQuery): string | undefined {
  if (x === undefined && z === undefined) return undefined;
  const degrees = (Math.atan2(-Number(x ?? 0), Number(z ?? 50)) * 180) / Math.PI;
  return Number.isFinite(degrees) ? degrees.toFixed(1) : undefined;
}

export const crafty = defineService({
  host: 'render.crafty.gg',
  rows: {
    ...pictureRows(
      {
        '3d/bust': { ...views.bust, shows: 'head and chest, turned by `x` and `z`' },
        '3d/full': { ...views.figure, shows: 'the figure, turned by `x` and `z`' },
        '3d/head': { ...views.head, shows: 'the head, turned by `x` and `z`' },
      },
      () => ({
        after: '/{player}?width=300&height=360&x=-30&z=50&format=webp',
        size: '`width`, `height` 16–1024, 300 × 360',
        hasFallback: false,
        draw: ({ query }) => ({
          widthPx: clampedNumber(query.width, sides(300)),
          heightPx: clampedNumber(query.height, sides(360)),
          format: formatOf(query.format),
          ...turnedFrom({ yaw: 20, pitch: 0 }, { yaw: yawOf(query) }),
        }),
      }),
    ),
    '2d/head': pictureRow({
      ...views.face,
      after: '/{player}?size=128',
      size: '`size` 8–512, 128',
      hasFallback: false,
      draw: ({ query }) => ({
        ...square(clampedNumber(query.size, { min: 8, max: 512, standard: 128 })),
        format: formatOf(query.format),
      }),
    }),
  },
});
