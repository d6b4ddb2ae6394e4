import type { Quad } from '../figure/quads.ts';
import { atlasLayout, sheetUnits, groupStackBits, samplesPerPixel, type Plan } from './plan.ts';
import type { GroundShadow } from '../figure/stage/ground-shadow.ts';
import { createRasterRow, releaseRow, type RasterRow } from './raster-memory.ts';
import { rasterizeRow } from './raster-row.ts';
import { shadowMask } from './shadow-mask.ts';
import { toScreen, type Lens, type ScreenQuad } from './screen-quads.ts';
import {
  type PixelView,
  type Target,
  createStackTable,
  releaseTable,
  stackArrays,
} from './stacks.ts';
import { createStackMemo, releaseMemo } from './stack-memo.ts';
import { append, createUint32Builder, release, type Uint32Builder } from '../image/scratch.ts';
import type { Light } from '../figure/camera/light.ts';
import { resolvePixel } from './pixel.ts';
import { edgesBySize, runsByLength } from './depth-order.ts';
import { createSideTable, packSides } from './side-colours.ts';
import { frameWith, type FramedFigure } from '../figure/figure.ts';
import { hasEarsSheet } from '../skin/ears/shape.ts';

export type Scene = {
  readonly quads: readonly Quad[];
  readonly lens: Lens;
  readonly light: Light;
  /** See `openEdges`; if omitted, no texel lies at one. */
  readonly openEdges?: Uint8Array;
  /** Of the skin: 1 for a 64 px wide sheet, 2 for 128 px, and so on up to 16. */
  readonly texelsPerUnit: number;
  /** Of the cape: 1 for a 64 px wide sheet and so on; if omitted, capes are not drawn. */
  readonly capeTexelsPerUnit?: number | null;
  /** Whether the sheet of Ears, of one texel per unit, is in the atlas. */
  readonly hasEarsSheet?: boolean;
  /** On the ground below; with flat figures it is seen from another angle than the figure. */
  readonly shadow?: { readonly ground: GroundShadow; readonly lens: Lens } | null;
};

type Output = {
  readonly runs: Uint32Builder;
  readonly edges: Uint32Builder;
  readonly groups: Uint32Builder;
};

/**
 * Compiles a scene to the plan that draws it. Exact for pixels that see one texel stack, 16 samples
 * for the others. Depends only on its argument: the same scene gives the same plan anywhere.
 * Costs tens of milliseconds for a figure of 512 px: callers keep plans and stay off the threads
 * that serve requests.
 */
export function compilePlan(scene: Scene): Plan {
  const { widthPx, heightPx } = scene.lens.frame;
  const atlas = atlasLayout({
    skin: scene.texelsPerUnit,
    ears: scene.hasEarsSheet === true ? 1 : null,
    cape: scene.capeTexelsPerUnit ?? null,
  });
  const sides = createSideTable();
  const lighting = { light: scene.light, table: sides };
  const quads = occludersFirst(toScreen(scene.quads, scene.lens, lighting, atlas));
  const raster = createRasterRow(quads, widthPx, heightPx);
  const isRaised = raster.orderedQuads < quads.length;
  const table = createStackTable(isRaised ? 65_536 : 8192);
  const output = {
    runs: createUint32Builder(16_384),
    edges: createUint32Builder(16_384),
    groups: createUint32Builder(32_768),
  };
  const memo = isRaised ? createStackMemo() : null;
  const target: Target = { table, memo, view: { stacks: raster.stacks, weights: raster.weights } };
  for (let y = 0; y < heightPx; y++) compileRow(raster, y, { target, output });
  const stacks = stackArrays(table);
  const plan: Plan = {
    widthPx,
    heightPx,
    ...stacks,
    texelEdges: edgesOfTexels(stacks.texels, scene),
    sides: packSides(sides),
    runs: runsByLength(output.runs, widthPx),
    ...edgesBySize(output.edges, output.groups, samplesPerPixel),
    isRaised,
    hasHeldItems: scene.quads.some(({ sheet }) => sheet === 'heldItems'),
    shadow: scene.shadow ? shadowMask(scene.shadow.ground, scene.shadow.lens) : null,
  };
  for (const list of Object.values(output)) release(list);
  releaseTable(table);
  if (memo !== null) releaseMemo(memo);
  releaseRow(raster);
  return plan;
}

