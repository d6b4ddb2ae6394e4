import type { RgbaImage } from './canvas.ts';

/** A colour, straight RGBA, 0…255 each. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** `rrggbbaa` in hexadecimal digits. */
export function parseColour(digits: string): Colour {
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4), channel(6)];
}

/** Lays a colour behind a picture, in place ("source over", straight alpha). */
export function paintBehind({ data }: RgbaImage, colour: Colour): void {
  const alphaBehind = colour[3];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 255) continue;
    // In 1/255² of full coverage: the picture's own, and what shows through of the colour.
    const own = alpha * 255;
    const through = alphaBehind * (255 - alpha);
    const sum = own + through;
    for (let channel = 0; channel < 3; channel++) {
      const mixed = data[at + channel]! * own + colour[channel]! * through;
      data[at + channel] = sum === 0 ? 0 : mixed / sum;
    }
    data[at + 3] = sum / 255;
  }
}

export type Gradient = {
  readonly from: Colour;
  readonly to: Colour;
  /** As in CSS: 0 goes up, 90 to the right, 180 down. */
  readonly angleDegrees: number;
};

/** Fills a picture with a gradient. The corners at both ends of its direction have the pure colours. */
export function paintGradient(picture: RgbaImage, { from, to, angleDegrees }: Gradient): void {
  const { widthPx, heightPx, data } = picture;
  const angle = (angleDegrees * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  const length = Math.max(1e-6, Math.abs(right) * widthPx + Math.abs(down) * heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      const along = (x + 0.5 - widthPx / 2) * right + (y + 0.5 - heightPx / 2) * down;
      const share = Math.min(1, Math.max(0, along / length + 0.5));
      const alpha = from[3] + (to[3] - from[3]) * share;
      // As in CSS, what cannot be seen of one end does not colour the other.
      const seen = from[3] === to[3] || alpha === 0 ? share : (to[3] * share) / alpha;
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = from[channel]! + (to[channel]! - from[channel]!) * seen;
      }
      data[at + 3] = alpha;
    }
  }
}

/** In the camera's axes: right, up, to the eye. */
type Direction = readonly [right: number, up: number, toEye: number];

/** Red, green, blue; 1 is a full channel. */
export type Tint = readonly [red: number, green: number, blue: number];

/** The light of a place. Directions are in the camera's axes: right, up, to the eye. */
export type SceneLight = {
  /** Where the main light comes from. */
  readonly key: Direction;
  /** What white is in the main light, and away from it. */
  readonly lit: Tint;
  readonly shade: Tint;
  /** What black is: light that comes from everywhere, added to all colours. */
  readonly ambient: Tint;
  /** Lights from behind or beside, added to the sides and edges that face them. */
  readonly rims: readonly { readonly from: Direction; readonly colour: Tint }[];
};
