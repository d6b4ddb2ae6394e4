import { describe, expect, it } from 'vitest';
import {
  drawScene,
  flatView,
  pixelAt,
  squareFrame,
  straightSolids,
} from '../../../test/support/draw-scene.ts';
import { paintSheet, type FacePlace, type Rgba } from '../../../test/support/pattern-sheets.ts';
import { allFaces, allParts, bothLayers, bothModels } from '../../../test/support/skin-facts.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { FaceName, PartName } from '../model/boxes.ts';
import type { Layer } from '../model/solids.ts';

/**
 * Left and right, up and down, inside out: a sheet on which every quarter of every side has its own
 * colour, looked at from six sides. What must be seen where is told in words below, not computed.
 */
const quarters = ['top left', 'top right', 'bottom left', 'bottom right'] as const;
type Quarter = (typeof quarters)[number];

const halves = ['top', 'bottom'] as const;

function colourOf(part: PartName, layer: Layer, face: FaceName, quarter: Quarter): Rgba {
  const side = allParts.indexOf(part) * 12 + bothLayers.indexOf(layer) * 6 + allFaces.indexOf(face);
  return [40 + side * 2, quarters.indexOf(quarter) * 60 + 20, 255 - side * 3, 255];
}

/** In slim arms, three texels wide, the middle column belongs to the right half. */
function quarterOf({ column, row, columns, rows }: FacePlace): Quarter {
  const half = row * 2 < rows ? 'top' : 'bottom';
  return column < Math.floor(columns / 2) ? `${half} left` : `${half} right`;
}

const sheets = {
  classic: sheetOf('classic'),
  slim: sheetOf('slim'),
};

function sheetOf(model: 'classic' | 'slim'): RgbaImage {
  return paintSheet(model, 1, (place) =>
    colourOf(place.part, place.layer, place.face, quarterOf(place)),
  );
}

/** Six places to stand; `bottom` lies on the ground, its head where the figure's back is. */
const views = {
  front: flatView(0),
  right: flatView(90),
  back: flatView(180),
  left: flatView(-90),
  top: flatView(0, 90),
  bottom: flatView(0, -90),
} as const;

/**
 * What one sees of a side's texture, standing before it: itself, the right way round. Only the
 * bottom is stored as seen from above; from below, its front end is up and right stays right.
 */
const seenQuarters = {
  front: quarters,
  right: quarters,
  back: quarters,
  left: quarters,
  top: quarters,
  bottom: ['bottom left', 'bottom right', 'top left', 'top right'],
} as const satisfies Record<FaceName, readonly Quarter[]>;

const pxPerUnit = 4;
const frame = squareFrame(24, pxPerUnit);

/** A picture of one layer of one part, cut to what is drawn. */
function portrait(model: 'classic' | 'slim', part: PartName, layer: Layer, from: FaceName) {
  const solids = straightSolids(model).filter((s) => s.part === part && s.layer === layer);
  const image = drawScene({ solids, view: views[from], frame, sheet: sheets[model] });
  return { image, ...bounds(image) };
}

