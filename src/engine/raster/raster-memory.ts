import { depthOrder } from './depth-order.ts';
import type { ScreenQuad } from './screen-quads.ts';
import { shellWalls, type ShellWalls } from './shell-walls.ts';
import { createPixelMemory, type PixelMemory } from './pixel-memory.ts';
import { rowSpans, type RowSpans } from './spans.ts';
import { free } from '../image/scratch.ts';

/**
 * Working memory of a compile: for the current pixel row, which quads each pixel meets and with
 * which texel. Created once for each compile; a few hundred kilobytes.
 */
type Row = {
  readonly quads: readonly ScreenQuad[];
  /** The coefficients of each quad's functions, one after the other. */
  readonly functions: Float64Array;
  /** Those of its plane, separately, as they are used in other steps. */
  readonly planes: Float64Array;
  /** Of the first `rasterQuads`: 0 if its texels may be taken as evenly spaced in any pixel, see `isCurved`. */
  readonly curves: Uint8Array;
  /** `columns, rows, first texel, atlas width, side` of each quad. */
  readonly facts: Int32Array;
  /** The number of opaque quads, which come first … */
  readonly opaqueQuads: number;
  /** … the index from which on they are cells of a raised overlay … */
  readonly orderedQuads: number;
  /** … the number of those that rays come to from outside of their shell … */
  readonly rasterQuads: number;
  /** … and the index from which on they are the planes at the far ends of shells. */
  readonly wallEnd: number;
  readonly shellWalls: ShellWalls;
  /** 1 for each quad with cells that show texels of several faces. */
  readonly edgeCells: Uint8Array;
  /** See `depthOrder`; of the first `rasterQuads`. */
  readonly order: Int8Array;
  /** Of each quad. */
  readonly shells: Uint8Array;
  /** Of each quad; of two of one shell, the one with the higher number is in front. */
  readonly shellDepths: Uint8Array;
  readonly counts: Uint16Array;
  /** The nearest opaque quad found to cover each pixel, or −1. */
  readonly occluders: Int16Array;
  /**
   * For pixel x: `counts[x]` entries, the first at x, the next a width further: neighbours' entries
   * lie side by side, as they are written and read together.
   */
  quadAt: Uint16Array;
  texelAt: Int32Array;
  /** How many entries a pixel currently has room for. */
  layers: number;
  /** The part of the row that any quad touches. */
  firstX: number;
  endX: number;
  readonly widthPx: number;
  readonly spans: RowSpans;
  readonly borders: Borders;
  /** The pixels of the row that the current quad touches, without hidden ones at both ends. */
  quadStartX: number;
  quadEndX: number;
  quadAtlasWidth: number;
  /** Of the current quad, what it shows in each pixel of the row: a texel, or see `partOfPixel`. */
  readonly shown: Int32Array;
  /** 1 where any quad's entry at pixel x differs from that at the pixel to the left. */
  readonly changes: Uint8Array;
  /**
   * Up to this pixel, while no entry changes, all pixels see the single stack that the last resolved
   * pixel sees: no two of its quads' planes cross before. −1 if that pixel saw several.
   */
  repeatUntilX: number;
};

export type RasterRow = Row & PixelMemory;

/** Offsets of the facts of a quad. */
export const fact = { columns: 0, rows: 1, firstTexel: 2, atlasWidth: 3, side: 4 };
export const factCount = 5;
/** How many numbers a quad's functions and its plane have. */
export const functionCount = 12;
export const planeCount = 3;

/** More than most pixels need; it grows on demand. */
const fewLayers = 96;

/** The runs of corners of each quad on the last two borders of rows, see `borderRuns`. */
type Borders = {
  readonly runStarts: Int32Array;
  readonly runTexels: Int32Array;
  /** For each quad, of even and of odd borders: which it is, and where its runs start. */
  readonly borderRows: Int32Array;
  readonly borderPlaces: Int32Array;
  /** What is being traced. */
  readonly line: { quad: number; y: number; firstX: number; lastX: number; x: number };
};

function createBorders(quads: readonly ScreenQuad[]): Borders {
  const borderPlaces = new Int32Array(quads.length * 2);
  let length = 0;
  quads.forEach(({ columns, rows }, quad) => {
    // Outside, each column and each row once, outside again, and the end.
    const most = columns + rows + 3;
    borderPlaces[quad * 2] = length;
    borderPlaces[quad * 2 + 1] = length + most;
    length += most * 2;
  });
  return {
    runStarts: new Int32Array(length),
    runTexels: new Int32Array(length),
    borderRows: new Int32Array(quads.length * 2).fill(-1),
    borderPlaces,
    line: { quad: 0, y: 0, firstX: 0, lastX: 0, x: 0 },
  };
}

