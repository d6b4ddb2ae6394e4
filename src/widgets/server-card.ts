import type { TextRun } from '../game-servers/motd/text-run.ts';
import type { FontRegistry } from '../labels/font-registry.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawPicture } from './card-ground.ts';
import { drawCard } from './draw-card.ts';
import { defaultIcon } from './default-icon.ts';
import { palettes, type WidgetTheme } from './palette.ts';
import type { Faces } from './motd-lines.ts';
import { layServerCard } from './server-card-parts.ts';

/** The content of the card of a game server. */
export type ServerCard = {
  readonly theme: WidgetTheme;
  /** Pixels per unit. */
  readonly scale: 1 | 2;
  readonly host: string;
  /** "Java", "Bedrock". */
  readonly edition: string;
  readonly state: 'online' | 'offline' | 'unknown';
  /** Null if it is not online. */
  readonly server: OnlineServer | null;
};

export type OnlineServer = {
  readonly motd: readonly TextRun[];
  /** Faces for the heads in the MOTD; a head without one is blank. */
  readonly faces: Faces;
  readonly players: { readonly online: number; readonly max: number } | null;
  readonly version: string | null;
  /** Lit bars of the signal, 0 to 5. */
  readonly bars: number;
  /** 64×64; null for the default icon. */
  readonly icon: RgbaImage | null;
};

/** In units, which are pixels at scale 1. Fits a column of text, and a MOTD of two full lines. */
const cardSize = { width: 600, height: 138 } as const;

/** Draws the card. Takes 330 kB of memory at scale 1, four times that at scale 2. */
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
  return server === null ? asleep(defaultIcon()) : (server.icon ?? defaultIcon());
}

/** A dimmed greyscale copy. */
function asleep(image: RgbaImage): RgbaImage {
  const data = new Uint8ClampedArray(image.data);
  for (let at = 0; at < data.length; at += 4) {
    const grey = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
    data.fill(60 + grey * 0.45, at, at + 3);
  }
  return { ...image, data };
}
