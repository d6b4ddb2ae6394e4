import { describe, expect, it } from 'vitest';
import { animationOf, shownFrames } from '../options/animation.ts';
import { stageFigure } from '../figure/figure.ts';
import { createImage } from '../image/canvas.ts';
import type { TexturedFigure } from './detail.ts';
import { limitAnimation, animationMomentOf } from './animation-detail.ts';

const animation = {
  ...animationOf(['dance']),
  frame: null,
  format: 'webp',
  matte: [0, 0, 0, 255],
} as const;

/** Players of one loop, each at another time. */
function dancers(
  count: number,
  { overlay = 'raised', texels = 1 }: { overlay?: 'raised' | 'flat'; texels?: number } = {},
): readonly TexturedFigure[] {
  return Array.from({ length: count }, (_, index) => ({
    framed: stageFigure({
      renderType: 'default',
      crop: 'full',
      model: index % 2 > 0 ? 'slim' : 'classic',
      heightPx: 256,
      overlay,
      motion: { motion: 'dance', phase: index / 30 },
    }),
    textures: {
      skin: { image: createImage(64 * texels, 64 * texels), texelsPerUnit: texels },
      cape: null,
    },
  }));
}

const pixels = 1200 * 630;
const framesOf = (figures: readonly TexturedFigure[], size = pixels): number => {
  const { plansMs } = limitAnimation(figures, animation, size);
  const moment = animationMomentOf({ ...animation, frame: 0 }, { pixels: size, plansMs }, 'height');
  if (!moment.ok) throw new Error('it is refused');
  return shownFrames(animation, moment.value.step);
};

describe('a film of dear plans', () => {
  it('has all frames of one raised player, and fewer of ten', () => {
    expect(framesOf(dancers(1), 256 * 200)).toBe(animation.frames);
    expect(framesOf(dancers(10))).toBeLessThan(animation.frames);
  });

  it('counts players of one loop once', () => {
    expect(framesOf(dancers(10))).toBe(framesOf(dancers(2)));
  });

  it('has all frames of plain players, whose plans everybody shares', () => {
    expect(framesOf(dancers(10, { overlay: 'flat' }))).toBe(animation.frames);
  });

  it('refuses a frame beyond those that are kept', () => {
    const cost = { pixels, plansMs: limitAnimation(dancers(10), animation, pixels).plansMs };
    const kept = framesOf(dancers(10));
    expect(animationMomentOf({ ...animation, frame: kept - 1 }, cost, 'height').ok).toBe(true);
    expect(animationMomentOf({ ...animation, frame: kept }, cost, 'height')).toEqual({
      ok: false,
      tooLarge: {
        option: 'frame',
        problem: `must be at most ${kept - 1}: the film has ${kept} frames`,
      },
    });
  });

  it('is drawn from coarser sheets where few frames would not be enough', () => {
    const [one, ten] = [1, 10].map((count) => {
      const figures = dancers(count, { texels: 4 });
      const { limited } = limitAnimation(figures, animation, pixels);
      return limited(figures[0]!.framed).stage.maxTexelsPerUnit;
    });
    expect(one!).toBeLessThan(4);
    expect(ten!).toBeLessThanOrEqual(one!);
  });
});
