import { widestThoroughPx } from '../render/image/encode.ts';
import { renderTypes } from '../render/render-types.ts';
import { maxGraphemes } from '../widgets/fit-lines.ts';
import { labelFontPx, widestColumn } from '../labels/fit.ts';
import { mostRaisedTexelsPerUnit } from '../render/stage/raised-quads.ts';
import {
  drawnCost,
  encodedDetailOf,
  inkOf,
  outlined,
  plansCost,
  shownTexels,
  sizeOf,
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
  noiseOf,
  pictureCost,
  rareLetters,
  resizeCost,
  sheetCost,
  sidesOf,
  sum,
  texelsPerUnit,
  textCost,
  textureOf,
  type Texture,
} from './cost-of-parts.ts';
import type { FlatOrder } from './flat-order.ts';
import type { InitialsOrder, InviteCardOrder } from './invite-order.ts';
import type { FigureOrder, RowFigure, RowOrder, SheetBytes, SheetFiles } from './order.ts';
import type { FactsCardOrder, ServerCardOrder } from './widget-order.ts';

/**
 * Approximate cost of a row of ten in the default size with a compiled plan: the unit of the queue's
 * length.
 */
export const rowCostMs = 60;

/** @param known number of plans already compiled */
export function rowCost(order: RowOrder, known: number): number {
  const { renderType, crop, heightPx, format } = order;
  const texelsOf = order.sheets.map(texelsPerUnit);
  const finest = Math.max(...texelsOf);
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
  const size = sizeOf({ renderType, crop, heightPx });
  const count = order.figures.length;
  const { area, letters } = rowSize(order, size.widthPx);
  return (
    costsMs.order +
    costsMs.stage +
    area * costsMs.row +
    sum(order.sheets, (sheet) => sheetCost(sheet, shownTexels(size.unitPx))) +
    plansCost([...plans.values()], size, { known, isRaised: false }) +
    sum([...figures.values()], ({ texels }) => drawnCost(size, texels, false)) +
    encodeCost({
      format,
      area,
      ink: count * inkOf(size, { renderType, crop }) + letters,
      figures: count,
      texture: meanTexture(
        order.figures.map(({ sheet }) =>
          textureOf(
            order.sheets[sheet]!.png,
            encodedDetailOf(order, texelsOf[sheet]!, size.unitPx),
          ),
        ),
      ),
      isLarge: count * size.widthPx > widestThoroughPx,
      // Letters have many more colours, which only WebP minds.
      isFlat:
        (format !== 'webp' || letters === 0) &&
        finest === 1 &&
        renderTypes[renderType].kind === 'flat',
    }) +
    sum(order.figures, ({ label }) => textCost(label))
  );
}

type LabelledRow = Pick<RowOrder, 'heightPx' | 'gapPx'> & {
  readonly figures: readonly Pick<RowFigure, 'label'>[];
};

/** The area of a row's picture, and of the letters in it, in millions of pixels; see `fitLabels`. */
export function rowSize(
  { figures, heightPx, gapPx }: LabelledRow,
  figurePx: number,
): { readonly area: number; readonly letters: number } {
  const fontPx = labelFontPx(heightPx);
  const wanted = figures.map(({ label }) => aboutWidthPx(label, fontPx));
  const widestPx = figurePx * widestColumn;
  const columnsPx = sum(wanted, (px) => Math.min(widestPx, Math.max(figurePx, px)));
  const widthPx = columnsPx + (figures.length - 1) * (gapPx ?? heightPx / 20);
  const lettersPx = letterShare * fontPx * sum(wanted, (px) => Math.min(widestPx, px));
  const bandPx = lettersPx === 0 ? 0 : 1.5 * fontPx;
  return {
    area: (widthPx * (heightPx + bandPx)) / 1e6,
    letters: lettersPx / 1e6,
  };
}

/**
 * Measured with a flat overlay, whose geometry is a hundredth of a raised one, and without casting a
 * shadow, which takes several times as long as the rest.
 */
