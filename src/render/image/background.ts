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
    // Both in 1/255² of full: what the picture covers, and what of the colour shows through it.
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
