import type { FontRegistry } from '../labels/font-registry.ts';
import { UnusableImageError } from '../png/png.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { decodePng } from '../render/image/decode-png.ts';
import { encodePng } from '../render/image/encode.ts';
import { drawInitials } from '../widgets/initials.ts';
import { drawInviteCard } from '../widgets/invite-card.ts';
import type { InitialsOrder, InviteCardOrder } from './invite-order.ts';

/** The card of an invite or a guild, as PNG. */
export function drawInviteCardOrder(order: InviteCardOrder, fonts: FontRegistry): Uint8Array {
  const [icon, banner] = [decoded(order.icon), decoded(order.banner)];
  return encodePng(drawInviteCard(fonts, { ...order, icon, banner }));
}

/** An icon with the initials of a name, as PNG. */
export function drawInitialsOrder(
  { name, sizePx }: InitialsOrder,
  fonts: FontRegistry,
): Uint8Array {
  return encodePng(drawInitials(fonts, name, sizePx));
}

/** Headers were checked when the files were loaded. */
function decoded(png: Uint8Array | null): RgbaImage | null {
  try {
    return png && decodePng(png);
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}
