import { expect, it } from 'vitest';
import { inviteLangs, nobodyString, onlineText, stateStringsOf } from './strings.ts';

it.each(inviteLangs)('%s has a word and a sentence of its own for each state', (lang) => {
  const all = (['online', 'offline', 'unknown'] as const).map((state) =>
    stateStringsOf(lang, state),
  );
  expect(new Set(all.map(({ state }) => state)).size).toBe(3);
  expect(new Set(all.map(({ sentence }) => sentence)).size).toBe(3);
  for (const { state, sentence } of all) {
    expect(state).toMatch(/^.{2,18}$/);
    expect(sentence).toMatch(/^.{8,80}[.。।]$/);
  }
});

it.each(inviteLangs)('%s says of a line-up how many are online, or that nobody is', (lang) => {
  expect(onlineText(lang, 12, 345)).toMatch(/^\D*12\D+345\D*$/);
  expect(nobodyString(lang)).toMatch(/^\D{4,24}$/);
});
