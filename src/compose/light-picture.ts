import type { PlaceLight } from '../render/camera/light.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { placeLevels } from '../render/plan/side-colours.ts';
import type { Side } from '../render/plan/sides.ts';

/** A picture stands upright and looks at the viewer. */
const front: Side = { shade: 255, normal: [0, 0, 1], across: [1, 0, 0], down: [0, -1, 0] };

/** Width of a rim, as a share of the picture's height: that of a texel of a figure of ours. */
const rimShare = 1 / 40;

/**
 * Puts a finished picture into the light of a place, in place: the main light and the light from
 * everywhere on all of it, and those from behind along its outline, where it faces them.
 */
export function lightPicture({ data, widthPx, heightPx }: RgbaImage, light: PlaceLight): void {
  const { black, white } = placeLevels(light, front, 0);
  const rimPx = Math.max(1, heightPx * rimShare);
  const alphaAt = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : data[(y * widthPx + x) * 4 + 3]!;
  const rims = light.rims.map(({ from: [right, up], colour }) => {
    const length = Math.hypot(right, up) || 1;
    const [x, y] = [Math.round((right / length) * rimPx), Math.round((-up / length) * rimPx)];
    return { x, y, colour, strength: Math.min(1, length) };
  });
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      const alpha = data[at + 3]!;
      if (alpha === 0) continue;
      const caught = rims.map(
        (rim) => rim.strength * Math.max(0, 1 - alphaAt(x + rim.x, y + rim.y) / alpha),
      );
      for (const channel of [0, 1, 2] as const) {
        const added = rims.reduce((sum, { colour }, i) => sum + colour[channel] * caught[i]!, 0);
        const level = data[at + channel]! / 255;
        const lit = black[channel] + level * (white[channel] - black[channel]) + added;
        data[at + channel] = 255 * Math.min(1, lit);
      }
    }
  }
}
