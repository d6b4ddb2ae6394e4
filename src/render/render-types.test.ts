import { describe, expect, it } from 'vitest';
import { crops, type Crop } from './camera/crops.ts';
import { seenFrom, turnedView } from './camera/view.ts';
import { compileFigure, frameFigure } from '../../test/support/compile-figure.ts';
import type { Figure } from './figure.ts';
import { capeSolids } from './model/cape.ts';
import { posedSolids } from './model/solids.ts';
import { cropsOf, renderTypeNames, renderTypes, type RenderType } from './render-types.ts';

function small(renderType: RenderType, crop: Crop): Figure {
  return { renderType, crop, model: 'classic', heightPx: 40, texelsPerUnit: 1 };
}

const angles = [-100, 0, 60, 145].flatMap((yawDegrees) =>
  [-90, -40, 0, 60].map((pitchDegrees) => ({ yawDegrees, pitchDegrees })),
);

describe('the table of render types', () => {
  it.each([
    ['head', ['full']],
    ['isometric_head', ['full']],
    ['pixel', ['full']],
    ['bitzel', ['full']],
    ['sleeping', ['full', 'bust']],
    ['mojavatar', ['full', 'bust']],
  ] as const)('%s has exactly the crops %j', (renderType, expected) => {
    expect(cropsOf(renderType)).toEqual(expected);
  });

  it('offers every crop for the other types', () => {
    const special = new Set<RenderType>(
      renderTypeNames.filter((name) =>
        ['head', 'isometric_head', 'pixel', 'bitzel', 'sleeping', 'mojavatar'].includes(name),
      ),
    );
    for (const renderType of renderTypeNames.filter((name) => !special.has(name))) {
      expect(cropsOf(renderType)).toEqual(crops);
    }
  });

  it.each([
    ['head', 'bust'],
    ['pixel', 'face'],
    ['sleeping', 'face'],
    ['mojavatar', 'face'],
  ] as const)('refuses %s/%s, which it does not have', (renderType, crop) => {
    expect(() => frameFigure(small(renderType, crop))).toThrow(RangeError);
    expect(() => compileFigure(small(renderType, crop))).toThrow(RangeError);
  });
});

describe('the eye', () => {
  const posed = Object.entries(renderTypes).flatMap(([name, row]) =>
    row.kind === 'posed' ? [{ name, row }] : [],
  );

  it.each(posed)('of $name never comes close to the figure, from any angle', ({ row }) => {
    const corners = [...posedSolids('classic', row.pose), ...capeSolids(row.pose)].flatMap(
      (solid) => solid.corners,
    );
    for (const { yawDegrees, pitchDegrees } of angles) {
      const view = turnedView(row.view, yawDegrees, pitchDegrees);
      if (view.distanceUnits === null) continue;
      const nearest = Math.min(...corners.map((corner) => seenFrom(view)(corner)[2]));
      expect(nearest).toBeGreaterThan(8);
    }
  });
});
