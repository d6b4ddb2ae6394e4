import { flatLight } from '../camera/light.ts';
import { heightOf, widthOf } from '../camera/regions.ts';
import { cameraAxes, turnedView, type View } from '../camera/view.ts';
import { capeSolid } from '../model/cape.ts';
import { quadsOf } from '../model/quads.ts';
import { lowestPoint, movedSolid, posedSolids, type Solid } from '../model/solids.ts';
import { halfTurn } from '../model/vector.ts';
import { groundShadow, type GroundShadow } from '../plan/ground-shadow.ts';
import type { PosedRow } from '../render-types.ts';
import { cropOf, isDrawn, withShadow, type Stage, type Staging } from './stage.ts';

/**
 * A posed figure in space. The picture is as wide as this model, but its scale is the classic
 * one's, so that players of both models stand at one size in a row; capes and overlays, drawn or
 * not, do not change it either.
 */
export function posedStage(row: PosedRow, staging: Staging): Stage {
  const region = cropOf(row.crops, staging);
  const view = turnedView(row.view, staging.yawDegrees ?? 0, staging.pitchDegrees ?? 0);
  const solids = figureSolids(row, staging, view);
  const classic = figureSolids(
    row,
    { ...staging, model: 'classic', cape: roomForCape(row, staging) },
    view,
  );
  const shadow = staging.shadow === true ? { ground: castShadow(row, classic), view } : null;
  const height = heightOf(classic, region, view);
  const widthAt = (figure: readonly Solid[]) => widthOf(figure, region, view, height);
  const widest = withShadow({ ...height, ...widthAt(classic) }, shadow, staging);
  return {
    quads: solids.filter((solid) => isDrawn(solid, staging)).flatMap(quadsOf),
    view,
    light: staging.shading === false ? flatLight : row.light,
    extent: withShadow({ ...height, ...widthAt(solids) }, shadow, staging),
    widestUnits: widest.right - widest.left,
    isTexelExact: false,
    shadow,
  };
}

/** A whole figure's picture is high enough for a cape, worn or not; the other crops cut it off. */
function roomForCape({ parts }: PosedRow, { crop }: Staging): Staging['cape'] {
  return crop === 'full' && parts === undefined ? { texelsPerUnit: 1 } : null;
}

function figureSolids({ pose, parts }: PosedRow, staging: Staging, view: View): Solid[] {
  const skin = posedSolids(staging.model, pose);
  const worn = staging.cape ? [...skin, capeSolid(pose)] : skin;
  const solids = parts === undefined ? worn : worn.filter(({ part }) => parts.includes(part));
  if (staging.upsideDown !== true) return solids;
  const turn = halfTurn(view.target, cameraAxes(view).away);
  return solids.map((solid) => movedSolid(solid, turn));
}

/** The ground is as far below a figure as its pose says, and right below what is cut out of one. */
function castShadow({ pose, parts }: PosedRow, solids: readonly Solid[]): GroundShadow {
  const boxes = solids.filter(({ layer }) => layer === 'base').map(({ corners }) => corners);
  const airUnits = parts === undefined ? (pose.airUnits ?? 0) : 0;
  return groundShadow(boxes, lowestPoint(solids) - airUnits);
}