function bounds({ data, widthPx, heightPx }: RgbaImage) {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (data[(y * widthPx + x) * 4 + 3] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { left, top, width: right - left, height: bottom - top };
}

describe('every side of every part shows its own texture, the right way round', () => {
  const cases = bothModels.flatMap((model) =>
    allParts.flatMap((part) => bothLayers.map((layer) => ({ model, part, layer }))),
  );

  it.each(cases)('$model $part, $layer', ({ model, part, layer }) => {
    for (const face of allFaces) {
      const { image, left, top, width, height } = portrait(model, part, layer, face);
      const seen = halves.flatMap((_, down) =>
        [0, 1].map((right) =>
          pixelAt(
            image,
            Math.floor(left + width * (0.2 + 0.6 * right)),
            Math.floor(top + height * (0.2 + 0.6 * down)),
          ),
        ),
      );

      expect({ face, seen }).toEqual({
        face,
        seen: seenQuarters[face].map((quarter) => colourOf(part, layer, face, quarter)),
      });
    }
  });
});

describe('every side is in its place on the figure', () => {
  /**
   * Columns (from the middle of the picture) and rows (from the ground) in units. From the front the
   * player's right arm is at the left of the picture, from behind at the right; from its right side
   * one sees its front at the right. From above the front is down, from below it is up.
   */
  const places = [
    { part: 'head', from: 'front', x: [-4, 4], y: [24, 32] },
    { part: 'head', from: 'right', x: [-4, 4], y: [24, 32] },
    { part: 'body', from: 'front', x: [-4, 4], y: [12, 24] },
    { part: 'body', from: 'right', x: [-2, 2], y: [12, 24] },
    { part: 'rightArm', from: 'front', x: [-8, -4], y: [12, 24] },
    { part: 'rightArm', from: 'back', x: [4, 8], y: [12, 24] },
    { part: 'rightArm', from: 'top', x: [-8, -4], y: [14, 18] },
    { part: 'leftArm', from: 'front', x: [4, 8], y: [12, 24] },
    { part: 'leftArm', from: 'back', x: [-8, -4], y: [12, 24] },
    { part: 'leftArm', from: 'bottom', x: [4, 8], y: [14, 18] },
    { part: 'rightLeg', from: 'front', x: [-4, 0], y: [0, 12] },
    { part: 'rightLeg', from: 'back', x: [0, 4], y: [0, 12] },
    { part: 'rightLeg', from: 'bottom', x: [-4, 0], y: [14, 18] },
    { part: 'leftLeg', from: 'front', x: [0, 4], y: [0, 12] },
    { part: 'leftLeg', from: 'left', x: [-2, 2], y: [0, 12] },
  ] as const;

  it.each(places)('$part from $from', ({ part, from, x, y }) => {
    const { left, top, width, height } = portrait('classic', part, 'base', from);

    expect({ x: [left, left + width], y: [top, top + height] }).toEqual({
      x: x.map((units) => (24 + units) * pxPerUnit),
      y: [y[1], y[0]].map((units) => (24 + 16 - units) * pxPerUnit),
    });
  });

  it.each([
    { part: 'rightArm', from: 'front', x: [-7, -4] },
    { part: 'leftArm', from: 'front', x: [4, 7] },
  ] as const)('a slim $part is three units wide, next to the body', ({ part, from, x }) => {
    const { left, width } = portrait('slim', part, 'base', from);

    expect([left, left + width]).toEqual(x.map((units) => (24 + units) * pxPerUnit));
  });

  it.each([
    { part: 'head', byUnits: 0.5 },
    { part: 'body', byUnits: 0.25 },
    { part: 'rightArm', byUnits: 0.25 },
    { part: 'leftLeg', byUnits: 0.25 },
  ] as const)('the overlay of the $part stands off by $byUnits on every side', (row) => {
    for (const from of ['front', 'right', 'top'] as const) {
      const base = portrait('classic', row.part, 'base', from);
      const overlay = portrait('classic', row.part, 'overlay', from);
      const byPx = row.byUnits * pxPerUnit;

      expect([overlay.left, overlay.top, overlay.width, overlay.height]).toEqual([
        base.left - byPx,
        base.top - byPx,
        base.width + 2 * byPx,
        base.height + 2 * byPx,
      ]);
    }
  });
});

describe('the whole figure from each side', () => {
  /** At these places (units, from the middle and from the ground) these sides are seen. */
  const sights = [
    { from: 'front', x: -6, y: 18, part: 'rightArm', face: 'front' },
    { from: 'front', x: 6, y: 18, part: 'leftArm', face: 'front' },
    { from: 'front', x: -2, y: 6, part: 'rightLeg', face: 'front' },
    { from: 'front', x: 2, y: 6, part: 'leftLeg', face: 'front' },
    { from: 'front', x: -1, y: 28, part: 'head', face: 'front' },
    { from: 'front', x: 1, y: 18, part: 'body', face: 'front' },
    { from: 'back', x: -6, y: 18, part: 'leftArm', face: 'back' },
    { from: 'back', x: 6, y: 18, part: 'rightArm', face: 'back' },
    { from: 'back', x: -2, y: 6, part: 'leftLeg', face: 'back' },
    { from: 'back', x: 1, y: 28, part: 'head', face: 'back' },
    { from: 'right', x: 0.5, y: 18, part: 'rightArm', face: 'right' },
    { from: 'right', x: 0.5, y: 6, part: 'rightLeg', face: 'right' },
    { from: 'right', x: 0.5, y: 28, part: 'head', face: 'right' },
    { from: 'left', x: 0.5, y: 18, part: 'leftArm', face: 'left' },
    { from: 'left', x: 0.5, y: 6, part: 'leftLeg', face: 'left' },
    { from: 'left', x: 0.5, y: 28, part: 'head', face: 'left' },
    { from: 'top', x: 1, y: 17, part: 'head', face: 'top' },
    { from: 'top', x: -6, y: 17, part: 'rightArm', face: 'top' },
    { from: 'top', x: 6, y: 17, part: 'leftArm', face: 'top' },
    { from: 'bottom', x: -1, y: 17, part: 'rightLeg', face: 'bottom' },
    { from: 'bottom', x: 1, y: 17, part: 'leftLeg', face: 'bottom' },
    { from: 'bottom', x: -6, y: 17, part: 'rightArm', face: 'bottom' },
    { from: 'bottom', x: 1, y: 19, part: 'head', face: 'bottom' },
  ] as const;
  const cases = bothLayers.flatMap((layer) =>
    sights.map(({ from, x, y, part, face }) => ({ layer, from, x, y, part, face })),
  );

  it.each(cases)('$layer: $part $face at ($x, $y) from $from', (sight) => {
    const { from, x, y, part, face, layer } = sight;
    const solids = straightSolids().filter((solid) => solid.layer === layer);
    const image = drawScene({ solids, view: views[from], frame, sheet: sheets.classic });

    const seen = pixelAt(image, (24 + x) * pxPerUnit, (24 + 16 - y) * pxPerUnit);

    const possible = quarters.map((quarter) => colourOf(part, layer, face, quarter));
    expect(possible).toContainEqual(seen);
  });
});
