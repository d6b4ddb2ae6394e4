import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { resize } from '../../src/engine/image/resize.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { animationOf } from '../../src/engine/options/animation.ts';
import { drawAdvancement } from '../../src/engine/pictures/draw-advancement.ts';
import { drawCards } from '../../src/engine/pictures/draw-card.ts';
import { rarityNames } from '../../src/engine/scenes/layout/cards.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import { motleySheet } from '../support/pattern-sheets.ts';
import { createSceneContext, sceneJob, type SceneCase } from '../support/scene-context.ts';
import { contactSheet, expectGolden, goldenNames } from './harness.ts';

const dragon = new URL('../../samples/skins/sample-dragon.png', import.meta.url);
const sheets = [
  prepareSheet(motleySheet('classic', 'holes')),
  prepareSheet(motleySheet('slim', 'none')),
  prepareSheet(decodePng(readFileSync(dragon))),
];
const group = (count: number): SceneCase['figures'] =>
  Array.from({ length: count }, (_, index) => ({
    skin: index % 2,
    model: index % 2 === 0 ? 'classic' : 'slim',
    label: `Player ${index + 1}`,
  }));

type CardCase = Omit<Parameters<typeof sceneJob>[0], 'pictures'> & {
  readonly pictures?: readonly RgbaImage[];
};

/** A card of half its size. */
const half = { sizePx: [375, 525] } as const;
/** The third frame of a film. */
const turning = {
  ...animationOf(['turn']),
  frame: 12,
  format: 'webp',
  matte: [0, 0, 0, 255],
} as const;

/** A finished picture: red above green, with clear corners. */
const finished = createImage(20, 44);
for (let at = 0; at < finished.data.length; at += 4) {
  const [x, y] = [(at / 4) % 20, Math.floor(at / 80)];
  if ((x < 4 || x > 15) && y > 24) continue;
  finished.data.set(y < 14 ? [200, 60, 40, 255] : [40, 150, 70, 255], at);
}
const picture = {
  kind: 'picture',
  picture: 0,
  crop: 'full',
  mirror: false,
  scale: 1,
  label: 'builderman',
  caption: 'Roblox',
} as const;

const long = 'A title that is as long as a title may be, which is eighty characters, not more.';

/** Cards, and messages of advancements. */
const cases = {
  ...Object.fromEntries(
    rarityNames.map((rarity) => [
      rarity,
      { rarity, figures: [{ label: 'Ann', caption: 'Owner' }], title: 'Season 5', ...half },
    ]),
  ),
  'in-a-colour': { rarity: '#e04f7a', figures: [{ label: 'Ann' }], scene: 'void', ...half },
  'two-lines': {
    figures: [{ label: 'Ann' }],
    title: 'Season 5',
    subtitle: 'Winner of the cup',
    ...half,
  },
  'without-texts': { figures: [{}], scene: 'stage', ...half },
  'without-scene': { figures: [{ label: 'Ann' }], scene: null, shadow: false, ...half },
  'long-texts': {
    figures: [{ label: 'W'.repeat(64), caption: 'i'.repeat(64) }],
    title: long,
    subtitle: long,
    ...half,
  },
  'other-scripts': {
    figures: [{ label: 'مريم', caption: 'المالكة' }],
    title: 'オークヘイブン',
    subtitle: 'Сезон 5',
    scene: 'snow',
    ...half,
  },
  'finished-picture': { pictures: [finished], figures: [picture], scene: 'cave', ...half },
  'deck-of-3': { figures: group(3), rarity: 'rare', sizePx: [600, 350], title: 'Podium' },
  'deck-of-10': { figures: group(10), rarity: 'epic', sizePx: [780, 560] },
  'row-of-3': { figures: group(3), arrangement: 'row', sizePx: [462, 210] },
  'in-a-box': { figures: [{ label: 'Ann' }], rarity: 'legendary', sizePx: [300, 200] },
  'turn-frame': {
    figures: [{ label: 'Ann', motion: 'turn' }],
    rarity: 'legendary',
    heightPx: 512,
    animation: turning,
    ...half,
  },
} as const satisfies Record<string, CardCase>;

