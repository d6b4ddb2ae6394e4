import type { SheetBytes } from '../../src/drawing/order.ts';
import { skinFile } from './skin-files.ts';

/** A square skin sheet of noise. */
export const sheetOf = (widthPx: number): SheetBytes => ({
  revision: `${widthPx}`,
  png: skinFile(1, { widthPx, heightPx: widthPx }),
});

/** A cape of noise, with so many texels per unit. */
export const capeOf = (texels: number): SheetBytes => ({
  revision: `cape ${texels}`,
  png: skinFile(1, { widthPx: 64 * texels, heightPx: 32 * texels }),
});
