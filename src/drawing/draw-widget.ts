import type { FontBook } from '../labels/font-book.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { decodePng } from '../render/image/decode-png.ts';
import { encodePng } from '../render/image/encode.ts';
import { readPngHeader, UnusableImageError } from '../render/image/png-chunks.ts';
import { drawDefaultIcon } from '../widgets/default-icon.ts';
import { drawServerCard } from '../widgets/server-card.ts';
import type { ServerCardOrder } from './widget-order.ts';

const iconSizePx = 64;

/** The card of a game server, as PNG. */
export function drawServerCardOrder(order: ServerCardOrder, fonts: FontBook): Uint8Array {
  const server = order.server === null ? null : { ...order.server, icon: iconOf(order.server) };
  return encodePng(drawServerCard(fonts, { ...order, server }));
}

/** The icon of a server that has none, as PNG. */
export function drawDefaultIconOrder(): Uint8Array {
  return encodePng(drawDefaultIcon());
}

/** The size is checked in the header, before a decoder sees a byte. */
function iconOf({ icon }: { readonly icon: Uint8Array | null }): RgbaImage | null {
  if (icon === null) return null;
  try {
    const { widthPx, heightPx } = readPngHeader(icon);
    return widthPx === iconSizePx && heightPx === iconSizePx ? decodePng(icon) : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}
