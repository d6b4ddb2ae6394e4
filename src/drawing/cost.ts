import {
  planWork,
  shownTexelsPerUnit,
  stageFigure,
  type UnscaledFigure,
} from '../render/figure.ts';
import type { Format } from '../render/image/encode.ts';
import { readPngHeader } from '../png/png.ts';
import { renderTypes } from '../render/render-types.ts';
import { mostBorders, type SurfaceWork } from '../render/plan/surface-work.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import type { FlatOrder } from './flat-order.ts';
import type { InviteCardOrder } from './invite-order.ts';
import type { FigureOrder, RowOrder, SheetBytes } from './order.ts';
import type { SharedPlan } from './plan-store.ts';
import { readSkinHeader } from './read-sheet.ts';
import type { SceneOrder } from './scene-order.ts';
import type { ServerCardOrder } from './widget-order.ts';

/**
 * What an order costs: milliseconds of one core of the machine of `bench/`. What matters is that a
 * picture that takes a hundred times as long as another counts a hundred times as much, or a few of
 * them would hold up everybody for longer than the queue promises. `bench/weights.ts` measures it.
 */
const costsMs = {
  order: 4,
  /** Of a million texels: decoded, made opaque, reduced, coloured. */
  texels: 25,
  /** Of a plan that is compiled; of a million pixels of its surfaces, and of those that see several texels. */
  plan: { plan: 5, covered: 8, border: 420 },
  shadow: { order: 17, area: 95 },
  /** Of a million pixels of a figure that is drawn with its plan. */
  figure: 23,
  /** Of a million pixels of a figure with a line around it. */
  outline: 90,
  /** What a raised overlay adds to a plan: also of each texel of a unit, squared or a million pixels. */
  raised: { plan: 24, cells: 8, covered: 60, border: 1100, texelBorder: 950, figure: 2 },
  /** Of a picture, and of a million pixels of it; `detail` as for plans, up to a texel a pixel. */
  format: {
    png: { picture: 0, area: 8, detail: 13 },
    webp: { picture: 9, area: 480, detail: 0 },
    avif: { picture: 8, area: 200, detail: 0 },
  },
  /** Of a million pixels of a place. */
  ground: 40,
  /** Of a text beside figures; letters beyond ASCII may each be in a font of their own. */
  label: { text: 0.7, letter: 0.05, rareLetter: 0.4 },
  card: { card: 40, run: 0.6, letter: 0.1, rareLetter: 0.4 },
  icon: 2,
  /** Of a million pixels of a picture that is brought to its size, before and after. */
  resize: 30,
  /** `scale` and `banner` (decoded, brought to its size, veiled): of each pixel a unit. */
  invite: { card: 25, scale: 20, banner: 60 },
} as const;

/** What a row of ten in the usual size costs: the measure of the queue's length. */
export const rowCostMs = 60;

export function rowCost(order: RowOrder, known: readonly SharedPlan[]): number {
  const texelsOf = order.sheets.map(texelsPerUnit);
  const figures = new Map(
    order.figures.map(({ sheet, model, upsideDown }) => {
      const texels = texelsOf[sheet] ?? 1;
      return [
        `${sheet} ${model} ${upsideDown}`,
        { key: `${model} ${upsideDown} ${texels}`, texels },
      ];
    }),
  );
  const plans = new Map([...figures.values()].map(({ key, texels }) => [key, texels]));
  const { renderType, crop, heightPx } = order;
  const size = sizeOf({ renderType, crop, heightPx });
  const labels = order.figures.map(({ label }) => label);
  const finest = Math.max(...texelsOf, 1);
  return (
    costsMs.order +
    sum(texelsOf, sheetCost) +
    planCost([...plans.values()], size, { known: known.length, isRaised: false }) +
    figures.size * size.area * costsMs.figure +
    encodeCost(order.format, order.figures.length * size.area, detailOf(finest, size.unitPx)) +
    sum(labels, textCost)
  );
}

/**
 * Of a raised overlay the flat one is measured: that has a hundredth of the surfaces. Nor is a shadow
 * cast for it: that takes longer than all the rest.
 */
function viewOf({ skin: _skin, cape: _cape, model: _model, overlay, ...figure }: FigureOrder) {
  const measured = overlay === 'none' ? overlay : ('flat' as const);
  return { ...figure, overlay: measured, shadow: false };
}

