import { readFileSync } from 'node:fs';

/** The icon of a server that has none: a floating block of meadow, 64×64, as PNG. */
export const defaultIconPng: Uint8Array = readFileSync(
  new URL('default-icon.png', import.meta.url),
);
