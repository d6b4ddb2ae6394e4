import { mostThoroughScenePx } from '../render/image/encode.ts';
import { reducedScale } from '../render/sheet/reduce.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import { turnsOf, type Turn } from '../scenes/layout/arrangements.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import {
  drawnCost,
  encodedDetailOf,
  inkOf,
  outlined,
  planCost,
  poseOf,
  shownTexels,
  sizeOfPose,
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
  sidesOf,
  sum,
  texelsPerUnit,
  textCost,
  textureOf,
  type Texture,
} from './cost-of-parts.ts';
import { measureSides } from './picture-actor.ts';
import { stagingOf } from './posed-actor.ts';
import { captionShare, layOutScene, subtitleShare, type SceneTexts } from './scene-layout.ts';
import type { PosedFigure, SceneFigure, SceneOrder } from './scene-order.ts';

/**
 * Estimates the cost of a scene: it is laid out with estimated sizes of its texts, and its plans follow
 * from poses, turns and sheets.
 */
export function sceneCost(order: SceneOrder): number {
  const { format, title, subtitle } = order;
  const group = groupOf(order);
  const { area, artPx, figures } = group;
  const shown = shownTexels(Math.max(0, ...figures.map(({ size }) => size.unitPx)));
  const isPlace = order.scene !== null;
  return (
    costsMs.order +
    costsMs.scene.scene +
    sum(order.skins, (skin) => sheetCost(skin, shown)) +
    sum(order.capes, (cape) => capeCost(cape, shown)) +
    figuresCost(order, figures) +
    area * (costsMs.scene.area + (isPlace ? costsMs.scene.art / artPx ** 2 : 0)) +
    encodeCost({
      format,
      area,
      ink: isPlace || order.background !== null ? area : inkOfGroup(order, group),
      figures: Math.max(1, order.figures.length),
      texture: textureOfScene(order, group),
      isLarge: isPlace && area * 1e6 > mostThoroughScenePx,
    }) +
    sum([title, subtitle, ...namesOf(order)], textCost)
  );
}

/** A scene as it is laid out; its area in millions of pixels. */
type Group = {
  readonly area: number;
  readonly artPx: number;
  readonly labelFontPx: number;
  /** In the order of the request. */
  readonly figures: readonly SizedFigure[];
};

type SizedFigure = {
  readonly figure: SceneFigure;
  /** Equal for figures that share a plan, for the same sheets. */
  readonly view: string;
  readonly size: FigureSize;
};

/** Lays out a scene with estimated sizes of its texts. */
export function groupOf(order: SceneOrder): Group {
  const turns = turnsOf(order.arrangement, order.facing, order.figures.length);
  const measured = order.figures.map((figure, index) => measure(order, figure, turns[index]!));
  const shapes = measured.map(({ shape }) => shape);
  const { sizePx, artPx, labelFontPx, figures } = layOutScene(order, shapes, aboutTexts(order));
  const unitsPx = new Map(figures.map(({ index, pxPerUnit }) => [index, pxPerUnit]));
  return {
    area: (sizePx[0] * sizePx[1]) / 1e6,
    artPx,
    labelFontPx,
    figures: measured.map(({ view, sizeAt }, index) => {
      const unitPx = unitsPx.get(index)!;
      return { figure: order.figures[index]!, view: `${view} ${unitPx}`, size: sizeAt(unitPx) };
    }),
  };
}

type Measured = {
  readonly shape: FigureShape;
  readonly view: string;
  readonly sizeAt: (unitPx: number) => FigureSize;
};

function measure(order: SceneOrder, figure: SceneFigure, turn: Turn): Measured {
  if (figure.kind === 'picture') {
    const [widthPx, heightPx] = sidesOf(order.pictures[figure.picture]!.png);
    const sides = { widthPx: Math.max(1, widthPx), heightPx: Math.max(1, heightPx) };
    const { shape } = measureSides(sides, figure.crop);
    const pose = { ...poseOf({ ...usualView, crop: figure.crop }), shape };
    return { shape, view: '', sizeAt: (unitPx) => sizeOfPose(pose, unitPx, null) };
  }
  // Angles of its own hardly change the size of a figure, and there are too many to remember.
  const usual = {
    ...figure,
    model: 'classic',
    mirror: false,
    yawDegrees: 0,
    pitchDegrees: 0,
  } as const;
  const overlay = figure.overlay === 'raised' ? 'flat' : figure.overlay;
  const hasGround = order.scene !== null;
  const pose = poseOf(stagingOf({ ...usual, overlay }, { ...turn, mirror: false }, hasGround));
  return {
    shape: pose.shape,
    view: JSON.stringify(stagingOf(figure, turn, hasGround)),
    sizeAt: (unitPx) => sizeOfPose(pose, unitPx, capeScaleOf(figure, order.capes, unitPx)),
  };
}

/** The view of a figure that a finished picture is as high as. */
const usualView = { renderType: 'default', model: 'classic' } as const;

function namesOf({ labels, figures }: SceneOrder): string[] {
  return labels === 'none' ? [] : figures.flatMap(({ label, caption }) => [label, caption]);
}

