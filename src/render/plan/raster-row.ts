import type { ScreenQuad } from './screen-quads.ts';
import { giveBack } from '../image/give-back.ts';
import { depthOrder } from './depth-order.ts';
import { samplesPerPixel } from './plan.ts';
import { rowSpan } from './spans.ts';

/** A quad touches a pixel, but does not cover all four corners of it. */
export const partOfPixel = -1;
/** A quad covers a pixel with several of its texels. */
const severalTexels = -2;
/** A corner that was not looked at, as something opaque hides the quad there. */
const unknown = -3;

/**
 * Working memory of a compile: for the pixel row at hand, which quads each pixel meets and with
 * which texel. Made once a compile; a few hundred kilobytes.
 */
export type RasterRow = {
  readonly quads: readonly ScreenQuad[];
  /** The numbers of each quad's functions, one after the other. */
  readonly functions: Float64Array;
  /** `columns, rows, first texel, atlas width, shade, opaque` of each quad. */
  readonly facts: Int32Array;
  /** See `depthOrder`. */
  readonly order: Int8Array;
  readonly counts: Uint16Array;
  /** The nearest opaque quad found to cover each pixel, or −1. */
  readonly occluders: Int16Array;
  /**
   * For pixel x: `counts[x]` entries, the first at x, the next a width further: neighbours' entries
   * lie side by side, as they are written and read together.
   */
  readonly quadAt: Uint16Array;
  readonly texelAt: Int32Array;
  /** The part of the row that any quad touches. */
  firstX: number;
  endX: number;
  readonly widthPx: number;
  readonly span: Int32Array;
  /** Of each quad, the texels at the lower corners of the row before, and `row, start, end` of it. */
  readonly lowerTexels: Int32Array;
  readonly lowerRange: Int32Array;
  /** 1 where any quad's entry at pixel x differs from that at the pixel to the left. */
  readonly changes: Uint8Array;
  /** How many pixels of each quad are tried at a time. */
  readonly strips: Uint16Array;
  /**
   * Up to this pixel, as long as no entry changes, all see the one stack that the last pixel looked
   * at sees: no two of its quads' planes cross before. −1 when that pixel saw several.
   */
  repeatUntilX: number;
  /** The pixel at hand, while `resolvePixel` looks at it. */
  pixelX: number;
  pixelY: number;
  /** What `resolvePixel` found: stacks and how many samples see each. */
  readonly stacks: Uint32Array;
  readonly weights: Uint8Array;
  /** Room of `resolvePixel`: the quads kept for a pixel, and one sample's surfaces in order. */
  readonly keptQuads: Uint16Array;
  readonly keptTexels: Int32Array;
  readonly depths: Float64Array;
  readonly words: Uint32Array;
  readonly wordsBefore: Uint32Array;
  /** Where in `sampleTexels` those kept quads begin that do not show one texel all over. */
  readonly varying: Uint32Array;
  /** For each of these, what the pixel's 16 samples see of it: texels, or `partOfPixel`. */
  readonly sampleTexels: Int32Array;
  /** The first sample of each group. */
  readonly leaders: Uint8Array;
};

/** Places of the facts of a quad. */
export const fact = { columns: 0, rows: 1, firstTexel: 2, atlasWidth: 3, shade: 4, opaque: 5 };
export const factCount = 6;
/** Numbers in a quad's functions. */
export const functionCount = 15;

export function createRasterRow(quads: readonly ScreenQuad[], widthPx: number): RasterRow {
  const functions = new Float64Array(quads.length * functionCount);
  const facts = new Int32Array(quads.length * factCount);
  quads.forEach((quad, i) => {
    functions.set(quad.functions, i * functionCount);
    facts.set(
      [quad.columns, quad.rows, quad.firstTexel, quad.atlasWidth, quad.shade, Number(quad.opaque)],
      i * factCount,
    );
  });
  return {
    quads,
    functions,
    facts,
    order: depthOrder(quads),
    counts: new Uint16Array(widthPx),
    occluders: new Int16Array(widthPx),
    quadAt: new Uint16Array(widthPx * quads.length),
    texelAt: new Int32Array(widthPx * quads.length),
    firstX: 0,
    endX: 0,
    widthPx,
    changes: new Uint8Array(widthPx + 1),
    strips: Uint16Array.from(quads, stripPx),
    repeatUntilX: -1,
    pixelX: 0,
    pixelY: 0,
    span: new Int32Array(2),
    lowerTexels: new Int32Array((widthPx + 1) * quads.length),
    lowerRange: new Int32Array(quads.length * 3).fill(-1),
    stacks: new Uint32Array(samplesPerPixel),
    weights: new Uint8Array(samplesPerPixel),
    keptQuads: new Uint16Array(quads.length),
    keptTexels: new Int32Array(quads.length),
    depths: new Float64Array(quads.length),
    words: new Uint32Array(quads.length),
    wordsBefore: new Uint32Array(quads.length),
    varying: new Uint32Array(quads.length),
    sampleTexels: new Int32Array(quads.length * samplesPerPixel),
    leaders: new Uint8Array(samplesPerPixel),
  };
}