function edgesOfTexels(
  texels: Uint32Array,
  { openEdges, texelsPerUnit }: Pick<Scene, 'openEdges' | 'texelsPerUnit'>,
): Uint8Array {
  const edges = new Uint8Array(texels.length);
  if (openEdges === undefined) return edges;
  const width = sheetUnits * texelsPerUnit;
  for (let i = 1; i < texels.length; i++) {
    const texel = texels[i]! >>> 8;
    const row = (texel / width) | 0;
    // What follows the skin in the atlas has no open edges.
    if (row >= width) continue;
    const unitRow = (row / texelsPerUnit) | 0;
    const unitColumn = ((texel - row * width) / texelsPerUnit) | 0;
    edges[i] = openEdges[unitRow * sheetUnits + unitColumn]!;
  }
  return edges;
}

/** Opaque quads first and cells last, near ones before far ones; see `rasterizeRow`. */
function occludersFirst(quads: readonly ScreenQuad[]): ScreenQuad[] {
  return quads
    .map((quad) => ({ quad, turn: rasterTurn(quad), nearness: fourfoldNearness(quad) }))
    .sort((a, b) => a.turn - b.turn || b.nearness - a.nearness)
    .map(({ quad }) => quad);
}

function rasterTurn({ opaque, role }: ScreenQuad): number {
  if (opaque) return 0;
  return role === null ? 1 : turnOfRole[role];
}

const turnOfRole = { entry: 2, wall: 3, exit: 4 } as const;

/** The sum over the corners, which orders quads as their centres would. */
function fourfoldNearness({ plane, outline: o }: ScreenQuad): number {
  const across = o[0]! + o[2]! + o[4]! + o[6]!;
  const down = o[1]! + o[3]! + o[5]! + o[7]!;
  return plane[0]! * across + plane[1]! * down + plane[2]! * 4;
}

type Sink = { readonly target: Target; readonly output: Output };

function compileRow(raster: RasterRow, y: number, { target, output }: Sink): void {
  rasterizeRow(raster, y);
  const { view } = target;
  const { counts, changes, endX } = raster;
  let runStart = 0;
  let runStack = 0;
  for (let x = raster.firstX; x < endX; x++) {
    const groups = counts[x] === 0 ? 0 : resolvePixel(raster, x, y, target);
    const whole = groups === 1 && view.weights[0] === samplesPerPixel;
    const stack = whole ? view.stacks[0]! : 0;
    if (stack !== runStack) {
      emitRun(output, y * 65536 + runStart, x - runStart, runStack);
      runStart = x;
      runStack = stack;
    }
    if (groups > 0 && !whole) emitEdge(output, y * 65536 + x, groups, view);
    const lastX = Math.min(groups > 0 ? raster.repeatUntilX : x, endX - 1);
    while (x < lastX && changes[x + 1] === 0) x++;
  }
  emitRun(output, y * 65536 + runStart, endX - runStart, runStack);
}

function emitRun({ runs }: Output, start: number, length: number, stack: number): void {
  if (stack === 0 || length === 0) return;
  append(runs, start);
  append(runs, length);
  append(runs, stack);
}

function emitEdge({ edges, groups }: Output, at: number, count: number, view: PixelView): void {
  for (let i = 0; i < count; i++) {
    append(groups, (view.weights[i]! << groupStackBits) | view.stacks[i]!);
  }
  append(edges, at);
  append(edges, groups.length);
}

/** Texels per unit of the sheets of a plan; `cape` is `null` without a cape. */
export type SheetScales = { readonly skin: number; readonly cape: number | null };

/** Compiles the plan of a framed figure; see `compilePlan` for its cost. */
export function compileFramed(framed: FramedFigure, { skin, cape }: SheetScales): Plan {
  const { figure, stage } = framed;
  const { quadsFor, view, light, openEdges, shadow } = stage;
  const frame = frameWith(framed, skin);
  return compilePlan({
    quads: quadsFor(skin),
    lens: { view, frame },
    light,
    ...(openEdges && { openEdges: openEdges() }),
    texelsPerUnit: skin,
    capeTexelsPerUnit: cape,
    hasEarsSheet: hasEarsSheet(figure.ears),
    shadow: shadow === null ? null : { ground: shadow.ground, lens: { view: shadow.view, frame } },
  });
}
