import { describe, expect, it } from 'vitest';
import { compileFigure } from '../../../test/support/compile-figure.ts';
import { drawnPlan } from '../../../test/support/draw-scene.ts';
import { paintSheet, plainSheet, type Rgba } from '../../../test/support/pattern-sheets.ts';
import { allFaces } from '../../../test/support/skin-facts.ts';
import { cameraAxes } from '../camera/view.ts';
import { stageFigure, type Figure } from '../figure.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { FaceName } from '../model/boxes.ts';
import { faceQuad } from '../model/quads.ts';
import { posedSolids } from '../model/solids.ts';
import { mirroredPose } from '../model/pose.ts';
import { dot } from '../model/vector.ts';
import type { PosedRow } from '../posed-row.ts';
import { renderTypeNames, renderTypes, type RenderTypeRow } from '../render-types.ts';

const white: Rgba = [255, 255, 255, 255];
const black: Rgba = [0, 0, 0, 255];
const nothing: Rgba = [0, 0, 0, 0];
const trunk = ['head', 'body'] as const;
type Trunk = (typeof trunk)[number];

const cases = renderTypeNames.flatMap((renderType) => {
  const row: RenderTypeRow = renderTypes[renderType];
  return row.kind === 'flat' ? [] : [{ renderType, row }];
});

/** White on one side of one part, and black everywhere else. */
function sheetOf(part: Trunk, face: FaceName): RgbaImage {
  return paintSheet('classic', 1, (place) =>
    place.layer === 'overlay'
      ? nothing
      : place.part === part && place.face === face
        ? white
        : black,
  );
}

/** The most frequent one: pixels at edges are mixed with black or with nothing. */
function commonest(levels: readonly number[]): readonly [level: number, count: number] {
  const counts = new Map<number, number>();
  for (const level of levels) counts.set(level, (counts.get(level) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [0, 0];
}

/** How light the opaque pixels are that show more of it than of anything black. */
function lightnessOf({ data }: RgbaImage): number[] {
  const levels: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 255 && data[at]! > 60) levels.push(data[at]!);
  }
  return levels;
}

type Seen = { readonly face: FaceName; readonly lightness: number; readonly toEye: number };

/** The sides of a part that take up some room in a picture: how light white is, and their slant. */
function sidesOf(figure: Figure, { pose }: PosedRow, part: Trunk): Seen[] {
  const plan = compileFigure(figure);
  const { view } = stageFigure(figure).stage;
  const { away } = cameraAxes(view);
  const solids = posedSolids('classic', figure.mirror === true ? mirroredPose(pose) : pose);
  const solid = solids.find((one) => one.part === part && one.layer === 'base')!;
  return allFaces.flatMap((face) => {
    const levels = lightnessOf(drawnPlan(plan, sheetOf(part, face)));
    const [lightness, count] = commonest(levels);
    if (count < 8) return [];
    const [quad] = faceQuad(solid, face);
    return [{ face, lightness, toEye: -dot(quad!.normal, away) }];
  });
}

/** Its sides are tops, or its soles are. */
function isLying({ pose }: PosedRow): boolean {
  return pose.figure?.turn?.some((degrees) => Math.abs(degrees) === 90) === true;
}

describe.each(cases)('light on $renderType', ({ renderType, row }) => {
  // Every other one is mirrored: the light does not follow the figure.
  const mirror = renderTypeNames.indexOf(renderType) % 2 === 1;
  const figure: Figure = {
    renderType,
    crop: 'full',
    model: 'classic',
    heightPx: 96,
    texelsPerUnit: 1,
    mirror,
    hold: 'none',
    holdLeft: 'none',
  };

  it.each(trunk)('%s: its front keeps its colours, other sides part from it', (part) => {
    const sides = sidesOf(figure, row, part);
    const front = sides.find(({ face }) => face === 'front');
    if (front !== undefined && front.toEye >= Math.SQRT1_2) {
      expect(front.lightness).toBeGreaterThanOrEqual(245);
    }
    for (const { face, lightness, toEye } of sides) {
      const isUpright = face === 'left' || face === 'right';
      // Lying figures have them on top.
      const isTurnedAway = isUpright && toEye < 0.5 && !isLying(row);
      if (isTurnedAway) expect(lightness).toBeGreaterThanOrEqual(140);
      if (isTurnedAway) expect(lightness).toBeLessThanOrEqual(192);
      if (face === 'top' && front !== undefined && toEye > 0.15 && !isLying(row)) {
        expect(lightness).toBeGreaterThanOrEqual(front.lightness);
      }
    }
  });

  it('no large side of a white figure is dark', () => {
    const { data } = drawnPlan(compileFigure(figure), plainSheet(white, nothing));
    const opaque = Array.from({ length: data.length / 4 }, (_, i) => i * 4).filter(
      (at) => data[at + 3] === 255,
    );
    const dark = opaque.filter((at) => data[at]! < 110);
    expect(dark.length).toBeLessThan(opaque.length * 0.01);
  });
});
