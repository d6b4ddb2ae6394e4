import { expect, test } from 'vitest';
import { formatTable } from '../../../engine/image/formats.ts';
import { spreadCards } from '../../../engine/scenes/layout/cards.ts';
import { defaultLook, maxItems, type Lineup } from './lineup.ts';
import { animationRequest, isSizedLater, previewRequest, previews, sizeOf } from './preview.ts';

function cards(count: number, options: Lineup['look']['options'] = {}): Lineup {
  return {
    items: Array.from({ length: count }, () => ({ value: 'Notch', label: '' })),
    look: { ...defaultLook, options: { as: 'card', scene: 'meadow', ...options } },
  };
}

test('cards have the size in which they are drawn', () => {
  const { maxPixels } = formatTable.png;
  for (const isRow of [false, true]) {
    for (let count = 1; count <= maxItems; count++) {
      const { sizePx } = spreadCards(count, { isRow, sizePx: null, maxPixels, isMoving: false });
      expect(sizeOf(cards(count, isRow ? { arrangement: 'row' } : {}))).toEqual(sizePx);
    }
  }
});

test('a given size counts for them, too; moving ones are measured', () => {
  expect(sizeOf(cards(3, { size: 'og' }))).toEqual([1200, 630]);
  expect(sizeOf(cards(1, { as: 'advancement' }))).toEqual([640, 128]);
  expect(isSizedLater(cards(2, { motion: 'turn' }))).toBe(true);
  // And so are plain rows, whose names are wider beside smaller players.
  const row = { ...cards(2), look: { ...defaultLook, options: { motion: 'walk' } } };
  expect(isSizedLater(row)).toBe(true);
  for (const lineup of [cards(1, { motion: 'turn' }), cards(2, { motion: 'turn', size: 'og' })])
    expect(isSizedLater(lineup)).toBe(false);
});

test('on the stage they are scaled as a whole', () => {
  const [phone, desk] = previews;
  expect(previewRequest('', cards(3), desk).url).toContain('size=864x504');
  expect(previewRequest('', cards(1), desk).url).not.toContain('size=');
  expect(previewRequest('', cards(1), phone).url).toContain('size=640x896');
  // No film is higher than the stage.
  expect(animationRequest('', cards(1, { motion: 'turn' }), desk).url).toContain('size=429x600');
});
