import { createArt, paint, type Art, paints, createRing } from './art/art.ts';
import {
  paintBlock,
  paintFront,
  paintLying,
  type Terrain,
  type Material,
  lying,
  mottled,
  type Block,
} from './art/ground.ts';
import { viewOf, type Scene } from './scene.ts';
import { type RgbaImage, asWords } from '../image/canvas.ts';
import { meadow } from './backgrounds/meadow.ts';
import { night } from './backgrounds/night.ts';
import { desert } from './backgrounds/desert.ts';
import { snow } from './backgrounds/snow.ts';
import { cave } from './backgrounds/cave.ts';
import { inferno } from './backgrounds/inferno.ts';
import { voidScene } from './backgrounds/void.ts';
import { stage } from './backgrounds/stage.ts';
import type { SceneName } from './layout/sizes.ts';
import { memoized } from '../../common/cache/memoized.ts';
import { within } from './art/noise.ts';

const black = paint('#000000');

export type ArtSize = Pick<Art, 'columns' | 'rows'>;

/** What is drawn of a scene, and the phase of what lives in it, 0 … 1. */
type Shown = ArtSize & { readonly terrain: Terrain; readonly phase: number };

/** Draws a scene from sky to ground, without figures; opaque. */
export function paintScene(scene: Scene, shown: Shown): Art {
  const art = paintBehind(scene, shown);
  const { terrain, phase } = shown;
  const view = viewOf(terrain);
  paintLying(art, terrain, scene.ground);
  scene.paintDetails(art, view, phase);
  scene.paintAir?.(art, view, phase);
  for (const block of terrain.blocks) paintBlock(art, block, scene.ground, scene.shadow);
  paintFront(art, terrain, scene.ground);
  return art;
}

/** Draws only what is behind the ground of a scene; the rest is transparent. */
export function paintBehind(scene: Scene, { columns, rows, terrain, phase }: Shown): Art {
  const art = createArt(columns, rows);
  scene.paintBackdrop(art, viewOf(terrain), phase);
  return art;
}

/** Draws only the blocks; the rest is transparent. */
export function paintBlocks({ columns, rows }: ArtSize, { blocks }: Terrain): Art {
  const art = createArt(columns, rows);
  for (const block of blocks) paintBlock(art, block, plainStone, black);
  return art;
}

/** Material of blocks without a scene: grey stone that suits any background. */
const plainStone: Material = {
  top: lying(paints('#8d91a5 #949ab0 #878b9f'), paints('#9a9fb4 #a2a7bb #9398ad')),
  lip: () => paint('#bcc1d2'),
  front: mottled(paints('#5f6378 #666a80 #6d7188 #74788f'), paint('#3a3d4e')),
  mark: { lit: paint('#f2f4fb'), dark: paint('#2e3040') },
};

/** Fills a picture with art, each art pixel a square of `artPx`; the rest is clipped. */
export function enlarge(picture: RgbaImage, { columns, rows, words }: Art, artPx: number): void {
  const { widthPx, heightPx } = picture;
  const into = asWords(picture);
  for (let row = 0; row < rows; row++) {
    const top = row * artPx;
    if (top >= heightPx) return;
    const start = top * widthPx;
    const end = start + widthPx;
    for (let column = row * columns, at = start; at < end; column++) {
      const word = words[column]!;
      // For so few pixels, calling `fill` would take longer.
      for (const next = Math.min(at + artPx, end); at < next; at++) into[at] = word;
    }
    for (let copy = 1; copy < artPx && top + copy < heightPx; copy++) {
      into.copyWithin(start + copy * widthPx, start, start + widthPx);
    }
  }
}

/** All scenes; `docs/scenes.md` describes how to add one. */
export const scenes = {
  meadow,
  night,
  desert,
  snow,
  cave,
  inferno,
  void: voidScene,
  stage,
} as const satisfies Record<SceneName, Scene>;

