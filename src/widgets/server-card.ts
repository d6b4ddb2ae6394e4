import { createCanvas } from '@napi-rs/canvas';
import type { TextRun } from '../game-servers/motd/text-run.ts';
import type { FontRegistry } from '../labels/font-registry.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { paintParts } from './card-parts.ts';
import { drawGround, drawPicture } from './card-ground.ts';
import { drawDefaultIcon } from './default-icon.ts';
import { palettes, type WidgetTheme } from './palette.ts';
import { inkPainter, paintOutlines } from './painter.ts';
import type { Faces } from './motd-lines.ts';
import { layServerCard } from './server-card-parts.ts';

/** A game server on a card. */
export type ServerCard = {
  readonly theme: WidgetTheme;
  /** Pixels a unit. */
  readonly scale: 1 | 2;
  /** What the card is about, as its readers call it. */
  readonly host: string;
  /** "Java", "Bedrock". */
  readonly edition: string;
  readonly state: 'online' | 'offline' | 'unknown';
  /** Null unless it is online. */
  readonly server: OnlineServer | null;
};

export type OnlineServer = {
  readonly motd: readonly TextRun[];
  /** Faces for the heads in the message; a head without one is a blank. */
  readonly faces: Faces;
  readonly players: { readonly online: number; readonly max: number } | null;
  readonly version: string | null;
  /** Bars of the signal that are lit, 0 to 5. */
  readonly bars: number;
  /** 64×64; null: our own. */
  readonly icon: RgbaImage | null;
};

/** In units; at scale 1 a pixel each. The card fits a column of text, and a message of two full lines. */
const cardSize = { width: 600, height: 138 } as const;

/** Draws the card. Costs 330 kB of memory at scale 1, four times that at scale 2. */
export function drawServerCard(fonts: FontRegistry, card: ServerCard): RgbaImage {
  const { scale } = card;
  const palette = palettes[card.theme];
  const [widthPx, heightPx] = [cardSize.width * scale, cardSize.height * scale];
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  const parts = layServerCard(fonts, card, palette);
  drawGround(context, palette, {
    widthPx,
    heightPx,
    stripPx: 38 * scale,
    radiusPx: 14 * scale,
    linePx: scale,
  });
  if (palette.outline !== null) {
    const outline = { color: palette.outline, widthPx: 1.7 * scale };
    const outlined = createCanvas(widthPx, heightPx);
    paintOutlines(outlined.getContext('2d'), outline, (painter) =>
      paintParts(painter, parts.headlines),
    );
    context.drawImage(outlined, 0, 0);
  }
  drawPicture(context, iconOf(card), {
    leftPx: 18 * scale,
    topPx: 18 * scale,
    sizePx: 64 * scale,
    radiusPx: 9 * scale,
    linePx: scale,
    edge: palette.iconEdge,
  });
  const painter = inkPainter(context);
  paintParts(painter, parts.headlines);
  paintParts(painter, parts.rest);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}

function iconOf({ server }: ServerCard): RgbaImage {
  return server === null ? asleep(drawDefaultIcon()) : (server.icon ?? drawDefaultIcon());
}

/** The same in shades of grey, dimmed. */
function asleep(image: RgbaImage): RgbaImage {
  const data = new Uint8ClampedArray(image.data);
  for (let at = 0; at < data.length; at += 4) {
    const grey = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
    data.fill(60 + grey * 0.45, at, at + 3);
  }
  return { ...image, data };
}
