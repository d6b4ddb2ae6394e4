import { depthOrder } from './depth-order.ts';
import type { ScreenQuad } from './screen-quads.ts';
import { shellWalls } from './shell-walls.ts';
import { rowSpans, createCutMemory } from './spans.ts';
import { free } from '../image/scratch.ts';
import { samplesPerPixel } from './plan.ts';

/** Offsets of the facts of a quad. */
export const fact = { columns: 0, rows: 1, firstTexel: 2, atlasWidth: 3, side: 4 };
export const factCount = 5;
/** How many numbers a quad's functions and its plane have. */
export const functionCount = 12;
export const planeCount = 3;

/** More than most pixels need; it grows on demand. */
const fewLayers = 96;

/** The runs of corners of each quad on the last two borders of rows, see `borderRuns`. */
function createBorders(quads: readonly ScreenQuad[]) {
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
    /** For each quad, of even and of odd borders: which it is, and where its runs start. */
    borderRows: new Int32Array(quads.length * 2).fill(-1),
    borderPlaces,
    /** What is being traced. */
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
function numbersOf(quads: readonly ScreenQuad[]) {
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

/**
 * Working memory of a compile: for the current pixel row, which quads each pixel meets and with
 * which texel. Created once for each compile; a few hundred kilobytes.
 */
export function createRasterRow(quads: readonly ScreenQuad[], widthPx: number, heightPx: number) {
  const { functions, planes, facts } = numbersOf(quads);
  const orderedQuads = quads.filter(({ role }) => role === null).length;
  const surfaces = quads.filter(({ role }) => role === null || role === 'entry');
  const layers = Math.min(surfaces.length, fewLayers);
  return {
    quads,
    /** The coefficients of each quad's functions, one after the other. */
    functions,
    /** Those of its plane, separately, as they are used in other steps. */
    planes,
    /** Of the first `rasterQuads`: 0 if its texels may be taken as evenly spaced in any pixel, see `isCurved`. */
    curves: Uint8Array.from(surfaces, curveOf),
    /** `columns, rows, first texel, atlas width, side` of each quad. */
    facts,
    /** The number of opaque quads, which come first … */
    opaqueQuads: quads.filter(({ opaque }) => opaque).length,
    /** … the index from which on they are cells of a raised overlay … */
    orderedQuads,
    /** … the number of those that rays come to from outside of their shell … */
    rasterQuads: surfaces.length,
    /** … and the index from which on they are the planes at the far ends of shells. */
    wallEnd: quads.filter(({ role }) => role !== 'exit').length,
    shellWalls: shellWalls(quads),
    /** 1 for each quad with cells that show texels of several faces. */
    edgeCells: Uint8Array.from(quads, ({ raised }) => Number(raised !== null && raised.length > 0)),
    /** See `depthOrder`; of the first `rasterQuads`. */
    order: depthOrder(surfaces),
    /** Of each quad. */
    shells: Uint8Array.from(quads, ({ shell }) => shell),
    /** Of each quad; of two of one shell, the one with the higher number is in front. */
    shellDepths: Uint8Array.from(surfaces, ({ shellDepth }) => shellDepth),
    counts: new Uint16Array(widthPx),
    /** The nearest opaque quad found to cover each pixel, or −1. */
    occluders: new Int16Array(widthPx),
    /**
     * For pixel x: `counts[x]` entries, the first at x, the next a width further: neighbours' entries
     * lie side by side, as they are written and read together.
     */
    quadAt: new Uint16Array(widthPx * layers),
    texelAt: new Int32Array(widthPx * layers),
    /** How many entries a pixel currently has room for. */
    layers,
    /** The part of the row that any quad touches. */
    firstX: 0,
    endX: 0,
    widthPx,
    spans: rowSpans(surfaces, widthPx, heightPx),
    borders: createBorders(surfaces),
    /** The pixels of the row that the current quad touches, without hidden ones at both ends. */
    quadStartX: 0,
    quadEndX: 0,
    quadAtlasWidth: 0,
    /** Of the current quad, what it shows in each pixel of the row: a texel, or see `partOfPixel`. */
    shown: new Int32Array(widthPx),
    /** 1 where any quad's entry at pixel x differs from that at the pixel to the left. */
    changes: new Uint8Array(widthPx + 1),
    /**
     * Up to this pixel, while no entry changes, all pixels see the single stack that the last resolved
     * pixel sees: no two of its quads' planes cross before. −1 if that pixel saw several.
     */
    repeatUntilX: -1,
    ...createPixelMemory(quads.length, surfaces),
  };
}

export type RasterRow = ReturnType<typeof createRasterRow>;

/** Frees the memory that grows with the picture: a few megabytes. */
export function releaseRow({ quadAt, texelAt, spans }: RasterRow): void {
  for (const memory of [quadAt, texelAt, ...Object.values(spans)]) free(memory);
}

/** How many numbers say where two planes cross: a, b, c of how much nearer the first is. */
export const crossingNumbers = 3;

/** How many numbers a box has, see `ShellWalk`. */
export const boxNumbers = 4;

/** A ray about which more is asked is not stored in `StackMemo`; most need a dozen. */
export const maxQuestions = 4096;

/** Working memory for following a ray through the cells of a shell. */
function createShellWalk() {
  return {
    /** The shell, the cell that the ray is in, and that from which it comes to the base. */
    shell: 0,
    cell: new Int32Array(3),
    goal: new Int32Array(3),
    /** How many planes of each axis are still to cross, negative if that is not known. */
    steps: new Int32Array(3),
    /**
     * The next plane of each axis, whether it is towards higher (1) or lower coordinates (−1), and a quad
     * in it; the fourth quad is what hides the rest.
     */
    planes: new Int32Array(3),
    signs: new Int32Array(3),
    quads: new Int32Array(4),
    /** Which of the four quads the ray meets, the nearest first, and their number. */
    queue: new Int32Array(4),
    queued: 0,
    /** Where the current texels are all seen: the centre of a box, half its width, half its height, in pixels. */
    box: new Float64Array(boxNumbers),
    /** What was asked about the current ray, see `crossingNumbers`, and the answers. */
    crossings: new Float32Array((maxQuestions + 1) * crossingNumbers),
    answers: new Uint8Array(maxQuestions),
    asked: 0,
  };
}

export type ShellWalk = ReturnType<typeof createShellWalk>;

/**
 * Working memory to find what one pixel sees, see `resolvePixel`.
 * @param allQuads their number
 * @param surfaces those that rays come to from outside of their shell
 */
function createPixelMemory(allQuads: number, surfaces: readonly ScreenQuad[]) {
  const count = surfaces.length;
  return {
    /** The current pixel of `resolvePixel`. */
    pixelX: 0,
    pixelY: 0,
    /** The result of `resolvePixel`: stacks and how many samples see each. */
    stacks: new Int32Array(samplesPerPixel),
    weights: new Uint8Array(samplesPerPixel),
    /** The quads of the last pixel that was sorted, as they are in `quadAt`, and its occluder. */
    listedQuads: new Uint16Array(count),
    listed: 0,
    listedOccluder: -1,
    /** Those of them that are not hidden, sorted, and which of its entries they are. */
    keptQuads: new Uint16Array(count),
    keptSlots: new Uint16Array(count),
    kept: 0,
    /** Their sides, and the number of those down to the first opaque one. */
    keptSides: new Uint8Array(count),
    keptEnd: 0,
    /** Whether they have the same order in all pixels that show the same quads … */
    isOrderKnown: false,
    /** … or else up to which pixel of the row they have. */
    orderUntilX: -1,
    /** What they show in the current pixel. */
    keptTexels: new Int32Array(count),
    /** Working memory of `resolvePixel`, and a sample's surfaces. */
    depths: new Float64Array(allQuads),
    words: new Int32Array(allQuads),
    wordQuads: new Uint16Array(allQuads),
    /** Working memory to divide a pixel's samples by the texels that they see. */
    cut: createCutMemory(surfaces),
    /** For each kept quad: the samples that see it, unless it is known to be hidden. */
    covers: new Int32Array(count),
    /** For each kept quad: 1 if it is in front of all that come after it. */
    hides: new Uint8Array(count),
    /** Pairs of kept quads that cross in the pixel, by index, and the number of pairs. */
    crossingPairs: new Uint16Array(512),
    crossings: 0,
    /** Groups of samples that see the same, a bit for each sample, and the number of groups. */
    groupMasks: new Int32Array(samplesPerPixel),
    groups: 0,
    /** What each group sees, the nearest first: from `groupRoom` times its number on, so many. */
    groupWords: new Int32Array(samplesPerPixel * count),
    groupQuads: new Uint16Array(samplesPerPixel * count),
    groupCounts: new Uint16Array(samplesPerPixel),
    groupRoom: count,
    /** The stack of each group, if there are no cells of a raised overlay. */
    groupStacks: new Int32Array(samplesPerPixel),
    /** The samples of the current group that see the same as the first of them, as far as is known. */
    agreed: 0,
    /** Working memory of `enterVoxels`. */
    seenWords: new Int32Array(count),
    seenQuads: new Uint16Array(count),
    walk: createShellWalk(),
  };
}
