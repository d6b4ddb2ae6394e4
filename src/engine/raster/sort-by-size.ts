import type { Plan } from './plan.ts';
import type { Uint32Builder } from '../image/uint32-builder.ts';

/**
 * Sorts runs by length, those of the same length from top to bottom. Then the loop that fills
 * them has the same count for thousands of runs, which the processor predicts: a misprediction
 * at the end of each run costs as much as five pixels.
 * @param runs triples of place, length, stack
 * @param widthPx the maximum length of a run
 */
export function runsByLength({ words, length }: Uint32Builder, widthPx: number): Uint32Array {
  const next = new Uint32Array(widthPx + 2);
  for (let i = 1; i < length; i += 3) next[words[i]! + 1]! += 3;
  sumUp(next);
  const ordered = new Uint32Array(length);
  for (let i = 0; i < length; i += 3) {
    const size = words[i + 1]!;
    const to = next[size]!;
    next[size] = to + 3;
    ordered[to] = words[i]!;
    ordered[to + 1] = size;
    ordered[to + 2] = words[i + 2]!;
  }
  return ordered;
}

export type Edges = Pick<Plan, 'edges' | 'edgeEnds' | 'groups'>;

/**
 * The same for edge pixels by their number of groups; the groups are moved with them.
 * @param edges pairs of place, end in `groups`
 * @param mostGroups the maximum number of groups of a pixel
 */
export function edgesBySize(
  edges: Uint32Builder,
  groups: Uint32Builder,
  mostGroups: number,
): Edges {
  const nextEdge = new Uint32Array(mostGroups + 2);
  const nextGroup = new Uint32Array(mostGroups + 2);
  for (let i = 1, start = 0; i < edges.length; i += 2) {
    const size = edges.words[i]! - start;
    nextEdge[size + 1]!++;
    nextGroup[size + 1]! += size;
    start += size;
  }
  sumUp(nextEdge);
  sumUp(nextGroup);
  const ordered = {
    edges: new Uint32Array(edges.length / 2),
    edgeEnds: nextEdge.slice(1),
    groups: new Uint32Array(groups.length),
  };
  for (let i = 0, from = 0; i < edges.length; i += 2) {
    const end = edges.words[i + 1]!;
    const size = end - from;
    ordered.edges[nextEdge[size]!++] = edges.words[i]!;
    let toGroup = nextGroup[size]!;
    while (from < end) ordered.groups[toGroup++] = groups.words[from++]!;
    nextGroup[size] = toGroup;
  }
  return ordered;
}

/** Turns counts into start offsets. */
function sumUp(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!;
}