/** Doubles the room for the entries of each pixel. */
export function addLayers(raster: RasterRow): void {
  const { quadAt, texelAt, widthPx } = raster;
  raster.layers *= 2;
  raster.quadAt = new Uint16Array(widthPx * raster.layers);
  raster.texelAt = new Int32Array(widthPx * raster.layers);
  raster.quadAt.set(quadAt);
  raster.texelAt.set(texelAt);
  free(quadAt);
  free(texelAt);
}

/** The numbers of quads, each kind side by side. */
function numbersOf(
  quads: readonly ScreenQuad[],
): Pick<RasterRow, 'functions' | 'planes' | 'facts'> {
  const functions = new Float64Array(quads.length * functionCount);
  const planes = new Float64Array(quads.length * planeCount);
  const facts = new Int32Array(quads.length * factCount);
  quads.forEach((quad, i) => {
    functions.set(quad.functions, i * functionCount);
    planes.set(quad.plane, i * planeCount);
    const at = i * factCount;
    facts[at + fact.columns] = quad.columns;
    facts[at + fact.rows] = quad.rows;
    facts[at + fact.firstTexel] = quad.firstTexel;
    facts[at + fact.atlasWidth] = quad.atlasWidth;
    facts[at + fact.side] = quad.side;
  });
  return { functions, planes, facts };
}

/** How much a quad's scale may change within a pixel and still be taken as constant. */
export const maxChange = 0.01;

/** 1 if the scale of a quad may change by more than that in a pixel that it touches. */
function curveOf({ functions: f, outline }: ScreenQuad): 0 | 1 {
  for (const i of [0, 9]) {
    const [a, b, c] = [f[i]!, f[i + 1]!, f[i + 2]!];
    const change = Math.abs(a) + Math.abs(b);
    // Scales are linear, and the middles of these pixels lie less than a pixel outside.
    for (let corner = 0; corner < 8; corner += 2) {
      const scale = Math.abs(a * outline[corner]! + b * outline[corner + 1]! + c);
      if (change > maxChange * (scale - change)) return 1;
    }
  }
  return 0;
}

export function createRasterRow(
  quads: readonly ScreenQuad[],
  widthPx: number,
  heightPx: number,
): RasterRow {
  const { functions, planes, facts } = numbersOf(quads);
  const orderedQuads = quads.filter(({ role }) => role === null).length;
  const surfaces = quads.filter(({ role }) => role === null || role === 'entry');
  const layers = Math.min(surfaces.length, fewLayers);
  return {
    quads,
    functions,
    planes,
    curves: Uint8Array.from(surfaces, curveOf),
    facts,
    opaqueQuads: quads.filter(({ opaque }) => opaque).length,
    orderedQuads,
    rasterQuads: surfaces.length,
    wallEnd: quads.filter(({ role }) => role !== 'exit').length,
    shellWalls: shellWalls(quads),
    edgeCells: Uint8Array.from(quads, ({ raised }) => Number(raised !== null && raised.length > 0)),
    order: depthOrder(surfaces),
    shells: Uint8Array.from(quads, ({ shell }) => shell),
    shellDepths: Uint8Array.from(surfaces, ({ shellDepth }) => shellDepth),
    counts: new Uint16Array(widthPx),
    occluders: new Int16Array(widthPx),
    quadAt: new Uint16Array(widthPx * layers),
    texelAt: new Int32Array(widthPx * layers),
    layers,
    firstX: 0,
    endX: 0,
    widthPx,
    changes: new Uint8Array(widthPx + 1),
    repeatUntilX: -1,
    spans: rowSpans(surfaces, widthPx, heightPx),
    borders: createBorders(surfaces),
    quadStartX: 0,
    quadEndX: 0,
    quadAtlasWidth: 0,
    shown: new Int32Array(widthPx),
    ...createPixelMemory(quads.length, surfaces),
  };
}

/** Frees the memory that grows with the picture: a few megabytes. */
export function releaseRow({ quadAt, texelAt, spans }: RasterRow): void {
  for (const memory of [quadAt, texelAt, ...Object.values(spans)]) free(memory);
}
