import { standingCrops, type Crop } from './camera/crops.ts';
import { studioLight, type FigureLight } from './camera/light.ts';
import type { Region } from './camera/framing.ts';
import type { View } from './camera/view.ts';
import type { PartName } from './boxes.ts';
import type { PartPose, Pose } from './pose.ts';
import type { Holds } from './held-items/held-items.ts';

/** The crops that every type has, and those that only some have. */
export type CropTable<Framed> = Readonly<Record<'full', Framed> & Partial<Record<Crop, Framed>>>;

/** A figure in space: its pose, view, light, and what each crop frames. */
export type PosedRow = {
  readonly kind: 'posed';
  readonly pose: Pose;
  readonly view: View;
  readonly light: FigureLight;
  readonly crops: CropTable<Region>;
  /** The parts to draw; all by default. */
  readonly parts?: readonly PartName[];
  /** What the pose tells of: in the hands unless the request says otherwise. */
  readonly holds?: Partial<Holds>;
  /** Arms that would hide the face with what they hold, as they are when they hold something else. */
  readonly armsHolding?: Partial<Record<'rightArm' | 'leftArm', PartPose>>;
  /** Whether hands just carry the pose's default item, because the figure has another pose. */
  readonly isCarrying?: boolean;
  /**
   * How far the view of a lying figure is turned in a scene. A single render sees it from above, which in
   * a scene would look like falling: there it lies along the ground.
   */
  readonly inScene?: Pick<View, 'yawDegrees'>;
};

type RowOptions = Partial<
  Pick<PosedRow, 'light' | 'crops' | 'holds' | 'armsHolding' | 'inScene'>
> & {
  /** The parts to draw. */
  readonly shown?: readonly PartName[];
};

/** A row: by default with studio light, the crops of a standing figure, and all of its parts. */
export function posed(seen: View, row: Pose & RowOptions): PosedRow {
  const {
    light = studioLight,
    crops = standingCrops,
    shown,
    holds,
    armsHolding,
    inScene,
    ...pose
  } = row;
  return {
    kind: 'posed',
    pose,
    view: seen,
    light,
    crops,
    ...(shown && { parts: shown }),
    ...(holds && { holds }),
    ...(armsHolding && { armsHolding }),
    ...(inScene && { inScene }),
  };
}

/**
 * A view of the figure.
 * @param targetY height of the point that the camera looks at, in units
 * @param distanceUnits `null` for a view without perspective
 */
export function view(
  yawDegrees: number,
  pitchDegrees: number,
  targetY: number,
  distanceUnits: number | null,
): View {
  return { yawDegrees, pitchDegrees, target: [0, targetY, 0], distanceUnits };
}
