import type { FontRegistry } from '../labels/font-registry.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { decodePng } from '../render/image/decode-png.ts';
import { encodePng } from '../render/image/encode.ts';
import { readPngHeader, UnusableImageError } from '../png/png.ts';
import { drawFactsCard } from '../widgets/facts-card.ts';
import { drawInitials } from '../widgets/initials.ts';
import { drawInviteCard } from '../widgets/invite-card.ts';
import { drawServerCard } from '../widgets/server-card.ts';
import { faceOf, headKey } from '../widgets/heads.ts';
import { faceKey, type Faces } from '../widgets/motd-lines.ts';
import type { InitialsOrder, InviteCardOrder } from './invite-order.ts';
import { readSheet, readSkinHeader } from './read-sheet.ts';
import type { FactsCardOrder, ServerCardOrder } from './widget-order.ts';

const iconSizePx = 64;

/** The card of a game server, as PNG. */
export function drawServerCardOrder(order: ServerCardOrder, fonts: FontRegistry): Uint8Array {
  const server = order.server && {
    ...order.server,
    icon: iconOf(order.server),
    faces: facesOf(order),
  };
  return encodePng(drawServerCard(fonts, { ...order, server }));
}

export function drawFactsCardOrder(order: FactsCardOrder, fonts: FontRegistry): Uint8Array {
  return encodePng(drawFactsCard(fonts, { ...order, icon: decoded(order.icon) }));
}

/** The card of an invite or a guild, as PNG. */
export function drawInviteCardOrder(order: InviteCardOrder, fonts: FontRegistry): Uint8Array {
  const icon = decoded(order.icon);
  // Nothing is shown behind a transparent card.
  const banner = order.theme === 'transparent' ? null : decoded(order.banner);
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

/** The faces of player heads in the MOTD; none for an invalid skin. */
function facesOf({ server, heads }: ServerCardOrder): Faces {
  const skins = new Map(heads.map(({ key, skin }) => [key, skin]));
  const faces = new Map<string, RgbaImage>();
  for (const { object } of server?.motd ?? []) {
    if (object?.kind !== 'head' || faces.has(faceKey(object))) continue;
    const skin = skins.get(headKey(object));
    const sheet = skin && isSmall(skin) ? readSheet(skin) : null;
    if (sheet?.ok === true) faces.set(faceKey(object), faceOf(sheet.value, object.hat));
  }
  return faces;
}

/**
 * Decoding sixteen of the largest skins would take half a second; skins of accounts have one texel per
 * unit.
 */
const maxTexelsPerUnit = 2;

function isSmall(skin: Uint8Array): boolean {
  const header = readSkinHeader(skin);
  return header.ok && header.value <= maxTexelsPerUnit;
}

/** The size in the header is checked before decoding. */
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
