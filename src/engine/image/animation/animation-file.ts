import type { AnimationFormat } from '../formats.ts';
import { gifFile, gifFrame } from './gif.ts';
import type { AnimationFrame, AnimationFile } from './palette.ts';
import { deflatePixels, pngOf } from '../deflate/deflate-pixels.ts';
import { free } from '../scratch.ts';
import { pngChunk } from '../../../common/png/png.ts';
import { extendedHead, webpChunk, webpFile, webpFlags } from '../encode.ts';
import { losslessWebp } from '../webp/lossless-webp.ts';
import { areaOf, asWords, createImage, firstPixel, type Area, type RgbaImage } from '../canvas.ts';

type Encoder = {
  readonly frame: (frame: AnimationFrame) => Uint8Array;
  readonly file: (animation: AnimationFile) => Uint8Array;
};

/** How each format writes a frame, and a file from its frames; all loop for ever. */
export const animationEncoders = {
  webp: { frame: webpFrame, file: animatedWebp },
  gif: { frame: gifFrame, file: gifFile },
  apng: { frame: apngFrame, file: apngFile },
} as const satisfies Record<AnimationFormat, Encoder>;

// Animated PNG (W3C PNG specification, third edition, sections 11.3.6): the first frame is the picture
// that other programs show; each further one is what changed.

const operations = { replace: 0, over: 1 } as const;

function apngFrame({ index, image, previous, delayMs }: AnimationFrame): Uint8Array {
  const { area, image: changed, isLaidOver } = changeOf(image, previous, 1);
  // One sequence counts the control chunks and the frames behind them; the first frame is not counted.
  const control = Buffer.alloc(26);
  control.writeUInt32BE(Math.max(0, 2 * index - 1), 0);
  control.writeUInt32BE(area.widthPx, 4);
  control.writeUInt32BE(area.heightPx, 8);
  control.writeUInt32BE(area.leftPx, 12);
  control.writeUInt32BE(area.topPx, 16);
  control.writeUInt16BE(delayMs, 20);
  control.writeUInt16BE(1000, 22);
  control.writeUInt8(isLaidOver ? operations.over : operations.replace, 25);
  const packed = deflatePixels(changed);
  if (changed !== image) free(changed.data);
  const sequence = Buffer.alloc(4);
  sequence.writeUInt32BE(2 * index, 0);
  const pixels = index === 0 ? pngChunk('IDAT', packed) : pngChunk('fdAT', sequence, packed);
  return Buffer.concat([pngChunk('fcTL', control), pixels]);
}

function apngFile({ frames, ...size }: AnimationFile): Uint8Array {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  return pngOf(size, [pngChunk('acTL', control), ...frames]);
}

// Animated WebP (RFC 9649, section 2.7): every frame is a lossless picture of what changed.

const replaces = 0x02;

function webpFrame({ image, previous, delayMs }: AnimationFrame): Uint8Array {
  const { area, image: changed, isLaidOver } = changeOf(image, previous, 2);
  const head = Buffer.alloc(16);
  head.writeUIntLE(area.leftPx / 2, 0, 3);
  head.writeUIntLE(area.topPx / 2, 3, 3);
  head.writeUIntLE(area.widthPx - 1, 6, 3);
  head.writeUIntLE(area.heightPx - 1, 9, 3);
  head.writeUIntLE(delayMs, 12, 3);
  head.writeUInt8(isLaidOver ? 0 : replaces, 15);
  const pixels = webpChunk('VP8L', losslessWebp(changed));
  if (changed !== image) free(changed.data);
  return webpChunk('ANMF', Buffer.concat([head, pixels]));
}

function animatedWebp({ frames, xmp, ...size }: AnimationFile): Uint8Array {
  const { animation, alpha } = webpFlags;
  return webpFile([
    extendedHead(animation | alpha | (xmp === null ? 0 : webpFlags.xmp), size),
    // A transparent background, and a loop without end.
    webpChunk('ANIM', Buffer.alloc(6)),
    ...frames,
    ...(xmp === null ? [] : [webpChunk('XMP ', Buffer.from(xmp))]),
  ]);
}

