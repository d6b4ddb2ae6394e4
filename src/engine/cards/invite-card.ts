import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../text/font-registry.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { cardRadius, drawBorder, drawFramed } from './card-ground.ts';
import type { CardForm } from './card-parts.ts';
import { drawCard } from './draw-card.ts';
import { layInviteCard } from './invite-card-parts.ts';
import { palettes, type Palette } from './palette.ts';
import type { InviteCard } from './invite-job.ts';
import { drawSmooth } from './draw-pixels.ts';
import { drawInitials } from './signs.ts';

// In units, which are pixels at scale 1.
const cardSize = { width: 600, height: 160, strip: 48 } as const;
const iconBox = { corner: 18, size: 76, radius: 20 } as const;

/** Draws the card. Takes 400 kB of memory at scale 1, four times that at scale 2, plus the banner. */
export function drawInviteCard(fonts: FontRegistry, card: InviteCard): RgbaImage {
  const palette: Palette = palettes[card.theme];
  const form: Form = { fonts, card, palette, scale: card.scale };
  const banner = 'bar' in palette.ground ? null : card.banner;
  const parts = layInviteCard(form, banner !== null);
  return drawCard(form, cardSize, {
    ...parts,
    picture: (context) => {
      if (banner !== null) drawBanner(context, banner, form);
      drawIcon(context, form);
    },
  });
}

type Form = CardForm<InviteCard>;

function drawIcon(context: SKRSContext2D, { fonts, card, palette, scale }: Form): void {
  const [leftPx, sizePx] = [iconBox.corner * scale, iconBox.size * scale];
  const bounds = { leftPx, topPx: leftPx, widthPx: sizePx, heightPx: sizePx };
  const edge = { color: palette.iconEdge, linePx: scale };
  const image = card.icon ?? drawInitials(fonts, card.name, sizePx);
  drawFramed(context, { ...bounds, radiusPx: iconBox.radius * scale }, edge, () => {
    // A background for icons with transparent parts.
    context.fillStyle = palette.contrastGround;
    context.fillRect(leftPx, leftPx, sizePx, sizePx);
    drawSmooth(context, image, bounds);
  });
}

/** Opacity of the veil over a banner: white letters keep a contrast of 4.5 (WCAG 2, 1.4.3). */
export const veilOpacity = 0.65;

/** Height above the strip in which the veil grows opaque, so that it does not end in a line. */
const fadeUnits = 40;

/** Draws the banner above the strip, and the veil over it. */
function drawBanner(context: SKRSContext2D, banner: RgbaImage, { palette, scale }: Form): void {
  const widthPx = cardSize.width * scale;
  const heightPx = (cardSize.height - cardSize.strip) * scale;
  context.save();
  context.beginPath();
  context.roundRect(0, 0, widthPx, cardSize.height * scale, cardRadius * scale);
  context.clip();
  context.fillStyle = palette.contrastGround;
  context.fillRect(0, 0, widthPx, heightPx);
  drawSmooth(context, banner, { leftPx: 0, topPx: 0, widthPx, heightPx });
  // Row by row: gradients of the canvas differ by a level on some processors.
  const fadePx = fadeUnits * scale;
  for (let y = 0; y < heightPx; y++) {
    const share = Math.max(0, 1 - (heightPx - y) / fadePx);
    context.globalAlpha = veilOpacity + (1 - veilOpacity) * share;
    context.fillRect(0, y, widthPx, 1);
  }
  context.restore();
  drawBorder(context, { palette, scale }, cardSize);
}
