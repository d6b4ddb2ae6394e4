import { join } from 'node:path';
import { createDrawing } from '../src/draw-pool/pool.ts';
import { sampleCard } from '../src/features/server-status/sample.ts';
import type { SamplePicture } from '../src/features/docs/route-docs.ts';
import { createImage, type RgbaImage } from '../src/render/image/canvas.ts';
import { encodePng } from '../src/render/image/encode.ts';

/** The folder of the sample pictures on pages. */
export const samplesFolder = join(import.meta.dirname, '..', 'web', 'art');

/** Pictures that would need a server or account of the reader's. */
const pictures = {
  'server-card.png': drawServerCard,
  'cape.png': async () => drawCape(),
} as const satisfies Record<SamplePicture, () => Promise<Uint8Array>>;

/** Makes every one of them. */
export function drawPageSamples(): Promise<{ file: string; png: Uint8Array }[]> {
  return Promise.all(
    Object.entries(pictures).map(async ([file, draw]) => ({ file, png: await draw() })),
  );
}

/** Drawn by the same pool as the cards of real servers. */
async function drawServerCard(): Promise<Uint8Array> {
  const drawing = await createDrawing({ threads: 1 });
  try {
    return await drawing.draw('serverCard', sampleCard, undefined);
  } finally {
    await drawing.close();
  }
}

const colours = { p: '#3f2f66', d: '#2e2150', h: '#ffd166', o: '#f2a541', w: '#fff3d6' } as const;

// The outer face; a cape of our own, since those of the game are not ours to show.
const outside = `
  hhhhhhhhhh
  hpppppppph
  hpppppppph
  hpppwwppph
  hppwhhwpph
  hpwhhhhwph
  hpwhoohwph
  hppwhhwpph
  hpppwwppph
  hpppppppph
  hppwppwpph
  hpppppppph
  hpppwwppph
  hpppppppph
  hpppppppph
  hhhhhhhhhh`;
const inside = Array.from({ length: 16 }, () => 'd'.repeat(10)).join('\n');
const edge = Array.from({ length: 16 }, () => 'o').join('\n');
const hem = 'o'.repeat(10);
// Elytra are on the same sheet: a box of 10×20×2.
const wing = Array.from({ length: 20 }, (_, y) => {
  const tip = Math.max(0, y - 13);
  return `${'.'.repeat(tip)}h${'p'.repeat(8 - tip)}o`;
}).join('\n');
const wingInside = wing.replaceAll(/[hp]/g, 'd');
const wingEdge = Array.from({ length: 20 }, () => 'oo').join('\n');
const wingTop = 'hhhhhhhhho\nhhhhhhhhho';

/**
 * A sheet of 64×32 texels, with cape (a box of 10×16×1 from its top left corner) and wings in the
 * game's layout.
 */
function drawCape(): Uint8Array {
  const sheet = createImage(64, 32);
  const faces = [
    [1, 0, hem],
    [11, 0, hem],
    [0, 1, edge],
    [1, 1, outside],
    [11, 1, edge],
    [12, 1, inside],
    [24, 0, wingTop],
    [22, 2, wingEdge],
    [24, 2, wing],
    [34, 2, wingEdge],
    [36, 2, wingInside],
  ] as const;
  for (const face of faces) paint(sheet, face);
  return encodePng(sheet);
}

type Face = readonly [leftPx: number, topPx: number, art: string];

/** A character is a texel; a dot is transparent. */
function paint({ data, widthPx }: RgbaImage, [leftPx, topPx, art]: Face): void {
  for (const [y, row] of art.trim().split('\n').entries()) {
    for (const [x, letter] of row.trim().split('').entries()) {
      const code = Object.entries(colours).find(([key]) => key === letter)?.[1];
      if (code === undefined) continue;
      const rgb = [1, 3, 5].map((at) => Number.parseInt(code.slice(at, at + 2), 16));
      data.set([...rgb, 255], ((topPx + y) * widthPx + leftPx + x) * 4);
    }
  }
}