function viewOf({ skin: _skin, cape, model: _model, overlay, ...figure }: FigureOrder) {
  const measured = overlay === 'none' ? overlay : ('flat' as const);
  const scale = cape === null ? null : capeTexelsPerUnit(cape);
  const worn = scale === null ? null : { texelsPerUnit: scale };
  return { ...figure, cape: worn, overlay: measured, shadow: false };
}

/** @param known number of plans already compiled */
export function figureCost(order: FigureOrder, known: number): number {
  const { shadow, skin, cape, overlay, outline } = order;
  const size = sizeOf(viewOf(order));
  const isRaised = overlay === 'raised' && renderTypes[order.renderType].kind !== 'flat';
  const { order: each, area } = costsMs.shadow;
  const shown = shownTexels(size.unitPx);
  const finest = isRaised ? Math.min(shown, mostRaisedTexelsPerUnit) : Number.POSITIVE_INFINITY;
  const texels = Math.min(texelsPerUnit(skin), finest);
  return (
    costsMs.order +
    costsMs.stage +
    sheetCost(skin, shown) +
    (cape === null ? 0 : capeCost(cape, shown)) +
    plansCost([texels], size, { known, isRaised }) +
    (known === 0 && shadow ? each + size.area * area : 0) +
    drawnCost(size, texels, isRaised) +
    (outline === null ? 0 : outlined(size, outline).area * costsMs.outline) +
    finishedCost(order, size, texels)
  );
}

/** Cost of fitting a drawn figure into its box, and of encoding it. */
function finishedCost(order: FigureOrder, size: FigureSize, texels: number): number {
  const { renderType, box, background, outline, shadow, format } = order;
  const whole = outlined(size, outline);
  const share =
    box === undefined ? 1 : Math.min(box.widthPx / whole.widthPx, box.heightPx / whole.heightPx);
  const fitted = whole.area * share ** 2;
  const area = box === undefined ? fitted : (box.widthPx * box.heightPx) / 1e6;
  const rim = whole.area - size.area;
  const ink = (inkOf(size, order) + rim) * share ** 2;
  return (
    (share === 1 ? 0 : resizeCost(whole.area, fitted) + fitted * costsMs.resize.figure) +
    encodeCost({
      format,
      area,
      ink: background === null ? ink : area,
      texture: figureTexture(order, texels, size.unitPx * share),
      isLarge: size.widthPx > widestThoroughPx,
      isFlat:
        share === 1 &&
        texels === 1 &&
        outline === null &&
        !shadow &&
        renderTypes[renderType].kind === 'flat',
    })
  );
}

/** That of the skin or of the cape, which hides it from behind. */
function figureTexture(order: FigureOrder, texels: number, unitPx: number): Texture {
  const { skin, cape } = order;
  const own = textureOf(skin.png, encodedDetailOf(order, texels, unitPx));
  const scale = cape === null ? null : capeTexelsPerUnit(cape);
  if (cape === null || scale === null) return own;
  const worn = textureOf(cape.png, encodedDetailOf(order, scale, unitPx));
  return worn.noise > own.noise ? worn : own;
}

/** Non-ASCII characters may each need another font, which has to be found and measured. */
export function serverCardCost({ server, host, scale }: ServerCardOrder): number {
  const { runs, text } = laidOut(server?.motd ?? []);
  return cardCost(text + (server?.version ?? '') + host, scale) + runs * costsMs.card.run;
}

/** The part of a MOTD that is laid out, although most of it does not fit in. */
function laidOut(motd: readonly { readonly text: string }[]) {
  let runs = 0;
  let text = '';
  let lines = 1;
  let letters = 0;
  for (const run of motd) {
    for (const [index, part] of run.text.split('\n').entries()) {
      if (index > 0) {
        lines += 1;
        letters = 0;
      }
      if (lines > 2 || letters >= maxGraphemes) continue;
      runs += 1;
      text += part.slice(0, maxGraphemes - letters);
      letters += part.length;
    }
  }
  return { runs, text };
}