export function figureCost(order: FigureOrder, known: readonly SharedPlan[]): number {
  const { shadow, skin, overlay } = order;
  const size = sizeOf(viewOf(order));
  const texels = texelsPerUnit(skin);
  const isRaised = overlay === 'raised' && renderTypes[order.renderType].kind !== 'flat';
  const shadowCost =
    known.length === 0 && shadow ? costsMs.shadow.order + size.area * costsMs.shadow.area : 0;
  return (
    costsMs.order +
    sheetCost(texels) +
    planCost([texels], size, { known: known.length, isRaised }) +
    shadowCost +
    drawnCost(size, isRaised) +
    (order.box === undefined ? 0 : 2 * size.area * costsMs.resize) +
    (order.outline === null ? 0 : size.area * costsMs.outline) +
    encodeCost(order.format, size.area, detailOf(texels, size.unitPx))
  );
}

/** How large a figure comes out in a picture of given size, at most: as a share of its height. */
const figureShare = 0.75;

/** Different turns and sizes of a group: each is a plan. */
const mostTurns = 5;

/** A group whose sizes are not known before it is laid out: what it may cost at most, about. */
export function sceneCost(order: SceneOrder): number {
  const { sizePx, heightPx, figures, skins, pictures, format } = order;
  const count = figures.length;
  const highPx =
    sizePx === null
      ? heightPx
      : Math.min(sizePx[1] * figureShare, (sizePx[0] * 2) / Math.max(1, count));
  const texelsOf = skins.map(texelsPerUnit);
  const size = standingSize(Math.max(16, highPx));
  const posed = figures.filter(({ kind }) => kind === 'posed').length;
  const area = sizePx === null ? count * size.area : (sizePx[0] * sizePx[1]) / 1e6;
  const finest = Math.max(...texelsOf, 1);
  const plans = Array.from({ length: Math.min(posed, mostTurns) }, () => finest);
  const isRaised = figures.some((one) => one.kind === 'posed' && one.overlay === 'raised');
  const { title, subtitle } = order;
  const texts = [title, subtitle, ...figures.flatMap(({ label, caption }) => [label, caption])];
  return (
    costsMs.order +
    sum(texelsOf, sheetCost) +
    planCost(plans, size, { known: 0, isRaised }) +
    posed * drawnCost(size, isRaised) +
    sum(pictures, (picture) => pictureCost(picture, size.area)) +
    area * costsMs.ground +
    encodeCost(format, area, 1) +
    sum(texts, textCost)
  );
}

function textCost(text: string): number {
  if (text === '') return 0;
  const { text: each, letter, rareLetter } = costsMs.label;
  const rare = rareLetters(text);
  return each + (text.length - rare) * letter + rare * rareLetter;
}

function rareLetters(text: string): number {
  return text.replaceAll(/[ -~]/g, '').length;
}

/** A figure that is a picture already: read, and brought to its size. */
function pictureCost({ png }: SheetBytes, area: number): number {
  const { widthPx, heightPx } = readPngHeader(png);
  const own = (widthPx * heightPx) / 1e6;
  return own * costsMs.texels + (own + area) * costsMs.resize;
}

/** Letters and runs of a message that are laid out before a card is full. */
const mostCardLetters = 480;
const mostCardRuns = 128;

/** Letters beyond ASCII may each be in a font of their own, which has to be found and measured. */
export function serverCardCost({ server, host }: ServerCardOrder): number {
  const { card, run, letter, rareLetter } = costsMs.card;
  const runs = server?.motd ?? [];
  const text = [...runs.map((one) => one.text), server?.version ?? '', host].join('');
  const letters = text.slice(0, mostCardLetters);
  const rare = rareLetters(letters);
  return (
    card +
    Math.min(runs.length, mostCardRuns) * run +
    (letters.length - rare) * letter +
    rare * rareLetter
  );
}

export function processedSheetCost(sheet: SheetBytes): number {
  return costsMs.order + 2 * sheetCost(texelsPerUnit(sheet));
}

/** Twice as large as it is asked for at most, and decoded; smooth, and encoded anew. */
export function flatCost({ sizePx, format }: FlatOrder): number {
  const area = sizePx ** 2 / 1e6;
  return costsMs.order + (4 * area + area) * costsMs.resize + encodeCost(format, area, 1);
}

export const factsCardCostMs = costsMs.card.card;

