import { extentOf, union, type Extent } from '../camera/framing.ts';
import type { View } from '../camera/view.ts';
import { flatEars } from './ears-stage.ts';
import { cutTo, patchQuad } from '../flat.ts';
import { mappedCorners, type Quad } from '../quads.ts';
import { apply, halfTurn, type Vec3 } from '../vector.ts';
import { groundShadow } from './ground-shadow.ts';
import type { FlatRow } from '../render-types.ts';
import { cropOf, isDrawn, withShadow, type Stage, type Stance, type Staging } from './stage.ts';

/** Straight from the front, one unit a texel. */
const flatView: View = { yawDegrees: 0, pitchDegrees: 0, target: [0, 0, 0], distanceUnits: null };

/** The ground is seen slightly from above; otherwise its shadow would be a line. */
const shadowView: View = { ...flatView, pitchDegrees: 10 };

/** A flat figure: texels as on the sheet, each a whole number of pixels. */
export function flatStage(row: FlatRow, staging: Staging): Stage {
  const shadow =
    staging.shadow === true ? { ground: groundShadow(row.casters, 0), view: shadowView } : null;
  const { ears = null } = staging;
  const cropped = cropOf(row.crops, staging);
  const added = row.side === undefined || ears === null ? [] : flatEars(ears, row.side);
  const points = added.flatMap(({ corners }) => corners);
  const framed = (model: Staging['model']): Extent => {
    const extent =
      points.length === 0 ? cropped(model) : union(cropped(model), extentOf(points, flatView));
    const turned =
      staging.upsideDown === true ? turnedExtent(extent, row.crops.full(model)) : extent;
    return wholeUnits(withShadow(turned, shadow, staging));
  };
  const widest = framed('classic');
  const patches = row.patches(staging.model, ears).filter((patch) => isDrawn(patch, staging));
  // Beside a head with Ears there are no shoulders.
  const cut = added.length === 0 ? patches : patches.flatMap(cutTo(cropped(staging.model)));
  const quads = [...cut.map(patchQuad), ...added];
  const whole = row.crops.full(staging.model);
  const drawn = staging.upsideDown === true ? quads.map((quad) => turnedQuad(quad, whole)) : quads;
  return {
    quadsFor: () => drawn,
    maxTexelsPerUnit: Infinity,
    view: flatView,
    light: row.light,
    extent: framed(staging.model),
    widestUnits: widest.right - widest.left,
    isTexelExact: staging.smooth !== true,
    shadow,
    stance: () => flatStance(row, staging, framed(staging.model)),
  };
}

/** The stance of a flat figure: head at the top, which may be half of it. */
function flatStance(row: FlatRow, staging: Staging, column: Extent): Stance {
  const extent = cropOf(row.crops, staging)(staging.model);
  const whole = row.crops.full(staging.model);
  const middle = (whole.left + whole.right) / 2;
  const half = Math.min(4, (whole.right - whole.left) / 2);
  const headUnits = Math.max(8, (whole.top - whole.bottom) / 2.5);
  const face = {
    left: middle - half,
    right: middle + half,
    top: whole.top,
    bottom: whole.top - headUnits,
  };
  const body = { ...whole, top: face.bottom };
  const isTurned = staging.upsideDown === true;
  const shown = (part: Extent): Extent => (isTurned ? turnedExtent(part, whole) : part);
  return {
    groundUp: extent.bottom,
    face: shown(face),
    covers: [shown(face), shown(body)],
    column,
    crownUp: column.top,
    casters: staging.crop === 'full' ? [flatCaster(whole, half)] : [],
  };
}

/** As deep as a foot. */
const deepUnits = 0.8;

/** As if it were a box upon its feet. */
function flatCaster({ left, right, top, bottom }: Extent, half: number): Stance['casters'][number] {
  const middle = (left + right) / 2;
  return [-half, half].flatMap((side) =>
    [0, deepUnits].flatMap((back) =>
      [0, top - bottom].map((heightUnits) => ({ right: middle + side, back, heightUnits })),
    ),
  );
}

function wholeUnits({ left, right, bottom, top }: Extent): Extent {
  return {
    left: Math.floor(left),
    right: Math.ceil(right),
    bottom: Math.floor(bottom),
    top: Math.ceil(top),
  };
}

/** Turned by 180° with the whole figure, which stays in place. */
function turnedExtent(extent: Extent, whole: Extent): Extent {
  return {
    left: whole.left + whole.right - extent.right,
    right: whole.left + whole.right - extent.left,
    bottom: whole.bottom + whole.top - extent.top,
    top: whole.bottom + whole.top - extent.bottom,
  };
}

function turnedQuad(quad: Quad, whole: Extent): Quad {
  const middle: Vec3 = [-(whole.left + whole.right) / 2, (whole.top + whole.bottom) / 2, 0];
  const turn = halfTurn(middle, [0, 0, 1]);
  return { ...quad, corners: mappedCorners(quad.corners, (corner) => apply(turn, corner)) };
}
