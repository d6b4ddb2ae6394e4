import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../labels/font-registry.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawCard } from './draw-card.ts';
import { drawSmooth } from './draw-smooth.ts';
import { drawInitials } from './initials.ts';
import { layInviteCard, stripHeight, type LaidCard } from './invite-card-parts.ts';
import type { InviteLang } from './invite-words.ts';
import { palettes, type Palette, type WidgetTheme } from './palette.ts';
import { layScrim, scrimStrength } from './scrim.ts';

/** The facts of a Discord server. */
export type InviteFacts = {
  readonly lang: InviteLang;
  readonly name: string;
  readonly description: string | null;
  readonly mark: 'verified' | 'partnered' | null;
  /** Null if unknown. */
  readonly online: number | null;
  readonly members: number | null;
  /** Whether there is an invite; without one there is no button. */
  readonly canJoin: boolean;
};

export type InviteCard = InviteFacts & {
  readonly theme: WidgetTheme;
  /** Pixels per unit. */
  readonly scale: 1 | 2;
  /** Null for the initials of the name. */
  readonly icon: RgbaImage | null;
  /** The background; not drawn on a theme without one. */
  readonly banner: RgbaImage | null;
};

/** In units, which are pixels at scale 1. */
const inviteCardSize = { width: 600, height: 160 } as const;
const radius = 14;
const icon = { left: 18, top: 18, size: 76, radius: 20 } as const;

/** Draws the card. Takes 400 kB of memory at scale 1, four times that at scale 2, plus the banner. */
export function drawInviteCard(fonts: FontRegistry, card: InviteCard): RgbaImage {
  const { scale } = card;
  const palette: Palette = palettes[card.theme];
  const banner = palette.ground.kind === 'sheet' ? card.banner : null;
  const parts = layInviteCard(fonts, card, { palette, isOnBanner: banner !== null });
  const size = {
    widthPx: inviteCardSize.width * scale,
    heightPx: inviteCardSize.height * scale,
    stripPx: stripHeight * scale,
    radiusPx: radius * scale,
    linePx: scale,
  };
  return drawCard(palette, size, {
    ...parts,
    picture: (context) => {
      if (banner !== null) drawBanner(context, { banner, card, palette, parts });
      drawIcon(context, fonts, { card, palette });
    },
  });
}

type Place = { readonly card: InviteCard; readonly palette: Palette };

function drawIcon(context: SKRSContext2D, fonts: FontRegistry, { card, palette }: Place): void {
  const { scale, name } = card;
  const [leftPx, topPx, sizePx] = [icon.left * scale, icon.top * scale, icon.size * scale];
  const image = card.icon ?? drawInitials(fonts, name, sizePx);
  const frame = (insetPx: number) => {
    context.beginPath();
    context.roundRect(
      leftPx + insetPx,
      topPx + insetPx,
      sizePx - 2 * insetPx,
      sizePx - 2 * insetPx,
      icon.radius * scale - insetPx,
    );
  };
  context.save();
  frame(0);
  context.clip();
  // A background for icons with transparent parts.
  context.fillStyle = palette.contrastGround;
  context.fillRect(leftPx, topPx, sizePx, sizePx);
  drawSmooth(context, image, { leftPx, topPx, widthPx: sizePx, heightPx: sizePx });
  context.restore();
  frame(scale / 2);
  context.strokeStyle = palette.iconEdge;
  context.lineWidth = scale;
  context.stroke();
}

/** How far the veil fades beyond the text, in units, and how much of it remains. */
const fade = { width: 120, rest: 0.45 } as const;

/** Draws the banner above the strip, as clear as the text on it allows; clearer where there is none. */
function drawBanner(
  context: SKRSContext2D,
  {
    banner,
    card,
    palette,
    parts,
  }: Place & { readonly banner: RgbaImage; readonly parts: LaidCard },
): void {
  const { scale } = card;
  const widthPx = inviteCardSize.width * scale;
  const heightPx = (inviteCardSize.height - stripHeight) * scale;
  const canvas = createCanvas(widthPx, heightPx);
  const own = canvas.getContext('2d');
  own.fillStyle = palette.contrastGround;
  own.fillRect(0, 0, widthPx, heightPx);
  drawSmooth(own, banner, { leftPx: 0, topPx: 0, widthPx, heightPx });
  const pixels = own.getImageData(0, 0, widthPx, heightPx);
  const image: RgbaImage = { widthPx, heightPx, data: pixels.data };
  const { contrastGround: veil } = palette;
  const strength = scrimStrength(image, { inks: parts.inks, veil, least: 4.5 });
  const endPx = (parts.right + 12) * scale;
  layScrim(image, veil, (xPx) => {
    const beyond = Math.min(1, Math.max(0, (xPx - endPx) / (fade.width * scale)));
    return strength * (1 - beyond * (1 - fade.rest));
  });
  own.putImageData(pixels, 0, 0);
  context.save();
  context.beginPath();
  context.roundRect(0, 0, widthPx, inviteCardSize.height * scale, radius * scale);
  context.clip();
  context.drawImage(canvas, 0, 0);
  context.restore();
}
