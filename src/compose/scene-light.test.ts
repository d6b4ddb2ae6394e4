import { describe, expect, it } from 'vitest';
import { paintSheet, plainSheet, type Rgba } from '../../test/support/pattern-sheets.ts';
import { createDrawContext } from '../../test/support/row-context.ts';
import {
  createSceneContext,
  drawnScene,
  type SceneCase,
} from '../../test/support/scene-context.ts';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';
import { prepareSheet } from '../render/sheet/sheet.ts';
import { sceneNames, type SceneName } from '../scenes/scenes.ts';
import type { GroupPicture } from './figure-boxes.ts';

const none: Rgba = [0, 0, 0, 0];
const plain = (colour: Rgba) => prepareSheet(plainSheet(colour, none));
const black = plain([0, 0, 0, 255]);
const white = plain([255, 255, 255, 255]);
const context = createSceneContext();
const sizePx = [600, 315] as const;

function drawn(scene: SceneName, sheet: typeof black, more: Partial<SceneCase> = {}): GroupPicture {
  return drawnScene({ sheets: [sheet], figures: [{}], scene, sizePx, ...more }, context);
}

function luminance({ data }: RgbaImage, at: number): number {
  return 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
}

function median(levels: readonly number[]): number {
  return levels.toSorted((a, b) => a - b)[levels.length >> 1]!;
}

/** The offsets at which two pictures of one size differ. */
function differences(one: RgbaImage, other: RgbaImage): number[] {
  return Array.from({ length: one.data.length / 4 }, (_, i) => i * 4).filter((at) =>
    [0, 1, 2].some((channel) => one.data[at + channel] !== other.data[at + channel]),
  );
}

describe.each(['night', 'cave', 'void'] as const)('a black figure in %s', (scene) => {
  const picture = drawn(scene, black);
  const figure = differences(picture, drawn(scene, white));

  it('parts from the ground around it', () => {
    const own = new Set(figure);
    const { leftPx, topPx, widthPx, heightPx } = picture.boxes[0]!;
    const ground: number[] = [];
    for (let y = Math.round(topPx + heightPx * 0.9); y < topPx + heightPx; y++) {
      for (let x = leftPx - widthPx; x < leftPx + 2 * widthPx; x++) {
        const at = (y * picture.widthPx + x) * 4;
        if (!own.has(at)) ground.push(luminance(picture, at));
      }
    }
    const figureMedian = median(figure.map((at) => luminance(picture, at)));
    expect(Math.abs(figureMedian - median(ground))).toBeGreaterThanOrEqual(30);
  });

  it('is hardly anywhere pure black', () => {
    const dark = figure.filter((at) => luminance(picture, at) === 0);
    expect(dark.length).toBeLessThan(figure.length * 0.002);
  });
});

describe('the light of a place', () => {
  it('shows blue as blue in the inferno, and warm', () => {
    const hair: Rgba = [46, 86, 214, 255];
    const sheet = prepareSheet(
      paintSheet('classic', 1, ({ part, face, layer }) =>
        layer === 'overlay' ? none : part === 'head' && face === 'front' ? hair : [0, 0, 0, 255],
      ),
    );
    const picture = drawn('inferno', sheet);
    const head = differences(picture, drawn('inferno', black));
    const level = (channel: number): number =>
      median(head.map((at) => picture.data[at + channel]!));
    const [red, green, blue] = [level(0), level(1), level(2)];
    expect(blue).toBeGreaterThan(red * 1.8);
    expect(blue).toBeGreaterThan(green * 1.8);
    expect(red / hair[0]).toBeGreaterThan(blue / hair[2]);
  });

  it('catches at the edges that face the moon, and not at those that face away', () => {
    const picture = drawn('night', black);
    const { leftPx, topPx, widthPx, heightPx } = picture.boxes[0]!;
    const rows = Array.from({ length: 10 }, (_, i) =>
      Math.round(topPx + heightPx * (0.06 + i / 100)),
    );
    const figure = new Set(differences(picture, drawn('night', white)));
    const lightAt = (end: 1 | -1): number => {
      const levels = rows.map((y) => {
        const across = Array.from(
          { length: widthPx },
          (_, x) => (y * picture.widthPx + leftPx + x) * 4,
        );
        const own = across.filter((at) => figure.has(at));
        return luminance(picture, own.at(end === 1 ? -4 : 3)!);
      });
      return median(levels);
    };
    expect(lightAt(1)).toBeGreaterThan(lightAt(-1) + 40);
  });

  it('needs no plans of its own', () => {
    const plansIn = (scene: SceneName) => {
      const { planned, ...own } = createDrawContext();
      drawnScene({ sheets: [white], figures: [{}], scene, sizePx }, { ...context, ...own });
      return planned;
    };
    expect(plansIn('night')).toEqual(plansIn('meadow'));
  });

  it('falls on a finished picture, too, and on its outline', () => {
    const square = createImage(60, 120);
    for (let at = 3; at < square.data.length; at += 4) square.data[at] = 255;
    const figures = [
      {
        kind: 'picture',
        picture: 0,
        crop: 'full',
        mirror: false,
        scale: 1,
        label: '',
        caption: '',
      },
    ] as const;
    const picture = drawnScene(
      { sheets: [], pictures: [square], figures, scene: 'night', sizePx },
      context,
    );
    const { leftPx, topPx, widthPx, heightPx } = picture.boxes[0]!;
    const at = (x: number): number =>
      luminance(picture, ((topPx + (heightPx >> 1)) * picture.widthPx + leftPx + x) * 4);
    expect(at(widthPx >> 1)).toBeGreaterThan(20);
    expect(at(widthPx - 2)).toBeGreaterThan(at(widthPx >> 1) + 40);
  });
});

describe('a shadow on the ground', () => {
  /** How much darker pixels are with it, as [x from the middle of the figure, levels]. */
  function darkened(scene: SceneName, more: Partial<SceneCase> = {}) {
    const [lit, shaded] = [false, true].map((shadow) => drawn(scene, white, { shadow, ...more }));
    const { leftPx, widthPx } = shaded!.boxes[0]!;
    return differences(lit!, shaded!).map((at) => ({
      x: ((at / 4) % shaded!.widthPx) - leftPx - widthPx / 2,
      levels: luminance(lit!, at) - luminance(shaded!, at),
    }));
  }
  const total = (pixels: ReturnType<typeof darkened>): number =>
    pixels.reduce((sum, { levels }) => sum + levels, 0);

  it.each(sceneNames)('is visible, and falls away from the light: %s', (scene) => {
    const pixels = darkened(scene);
    const dark = pixels.filter(({ levels }) => levels >= 12);
    expect(dark.length).toBeGreaterThan(120);
    const away = dark.filter(({ x }) => x < 0);
    expect(total(away)).toBeGreaterThan(total(dark) * 0.55);
  });

  it('lies along a figure that lies, and is fainter under one that jumps', () => {
    const of = (renderType: 'default' | 'sleeping' | 'cheering') =>
      darkened('meadow', { figures: [{ renderType }] });
    const width = (pixels: ReturnType<typeof darkened>): number => {
      const xs = pixels.filter(({ levels }) => levels >= 25).map(({ x }) => x);
      return Math.max(...xs) - Math.min(...xs);
    };
    const [standing, lying, jumping] = [of('default'), of('sleeping'), of('cheering')];
    expect(width(lying)).toBeGreaterThan(width(standing) * 1.5);
    const deepest = (pixels: ReturnType<typeof darkened>): number =>
      Math.max(...pixels.map(({ levels }) => levels));
    expect(deepest(jumping)).toBeLessThan(deepest(standing));
  });
});
