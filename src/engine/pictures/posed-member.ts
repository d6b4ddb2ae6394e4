import {
  frameFigure,
  heightForScale,
  measureFigure,
  type FramedFigure,
  type MeasuredFigure,
} from '../figure/figure.ts';
import type { Extent } from '../figure/camera/regions.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { motionRow } from '../figure/motions.ts';
import { renderTypes, type RenderType, type RenderTypeRow } from '../figure/render-types.ts';
import type { Reaches } from '../figure/stage/moment.ts';
import type { Moment, Staging } from '../figure/stage/stage.ts';
import type { Turn } from '../scenes/layout/arrangements.ts';
import type { Box, FigureShape } from '../scenes/layout/shape.ts';
import {
  drawFigure,
  type FigureContext,
  type TextureSet,
  modelOf,
  type Dressed,
} from './draw-figure.ts';
import type { TexturedFigure } from './detail.ts';
import type { PosedFigure } from '../options/jobs.ts';

/** A pose in a view, which several figures of a group may share. */
type FigureAtScale = {
  readonly shape: FigureShape;
  readonly at: (pxPerUnit: number) => { readonly framed: FramedFigure; readonly groundPx: number };
};

/** Creates the figures of a group; equal ones are measured and staged once. */
export function createFigureFinder(reaches?: Reaches): (staging: Staging) => FigureAtScale {
  const known = new Map<string, FigureAtScale>();
  return (staging) => {
    const key = JSON.stringify(staging);
    const own = known.get(key) ?? measureOnce(staging, reaches);
    known.set(key, own);
    return own;
  };
}

function measureOnce(staging: Staging, reaches?: Reaches): FigureAtScale {
  const measured = measureFigure(staging, reaches);
  const framings = new Map<number, FramedFigure>();
  return {
    shape: shapeOf(measured),
    at: (pxPerUnit) => {
      const heightPx = heightForScale(measured, pxPerUnit);
      const framed =
        framings.get(heightPx) ?? frameFigure({ ...staging, heightPx }, measured.stage);
      framings.set(heightPx, framed);
      const { originY, scale } = framed.frame;
      return { framed, groundPx: originY - measured.stance.groundUp * scale };
    },
  };
}

/** A figure drawn from its sheets, turned by its arrangement. */
export function posedMember(
  figure: PosedFigure,
  { shape, at }: FigureAtScale,
  textures: TextureSet,
  context: FigureContext,
): GroupMember {
  const lookAs = (framed: FramedFigure): Look => ({
    key: JSON.stringify([framed.figure, figure.skin, figure.cape]),
    draw: (limited) => drawFigure(limited(framed), textures, context, createImage),
  });
  return {
    shape,
    at: (pxPerUnit) => {
      const { framed, groundPx } = at(pxPerUnit);
      return { ...lookAs(framed), groundPx, textured: { framed, textures, lookAs } };
    },
  };
}

/**
 * The camera of all scenes stands at about the height of the eyes: figures whose own view is from far
 * above or below would look as if they were cut out of other pictures.
 */
const scenePitchDegrees = 10;

/** Whether a figure stands, whatever its type: it has a pose or a motion with poses of its own. */
function bringsPose({ pose, motion }: PosedFigure): boolean {
  return Boolean(pose) || (Boolean(motion) && !motionRow(motion!).keepsPose);
}

/** How an arrangement turns a figure, whether it stands on a ground, and the moment of its motion. */
type StagedAt = {
  readonly turn: Turn;
  readonly hasGround: boolean;
  readonly moment: Moment | null;
};

/** A requested pose, turned by its arrangement and scene. */
export function stagingOf(
  figure: PosedFigure,
  { textures, ears }: Dressed,
  { turn, hasGround, moment }: StagedAt,
): Staging {
  const mirror = figure.mirror !== turn.mirror;
  const hasDefaultView = figure.yawDegrees === 0 && figure.pitchDegrees === 0;
  const row: RenderTypeRow = renderTypes[figure.renderType];
  const isLying = hasGround && hasDefaultView && !bringsPose(figure) && row.kind === 'posed';
  const yawDegrees = (isLying ? row.inScene : undefined)?.yawDegrees ?? turn.yawDegrees;
  const {
    kind: _kind,
    skin: _skin,
    label: _label,
    caption: _caption,
    scale: _scale,
    ...own
  } = figure;
  return {
    ...own,
    model: modelOf(figure.model, textures.skin),
    cape: textures.cape === null ? null : { texelsPerUnit: 1 },
    ears,
    mirror,
    smooth: true,
    motion: moment,
    yawDegrees: figure.yawDegrees + (mirror ? -1 : 1) * yawDegrees,
    pitchDegrees: figure.pitchDegrees + (hasGround ? levelPitch(figure.renderType) : 0),
  };
}

/** What turns a type's own view into that of a scene; views without perspective stay as they are. */
function levelPitch(renderType: RenderType): number {
  const row: RenderTypeRow = renderTypes[renderType];
  if (row.kind === 'flat' || row.view.distanceUnits === null) return 0;
  return scenePitchDegrees - row.view.pitchDegrees;
}

/** Heights on the picture plane, as units down from the top of the figure's picture. */
export function shapeOf({ extent, stance, unitsPerPlane }: MeasuredFigure): FigureShape {
  const across = (right: number): number => (right - extent.left) * unitsPerPlane;
  const down = (up: number): number => (extent.top - up) * unitsPerPlane;
  const boxOf = ({ left, right, top, bottom }: Extent): Box => ({
    left: across(left),
    right: across(right),
    top: Math.max(0, down(top)),
    bottom: down(bottom),
  });
  const { face, groundUp, bodyUp, casters } = stance;
  return {
    width: across(extent.right),
    height: down(extent.bottom),
    ground: down(groundUp),
    face: boxOf(face),
    bodyTop: Math.min(down(extent.bottom), Math.max(0, down(bodyUp))),
    casters: casters.map((corners) =>
      corners.map(({ right, back, heightUnits }) => ({
        across: across(right),
        back: back * unitsPerPlane,
        height: heightUnits,
      })),
    ),
  };
}

/** A figure of a scene, for layout and drawing. */
export type GroupMember = {
  readonly shape: FigureShape;
  /** The figure at a scale. */
  readonly at: (pxPerUnit: number) => SizedMember;
};

/** How a figure looks. */
type Look = {
  /** Figures of one job with equal keys look the same. */
  readonly key: string;
  /** @param limited the figure with the detail that the job allows; see `limitDetail` */
  readonly draw: (limited: (framed: FramedFigure) => FramedFigure) => RgbaImage;
};

export type SizedMember = Look & {
  /** From the top of its picture to the ground. */
  readonly groundPx: number;
  /** What it is drawn from; `null` for a finished picture. */
  readonly textured: Textured | null;
};

/** What a figure is drawn from, and how it looks in the pose and size of another. */
export type Textured = TexturedFigure & { readonly lookAs: (framed: FramedFigure) => Look };
