import { paintGradient } from '../image/background.ts';
import { blendOver, type RgbaImage } from '../image/canvas.ts';
import { roundLone } from '../image/animation/animation-file.ts';
import { decodePngOrNull } from '../image/decode-png.ts';
import { withOutline } from '../image/silhouette.ts';
import {
  type AnyArrangement,
  turnsOf,
  type Facing,
  type Formation,
  type Turn,
} from '../scenes/layout/arrangements.ts';
import { standingUnits, type Layout, type LayoutRequest } from '../scenes/layout/request.ts';
import { isFullLength, rowOf } from '../figure/render-types.ts';
import type { Scene } from '../scenes/scene.ts';
import { limitFrame, type Limit } from './detail.ts';
import {
  byPlan,
  planKeyOf,
  prepareTextures,
  type DrawContext,
  type FigureContext,
  type ReadSheets,
} from './draw-figure.ts';
import { boxesOf, type GroupPicture } from './figure-boxes.ts';
import { tooLarge, type TaskResult, type SceneFigure, type SceneJob } from '../options/jobs.ts';
import { journeyOf, journeyTurn, paintGround, type SceneLayers } from './scene-ground.ts';
import { pictureMember } from './picture-member.ts';
import { propMember } from './prop-member.ts';
import {
  createPosedMembers,
  drawMember,
  placeMembers,
  type Looks,
  type Member,
  type PlacedMember,
  type Sprites,
} from './members.ts';
import { animationPhase, momentIn, scenePhase, type FrameAt } from '../options/animation.ts';
import { drawLabels, itemizeLabels, measureLabels } from './labels.ts';
import { drawFlag, drawPole, placeFlag, poleFoot, withFlag } from './scene-flag.ts';
import { drawTitle, titleSetter } from './scene-title.ts';
import { formationOf } from '../scenes/layout/formation.ts';
import { layOutAround, layOut } from '../scenes/layout/layout.ts';
import { scenes } from '../scenes/paint-scene.ts';
import { free } from '../image/scratch.ts';
import { artPixelPx } from '../scenes/layout/sizes.ts';

export type SceneContext = DrawContext & {
  readonly layers: SceneLayers;
  /** Of the animation, if it is one. Default: none are cached. */
  readonly sprites?: Sprites;
};

const plainTextColours: Scene['textColours'] = { fill: '#ffffff', soft: '#e6e2f2', rim: '#15121f' };

/** Draws a group of figures in its arrangement, in a scene or on a plain background, with its titles. */
export function drawScene(
  job: SceneJob,
  sheets: ReadSheets,
  context: SceneContext,
): TaskResult<GroupPicture> {
  const scene = openScene(job, sheets, context);
  const [widthPx, heightPx] = scene.sizePx;
  const problem = tooLarge(widthPx, heightPx, job.format);
  if (problem !== null) return { ok: false, tooLarge: problem };
  const sizedBy = job.sizePx === null ? 'height' : 'size';
  const cost = { pixels: widthPx * heightPx, sizedBy } as const;
  const frame = limitFrame(scene.textured, job.animation, cost);
  if (!frame.ok) return frame;
  const picture = context.scratch(widthPx, heightPx, job.scene !== null);
  const boxes = scene.paint(picture, frame.value);
  return { ok: true, value: { ...picture, boxes, animation: frame.value.moment } };
}

/** How a scene is painted, once it is known what all of its picture takes. */
export type ScenePainting = {
  readonly limited: Limit;
  /** Of the animation, if it is one. */
  readonly moment: FrameAt | null;
  /** Paints over the ground, behind the figures. */
  readonly behind?: (picture: RgbaImage) => void;
};