/** Gives back what grows with the width of the picture: some megabytes. */
export function releaseRow({ quadAt, texelAt, lowerTexels }: RasterRow): void {
  for (const memory of [quadAt, texelAt, lowerTexels]) giveBack(memory);
}

/**
 * Collects, for every pixel of row `y`, the quads that touch it and are not known to be hidden.
 * @param active quads of the row, opaque ones first and near before far: then most hidden ones are
 *   found out before they are looked at.
 */
export function rasterizeRow(raster: RasterRow, active: readonly number[], y: number): void {
  raster.counts.fill(0);
  raster.occluders.fill(-1);
  raster.changes.fill(0);
  raster.repeatUntilX = -1;
  raster.firstX = raster.widthPx;
  raster.endX = 0;
  for (const quad of active) {
    rowSpan(raster.quads[quad]!.outline, y, raster.widthPx, raster.span);
    const start = raster.span[0]!;
    const end = raster.span[1]!;
    if (end <= start) continue;
    if (start < raster.firstX) raster.firstX = start;
    if (end > raster.endX) raster.endX = end;
    rasterizeQuad(raster, quad, y);
  }
  if (raster.firstX > raster.endX) raster.firstX = raster.endX;
}

/**
 * Texels are convex on the picture: where the corners of a strip of pixels agree on one, the whole
 * strip does. The root of a texel's size makes for the fewest corners looked at.
 */
function stripPx({ outline, columns }: ScreenQuad): number {
  const side = (from: number, to: number): number =>
    Math.hypot(outline[to]! - outline[from]!, outline[to + 1]! - outline[from + 1]!);
  return Math.max(1, Math.round(Math.sqrt(Math.max(side(0, 2), side(6, 4)) / columns)));
}

/** One quad's pixels in a row: the texel, where all four corners of a pixel agree on it. */
function rasterizeQuad(raster: RasterRow, quad: number, y: number): void {
  const start = raster.span[0]!;
  const end = raster.span[1]!;
  const { lowerTexels, occluders, order } = raster;
  const count = raster.quads.length;
  const lower = quad * (raster.widthPx + 1);
  const strip = raster.strips[quad]!;
  let left = unknown;
  let leftBelow = unknown;
  let before = unknown;
  let retryX = start;
  for (let x = start; x < end; x++) {
    const occluder = occluders[x]!;
    if (occluder >= 0 && order[occluder * count + quad] === 1) {
      if (left === unknown) lowerTexels[lower + x] = unknown;
      left = unknown;
      if (before !== unknown) raster.changes[x] = 1;
      before = unknown;
      continue;
    }
    if (left === unknown) {
      left = upperCorner(raster, quad, x, y);
      leftBelow = cornerTexel(raster, quad, x, y + 1);
      lowerTexels[lower + x] = leftBelow;
    }
    if (left === leftBelow && left >= 0 && x >= retryX && x + strip <= end && strip > 1) {
      retryX = x + strip;
      if (
        upperCorner(raster, quad, retryX, y) === left &&
        cornerTexel(raster, quad, retryX, y + 1) === left
      ) {
        addStrip(raster, quad, x, left);
        if (before !== left) raster.changes[x] = 1;
        before = left;
        x = retryX - 1;
        continue;
      }
    }
    const right = upperCorner(raster, quad, x + 1, y);
    const rightBelow = cornerTexel(raster, quad, x + 1, y + 1);
    lowerTexels[lower + x + 1] = rightBelow;
    const texel = pixelTexel(left, leftBelow, right, rightBelow);
    addTouch(raster, quad, x, texel);
    if (texel !== before) raster.changes[x] = 1;
    before = texel;
    left = right;
    leftBelow = rightBelow;
  }
  if (left === unknown) lowerTexels[lower + end] = unknown;
  raster.changes[end] = 1;
  raster.lowerRange[quad * 3] = y + 1;
  raster.lowerRange[quad * 3 + 1] = start;
  raster.lowerRange[quad * 3 + 2] = end;
}

