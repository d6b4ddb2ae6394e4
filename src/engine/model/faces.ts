import { heldItemSheet } from '../figure/held-items/sprite.ts';
import type { SheetName, Solid } from '../figure/solids.ts';
import { asWords, blit, createImage, type RgbaImage } from '../image/canvas.ts';
import type { TextureSet } from '../pictures/draw-figure.ts';
import { sheetUnits } from '../raster/plan.ts';
import { partBoxes, type PartName } from '../figure/boxes.ts';
import { cornersOf, type Quad, type Corners } from '../figure/quads.ts';
import { between, type Vec3 } from '../figure/vector.ts';
import type { Model } from '../skin/arms.ts';
import { partNodes } from './skeleton.ts';

/** A sheet in the texture of a model. */
type Sheet = {
  readonly image: RgbaImage;
  readonly texelsPerUnit: number;
  /** Its first row in the texture. */
  readonly topPx: number;
};

/**
 * The one texture of a model: the skin, then below it what else is drawn, each sheet as it is. Of a skin
 * alone it has the layout of a skin, so that another one fits.
 */
export function textureOf({ skin, cape, ears }: TextureSet, hasHeldItems: boolean) {
  const sheets = new Map<SheetName, Sheet>();
  let heightPx = 0;
  const add = (name: SheetName, image: RgbaImage, texelsPerUnit: number): void => {
    sheets.set(name, { image, texelsPerUnit, topPx: heightPx });
    heightPx += image.heightPx;
  };
  add('skin', skin.image, skin.texelsPerUnit);
  if (ears?.parts) add('ears', ears.parts, ears.parts.widthPx / sheetUnits);
  if (cape !== null) add('cape', cape.image, cape.texelsPerUnit);
  if (hasHeldItems) add('heldItems', heldItems, 1);
  const widthPx = Math.max(...[...sheets.values()].map(({ image }) => image.widthPx));
  // Its height is a power of two, as some programs need it.
  const image = createImage(widthPx, 2 ** Math.ceil(Math.log2(heightPx)));
  for (const { image: part, topPx } of sheets.values()) blit(image, part, 0, topPx);
  const words = asWords(image);
  return {
    image,
    sheet: (name: SheetName): Sheet => sheets.get(name)!,
    /** Alpha of a texel of a sheet. */
    alphaAt: (name: SheetName, x: number, y: number): number =>
      words[(sheets.get(name)!.topPx + y) * widthPx + x]! >>> 24,
  };
}

export type Texture = ReturnType<typeof textureOf>;

const { words, widthTexels } = heldItemSheet;
const heldItems: RgbaImage = {
  widthPx: widthTexels,
  heightPx: words.length / widthTexels,
  data: new Uint8ClampedArray(words.buffer, words.byteOffset, words.byteLength),
};

/** The node that a corner follows, and how much it follows that of a joint instead, 0 … 1. */
type Weights = { readonly node: string; readonly joint: string; readonly jointShare: number };

/** How the texels of a face are mixed with what is behind: alpha of 255, of 0 or 255, of any. */
export type Mixing = 'opaque' | 'cutout' | 'translucent';

/** A part of a model: its faces are one mesh. */
type MeshName = 'base' | 'overlay' | 'ears' | 'cape' | 'held_items';

type Uv = readonly [u: number, v: number];

/** A quadrilateral of a standing figure, in its space, and its place in a sheet. */
export type Face = {
  readonly mesh: MeshName;
  readonly mixing: Mixing;
  readonly isTwoSided: boolean;
  /** Seen from outside: top left, top right, bottom left, bottom right, whatever that is on it. */
  readonly corners: Corners<Vec3>;
  readonly normal: Vec3;
  readonly sheet: SheetName;
  /** Of each corner, in texels of the sheet's own resolution. */
  readonly uvs: Corners<Uv>;
  readonly weightsAt: (corner: Vec3) => Weights;
};

/** What hangs on a node as a whole. */
export function rigid(node: string): Face['weightsAt'] {
  const weights = { node, joint: node, jointShare: 0 };
  return () => weights;
}

