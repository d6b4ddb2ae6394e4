import { expect, it } from 'vitest';
import { edgesBySize, runsByLength } from './depth-order.ts';

function listOf(...words: readonly number[]) {
  return { words: Uint32Array.of(...words, 77, 77), length: words.length };
}

it('puts short runs first, and keeps the order of those of one length', () => {
  const runs = listOf(1, 5, 10, 2, 1, 11, 3, 5, 12, 4, 2, 13, 5, 1, 14);

  expect([...runsByLength(runs, 5)]).toEqual([2, 1, 11, 5, 1, 14, 4, 2, 13, 1, 5, 10, 3, 5, 12]);
});

it('puts pixels with few groups first, together with their groups', () => {
  const edges = listOf(1, 3, 2, 4, 3, 6, 4, 9, 5, 10);
  const groups = listOf(11, 12, 13, 21, 31, 32, 41, 42, 43, 51);

  const ordered = edgesBySize(edges, groups, 16);

  expect([...ordered.edges]).toEqual([2, 5, 3, 1, 4]);
  expect([...ordered.edgeEnds]).toEqual([0, 2, 3, ...Array.from({ length: 14 }, () => 5)]);
  expect([...ordered.groups]).toEqual([21, 51, 31, 32, 11, 12, 13, 41, 42, 43]);
});

it('returns nothing for empty input', () => {
  expect(runsByLength(listOf(), 5).length).toBe(0);
  expect(edgesBySize(listOf(), listOf(), 16)).toEqual({
    edges: new Uint32Array(0),
    edgeEnds: new Uint32Array(17),
    groups: new Uint32Array(0),
  });
});
