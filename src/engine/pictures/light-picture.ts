import type { RgbaImage } from '../image/canvas.ts';
import { lightLevels } from '../raster/side-colours.ts';
import type { SceneLight } from '../image/scene-light.ts';

const channels = [0, 1, 2] as const;

/** Width of a rim, as a share of the picture's height: that of a texel of a figure of ours. */
const rimShare = 1 / 40;

/**
 * Puts a finished picture, which looks at the viewer, into the light of a scene, in place: the main
 * light and the light from everywhere on all of it, and those from behind along its outline, where
 * it faces them.
 */
export function lightPicture({ data, widthPx, heightPx }: RgbaImage, light: SceneLight): void {
  const { black, white } = lightLevels(light, { normal: [0, 0, 1] });
  const rimPx = Math.max(1, heightPx * rimShare);
  const alphaAt = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : data[(y * widthPx + x) * 4 + 3]!;
  const rims = light.rims.map(({ from: [right, up], colour }) => {
    const strength = Math.hypot(right, up);
    const px = (along: number): number => Math.round((along / (strength || 1)) * rimPx);
    return { x: px(right), y: px(-up), colour, strength };
  });
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      const alpha = data[at + 3]!;
      if (alpha === 0) continue;
      const added = [...black] as [number, number, number];
      for (const rim of rims) {
        // A narrow gap between an arm and the body lets nothing through.
        const beside = alphaAt(x + rim.x, y + rim.y);
        const beyond = alphaAt(x + rim.x * 3, y + rim.y * 3);
        const caught = rim.strength * Math.max(0, 1 - Math.max(beside, beyond) / alpha);
        for (const channel of channels) added[channel] += rim.colour[channel] * caught;
      }
      for (const channel of channels) {
        const level = (data[at + channel]! / 255) * (white[channel] - black[channel]);
        data[at + channel] = 255 * Math.min(1, added[channel] + level);
      }
    }
  }
}