const face = [{ renderType: 'front', crop: 'face' }] as const;
const advancement = { sizePx: null, scene: null, shadow: false, figures: face } as const;
const messages = {
  made: { ...advancement, title: 'Advancement made!' },
  'with-subtitle': { ...advancement, title: 'Advancement made!', subtitle: 'Stone Age' },
  'with-long-texts': { ...advancement, title: long, subtitle: long },
  'from-the-right': { ...advancement, title: 'تم تحقيق التقدم!', subtitle: 'العصر الحجري' },
  'of-a-finished-picture': {
    ...advancement,
    pictures: [finished],
    figures: [picture],
    title: 'Made!',
  },
  'in-a-box': { ...advancement, title: 'Advancement made!', sizePx: [320, 100] },
} as const satisfies Record<string, CardCase>;

function drawn(draw: typeof drawCards, { pictures = [], ...scene }: CardCase): RgbaImage {
  const sources = { skins: sheets, capes: [], pictures };
  const result = draw(sceneJob({ arrangement: 'deck', ...scene }), sources, createSceneContext());
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}

describe('golden pictures of cards', () => {
  // Their letters have smooth edges where they are scaled.
  const options = { tolerance: 2 };

  it.each(Object.entries(cases))('%s', (name, scene) => {
    expectGolden(`cards/${name}`, drawn(drawCards, scene), options);
  });

  it('a card of its own size', () => {
    const card = drawn(drawCards, { figures: [{ label: 'Ann' }], rarity: 'rare', sizePx: null });
    expect([card.widthPx, card.heightPx]).toEqual([750, 1050]);
    expectGolden('cards/own-size', resize(card, 250, 350), options);
  });

  it('messages of advancements', () => {
    const pictures = Object.values(messages).map((message) => [drawn(drawAdvancement, message)]);
    expect(pictures[0]).toMatchObject([{ widthPx: 640, heightPx: 128 }]);
    expectGolden('cards/advancements', contactSheet(pictures), options);
  });

  it('every kept picture belongs to a case', () => {
    const names = ['advancements', 'own-size', ...Object.keys(cases)];
    expect(goldenNames('cards')).toEqual(names.map((name) => `cards/${name}`).toSorted());
  });
});

describe('a card', () => {
  it('glints elsewhere in each frame as it turns, and nowhere else at all', () => {
    const at = (frame: number, motion: 'turn' | 'float') =>
      drawn(drawCards, {
        figures: [{ motion }],
        sizePx: [150, 210],
        heightPx: 512,
        animation: { ...turning, ...animationOf([motion]), frame },
      });
    const border = ({ data }: RgbaImage) => data.slice(150 * 4 * 3, 150 * 4 * 7).join();
    expect(border(at(4, 'turn'))).not.toBe(border(at(8, 'turn')));
    expect(border(at(4, 'float'))).toBe(border(at(8, 'float')));
  });

  it('has clear corners, and is opaque inside', () => {
    const { data } = drawn(drawCards, { figures: [{}], sizePx: [150, 210] });
    const alphaAt = (x: number, y: number) => data[(y * 150 + x) * 4 + 3];
    expect([alphaAt(0, 0), alphaAt(149, 209), alphaAt(2, 0)]).toEqual([0, 0, 0]);
    expect([alphaAt(75, 0), alphaAt(0, 100), alphaAt(75, 100)]).toEqual([255, 255, 255]);
  });
});

describe('the message of an advancement', () => {
  it('keeps a face with wide Ears in its frame', () => {
    const rightOfFrame = (ears: 'auto' | 'none') => {
      const figures = [{ ...face[0], skin: 2, ears }];
      const { data, widthPx } = drawn(drawAdvancement, { ...advancement, figures });
      return data.filter((_value, at) => Math.floor(at / 4) % widthPx >= 28 * 4);
    };
    expect(rightOfFrame('auto')).toEqual(rightOfFrame('none'));
  });
});