/** Lays out a scene, which is then painted into a picture of its size. */
export function openScene(job: SceneJob, sheets: ReadSheets, context: SceneContext) {
  const scene = job.scene === null ? null : scenes[job.scene];
  const light = scene?.light;
  const flag = job.flag && decodePngOrNull(job.flag);
  const setTitle = withFlag(titleSetter(context.fonts, job), flag !== null);
  const labels = itemizeLabels(context.fonts, job);
  const hasTitle = setTitle({ spacePx: 1e6, pixelPx: 1 }).lines.length > 0;
  const texts: SceneTexts = {
    labelsAt: measureLabels(context.fonts, labels),
    title: hasTitle ? setTitle : null,
  };
  const membersAs = memberFinder(job, sheets, { ...context, ...(light && { light }) });
  const { animation: ordered } = job;
  // Assume every frame is kept; corrected once size and cost are known.
  const likely = { step: 1, frame: ordered?.frame ?? 0 };
  // However they move, they stand as in a still.
  const asRow = membersAs({ arrangement: 'row', rows: 1 }, 'same', null);
  const request = requestOf(job, asRow, texts);
  const formation = formationOf(standing(job), request, job.sizePx);
  const stagedAt = (at: FrameAt) => {
    const members = membersAs(formation, job.facing, at);
    const layout = layOutScene(job, formation, members, texts);
    return { members, layout, group: placeMembers(layout, members, ordered !== null) };
  };
  // All frames of an animation have one size and one layout but for their shadows, so any will do for it.
  const measured = stagedAt(likely);
  return {
    sizePx: measured.layout.sizePx,
    textured: measured.group.flatMap((one) => one.textured ?? []),
    paint: (picture: RgbaImage, { limited, moment, behind }: ScenePainting) => {
      const at = moment ?? likely;
      const phase = livesAt(job, at);
      const { members, layout, group } = at.step === likely.step ? measured : stagedAt(at);
      if (job.background !== null && scene === null) paintGradient(picture, job.background);
      const ground = { layers: context.layers, phase, passed: passedAt(job, at) };
      paintGround(picture, job, layout, ground);
      behind?.(picture);
      const colours = scene?.textColours ?? plainTextColours;
      const title = layout.title && setTitle(layout.title);
      const hung = title && placeFlag(title, layout.title);
      // Ground that passes would leave it behind.
      const foot = scene === null ? null : journeyOf(job) ? 0 : poleFoot;
      if (hung !== null) drawPole(picture, hung, layout, { rim: colours.rim, foot });
      const { sprites = null } = context;
      drawFigures(picture, group, { limited, sprites, outline: job.outline });
      drawLabels(picture, context.fonts, { texts: labels, style: job.labels }, layout);
      if (title !== null) {
        const { fill, soft, rim } = colours;
        const inks = { first: job.title === '' ? soft : fill, soft, rim };
        const position = hung?.text ?? layout.title!;
        drawTitle(picture, context.fonts, { lines: title.lines, position, colours: inks });
      }
      if (hung !== null)
        drawFlag(picture, flag!, hung, { phase, rim: colours.rim, rimPx: layout.artPx });
      return boxesOf(layout, members).filter((_, index) => job.figures[index]!.kind !== 'prop');
    },
  };
}

/** The phase of what lives in the scene of a job, 0 … 1. */
function livesAt({ animation }: SceneJob, { step, frame }: FrameAt): number {
  return animation ? scenePhase(animation, animationPhase(animation, step, frame)) : 0;
}

/** Share of the way of a round that the ground has passed on a journey. */
function passedAt({ animation }: SceneJob, { step, frame }: FrameAt): number {
  return animation ? animationPhase(animation, step, frame) : 0;
}

/** A deck is of cards, each of which has a scene of its own. */
function standing({ arrangement }: SceneJob): AnyArrangement {
  return arrangement === 'deck' ? 'row' : arrangement;
}

type MemberFinder = (
  formation: Formation,
  facing: Facing,
  /** Of the animation, if it is one; `null` for figures at rest. */
  at: FrameAt | null,
) => readonly Member[];

/** Returns the figures of a job as they are turned in a formation. */
function memberFinder(
  job: SceneJob,
  sheets: ReadSheets,
  context: FigureContext & Pick<DrawContext, 'reaches' | 'fonts'>,
): MemberFinder {
  const { animation } = job;
  const posedMember = createPosedMembers(context);
  const { fonts, light } = context;
  const props = { fonts, light, artPx: artPixelPx(job.sizePx ?? [job.heightPx, job.heightPx]) };
  const isJourney = journeyOf(job) !== null;
  return (formation, facing, at) => {
    const turns = turnsOf(formation, facing, job.figures.length);
    return job.figures.map((figure, index) => {
      if (figure.kind === 'picture') {
        return pictureMember(figure, sheets.pictures[figure.picture]!, context.light);
      }
      if (figure.kind === 'prop') {
        return propMember(figure, { ...props, phase: at === null ? 0 : livesAt(job, at) });
      }
      const { skin, cape, motion } = figure;
      const textures = {
        skin: sheets.skins[skin]!,
        cape: cape === null ? null : sheets.capes[cape]!,
      };
      const prepared = prepareTextures(textures, figure);
      const moment = animation && motion && at ? momentIn(animation, motion, at, index) : null;
      const arranged = animation === null ? turns[index]! : fewTurns(turns[index]!);
      const turn = isJourney && at !== null ? journeyTurn(figure.renderType) : arranged;
      const hasGround = job.scene !== null;
      return posedMember(figure, prepared, { turn, hasGround, moment });
    });
  };
}

