import type { Crop } from '../figure/camera/crops.ts';
import type { Gradient } from '../image/background.ts';
import type { Format } from '../image/formats.ts';
import type { Motion } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import type { RenderType } from '../figure/render-types.ts';
import type { HeldItemName, OverlayStyle } from '../figure/held-item-names.ts';
import type { ArrangementName, Facing } from '../scenes/layout/arrangements.ts';
import type { SizePx, SceneName } from '../scenes/layout/sizes.ts';
import type { AnimationOptions } from './animation.ts';
import type { EarsOption, FigureOutline, SheetFiles } from './jobs.ts';
import type { ModelOption } from '../../common/player.ts';

/** Fields of all figures of a scene. */
type AnyFigure = {
  readonly crop: Crop;
  readonly mirror: boolean;
  readonly scale: number;
  /** Clean, one line; empty for no label. */
  readonly label: string;
  readonly caption: string;
};

/** One figure of a scene: its sheets, pose and label. */
export type PosedFigure = AnyFigure & {
  readonly kind: 'posed';
  /** Index into the job's skins. */
  readonly skin: number;
  /** Index into the job's capes. */
  readonly cape: number | null;
  readonly model: ModelOption;
  /** Default: `auto`. */
  readonly ears?: EarsOption;
  readonly upsideDown: boolean;
  readonly renderType: RenderType;
  /** A pose instead of the type's own. */
  readonly pose?: Pose | null;
  readonly motion?: Motion | null;
  readonly overlay: OverlayStyle;
  /** Whether to draw the elytra of its cape sheet. */
  readonly wings: boolean;
  /** What the hands hold; `null` for the pose's default item. */
  readonly hold: HeldItemName | null;
  readonly holdLeft: HeldItemName | null;
  readonly yawDegrees: number;
  readonly pitchDegrees: number;
};

/** A figure drawn elsewhere: it keeps its pixels and has no pose or camera. */
export type PictureFigure = AnyFigure & {
  readonly kind: 'picture';
  /** Index into the job's pictures. */
  readonly picture: number;
};

export type SceneFigure = PosedFigure | PictureFigure;

/** Style of names: below the figures, on a plate, or none. */
export const labelStyles = ['below', 'plate', 'none'] as const;
export type LabelStyle = (typeof labelStyles)[number];

/** A job for a picture of an arranged group; plain data, copied to a worker. */
export type SceneJob = SheetFiles & {
  readonly scene: SceneName | null;
  readonly arrangement: ArrangementName;
  readonly facing: Facing;
  /** `null`: as large as the group needs with standing figures of `heightPx`. */
  readonly sizePx: SizePx | null;
  readonly heightPx: number;
  readonly gapPx: number | null;
  readonly title: string;
  readonly subtitle: string;
  readonly labels: LabelStyle;
  readonly shadow: boolean;
  /** From a colour to itself for a plain one. */
  readonly background: Gradient | null;
  readonly outline: FigureOutline | null;
  readonly format: Format;
  /** Default: none; the picture does not move. */
  readonly animation?: AnimationOptions | null;
  /** Empty for a scene without figures. */
  readonly figures: readonly SceneFigure[];
};
