import { readFileSync } from 'node:fs';
import type { RgbaImage } from '../render/image/canvas.ts';
import { decodePng } from '../render/image/decode-png.ts';

/** The icon of a server that has none: a floating block of meadow, 64×64, as PNG. */
export const defaultIconPng: Uint8Array = readFileSync(
  new URL('default-icon.png', import.meta.url),
);

export function defaultIcon(): RgbaImage {
  return decodePng(defaultIconPng);
}