/** A surface of a part: on half a limb, the nearer to its middle the more it follows the joint. */
export function onPart(
  model: Model,
  { part, isLower }: { readonly part: PartName; readonly isLower: boolean },
): Face['weightsAt'] {
  const { upper, lower, joint: name } = partNodes[part];
  if (name === null) return rigid(upper);
  const { min, size } = partBoxes[model][part];
  const [above, below] = [`${name}_upper_skew`, `${name}_lower_skew`];
  // Both halves have it, so that it stays closed where somebody turns the lower node alone.
  const middle = { node: above, joint: below, jointShare: 0.5 };
  return ([, y]) => {
    const share = Math.min(1, Math.abs((y - min[1]) / (size[1] / 2) - 1));
    if (share === 0) return middle;
    return { node: isLower ? lower : upper, joint: isLower ? below : above, jointShare: 1 - share };
  };
}

/** A limb as its two halves; other parts, and half a limb, as they are. */
export function halvesOf(solid: Solid): (Solid & { readonly isLower: boolean })[] {
  const isWhole = solid.toRow - solid.fromRow === solid.size[1];
  if (!isWhole || partNodes[solid.part].joint === null) {
    return [{ ...solid, isLower: solid.fromRow > 0 }];
  }
  const middle = solid.corners.map((_, index) =>
    between(solid.corners[index & ~2]!, solid.corners[index | 2]!, 0.5),
  );
  const half = (kept: 0 | 2): readonly Vec3[] =>
    solid.corners.map((corner, index) => ((index & 2) === kept ? corner : middle[index]!));
  const row = solid.size[1] / 2;
  return [
    { ...solid, toRow: row, corners: half(2), isLower: false },
    { ...solid, fromRow: row, corners: half(0), isLower: true },
  ];
}

type Look = Pick<Face, 'mesh' | 'isTwoSided' | 'weightsAt'>;

/** More runs of translucent texels than this, of some hundred rows, are one face, which nothing sorts. */
const maxRuns = 256;

/**
 * The faces that show a quad: none if it has no texels. What is partly translucent is shown twice, its
 * opaque texels and, row by row, the others, as nothing sorts the triangles of a mesh.
 */
export function facesOf(quad: Quad, look: Look, texture: Texture): Face[] {
  const { corners, normal, sheet, texels } = quad;
  const scale = texture.sheet(sheet).texelsPerUnit;
  const area = {
    u: texels.u * scale,
    v: texels.v * scale,
    columns: texels.columns * scale,
    rows: texels.rows * scale,
  };
  const uvs = cornersOf<Uv>((isRight, isBelow) => [
    area.u + (isRight ? area.columns : 0),
    area.v + (isBelow ? area.rows : 0),
  ]);
  const whole: Face = { ...look, mixing: 'opaque', corners, normal, sheet, uvs };
  if (quad.layer === 'base') return [whole];
  const { clear, opaque, runs } = countTexels(area, (x, y) => texture.alphaAt(sheet, x, y));
  const faces: Face[] = [];
  if (opaque > 0) {
    faces.push({ ...whole, mixing: clear + runs.length === 0 ? 'opaque' : 'cutout' });
  }
  if (runs.length > maxRuns) faces.push({ ...whole, mixing: 'translucent' });
  else faces.push(...runs.map((run) => runOf(whole, run, area)));
  return faces;
}

/** Texels of a sheet in its own resolution. */
type TexelRect = Quad['texels'];
/** Translucent texels of a row. */
type Run = { readonly row: number; readonly from: number; to: number };

function countTexels(
  { u, v, columns, rows }: TexelRect,
  alphaAt: (x: number, y: number) => number,
) {
  const runs: Run[] = [];
  let opaque = 0;
  let clear = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const alpha = alphaAt(u + column, v + row);
      if (alpha === 0) clear += 1;
      else if (alpha === 255) opaque += 1;
      else {
        const last = runs.at(-1);
        if (last?.row === row && last.to === column) last.to += 1;
        else runs.push({ row, from: column, to: column + 1 });
      }
    }
  }
  return { runs, opaque, clear };
}

function runOf(face: Face, { row, from, to }: Run, { u, v, columns, rows }: TexelRect): Face {
  const [a, b, c, d] = face.corners;
  const column = (isRight: boolean): number => (isRight ? to : from);
  const line = (isBelow: boolean): number => row + (isBelow ? 1 : 0);
  return {
    ...face,
    mixing: 'translucent',
    corners: cornersOf((isRight, isBelow) => {
      const across = column(isRight) / columns;
      return between(between(a, b, across), between(c, d, across), line(isBelow) / rows);
    }),
    uvs: cornersOf((isRight, isBelow) => [u + column(isRight), v + line(isBelow)]),
  };
}
