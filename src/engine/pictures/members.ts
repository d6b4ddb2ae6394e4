import { memoized } from '../../common/cache/memoized.ts';
import {
  frameFigure,
  heightForScale,
  measureFigure,
  type FramedFigure,
  type MeasuredFigure,
} from '../figure/figure.ts';
import type { Extent } from '../figure/camera/framing.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';
import { free } from '../image/scratch.ts';
import { motionRow } from '../figure/motions.ts';
import { renderTypes, type RenderType, type RenderTypeRow } from '../figure/render-types.ts';
import type { Reaches } from '../figure/stage/moment.ts';
import type { Moment, Staging } from '../figure/stage/stage.ts';
import type { Turn } from '../scenes/layout/arrangements.ts';
import type { Layout, PlacedFigure, Box, FigureShape } from '../scenes/layout/request.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import { animationKeyOf, isExpensive, type Limit } from './detail.ts';
import {
  drawFigure,
  modelOf,
  type PreparedTextures,
  type DrawContext,
  type FigureContext,
  type TexturedFigure,
} from './draw-figure.ts';
import type { PosedFigure } from '../options/jobs.ts';

/** A figure of a scene, for its layout. */
export type Member = {
  readonly shape: FigureShape;
  readonly at: (place: PlacedFigure) => PlacedMember;
};

/** A figure at its place. */
export type PlacedMember = {
  readonly place: PlacedFigure;
  /** Of its picture. */
  readonly sizePx: SizePx;
  /** From the top of its picture to the ground. */
  readonly groundPx: number;
  /** What it is drawn from, perhaps in another size; `null` for a finished picture. */
  readonly textured: TexturedFigure | null;
  /** Figures of one job with equal keys look the same, but for the size of their pictures. */
  readonly key: string;
  /** @param limited the figure with the detail that the job allows; see `limitDetail` */
  readonly draw: (limited: Limit) => RgbaImage;
  /** The same, drawn in the pose and size of another figure. */
  readonly as: (framed: FramedFigure) => PlacedMember;
};

/** Pictures of figures that an animation needs in several frames; those of a key never differ. */
export type Sprites = {
  readonly has: (key: string) => boolean;
  readonly find: (key: string) => RgbaImage | null;
  readonly keep: (key: string, image: RgbaImage) => void;
};

/** Creates figures drawn from sheets, turned by their arrangement; equal poses are measured and staged once. */
export function createPosedMembers(context: FigureContext & Pick<DrawContext, 'reaches'>) {
  const measured = memoized(
    (staging: Staging) => measureOnce(staging, context.reaches),
    (staging) => JSON.stringify(staging),
  );
  return (figure: PosedFigure, prepared: PreparedTextures, at: StagedAt): Member => {
    const { shape, frameAt } = measured(stagingOf(figure, prepared, at));
    const { textures } = prepared;
    return {
      shape,
      at: (place) => {
        const { framed: own, groundPx } = frameAt(place.pxPerUnit);
        const sizePx = [own.frame.widthPx, own.frame.heightPx] as const;
        const as = (framed: FramedFigure): PlacedMember => ({
          place,
          sizePx,
          groundPx,
          textured: { framed, textures },
          key: JSON.stringify([framed.figure, figure.skin, figure.cape]),
          draw: (limited) => drawFigure(limited(framed), textures, context, createImage),
          as,
        });
        return as(own);
      },
    };
  };
}

function measureOnce(staging: Staging, reaches?: Reaches) {
  const measured = measureFigure(staging, reaches);
  const framedAt = memoized((heightPx: number) =>
    frameFigure({ ...staging, heightPx }, measured.stage),
  );
  return {
    shape: shapeOf(measured),
    frameAt: (pxPerUnit: number) => {
      const framed = framedAt(heightForScale(measured, pxPerUnit));
      const { originY, scale } = framed.frame;
      return { framed, groundPx: originY - measured.stance.groundUp * scale };
    },
  };
}

/**
 * The camera of all scenes stands at about the height of the eyes: figures whose own view is from far
 * above or below would look as if they were cut out of other pictures.
 */
export const scenePitchDegrees = 10;

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
function stagingOf(
  figure: PosedFigure,
  { textures, ears }: PreparedTextures,
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
  const [width, height] = [across(extent.right), down(extent.bottom)];
  const boxOf = ({ left, right, top, bottom }: Extent): Box => ({
    left: across(left),
    right: across(right),
    top: Math.max(0, down(top)),
    bottom: Math.min(height, down(bottom)),
  });
  const { face, groundUp, covers, column, crownUp, casters } = stance;
  return {
    width,
    height,
    ground: down(groundUp),
    face: boxOf(face),
    covers: covers.map(boxOf).filter(({ top, bottom }) => top < bottom),
    column: { left: across(column.left), right: across(column.right) },
    crown: down(crownUp),
    casters: casters.map((corners) =>
      corners.map(({ right, back, heightUnits }) => ({
        across: across(right),
        back: back * unitsPerPlane,
        height: heightUnits,
      })),
    ),
  };
}

/**
 * The figures of a layout, from back to front. Those of an animation that differ in nothing but their size
 * and time are drawn as large as the largest, where each size would need expensive plans of its own.
 */
export function placeMembers(
  { figures }: Layout,
  members: readonly Member[],
  isAnimation: boolean,
): readonly PlacedMember[] {
  const placed = figures.map((place) => members[place.index]!.at(place));
  if (!isAnimation) return placed;
  const largest = new Map<string | null, number>();
  for (const one of placed) {
    const key = sizelessKey(one);
    largest.set(key, Math.max(one.place.pxPerUnit, largest.get(key) ?? 0));
  }
  return placed.map((one) => {
    const key = sizelessKey(one);
    if (key === null) return one;
    const place = { ...one.place, pxPerUnit: largest.get(key)! };
    return one.as(members[place.index]!.at(place).textured!.framed);
  });
}

/** Equal for figures that differ in nothing but their size and time; `null` for one with cheap plans. */
function sizelessKey({ textured }: PlacedMember): string | null {
  if (textured === null || !isExpensive(textured)) return null;
  const { framed, textures } = textured;
  const figure = { ...framed.figure, heightPx: 0 };
  return animationKeyOf({ framed: { ...framed, figure }, textures });
}

/** With what figures are drawn; without sprites if it is no animation. */
export type Looks = { readonly limited: Limit; readonly sprites: Sprites | null };

/** Draws a figure in its size. @param group all figures of the picture */
export function drawMember(
  one: PlacedMember,
  group: readonly PlacedMember[],
  looks: Looks,
): RgbaImage {
  const drawn = looks.sprites?.find(one.key) ?? one.draw(looks.limited);
  keepAll(drawn, one, group, looks);
  const sized = resize(drawn, ...one.sizePx);
  if (sized !== drawn) free(drawn.data);
  return sized;
}

/** Keeps a picture with expensive plans, and those of the others who will look like it at another time. */
function keepAll(
  drawn: RgbaImage,
  { textured, key }: PlacedMember,
  group: readonly PlacedMember[],
  { limited, sprites }: Looks,
): void {
  if (sprites === null || sprites.has(key) || textured === null || !isExpensive(textured)) return;
  sprites.keep(key, drawn);
  const animationKey = animationKeyOf(textured);
  for (const other of group) {
    if (other.textured === null || animationKeyOf(other.textured) !== animationKey) continue;
    const look = other.as(textured.framed);
    if (sprites.has(look.key)) continue;
    const picture = look.draw(limited);
    sprites.keep(look.key, picture);
    free(picture.data);
  }
}
