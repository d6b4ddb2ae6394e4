import { mostThoroughScenePx } from '../render/image/encode.ts';
import { arrangements, turnsOf, type Slot } from '../scenes/layout/arrangements.ts';
import { reducedScale } from '../render/sheet/reduce.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import { labelFont } from '../scenes/layout/fit-group.ts';
import { standingUnits } from '../scenes/layout/shape.ts';
import { artPixelPx } from '../scenes/layout/sizes.ts';
import {
  aboutSizeOf,
  drawnCost,
  encodedDetailOf,
  outlined,
  planCost,
  shapeOf,
  shownTexels,
  type FigureSize,
} from './cost-of-figures.ts';
import {
  aboutWidthPx,
  capeCost,
  capeTexelsPerUnit,
  costsMs,
  encodeCost,
  letterShare,
  meanTexture,
  pictureCost,
  sheetCost,
  sum,
  texelsPerUnit,
  textCost,
  textureOf,
  type Texture,
} from './cost-of-parts.ts';
import { stagingOf } from './posed-actor.ts';
import type { PosedFigure, SceneFigure, SceneOrder } from './scene-order.ts';

/** Share of the picture that names, titles and margins leave to a group. */
const groupShares = { width: 0.95, height: 0.75 } as const;

/** Gap between two figures, in units. */
const gapUnits = 2;

/** Estimates the cost of a scene without laying it out; its plans follow from poses, turns and sheets. */
export function sceneCost(order: SceneOrder): number {
  const { format, title, subtitle } = order;
  const { unitPx, area } = scaleOf(order);
  const names = namesOf(order);
  const isPlace = order.scene !== null;
  const artPx = order.sizePx === null ? Math.max(1, order.heightPx / 70) : artPixelPx(order.sizePx);
  return (
    costsMs.order +
    costsMs.scene.scene +
    sum(order.skins, (skin) => sheetCost(skin, shownTexels(unitPx))) +
    sum(order.capes, (cape) => capeCost(cape, shownTexels(unitPx))) +
    figuresCost(order, unitPx) +
    area * (costsMs.scene.area + (isPlace ? costsMs.scene.art / artPx ** 2 : 0)) +
    encodeCost({
      format,
      area,
      ink: isPlace ? area : inkOf(order, unitPx),
      figures: Math.max(1, order.figures.length),
      texture: textureOfScene(order, unitPx, area),
      isLarge: isPlace && area * 1e6 > mostThoroughScenePx,
    }) +
    sum([title, subtitle, ...names], textCost)
  );
}

/** The scale of a figure, and the area of the picture in millions of pixels. */
function scaleOf(order: SceneOrder): { readonly unitPx: number; readonly area: number } {
  const { sizePx, heightPx, figures, outline } = order;
  const slots: readonly Slot[] = arrangements[order.arrangement](figures.length);
  const shapes = figures.map(shapeOfFigure);
  const widths = [0, 0];
  let height = 1;
  slots.forEach(({ row, raise, scale, gapBefore }, index) => {
    const shape = shapes[index]!;
    widths[row]! += shape.width * scale + gapBefore * standingUnits + gapUnits;
    height = Math.max(height, shape.height * scale + raise * standingUnits);
  });
  const width = Math.max(1, ...widths);
  if (sizePx === null) {
    const unitPx = heightPx / standingUnits;
    const { widening, bandPx } = textRoom(order, unitPx);
    const rimPx = 2 * (outline?.widthPx ?? 0);
    const widePx = width * unitPx * widening + figures.length * rimPx;
    const highPx = height * unitPx + bandPx + rimPx;
    return { unitPx, area: (widePx * highPx) / 1e6 };
  }
  const [wide, high] = [sizePx[0] * groupShares.width, sizePx[1] * groupShares.height];
  return { unitPx: Math.min(wide / width, high / height), area: (sizePx[0] * sizePx[1]) / 1e6 };
}

function namesOf({ labels, figures }: SceneOrder): string[] {
  return labels === 'none' ? [] : figures.flatMap(({ label, caption }) => [label, caption]);
}

/** What names and titles add to a group; relative to small figures they are large. */
function textRoom(order: SceneOrder, unitPx: number) {
  const names = namesOf(order);
  const fontPx = labelFont(order.heightPx, null);
  const widestPx = (fontPx / 2) * Math.max(0, ...names.map((name) => name.length));
  const lines = [order.title, order.subtitle, ...names.slice(0, 2)].filter((text) => text !== '');
  return {
    widening: Math.min(1.6, Math.max(1, widestPx / (shapeOf('default').width * unitPx))),
    bandPx: 1.4 * fontPx * lines.length,
  };
}

