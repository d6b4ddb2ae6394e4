import { encodePicture } from './png-writer.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** The looks of one of the fake’s avatars. */
export type AvatarLook = {
  readonly skin: Rgb;
  readonly shirt: Rgb;
  readonly trousers: Rgb;
  readonly hair: Rgb;
  /** Height of the part above the head, in hundredths of the picture. */
  readonly hatHigh?: number;
  /** Width of the parts at both sides, in hundredths. */
  readonly wingsWide?: number;
};

/** A rectangle in hundredths of the picture, or an ellipse in one. */
type Piece = readonly [
  left: number,
  top: number,
  right: number,
  bottom: number,
  colour: Rgb,
  isRound?: boolean,
];

const shade = ([red, green, blue]: Rgb, share: number): Rgb => [
  red * share,
  green * share,
  blue * share,
];

/** The block figure of the platform, standing, lit from the left, in a transparent border. */
function piecesOf({
  skin,
  shirt,
  trousers,
  hair,
  hatHigh = 0,
  wingsWide = 0,
}: AvatarLook): Piece[] {
  const wings: Piece[] =
    wingsWide === 0
      ? []
      : [
          [34 - wingsWide, 22, 42, 50, shade(hair, 0.8), true],
          [58, 22, 66 + wingsWide, 50, shade(hair, 0.6), true],
        ];
  const hat: Piece[] = hatHigh === 0 ? [] : [[44, 13 - hatHigh, 56, 15, shade(hair, 0.7)]];
  return [
    ...wings,
    [26, 34, 35, 60, shade(shirt, 0.95)],
    [26, 58, 35, 64, skin],
    [65, 34, 74, 60, shade(shirt, 0.7)],
    [65, 58, 74, 64, shade(skin, 0.8)],
    [36, 62, 49.6, 92, trousers],
    [36, 87, 49.6, 93, shade(trousers, 0.5)],
    [50.4, 62, 64, 92, shade(trousers, 0.8)],
    [50.4, 87, 64, 93, shade(trousers, 0.4)],
    [35.5, 33, 64.5, 63, shirt],
    [57, 33, 64.5, 63, shade(shirt, 0.85)],
    [41, 14, 59, 33, skin, true],
    [40, 11.5, 60, 20, hair, true],
    [45.5, 21, 47.5, 25, [20, 20, 24], true],
    [52.5, 21, 54.5, 25, [20, 20, 24], true],
    [46.5, 27, 53.5, 28.4, shade(skin, 0.5)],
    ...hat,
  ];
}

/** Shown of the whole, as the platform cuts a bust or a face: left, top and side in hundredths. */
const cuts = { full: [0, 0, 100], bust: [22, 6, 56], face: [34, 6, 32] } as const;

const samples = [0.25, 0.75] as const;

/** A picture as the platform draws them, its edges smooth. */
export function robloxAvatar(
  look: AvatarLook,
  { sizePx = 420, crop = 'full' }: { sizePx?: number; crop?: keyof typeof cuts } = {},
): Buffer {
  const pieces = piecesOf(look);
  const [left, top, side] = cuts[crop];
  const data = new Uint8Array(sizePx * sizePx * 4);
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const seen = samples.flatMap((dy) =>
        samples.flatMap((dx) => {
          const at = (px: number, from: number): number => from + (px / sizePx) * side;
          const piece = topAt(pieces, at(x + dx, left), at(y + dy, top));
          return piece === undefined ? [] : [piece[4]];
        }),
      );
      if (seen.length === 0) continue;
      const mean = [0, 1, 2].map((channel) =>
        Math.round(seen.reduce((sum, colour) => sum + colour[channel]!, 0) / seen.length),
      );
      data.set([...mean, Math.round((seen.length * 255) / 4)], (y * sizePx + x) * 4);
    }
  }
  return encodePicture({
    widthPx: sizePx,
    heightPx: sizePx,
    colourType: 6,
    bitDepth: 8,
    sample: (x, y, channel) => data[(y * sizePx + x) * 4 + channel]!,
  });
}

function topAt(pieces: readonly Piece[], x: number, y: number): Piece | undefined {
  return pieces.findLast(([left, top, right, bottom, , isRound]) => {
    if (isRound !== true) return x >= left && x < right && y >= top && y < bottom;
    const across = (x - (left + right) / 2) / ((right - left) / 2);
    const down = (y - (top + bottom) / 2) / ((bottom - top) / 2);
    // Rounded corners rather than a circle.
    return across ** 4 + down ** 4 < 1;
  });
}

/** Five different avatars. */
export const avatarLooks: readonly AvatarLook[] = [
  { skin: [234, 184, 146], shirt: [40, 90, 200], trousers: [50, 50, 60], hair: [60, 40, 30] },
  {
    skin: [160, 110, 80],
    shirt: [210, 50, 60],
    trousers: [40, 60, 110],
    hair: [20, 20, 20],
    hatHigh: 8,
  },
  { skin: [250, 210, 60], shirt: [30, 140, 90], trousers: [120, 170, 60], hair: [250, 200, 40] },
  {
    skin: [245, 205, 180],
    shirt: [150, 70, 180],
    trousers: [230, 230, 235],
    hair: [250, 250, 250],
    wingsWide: 24,
  },
  { skin: [120, 200, 230], shirt: [245, 245, 245], trousers: [30, 30, 34], hair: [220, 80, 150] },
];
