import { expect, it } from 'vitest';
import { inviteLangs, robloxString } from './strings.ts';

it.each(inviteLangs)('%s says who made a game, and what is counted', (lang) => {
  for (const phrase of ['by', 'ownedBy', 'likeIt'] as const)
    expect(robloxString(lang, phrase, '$& {}')).toContain('$& {}');
  for (const phrase of ['noOwner', 'playing', 'visits'] as const)
    expect(robloxString(lang, phrase)).toMatch(/^[^{}]{2,32}$/);
  // Two numbers with their words, and the bar with its own, are side by side.
  const widest = ['playing', 'visits', 'likeIt'] as const;
  const length = widest.reduce((sum, phrase) => sum + robloxString(lang, phrase, '100%').length, 0);
  expect(length).toBeLessThanOrEqual(40);
});
