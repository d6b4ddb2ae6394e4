import type { TextRun } from '../game-servers/motd/text-run.ts';
import type { FontRegistry } from '../labels/font-registry.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawPicture } from './card-ground.ts';
import { drawCard } from './draw-card.ts';
import { drawDefaultIcon } from './default-icon.ts';
import { palettes, type WidgetTheme } from './palette.ts';
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
  const size = {
    widthPx: cardSize.width * scale,
    heightPx: cardSize.height * scale,
    stripPx: 38 * scale,
    radiusPx: 14 * scale,
    linePx: scale,
  };
  const icon = {
    leftPx: 18 * scale,
    topPx: 18 * scale,
    sizePx: 64 * scale,
    radiusPx: 9 * scale,
    linePx: scale,
    edge: palette.iconEdge,
  };
  return drawCard(palette, size, {
    ...layServerCard(fonts, card, palette),
    picture: (context) => drawPicture(context, iconOf(card), icon),
  });
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
