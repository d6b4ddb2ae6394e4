import { expect, it } from 'vitest';
import { rarityNames } from '../scenes/layout/cards.ts';
import { rarityFrom, rarityPattern } from './picture-values.ts';
import { readGroup, validatorOf, type GroupItem, type GroupOptions } from './spec.ts';

const place = (option: string, item?: number): string =>
  item === undefined ? option : `${option}.${item}`;

function read(count: number, options: GroupOptions, item: GroupItem = {}) {
  return readGroup(
    Array.from({ length: count }, () => item),
    options,
    place,
  );
}

it.each([
  [1, { rarity: 'rare' }, 'rarity: needs as=card'],
  [1, { as: 'advancement', rarity: 'rare' }, 'rarity: needs as=card'],
  [2, { arrangement: 'deck' }, 'arrangement: deck needs as=card'],
  [1, { as: 'advancement', arrangement: 'deck' }, 'arrangement: deck needs as=card'],
  [2, { as: 'card', arrangement: 'auto' }, 'arrangement: must be deck or row with as=card'],
  [1, { as: 'card', arrangement: 'podium' }, 'arrangement: must be deck or row with as=card'],
  [2, { as: 'advancement' }, 'as: advancement has one player, not 2'],
  [1, { as: 'advancement', scene: 'night' }, 'scene: must be none with as=advancement'],
  [1, { as: 'advancement', motion: 'walk' }, 'motion: must be none with as=advancement'],
] as const)('%i players with %j: %s', (count, options, problem) => {
  expect(() => read(count, options)).toThrow(problem);
});

it('names the player whose motion an advancement does not have', () => {
  expect(() => read(1, { as: 'advancement' }, { motion: 'walk' })).toThrow(
    'motion.0: must be none',
  );
});

it.each([
  [1, { as: 'card', scene: 'none' }],
  [10, { as: 'card', rarity: 'ABC', arrangement: 'row', motion: 'turn' }],
  [1, { as: 'advancement', scene: 'none', motion: 'none' }],
] as const)('%i players with %j are drawn', (count, options) => {
  expect(() => read(count, options)).not.toThrow();
});

it('has a meadow behind a card, and a title on an advancement', () => {
  expect(read(1, { as: 'card' })).toMatchObject({
    scene: 'meadow',
    arrangement: 'deck',
    title: '',
  });
  expect(read(1, { as: 'advancement' })).toMatchObject({ scene: null, title: 'Advancement made!' });
  expect(read(1, { as: 'advancement', title: '' }).title).toBe('');
});

it('shows a face on an advancement, unless another crop is asked for', () => {
  expect(read(1, { as: 'advancement' }).figures[0]).toMatchObject({
    renderType: 'front',
    crop: 'face',
  });
  expect(read(1, { as: 'advancement', crop: 'bust' }).figures[0]!.crop).toBe('bust');
});

it('leaves the validators of other pictures as they are', () => {
  expect(JSON.stringify(validatorOf(read(2, { scene: 'meadow' })))).not.toMatch(/rarity|"as"/);
});

it.each([...rarityNames, '#1e90ff'])('takes %s as a rarity in capitals, too', (name) => {
  expect(name).toMatch(new RegExp(rarityPattern));
  expect(name.toUpperCase()).toMatch(new RegExp(rarityPattern));
  expect(rarityFrom(name.toUpperCase())).toBe(name);
});