/** The sharper, the more pixels; most of them are those of a banner. */
export function inviteCardCost({ scale, banner }: InviteCardOrder): number {
  const { card, scale: each, banner: ground } = costsMs.invite;
  return card + each * scale + (banner === null ? 0 : ground * scale);
}

export const initialsCostMs = 2 * costsMs.icon;

export const defaultIconCostMs = costsMs.icon;

/** Of each figure: its area in millions of pixels, how large a unit is on it, and what its plan goes through. */
type Size = {
  readonly area: number;
  readonly unitPx: number;
  readonly workOf: (texelsPerUnit: number) => SurfaceWork;
};

function sizeOf(figure: Omit<UnscaledFigure, 'model'>): Size {
  const framed = stageFigure({ ...figure, model: 'classic' });
  const { frame, stage } = framed;
  const shown = shownTexelsPerUnit(framed);
  return {
    area: (frame.widthPx * frame.heightPx) / 1e6,
    unitPx: frame.scale / (stage.view.distanceUnits ?? 1),
    workOf: (texels) => planWork(framed, Math.min(texels, shown)),
  };
}

/** Of the usual pose: its width, a unit, and what its plan goes through, to its height, area and unit. */
const standing = { width: 0.565, unit: 0.0284, covered: 2.25, border: 2.1 };

/** About the same as `sizeOf` tells of a figure that stands, without staging it. */
export function standingSize(heightPx: number): Size {
  const areaPx = standing.width * heightPx ** 2;
  const unitPx = standing.unit * heightPx;
  const coveredPx = standing.covered * areaPx;
  return {
    area: areaPx / 1e6,
    unitPx,
    workOf: (texels) => ({
      coveredPx,
      borderPx: coveredPx * Math.min(mostBorders, standing.border * detailOf(texels, unitPx)),
    }),
  };
}

/** Of plans for sheets of so many texels a unit each, but for as many as are known. */
function planCost(
  texels: readonly number[],
  { workOf }: Size,
  { known, isRaised }: { readonly known: number; readonly isRaised: boolean },
): number {
  const finestFirst = texels.toSorted((a, b) => b - a);
  const missing = finestFirst.slice(0, Math.max(0, texels.length - known));
  return sum(missing, (each) => {
    const { coveredPx, borderPx } = workOf(each);
    const { plan, covered, border } = costsMs.plan;
    const flat = plan + (covered * coveredPx + border * borderPx) / 1e6;
    return flat + (isRaised ? raisedCost(each, { coveredPx, borderPx }) : 0);
  });
}

function raisedCost(texels: number, { coveredPx, borderPx }: SurfaceWork): number {
  const { plan, cells, covered, border, texelBorder } = costsMs.raised;
  const cellTexels = Math.min(texels, mostRaisedTexelsPerUnit);
  const perBorder = border + texelBorder * cellTexels;
  return plan + cells * cellTexels ** 2 + (covered * coveredPx + perBorder * borderPx) / 1e6;
}

function drawnCost({ area }: Size, isRaised: boolean): number {
  return area * costsMs.figure * (isRaised ? costsMs.raised.figure : 1);
}

function encodeCost(format: Format, area: number, detail: number): number {
  const cost = costsMs.format[format];
  return cost.picture + area * (cost.area + cost.detail * Math.min(1, detail));
}

/** Borders of boxes, as if each unit had so many texels more. */
const borderTexels = 0.44;

/** How many borders lie along the side of a pixel: mostly a fraction of one. */
function detailOf(texels: number, unitPx: number): number {
  const shown = 2 ** Math.max(0, Math.ceil(Math.log2(unitPx)));
  return (Math.min(texels, shown) + borderTexels) / unitPx;
}

/** What the header says; a file that is none is refused by the worker at once. */
function texelsPerUnit({ png }: SheetBytes): number {
  const header = readSkinHeader(png);
  return header.ok ? header.value : 1;
}

function sheetCost(texels: number): number {
  return ((64 * texels) ** 2 / 1e6) * costsMs.texels;
}

function sum<T>(items: readonly T[], cost: (item: T) => number): number {
  return items.reduce((total, item) => total + cost(item), 0);
}

/**
 * How much of the queue an order may be let in to. Costly ones leave a quarter of it to the others: a
 * client that requests nothing but these does not keep a small picture of somebody else away.
 */
export function shareOfQueue(costMs: number): number {
  return costMs > rowCostMs ? 0.75 : 1;
}
