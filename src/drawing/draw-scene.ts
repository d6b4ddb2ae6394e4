import { heightForScale, measureFigure, stageFigure } from '../render/figure.ts';
import type { MeasuredFigure } from '../render/figure.ts';
import type { Extent } from '../render/camera/regions.ts';
import { paintGradient } from '../render/image/background.ts';
import { blendOver } from '../render/image/blend.ts';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';
import { giveBack } from '../render/image/give-back.ts';
import { withOutline } from '../render/image/silhouette.ts';
import type { ColouredLight } from '../render/plan/execute.ts';
import type { Staging } from '../render/stage/stage.ts';
import { paintContactShadow } from '../scenes/art/ground.ts';
import { paint } from '../scenes/art/art.ts';
import { enlarge } from '../scenes/enlarge.ts';
import { turnsOf, type Turn } from '../scenes/layout/arrangements.ts';
import { layOut, layOutAround } from '../scenes/layout/layout.ts';
import type { Layout } from '../scenes/layout/request.ts';
import type { Box, FigureShape } from '../scenes/layout/shape.ts';
import { shadesIn } from '../scenes/light.ts';
import type { Scene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import type { DrawContext } from './draw-context.ts';
import { drawFigure } from './draw-figure.ts';
import { mostPixels, type TaskResult } from './order.ts';
import type { SceneLayers } from './scene-layers.ts';
import type { SceneFigure, SceneOrder } from './scene-order.ts';
import { drawLabels, drawTitle, measureLabels, setTitle } from './scene-text.ts';
import type { ReadSheets } from './worker-sheets.ts';

/** What scenes are drawn with, besides what every picture is. */
export type SceneContext = DrawContext & { readonly layers: SceneLayers };

const plainInk: Scene['ink'] = { fill: '#ffffff', soft: '#e6e2f2', rim: '#15121f' };
const black = paint('#000000');

/** Draws a group of figures as it is arranged, in a place or on a plain ground, with its titles. */
export function drawScene(
  order: SceneOrder,
  sheets: ReadSheets,
  context: SceneContext,
): TaskResult<RgbaImage> {
  const scene = order.scene === null ? null : scenes[order.scene];
  const turns = turnsOf(order.arrangement, order.facing, order.figures.length);
  const staged = order.figures.map((figure, index) => stagingOf(figure, turns[index]!));
  const layout = layoutOf(order, staged.map(measureFigure), context);
  const [widthPx, heightPx] = layout.sizePx;
  if (widthPx * heightPx > mostPixels) return { ok: false, tooLarge: `${widthPx}×${heightPx} px` };
  const picture = context.scratch(widthPx, heightPx);
  if (order.background !== null && scene === null) paintGradient(picture, order.background);
  paintGround(picture, order, layout, context.layers);
  const light = scene === null ? undefined : shadesIn(scene.light);
  drawFigures(picture, { order, staged, layout, sheets }, { ...context, ...(light && { light }) });
  for (const place of layout.labels) {
    const figure = order.figures[place.index]!;
    const styling = { style: order.labels, fontPx: layout.labelFontPx };
    if (order.labels !== 'none') drawLabels(picture, context.fonts, { place, figure }, styling);
  }
  if (layout.title !== null) {
    const titled = { titles: order, place: layout.title };
    drawTitle(picture, context.fonts, titled, scene?.ink ?? plainInk);
  }
  return { ok: true, value: picture };
}

/** A figure as it is asked for, turned as its arrangement has it. */
function stagingOf(figure: SceneFigure, turn: Turn): Staging {
  const mirror = figure.mirror !== turn.mirror;
  return {
    renderType: figure.renderType,
    crop: figure.crop,
    model: figure.model,
    overlay: figure.overlay !== 'none',
    upsideDown: figure.upsideDown,
    cape: figure.cape === null ? null : { texelsPerUnit: 1 },
    mirror,
    yawDegrees: figure.yawDegrees + (mirror ? -1 : 1) * turn.yawDegrees,
    pitchDegrees: figure.pitchDegrees,
  };
}

/** Of the height of a figure's picture in the usual pose: one who stands upright, from sole to crown. */
const standingShare = 0.917;

function layoutOf(
  order: SceneOrder,
  measured: readonly MeasuredFigure[],
  { fonts }: SceneContext,
): Layout {
  const texts =
    order.labels === 'none' ? order.figures.map(() => ({ label: '', caption: '' })) : order.figures;
  const hasTitle = setTitle(fonts, order, { roomPx: 1e6, pixelPx: 1 }).lines.length > 0;
  const titleBlock = (roomPx: number, pixelPx: number) =>
    setTitle(fonts, order, { roomPx, pixelPx }).sizePx;
  const request = {
    arrangement: order.arrangement,
    figures: measured.map((one, index) => ({
      shape: shapeOf(one),
      scale: order.figures[index]!.scale,
    })),
    labelsAt: measureLabels(fonts, texts),
    title: hasTitle ? titleBlock : null,
    hasGround: order.scene !== null,
    rimPx: order.outline?.widthPx ?? 0,
  };
  return order.sizePx === null
    ? layOutAround(request, Math.round(order.heightPx * standingShare), order.gapPx)
    : layOut(request, order.sizePx);
}

/** From the picture plane, up from its middle, to units down from the top of the figure's picture. */
function shapeOf({ extent, stance, unitsPerPlane }: MeasuredFigure): FigureShape {
  const across = (right: number): number => (right - extent.left) * unitsPerPlane;
  const down = (up: number): number => (extent.top - up) * unitsPerPlane;
  const boxOf = ({ left, right, top, bottom }: Extent): Box => ({
    left: across(left),
    right: across(right),
    top: Math.max(0, down(top)),
    bottom: down(bottom),
  });
  const { feet, face, groundUp } = stance;
  return {
    width: across(extent.right),
    height: down(extent.bottom),
    ground: down(groundUp),
    feet: feet && boxOf(feet),
    face: boxOf(face),
  };
}

function paintGround(
  picture: RgbaImage,
  order: SceneOrder,
  layout: Layout,
  layers: SceneLayers,
): void {
  const shadows = order.shadow ? layout.shadows : [];
  const { artPx, terrain, sizePx } = layout;
  const needsArt = order.scene !== null || terrain.blocks.length > 0 || shadows.length > 0;
  if (!needsArt) return;
  const art = layers.layer(order.scene, sizePx, { artPx, terrain });
  const colour = order.scene === null ? black : scenes[order.scene].shadow;
  for (const shadow of shadows) paintContactShadow(art, shadow, colour);
  if (order.scene !== null) {
    enlarge(picture, art, artPx);
    return;
  }
  const blocks = createImage(picture.widthPx, picture.heightPx);
  enlarge(blocks, art, artPx);
  blendOver(picture, blocks, 0, 0);
  giveBack(blocks.data);
}

type Cast = {
  readonly order: SceneOrder;
  readonly staged: readonly Staging[];
  readonly layout: Layout;
  readonly sheets: ReadSheets;
};

/** Draws the figures from back to front; one that occurs twice in a row is drawn once. */
function drawFigures(
  picture: RgbaImage,
  { order, staged, layout, sheets }: Cast,
  context: SceneContext & { readonly light?: ColouredLight },
): void {
  const drawn = new Map<string, RgbaImage>();
  for (const place of layout.figures) {
    const { skin, cape } = order.figures[place.index]!;
    const staging = staged[place.index]!;
    const framed = stageFigure({
      ...staging,
      heightPx: heightForScale(measureFigure(staging), place.pxPerUnit),
    });
    const key = JSON.stringify([framed.figure, skin, cape]);
    const worn = { skin: sheets.skins[skin]!, cape: cape === null ? null : sheets.capes[cape]! };
    const image =
      drawn.get(key) ?? outlined(drawFigure(framed, worn, context, createImage), order.outline);
    drawn.set(key, image);
    const { frame } = framed;
    const groundPx = frame.originY - groundOf(staging) * frame.scale;
    const rimPx = order.outline?.widthPx ?? 0;
    blendOver(
      picture,
      image,
      Math.round(place.middlePx - frame.widthPx / 2) - rimPx,
      Math.round(place.groundPx - groundPx) - rimPx,
    );
  }
  for (const { data } of drawn.values()) giveBack(data);
}

/** Larger by the width of the line at each side. */
function outlined(figure: RgbaImage, outline: SceneOrder['outline']): RgbaImage {
  if (outline === null) return figure;
  const whole = withOutline(figure, outline);
  giveBack(figure.data);
  return whole;
}

function groundOf(staging: Staging): number {
  return measureFigure(staging).stance.groundUp;
}