/** In an animation each turn needs a plan for every frame, so there are only the mirrored and the plain one. */
function fewTurns({ mirror }: Turn): Turn {
  return { mirror, yawDegrees: 0 };
}

/** Draws the figures and shows them from back to front; a figure that occurs twice is drawn once. */
function drawFigures(
  picture: RgbaImage,
  group: readonly PlacedMember[],
  { outline, ...looks }: Looks & Pick<SceneJob, 'outline'>,
): void {
  const planKey = ({ textured }: PlacedMember): string =>
    textured === null ? '' : planKeyOf({ ...textured, framed: looks.limited(textured.framed) });
  const drawn = new Map<string, RgbaImage>();
  for (const one of byPlan(group, planKey)) {
    const key = lookKey(one);
    if (!drawn.has(key)) drawn.set(key, outlined(drawMember(one, group, looks), outline));
  }
  const rimPx = outline?.widthPx ?? 0;
  for (const one of group) {
    const { place, groundPx } = one;
    const image = drawn.get(lookKey(one))!;
    const leftPx = Math.round(place.middlePx - image.widthPx / 2);
    const topPx = Math.round(place.groundPx - groundPx) - rimPx;
    blendOver(picture, image, leftPx, topPx);
    if (one.textured?.framed.figure.motion) roundLone(picture, image, leftPx, topPx);
  }
  for (const { data } of drawn.values()) free(data);
}

function lookKey({ key, sizePx }: PlacedMember): string {
  return `${key} ${sizePx.join('×')}`;
}

/** Larger by the width of the outline on each side. */
function outlined(figure: RgbaImage, outline: SceneJob['outline']): RgbaImage {
  if (outline === null) return figure;
  const whole = withOutline(figure, outline);
  free(figure.data);
  return whole;
}

/** The measured texts of a scene. */
type SceneTexts = Pick<LayoutRequest, 'labelsAt' | 'title'>;

/** Share of the picture's height of a figure that stands upright, from sole to crown. */
const standingShare = 0.917;

/** Lays out the figures of a job. */
function layOutScene(
  job: SceneJob,
  formation: Formation,
  members: readonly Member[],
  texts: SceneTexts,
): Layout {
  const request = { ...requestOf(job, members, texts), formation };
  return job.sizePx === null
    ? layOutAround(request, Math.round(job.heightPx * standingShare), job.gapPx)
    : layOut(request, job.sizePx);
}

/** Whether a figure is shown from head to foot. */
function isWhole(figure: SceneFigure): boolean {
  return figure.kind === 'posed'
    ? isFullLength(rowOf(figure.renderType), figure.crop)
    : figure.crop === 'full';
}

/**
 * How much larger than standing ones figures are: of a picture that fits them, heads and busts among themselves
 * are as high as a whole figure, as in a plain row.
 */
function zoomOf({ sizePx, figures }: SceneJob, members: readonly Member[]): number {
  if (sizePx !== null || figures.some(isWhole)) return 1;
  const tallest = Math.max(...members.map(({ shape }) => shape.height));
  return standingUnits / (standingShare * tallest);
}

/** @param members turned in any way */
function requestOf(
  job: SceneJob,
  members: readonly Member[],
  texts: SceneTexts,
): Omit<LayoutRequest, 'formation'> {
  const zoom = zoomOf(job, members);
  return {
    ...texts,
    figures: members.map(({ shape }, index) => ({
      shape,
      scale: job.figures[index]!.scale * zoom,
    })),
    hasGround: job.scene !== null,
    rimPx: job.outline?.widthPx ?? 0,
    ...(job.animation && { maxStandingPx: job.heightPx * standingShare }),
  };
}