/** The opaque part of the picture: its figures and their names, in millions of pixels. */
function inkOf(order: SceneOrder, unitPx: number): number {
  const { figures, background, sizePx, outline, labels } = order;
  if (background !== null && sizePx !== null) return (sizePx[0] * sizePx[1]) / 1e6;
  const rimPx = 2 * (outline?.widthPx ?? 0);
  const figuresPx = sum(
    figures.map(shapeOfFigure),
    ({ width, height, seen }) => seen * unitPx ** 2 + rimPx * (width + height) * unitPx,
  );
  const fontPx = labelFont(unitPx * standingUnits, sizePx?.[1] ?? null);
  const share = labels === 'plate' ? plateShare : letterShare;
  const namesPx = share * fontPx * sum(namesOf(order), (name) => aboutWidthPx(name, fontPx));
  return (figuresPx + namesPx) / 1e6;
}

/** The area of a name on its plate, relative to its width and its font. */
const plateShare = 1.4;

/** Scenes are painted in large art pixels, with figures in front. */
function textureOfScene(order: SceneOrder, unitPx: number, area: number): Texture {
  const ofFigures = meanTexture(
    order.figures.map((figure) => textureOfFigure(order, figure, unitPx)),
  );
  if (order.scene === null || order.sizePx === null) return ofFigures;
  const share = Math.min(1, inkOf({ ...order, background: null }, unitPx) / area);
  const times = order.scene === 'stage' || order.scene === 'void' ? dottedTimes : 1;
  const ofPlace = ((1 - share) * times) / artPixelPx(order.sizePx);
  const detail = Math.min(1, ofPlace + share * ofFigures.detail);
  return { detail, noise: share * ofFigures.noise };
}

/** Places painted with many single art pixels. */
const dottedTimes = 2;

function textureOfFigure(
  { skins, pictures }: SceneOrder,
  figure: SceneFigure,
  unitPx: number,
): Texture {
  if (figure.kind === 'picture') return textureOf(pictures[figure.picture]!.png, 1);
  const skin = skins[figure.skin]!;
  return textureOf(skin.png, encodedDetailOf(figure, texelsPerUnit(skin), unitPx));
}

/** A finished picture is scaled to the height of our figures. */
function shapeOfFigure(figure: SceneFigure) {
  const { width, height, seen } = shapeOf(figure.kind === 'posed' ? figure.renderType : 'default');
  const { scale } = figure;
  return { width: width * scale, height: height * scale, seen: seen * scale ** 2 };
}

/** Figures with the same view share a plan. */
function figuresCost(order: SceneOrder, groupUnitPx: number): number {
  const { figures, arrangement, facing, skins, capes, pictures, outline } = order;
  const slots: readonly Slot[] = arrangements[arrangement](figures.length);
  const turns = turnsOf(arrangement, facing, figures.length);
  const planned = new Set<string>();
  return sum([...figures.entries()], ([index, figure]) => {
    const scale = slots[index]!.scale * figure.scale;
    const unitPx = groupUnitPx * scale;
    const cape = figure.kind === 'posed' ? capeScaleOf(figure, capes, unitPx) : null;
    const size = aboutSizeOf(figure.kind === 'posed' ? figure : pictureShape, unitPx, cape);
    const rim = outline === null ? 0 : outlined(size, outline).area * costsMs.outline;
    if (figure.kind === 'picture') {
      return rim + pictureCost(pictures[figure.picture]!.png, size.area);
    }
    const finest = figure.overlay === 'raised' ? mostRaisedTexelsPerUnit : shownTexels(unitPx);
    const texels = Math.min(finest, shownTexels(unitPx), texelsPerUnit(skins[figure.skin]!));
    const staging = stagingOf(figure, turns[index]!, order.scene !== null);
    const key = JSON.stringify([staging, scale, texels, cape]);
    const isNew = !planned.has(key);
    planned.add(key);
    return rim + posedCost(figure, { size, texels, isNew });
  });
}

/** Texels per unit of the cape that a figure wears, as its plan has them. */
function capeScaleOf(
  { cape }: PosedFigure,
  capes: SceneOrder['capes'],
  unitPx: number,
): number | null {
  const scale = cape === null ? null : capeTexelsPerUnit(capes[cape]!);
  return scale === null ? null : reducedScale(scale, shownTexels(unitPx));
}

/** The figure whose size a finished picture has. */
const pictureShape = { renderType: 'default', overlay: 'flat' } as const;

function posedCost(
  { overlay }: PosedFigure,
  {
    size,
    texels,
    isNew,
  }: { readonly size: FigureSize; readonly texels: number; readonly isNew: boolean },
): number {
  const isRaised = overlay === 'raised';
  return (isNew ? planCost(texels, size, isRaised) : 0) + drawnCost(size, texels, isRaised);
}