/** A corner on the upper border of row `y`: often the row before has looked at it. */
function upperCorner(raster: RasterRow, quad: number, x: number, y: number): number {
  const { lowerRange } = raster;
  const i = quad * 3;
  if (lowerRange[i] === y && x >= lowerRange[i + 1]! && x <= lowerRange[i + 2]!) {
    const texel = raster.lowerTexels[quad * (raster.widthPx + 1) + x]!;
    if (texel !== unknown) return texel;
  }
  return cornerTexel(raster, quad, x, y);
}

function addTouch(raster: RasterRow, quad: number, x: number, texel: number): void {
  const at = raster.counts[x]!++ * raster.widthPx + x;
  raster.quadAt[at] = quad;
  raster.texelAt[at] = texel;
  if (texel === partOfPixel || raster.facts[quad * factCount + fact.opaque] === 0) return;
  const occluder = raster.occluders[x]!;
  if (occluder < 0 || raster.order[quad * raster.quads.length + occluder] === 1)
    raster.occluders[x] = quad;
}

/** A strip that shows one texel, but for the pixels in which a occluder hides it. */
function addStrip(raster: RasterRow, quad: number, fromX: number, texel: number): void {
  const { occluders, order, lowerTexels, changes, counts, quadAt, texelAt, widthPx } = raster;
  const count = raster.quads.length;
  const isOpaque = raster.facts[quad * factCount + fact.opaque] === 1;
  const endX = fromX + raster.strips[quad]!;
  let wasHidden = false;
  for (let x = fromX; x < endX; x++) {
    const occluder = occluders[x]!;
    const isHidden = occluder >= 0 && order[occluder * count + quad] === 1;
    if (isHidden !== wasHidden) changes[x] = 1;
    wasHidden = isHidden;
    if (isHidden) continue;
    const at = counts[x]!++ * widthPx + x;
    quadAt[at] = quad;
    texelAt[at] = texel;
    if (isOpaque && (occluder < 0 || order[quad * count + occluder] === 1)) occluders[x] = quad;
  }
  if (wasHidden) changes[endX] = 1;
  const lower = quad * (widthPx + 1);
  for (let at = lower + fromX + 1; at <= lower + endX; at++) lowerTexels[at] = texel;
}

function pixelTexel(a: number, b: number, c: number, d: number): number {
  if (a === b && a === c && a === d) return a;
  return (a | b | c | d) < 0 ? partOfPixel : severalTexels;
}

/** A corner this far outside (in parts of the quad) still belongs to it, so that no seam opens. */
const rim = 1e-9;

/**
 * The texel of a quad at a point of the picture, as an index into the atlas, or `partOfPixel`
 * when the point lies outside. A texel is convex on the picture, and so is a pixel: corners that
 * agree speak for the whole pixel.
 */
function cornerTexel(raster: RasterRow, quad: number, x: number, y: number): number {
  const f = raster.functions;
  const i = quad * functionCount;
  const scale = f[i]! * x + f[i + 1]! * y + f[i + 2]!;
  const across = (f[i + 3]! * x + f[i + 4]! * y + f[i + 5]!) / scale;
  if (across < -rim || across > 1 + rim) return partOfPixel;
  const downScale = f[i + 12]! * x + f[i + 13]! * y + f[i + 14]!;
  const down = (f[i + 6]! * x + f[i + 7]! * y + f[i + 8]!) / downScale;
  if (down < -rim || down > 1 + rim) return partOfPixel;
  const facts = raster.facts;
  const j = quad * factCount;
  const columns = facts[j]!;
  const rows = facts[j + 1]!;
  const column = across <= 0 ? 0 : Math.min(columns - 1, (across * columns) | 0);
  const row = down <= 0 ? 0 : Math.min(rows - 1, (down * rows) | 0);
  return facts[j + 2]! + row * facts[j + 3]! + column;
}