function cardCost(text: string, scale: number): number {
  const { card, pixels, letter, rareLetter } = costsMs.card;
  const rare = rareLetters(text);
  return card + pixels * scale ** 2 + (text.length - rare) * letter + rare * rareLetter;
}

/** Cost of decoding sheets. */
export function sheetsCost({ skins, capes, pictures }: SheetFiles): number {
  return (
    costsMs.order +
    sum(skins, (skin) => sheetCost(skin)) +
    sum(capes, (cape) => capeCost(cape)) +
    sum(pictures, ({ png }) => pictureCost(png, 0))
  );
}

export function processedSheetCost(sheet: SheetBytes): number {
  const texels = texelsPerUnit(sheet);
  const area = (64 * texels) ** 2 / 1e6;
  const texture = textureOf(sheet.png, 1);
  return (
    costsMs.order + sheetCost(sheet) + encodeCost({ format: 'png', area, texture, isLarge: false })
  );
}

/** Ratio of the shorter side to the longer one. */
function aspectOf(picture: FlatOrder['picture']): number {
  if (typeof picture === 'string') return 1;
  const sides = sidesOf(picture);
  return Math.min(...sides) / Math.max(1, ...sides);
}

/** Cost of a finished picture: decode, resize, encode. */
export function flatCost({ picture, sizePx, format, outline }: FlatOrder): number {
  const rimPx = 2 * (outline?.widthPx ?? 0);
  const area = (sizePx * ((sizePx - rimPx) * aspectOf(picture) + rimPx)) / 1e6;
  return (
    costsMs.order +
    (typeof picture === 'string' ? 0 : pictureCost(picture, area)) +
    (outline === null ? 0 : area * costsMs.outline) +
    encodeCost({ format, area, texture: flatTexture(picture, area), isLarge: false })
  );
}

function flatTexture(picture: FlatOrder['picture'], area: number): Texture {
  if (typeof picture === 'string') return { detail: 1, noise: 0 };
  const [widthPx, heightPx] = sidesOf(picture);
  const { detail } = textureOf(picture, Math.sqrt((widthPx * heightPx) / Math.max(1, area * 1e6)));
  // Resized smoothly: neighbours differ in large pictures, too.
  return { detail, noise: noiseOf(picture) };
}

/** Cost of a picture on a card, which is a PNG: noise takes it longer. */
function shownCost(png: Uint8Array | null, plain: number, noisy: number): number {
  return png === null ? 0 : pictureCost(png, 0) + plain + noisy * noiseOf(png);
}

function iconArea(icon: Uint8Array | null): number {
  const [widthPx, heightPx] = icon === null ? [0, 0] : sidesOf(icon);
  return (widthPx * heightPx) / 1e6;
}

function iconCost(icon: Uint8Array | null, scale: number): number {
  return shownCost(icon, iconArea(icon) * costsMs.card.icon, scale ** 2 * costsMs.card.noisyIcon);
}

export function factsCardCost({ title, subtitle, icon, scale }: FactsCardOrder): number {
  return cardCost(title + subtitle, scale) + iconCost(icon, scale);
}

export function inviteCardCost(order: InviteCardOrder): number {
  const { name, description, icon, scale } = order;
  // Nothing is shown behind a transparent card.
  const banner = order.theme === 'transparent' ? null : order.banner;
  return (
    cardCost(`${name}${description ?? ''}`, scale) +
    iconCost(icon, scale) +
    shownCost(banner, scale ** 2 * costsMs.card.banner, scale ** 2 * costsMs.card.noisyBanner)
  );
}

export function initialsCost({ sizePx }: InitialsOrder): number {
  return costsMs.initials + (sizePx ** 2 / 1e6) * costsMs.codec.png.area;
}

/**
 * The share of the queue that an order may use. Expensive orders leave a quarter to the others, so that
 * a client who requests only these does not block others' small pictures.
 */
export function shareOfQueue(costMs: number): number {
  return costMs > rowCostMs ? 0.75 : 1;
}
