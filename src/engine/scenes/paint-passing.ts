import { asWords, type RgbaImage } from '../image/canvas.ts';
import { createRing, type Art } from './art/art.ts';
import { paintBlock, paintFront, paintLying, type Block, type Terrain } from './art/ground.ts';
import { within } from './art/noise.ts';
import type { Scene } from './scene.ts';

/** Ground that passes: what of it goes by as one, in some rows of the picture. */
export type Passing = {
  readonly art: Art & { readonly ring: number };
  readonly fromRow: number;
  readonly toRow: number;
};

type Ground = {
  readonly terrain: Terrain;
  /** Of the picture. */
  readonly rows: number;
  /** After so many columns the ground is the same again: of the ground, and of each block. */
  readonly ring: number;
  readonly blockRings: readonly number[];
  readonly phase: number;
};

/**
 * Draws the ground of a scene as rings, from back to front: what lies and grows on it, blocks that go on to both
 * sides, and its front.
 */
export function paintPassing(scene: Scene, ground: Ground): readonly Passing[] {
  const { terrain, rows, ring, phase } = ground;
  const plane = createRing(ring, rows);
  paintLying(plane, terrain, scene.ground);
  scene.paintDetails(plane, terrain, phase);
  const front = createRing(ring, rows);
  paintFront(front, terrain, scene.ground);
  return [
    { art: plane, fromRow: 0, toRow: terrain.frontRow },
    ...terrain.blocks.map((block, index) =>
      passingBlock(scene, block, { rows, ring: ground.blockRings[index]! }),
    ),
    { art: front, fromRow: terrain.frontRow, toRow: rows },
  ];
}

/** Beyond the ends of a block, which are lit and shaded. */
const endColumns = 8;

function passingBlock(
  scene: Scene,
  block: Block,
  { rows, ring }: Pick<Ground, 'rows' | 'ring'>,
): Passing {
  const art = createRing(ring, rows);
  const endless = { ...block, left: -endColumns, columns: 3 * ring + 2 * endColumns };
  paintBlock(art, endless, scene.ground, scene.shadow);
  return { art, fromRow: block.topRow - block.depthRows, toRow: block.baseRow + 1 };
}

/**
 * Fills a picture with ground that has passed to the left by some pixels, each art pixel a square of `artPx`. At
 * first the ring begins at the left end.
 */
export function enlargePassing(
  picture: RgbaImage,
  { art, fromRow, toRow }: Passing,
  { artPx, passedPx }: { readonly artPx: number; readonly passedPx: number },
): void {
  const { widthPx, heightPx } = picture;
  const into = asWords(picture);
  const { columns, ring, words } = art;
  const columnAt = Int32Array.from(
    { length: widthPx },
    (_, x) => ring + Math.floor(within(x + passedPx, ring * artPx) / artPx),
  );
  for (let row = Math.max(0, fromRow); row < toRow; row++) {
    const top = row * artPx;
    if (top >= heightPx) return;
    const start = top * widthPx;
    for (let x = 0; x < widthPx; x++) into[start + x] = words[row * columns + columnAt[x]!]!;
    for (let copy = 1; copy < artPx && top + copy < heightPx; copy++) {
      into.copyWithin(start + copy * widthPx, start, start + widthPx);
    }
  }
}
