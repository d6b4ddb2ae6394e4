import { describe, expect, it } from 'vitest';
import { createFontRegistry } from '../../src/engine/text/font-registry.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { drawFactsCard, type FactsCard } from '../../src/engine/cards/facts-card.ts';
import { avatarLooks, robloxAvatar } from '../support/roblox-avatar.ts';
import { expectGolden, goldenNames } from './harness.ts';

const icon = decodePng(robloxAvatar(avatarLooks[1]!, { sizePx: 150, crop: 'bust' }));

const game: FactsCard = {
  theme: 'dark',
  scale: 1,
  title: 'Adopt Me!',
  verified: true,
  subtitle: 'by Uplift Games',
  facts: [
    { value: '128K', label: 'playing' },
    { value: '38.2B', label: 'visits' },
  ],
  meter: { share: 0.83, label: '83% like it' },
  icon,
};
const group: FactsCard = {
  ...game,
  title: 'Uplift Games',
  subtitle: 'owned by Builderman',
  facts: [{ value: '9.4M', label: 'members' }],
  meter: null,
  icon: null,
};
const long = {
  title: '🎄 [UPDATE 47] ⚔️ Ultimate Anime Battlegrounds Simulator X: Reborn Definitive Edition',
  subtitle: 'by The Department of Very Long Studio Names and Sons, Incorporated (Official)',
} as const;

const cases = {
  'game-dark': game,
  'game-light': { ...game, theme: 'light' },
  'game-transparent-2': { ...game, theme: 'transparent', scale: 2 },
  'group-dark': group,
  'group-light': { ...group, theme: 'light', verified: false },
  'group-transparent': { ...group, theme: 'transparent' },
  'game-long': { ...game, ...long },
  'group-right-to-left': {
    ...group,
    theme: 'light',
    title: 'مدينة الأبطال – الموسم ٧',
    subtitle: 'owned by שומרי הלילה',
    icon,
  },
  'game-east-asian': {
    ...game,
    title: '脱出ゲーム 【한국어】 超級',
    meter: { share: 0, label: '0% like it' },
  },
  'game-unvoted': {
    ...game,
    verified: false,
    facts: [
      { value: '0', label: 'playing' },
      { value: '0', label: 'visits' },
    ],
    meter: null,
  },
} as const satisfies Record<string, FactsCard>;

describe('golden pictures of cards of games and groups', () => {
  it.each(Object.entries(cases))('%s', (name, card) => {
    expectGolden(`facts-card/${name}`, drawFactsCard(createFontRegistry(), card));
  });

  it('every kept picture belongs to a case', () => {
    const names = Object.keys(cases).map((name) => `facts-card/${name}`);
    expect(goldenNames('facts-card')).toEqual(names.toSorted());
  });
});
