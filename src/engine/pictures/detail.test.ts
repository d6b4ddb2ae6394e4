import { describe, expect, it, test } from 'vitest';
import { animationOf, shownFrames } from '../options/animation.ts';
import { shownTexelsPerUnit, stageFigure } from '../figure/figure.ts';
import { createImage } from '../image/canvas.ts';
import { limitDetail, limitFrame, type Limit } from './detail.ts';
import type { TexturedFigure } from './draw-figure.ts';

const sheet = (texelsPerUnit: number) => ({
  image: createImage(64 * texelsPerUnit, 64 * texelsPerUnit),
  texelsPerUnit,
});

/** Figures from different sides, each with a plan of its own. */
function raisedFigures(
  count: number,
  { overlay = 'raised', texels = 4 }: { overlay?: 'raised' | 'flat'; texels?: number } = {},
): TexturedFigure[] {
  return Array.from({ length: count }, (_, index) => ({
    framed: stageFigure({
      renderType: 'default',
      crop: 'full',
      model: 'classic',
      heightPx: 600,
      overlay,
      yawDegrees: 5 * index,
    }),
    textures: { skin: sheet(texels), cape: null },
  }));
}

const limitOf = (all: readonly TexturedFigure[]): number => {
  return limitDetail(all)(all[0]!.framed).stage.maxTexelsPerUnit;
};

it('leaves a figure as it is', () => {
  const one = raisedFigures(1)[0]!;
  expect(limitDetail([one])(one.framed)).toBe(one.framed);
});

it('leaves sheets of 64 px as they are, however many there are', () => {
  const ten = raisedFigures(10, { texels: 1 });
  expect(limitDetail(ten)(ten[0]!.framed).stage.maxTexelsPerUnit).toBeGreaterThanOrEqual(1);
});

test('the more figures of fine raised sheets, the coarser they are', () => {
  const [few, many] = [raisedFigures(2), raisedFigures(10)].map(limitOf);
  expect(many!).toBeLessThan(few!);
  expect(limitOf(raisedFigures(10, { overlay: 'flat' }))).toBeGreaterThan(many!);
});

it('counts figures that share a plan once', () => {
  const one = raisedFigures(1)[0]!;
  expect(limitOf(Array.from({ length: 10 }, () => one))).toBe(limitOf([one]));
});

const animation = {
  ...animationOf(['dance']),
  frame: null,
  format: 'webp',
  matte: [0, 0, 0, 255],
} as const;

type Dancers = {
  readonly overlay?: 'raised' | 'flat';
  readonly texels?: number;
  readonly heightPx?: number;
};

/** Players of one loop, each at another time. */
function dancers(
  count: number,
  { overlay = 'raised', texels = 1, heightPx = 256 }: Dancers = {},
): readonly TexturedFigure[] {
  return Array.from({ length: count }, (_, index) => ({
    framed: stageFigure({
      renderType: 'default',
      crop: 'full',
      model: index % 2 > 0 ? 'slim' : 'classic',
      heightPx,
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
const limitsOf = (figures: readonly TexturedFigure[], size = pixels) => {
  const frame = limitFrame(figures, animation, { pixels: size, sizedBy: 'height' });
  if (!frame.ok) throw new Error('it is refused');
  return frame.value;
};
const framesOf = (figures: readonly TexturedFigure[], size = pixels): number => {
  const { moment } = limitsOf(figures, size);
  return shownFrames(animation, moment!.step);
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
    const kept = framesOf(dancers(10));
    const frameAt = (frame: number) =>
      limitFrame(dancers(10), { ...animation, frame }, { pixels, sizedBy: 'height' });
    expect(frameAt(kept - 1).ok).toBe(true);
    expect(frameAt(kept)).toEqual({
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
      const { limited } = limitsOf(figures);
      return limited(figures[0]!.framed).stage.maxTexelsPerUnit;
    });
    expect(one!).toBeLessThan(4);
    expect(ten!).toBeLessThanOrEqual(one!);
  });
});

/** Frames, and texels of skins, in pictures of 0.1, 1, 3 and 4 megapixels. */
const limitsAt = (figures: readonly TexturedFigure[]): readonly string[] =>
  [100_000, 1_000_000, 3_000_000, 4_000_000].map((px) => {
    const frame = limitFrame(figures, animation, { pixels: px, sizedBy: 'size' });
    if (!frame.ok) return 'refused';
    const { limited, moment } = frame.value;
    const { framed, textures } = figures[0]!;
    const texels = Math.min(textures.skin.texelsPerUnit, shownTexelsPerUnit(limited(framed)));
    return `${shownFrames(animation, moment!.step)} of ${texels}`;
  });

it('is decided by height, pixels, skins and overlay', () => {
  expect({
    flat: limitsAt(dancers(1, { overlay: 'flat' })),
    'flat, 128 px': limitsAt(dancers(1, { overlay: 'flat', texels: 2 })),
    'ten flat, 1024 px': limitsAt(dancers(10, { overlay: 'flat', texels: 16 })),
    'ten flat, 1024 px, larger': limitsAt(
      dancers(10, { overlay: 'flat', texels: 16, heightPx: 512 }),
    ),
    raised: limitsAt(dancers(1)),
    'raised, larger': limitsAt(dancers(1, { heightPx: 512 })),
    'raised, 128 px': limitsAt(dancers(1, { texels: 2 })),
    'raised, 256 px': limitsAt(dancers(1, { texels: 4 })),
    'ten raised': limitsAt(dancers(10)),
    'ten raised, 256 px, larger': limitsAt(dancers(10, { texels: 4, heightPx: 512 })),
  }).toEqual({
    flat: ['30 of 1', '15 of 1', '8 of 1', 'refused'],
    'flat, 128 px': ['30 of 2', '15 of 2', '8 of 2', 'refused'],
    raised: ['30 of 1', '15 of 1', '8 of 1', 'refused'],
    'raised, 128 px': ['15 of 2', '10 of 2', '8 of 1', 'refused'],
    'raised, 256 px': ['15 of 2', '10 of 2', '8 of 1', 'refused'],
    'raised, larger': ['15 of 1', '15 of 1', '8 of 1', 'refused'],
    'ten flat, 1024 px': ['15 of 8', '10 of 8', '8 of 4', 'refused'],
    'ten flat, 1024 px, larger': ['10 of 4', '10 of 4', '8 of 2', 'refused'],
    'ten raised': ['15 of 1', '15 of 1', '8 of 1', 'refused'],
    'ten raised, 256 px, larger': ['10 of 1', '10 of 1', '8 of 1', 'refused'],
  });
});

it('leaves a player who stands still among moving ones as fine as in a still', () => {
  const still = raisedFigures(1)[0]!;
  const texelsIn = (limited: Limit) => limited(still.framed).stage.maxTexelsPerUnit;
  for (const others of [dancers(1, { overlay: 'flat' }), dancers(10, { texels: 4 })]) {
    const all = [...others, still];
    expect(texelsIn(limitsOf(all).limited)).toBe(texelsIn(limitDetail(all)));
  }
});
