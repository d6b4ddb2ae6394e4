import { expect } from 'vitest';
import { flatLight } from '../../src/engine/figure/camera/light.ts';
import type { RgbaImage } from '../../src/engine/image/canvas.ts';
import type { DrawnScene } from './draw-scene.ts';
import { createRayRenderer, meanOf, type Levels, type RayRenderer } from './ray-renderer.ts';
import type { Model } from '../../src/engine/skin/arms.ts';

/** Levels that a pixel may differ by: rounding of shades, of stacks and of the sum. */
const roundingLevels = 1.5;

/**
 * Distance within which a sample may fall on the other side of a texel's border. Where perspective,
 * or the fan of a bent limb, changes little over a covered pixel, texture positions are taken as
 * linear there; without either they are exact.
 */
const slackPx = { linear: 1e-6, curved: 0.01 };
/** The fraction of pixels that may need it. */
const excusedShare = { linear: 0.0005, curved: 0.02 };

type Disagreement = { x: number; y: number; drawn: number[]; expected: number[] };

/** The pixels that differ from what the rays see by more than the slack explains. */
function disagreements(image: RgbaImage, rays: RayRenderer, slack: number) {
  const found: Disagreement[] = [];
  let excused = 0;
  for (let y = 0; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++) {
      const drawn = premultiplied(image, x, y);
      const expected = meanOf(rays(x, y));
      if (isBetween(drawn, expected, expected)) continue;
      const views = rings.flatMap((ring) =>
        circle.map(([dx, dy]) => rays(x, y, dx * ring * slack, dy * ring * slack)),
      );
      if (isBetween(drawn, bound(views, Math.min), bound(views, Math.max))) excused++;
      else found.push({ x, y, drawn, expected: [...expected] });
    }
  }
  return { found, excused: excused / (image.widthPx * image.heightPx) };
}

/** A sample near two borders may fall over the nearer one only. */
const rings = [0, 0.3, 1];

const circle = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (eighth) => [Math.cos((eighth * Math.PI) / 4), Math.sin((eighth * Math.PI) / 4)] as const,
);

/** The least or most that a pixel can show when each sample may see what is next to it. */
function bound(views: readonly Levels[][], pick: (...values: number[]) => number): Levels {
  return meanOf(
    views[0]!.map((_, sample) => {
      const at = (channel: 0 | 1 | 2 | 3): number =>
        pick(...views.map((samples) => samples[sample]![channel]));
      return [at(0), at(1), at(2), at(3)] as const;
    }),
  );
}

function isBetween(drawn: readonly number[], min: Levels, max: Levels): boolean {
  return drawn.every(
    (level, i) => level >= min[i]! - roundingLevels && level <= max[i]! + roundingLevels,
  );
}

function premultiplied({ data, widthPx }: RgbaImage, x: number, y: number): number[] {
  const [red, green, blue, alpha] = data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4);
  return [red!, green!, blue!].map((level) => (level * alpha!) / 255).concat(alpha!);
}

/** Pixel by pixel, the picture matches the rays, except for rounding and the allowed slack. */
export function expectAgreement(image: RgbaImage, model: Model, scene: DrawnScene): void {
  const rays = createRayRenderer({ light: flatLight, ...scene, model });
  const isStraight = scene.solids.every(({ fromRow, toRow, size }) => toRow - fromRow === size[1]);
  const kind = isStraight && scene.view.distanceUnits === null ? 'linear' : 'curved';
  const { found, excused } = disagreements(image, rays, slackPx[kind]);
  expect(found).toEqual([]);
  expect(excused).toBeLessThan(excusedShare[kind]);
}
