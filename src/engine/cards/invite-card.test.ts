import { expect, test } from 'vitest';
import { contrast, luminanceOf, rgbOf } from './motd-lines.ts';
import { veilOpacity } from './invite-card.ts';
import { palettes } from './palette.ts';

test.each(['dark', 'light'] as const)('text is readable on any banner: %s', (theme) => {
  const { contrastGround, text } = palettes[theme];
  const ground = rgbOf(contrastGround);
  // Contrast is least where each channel is at one of its ends.
  const levels = [0, 255];
  for (const red of levels) {
    for (const green of levels) {
      for (const blue of levels) {
        const pixel = [red, green, blue].map(
          (level, channel) => level + ((ground[channel] ?? 0) - level) * veilOpacity,
        );
        const [r = 0, g = 0, b = 0] = pixel.map(Math.round);
        const min = contrast(luminanceOf(rgbOf(text)), luminanceOf([r, g, b]));
        expect(min).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});
