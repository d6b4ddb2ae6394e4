import { describe, expect, it } from 'vitest';
import { flatView, planOf, squareFrame, straightSolids } from '../../../test/support/draw-scene.ts';
import { motleySheet } from '../../../test/support/pattern-sheets.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { crops } from '../figure/camera/crops.ts';
import { compileFigure } from '../../../test/support/compile-figure.ts';
import type { Figure } from '../figure/figure.ts';
import { groupStackBits, planBytes, samplesPerPixel, type Plan } from './plan.ts';

const figure: Figure = {
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx: 120,
  texelsPerUnit: 1,
};

/** How often each pixel is written, and how much of it. */
function writes(plan: Plan): { twice: number[]; outside: number[]; wrongWeights: number[] } {
  const seen = new Set<number>();
  const found = { twice: [] as number[], outside: [] as number[], wrongWeights: [] as number[] };
  const write = (x: number, y: number): void => {
    const at = y * 65_536 + x;
    if (x >= plan.widthPx || y >= plan.heightPx) found.outside.push(at);
    if (seen.has(at)) found.twice.push(at);
    seen.add(at);
  };
  for (let i = 0; i < plan.runs.length; i += 3) {
    const at = plan.runs[i]!;
    for (let j = 0; j < plan.runs[i + 1]!; j++) write((at & 65_535) + j, at >>> 16);
  }
  let group = 0;
  plan.edges.forEach((at, i) => {
    write(at & 65_535, at >>> 16);
    const end = group + plan.edgeEnds.findIndex((last) => i < last);
    let samples = 0;
    for (; group < end; group++) samples += plan.groups[group]! >>> groupStackBits;
    if (samples < 1 || samples > samplesPerPixel) found.wrongWeights.push(at);
  });
  return found;
}

describe('compilePlan', () => {
  const requests = crops.flatMap((crop) =>
    bothModels.flatMap((model) => [1, 16].map((texelsPerUnit) => ({ crop, model, texelsPerUnit }))),
  );

  it.each(requests)('$crop $model at $texelsPerUnit texels a unit is consistent', (request) => {
    const plan = compileFigure({ ...figure, ...request });

    expect(writes(plan)).toEqual({ twice: [], outside: [], wrongWeights: [] });
    const stacks = plan.stackTexels.length;
    const texels = (64 * request.texelsPerUnit) ** 2;
    expect(plan.stackBehind.length).toBe(stacks);
    // What is behind comes first; stacks end at what is always opaque.
    expect(plan.stackBehind.findIndex((behind, i) => i > 0 && behind >= i)).toBe(-1);
    expect(plan.stackTexels.findIndex((texel) => texel >= plan.texels.length)).toBe(-1);
    expect(plan.texels.findIndex((word) => word >>> 8 >= texels)).toBe(-1);
    expect(new Set(plan.texels).size).toBe(plan.texels.length);
    expect(plan.groups.findIndex((word) => word % 2 ** groupStackBits >= stacks)).toBe(-1);
    expect(plan.runs.findIndex((stack, i) => i % 3 === 2 && (stack === 0 || stack >= stacks))).toBe(
      -1,
    );
  });

  it('finds all that a pixel sees if each of its samples sees other cells', () => {
    const angle = { yawDegrees: 137, pitchDegrees: -11 };
    const look = { ...angle, renderType: 'relaxing', overlay: 'raised' } as const;
    const plan = compileFigure({ ...figure, ...look, heightPx: 128, texelsPerUnit: 1 });

    expect(writes(plan)).toEqual({ twice: [], outside: [], wrongWeights: [] });
    expect(plan.edgeEnds[15]).toBeLessThan(plan.edges.length);
  });

  it('returns an empty plan if nothing is in the picture', () => {
    const frame = { ...squareFrame(4, 4), originX: 10_000 };
    const scene = { solids: straightSolids(), view: flatView(0), frame };
    const plan = planOf({ ...scene, sheet: motleySheet('classic', 'opaque') });

    expect([plan.runs.length, plan.edges.length, plan.groups.length]).toEqual([0, 0, 0]);
  });
});

describe('planBytes', () => {
  it.each([
    { heightPx: 128, maxBytes: 400_000 },
    { heightPx: 512, maxBytes: 1_500_000 },
  ])('counts the bytes of a plan, which are few at $heightPx px', ({ heightPx, maxBytes }) => {
    const plan = compileFigure({ ...figure, heightPx });
    const arrays = Object.values(plan).filter((value) => ArrayBuffer.isView(value));
    const held = arrays.reduce((sum, array) => sum + array.buffer.byteLength, 0);

    expect(arrays.length).toBeGreaterThanOrEqual(5);
    expect(planBytes(plan)).toBe(held);
    expect(planBytes(plan)).toBeLessThan(maxBytes);
  });
});