/** Ground that passes, in some rows of a picture. */
export type Passing = {
  readonly art: Art & { readonly ring: number };
  readonly fromRow: number;
  readonly toRow: number;
  /** After so many columns it is the same again, in a row: fewer in what is farther away. */
  readonly ringAt: (row: number) => number;
};

type Ground = {
  readonly terrain: Terrain;
  /** Of the picture. */
  readonly rows: number;
  /** After how many columns the ground is the same again: below the figures, in its rows, and of each block. */
  readonly ring: number;
  readonly ringAt: (row: number) => number;
  readonly blockRings: readonly number[];
  readonly phase: number;
};

/** Things on so many depths of the ground pass at speeds of their own. */
const depthCount = 4;

/**
 * Draws the ground of a scene as rings, from back to front: its plane, what lies and grows on it, blocks that go on
 * to both sides, and its front.
 */
export function paintPassing(scene: Scene, ground: Ground): readonly Passing[] {
  const { terrain, rows, ring, ringAt } = ground;
  const { horizonRow, frontRow } = terrain;
  const plane = createRing(ring, rows);
  paintLying(plane, terrain, scene.ground);
  const front = createRing(ring, rows);
  paintFront(front, terrain, scene.ground);
  return [
    { art: plane, fromRow: horizonRow, toRow: frontRow, ringAt },
    ...Array.from({ length: depthCount }, (_, depth) => thingsAt(scene, ground, depth)),
    ...terrain.blocks.map((block, index) =>
      passingBlock(scene, block, { rows, ring: ground.blockRings[index]! }),
    ),
    { art: front, fromRow: frontRow, toRow: rows, ringAt: () => ring },
  ];
}

/** What stands on a part of the ground; it may reach above it. */
function thingsAt(scene: Scene, { terrain, rows, ringAt, phase }: Ground, depth: number): Passing {
  const { horizonRow, frontRow } = terrain;
  const rowAt = (at: number): number =>
    Math.round(horizonRow + ((frontRow - horizonRow) * at) / depthCount);
  const [fromRow, toRow] = [rowAt(depth), rowAt(depth + 1)];
  const ring = ringAt(Math.floor((fromRow + toRow) / 2));
  const art = { ...createRing(ring, rows), depths: [fromRow, toRow] } as const;
  scene.paintDetails(art, viewOf(terrain), phase);
  return { art, fromRow: 0, toRow: frontRow, ringAt: () => ring };
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
  return {
    art,
    fromRow: block.topRow - block.depthRows,
    toRow: block.baseRow + 1,
    ringAt: () => ring,
  };
}

/**
 * Fills a picture with ground that has passed a part of its ring, each art pixel a square of `artPx`. At first the
 * ring begins in the middle.
 * @param passed how far to the left, as a share of a ring
 */
export function enlargePassing(
  picture: RgbaImage,
  { art, fromRow, toRow, ringAt }: Passing,
  { artPx, passed }: { readonly artPx: number; readonly passed: number },
): void {
  const { widthPx, heightPx } = picture;
  const into = asWords(picture);
  const { columns, ring, words } = art;
  const columnsOf = memoized((own: number) => {
    const startPx = Math.round(passed * own * artPx) - (widthPx >> 1);
    return Int32Array.from({ length: widthPx }, (_, x) => {
      const column = Math.floor(within(x + startPx, own * artPx) / artPx);
      return ring + Math.floor((column * ring) / own);
    });
  });
  for (let row = Math.max(0, fromRow); row < toRow && row * artPx < heightPx; row++) {
    const columnAt = columnsOf(ringAt(row));
    const start = row * artPx * widthPx;
    for (let x = 0; x < widthPx; x++) into[start + x] = words[row * columns + columnAt[x]!]!;
    for (let copy = 1; copy < artPx && row * artPx + copy < heightPx; copy++) {
      into.copyWithin(start + copy * widthPx, start, start + widthPx);
    }
  }
}