/**
 * The smallest part of a picture that has to be sent: what changes of the frame before.
 * @param previous of the same size; `null` for the first frame, which is sent whole
 * @param step left and top are multiples of this
 */
function changeOf(picture: RgbaImage, previous: RgbaImage | null, step: 1 | 2) {
  const { widthPx, heightPx } = picture;
  if (previous === null) {
    const area = { leftPx: 0, topPx: 0, widthPx, heightPx };
    return { area, image: picture, isLaidOver: false };
  }
  const [now, before] = [asWords(picture), asWords(previous)];
  const changed = areaOf(picture, (at) => now[at] !== before[at]) ?? firstPixel;
  const [leftPx, topPx] = [floorTo(step, changed.leftPx), floorTo(step, changed.topPx)];
  const area = {
    leftPx,
    topPx,
    widthPx: changed.leftPx + changed.widthPx - leftPx,
    heightPx: changed.topPx + changed.heightPx - topPx,
  };
  const isLaidOver = isOpaqueWhereChanged(now, before, { area, widthPx });
  const image = createImage(area.widthPx, area.heightPx);
  const into = asWords(image);
  for (let y = 0, to = 0; y < area.heightPx; y++) {
    const row = (area.topPx + y) * widthPx + area.leftPx;
    for (let at = row; at < row + area.widthPx; at++, to++) {
      if (!isLaidOver || now[at] !== before[at]) into[to] = now[at]!;
    }
  }
  return {
    area,
    /** The area; unchanged pixels are transparent if `isLaidOver`. */
    image,
    /** Whether it is laid over what is there, which is possible if all changed pixels are opaque. */
    isLaidOver,
  };
}

function floorTo(step: number, px: number): number {
  return px - (px % step);
}

function isOpaqueWhereChanged(
  now: Uint32Array,
  before: Uint32Array,
  { area, widthPx }: { readonly area: Area; readonly widthPx: number },
): boolean {
  const first = area.topPx * widthPx;
  const end = first + area.heightPx * widthPx;
  for (let at = first; at < end; at++) {
    if (now[at] !== before[at] && now[at]! >>> 24 !== 255) return false;
  }
  return true;
}

/** The distance of the levels that a channel keeps. */
const step = 8;

/** Rounded by half a step at most: the least and the greatest level stay what they are. */
const levels = Uint8Array.from({ length: 256 }, (_, level) =>
  level === 255 ? 255 : Math.min(255, Math.round(level / step) * step),
);

/**
 * Rounds the colours of single pixels of a film, which differ from all around them: they are on edges between two
 * sides, where nobody sees it, and most of its bytes are theirs.
 * @param drawn what was just drawn there; only its pixels are rounded
 */
export function roundLone(
  picture: RgbaImage,
  drawn: RgbaImage,
  leftPx: number,
  topPx: number,
): void {
  const { widthPx, heightPx } = picture;
  const [into, from] = [asWords(picture), asWords(drawn)];
  const fromX = Math.max(1, leftPx);
  const toX = Math.min(widthPx - 1, leftPx + drawn.widthPx);
  const toY = Math.min(heightPx - 1, topPx + drawn.heightPx);
  for (let y = Math.max(1, topPx); y < toY; y++) {
    const shift = (y - topPx) * drawn.widthPx - leftPx;
    for (let x = fromX; x < toX; x++) {
      const at = y * widthPx + x;
      const word = into[at]!;
      if (from[shift + x] === 0 || word >>> 24 !== 255) continue;
      if (word === into[at - 1] || word === into[at + 1]) continue;
      if (word === into[at - widthPx] || word === into[at + widthPx]) continue;
      const [red, green, blue] = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
      into[at] = (0xff000000 | (levels[blue]! << 16) | (levels[green]! << 8) | levels[red]!) >>> 0;
    }
  }
}
