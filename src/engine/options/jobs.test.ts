import { expect, it } from 'vitest';
import { gridOf } from './jobs.ts';

it.each([
  [1, 10, [8, 8], [0, 0]],
  [2, 10, [16, 8], [8, 0]],
  [3, 3, [24, 8], [16, 0]],
  [4, 3, [24, 16], [0, 8]],
  [7, 3, [24, 24], [0, 16]],
  [3, 1, [8, 24], [0, 16]],
] as const)(
  '%i faces in up to %i columns take %j px, the last at %j',
  (count, columns, size, last) => {
    const { widthPx, heightPx, offsetOf } = gridOf(count, columns, 8);
    const { leftPx, topPx } = offsetOf(count - 1);
    expect([widthPx, heightPx, leftPx, topPx]).toEqual([...size, ...last]);
  },
);