/** Height of a line of text relative to its font, and what rims add. */
const [lineShare, rimsPx] = [1.35, 4] as const;
/** Rows of a line in the pixel font, and the size of a font with letters as wide. */
const [pixelRows, pixelFont] = [16, 12] as const;

function aboutHeightPx(text: string, fontPx: number): number {
  return text === '' ? 0 : Math.ceil(lineShare * fontPx) + rimsPx;
}

function aboutTexts({ figures, labels, title, subtitle }: SceneOrder): SceneTexts {
  const shown = labels === 'none' ? figures.map(() => ({ label: '', caption: '' })) : figures;
  return {
    labelsAt: (fontPx) => {
      const captionPx = captionShare * fontPx;
      const heightsPx = shown.map(
        ({ label, caption }) => aboutHeightPx(label, fontPx) + aboutHeightPx(caption, captionPx),
      );
      return {
        widthsPx: shown.map(({ label, caption }) =>
          Math.max(aboutWidthPx(label, fontPx), aboutWidthPx(caption, captionPx)),
        ),
        heightsPx,
        heightPx: Math.max(0, ...heightsPx),
      };
    },
    title: title + subtitle === '' ? null : (...room) => aboutTitle([title, subtitle], room),
  };
}

function aboutTitle(
  [title, subtitle]: readonly [string, string],
  [roomPx, pixelPx]: readonly [number, number],
): SizePx {
  const lines = [
    { text: title, mostPx: pixelPx },
    { text: subtitle, mostPx: Math.max(1, Math.round(pixelPx * subtitleShare)) },
  ].filter(({ text }) => text !== '');
  const sizes = lines.map(({ text, mostPx }): SizePx => {
    const columns = aboutWidthPx(text, pixelFont);
    const px = Math.max(1, Math.min(mostPx, Math.floor(roomPx / columns)));
    return [Math.min(roomPx, columns * px), pixelRows * px];
  });
  const airPx = sizes.length > 1 ? pixelPx : 0;
  return [Math.max(...sizes.map(([widthPx]) => widthPx)), airPx + sum(sizes, ([, high]) => high)];
}

/** The opaque part of a picture without background: figures and names, in millions of pixels. */
function inkOfGroup(order: SceneOrder, { figures, labelFontPx: fontPx }: Group): number {
  const figuresArea = sum(figures, ({ figure, size }) => {
    const { renderType } = figure.kind === 'posed' ? figure : usualView;
    const rim = outlined(size, order.outline).area - size.area;
    return inkOf(size, { renderType, crop: figure.crop }) + rim;
  });
  const share = order.labels === 'plate' ? plateShare : letterShare;
  const namesPx = share * fontPx * sum(namesOf(order), (name) => aboutWidthPx(name, fontPx));
  return figuresArea + namesPx / 1e6;
}

/** The area of a name on its plate, relative to its width and its font. */
const plateShare = 1.4;

/** Scenes are painted in large art pixels, with figures in front. */
function textureOfScene(order: SceneOrder, group: Group): Texture {
  const ofFigures = meanTexture(group.figures.map((sized) => textureOfFigure(order, sized)));
  if (order.scene === null || order.sizePx === null) return ofFigures;
  const share = Math.min(1, inkOfGroup(order, group) / group.area);
  const times = order.scene === 'stage' || order.scene === 'void' ? dottedTimes : 1;
  const ofPlace = ((1 - share) * times) / group.artPx;
  const detail = Math.min(1, ofPlace + share * ofFigures.detail);
  return { detail, noise: share * ofFigures.noise };
}

/** Places painted with many single art pixels. */
const dottedTimes = 2;

function textureOfFigure(
  { skins, pictures }: SceneOrder,
  { figure, size: { unitPx } }: SizedFigure,
): Texture {
  if (figure.kind === 'picture') return textureOf(pictures[figure.picture]!.png, 1);
  const skin = skins[figure.skin]!;
  return textureOf(skin.png, encodedDetailOf(figure, texelsPerUnit(skin), unitPx));
}

/** Figures with the same view share a plan. */
function figuresCost(order: SceneOrder, figures: readonly SizedFigure[]): number {
  const { skins, pictures, outline } = order;
  const planned = new Set<string>();
  return sum(figures, ({ figure, view, size }) => {
    const rim = outline === null ? 0 : outlined(size, outline).area * costsMs.outline;
    if (figure.kind === 'picture') {
      return rim + pictureCost(pictures[figure.picture]!.png, size.area);
    }
    const isRaised = figure.overlay === 'raised';
    const shown = shownTexels(size.unitPx);
    const finest = isRaised ? Math.min(shown, mostRaisedTexelsPerUnit) : shown;
    const texels = Math.min(finest, texelsPerUnit(skins[figure.skin]!));
    const key = `${view} ${texels} ${capeScaleOf(figure, order.capes, size.unitPx)}`;
    const isNew = !planned.has(key);
    planned.add(key);
    return rim + (isNew ? planCost(texels, size, isRaised) : 0) + drawnCost(size, texels, isRaised);
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
