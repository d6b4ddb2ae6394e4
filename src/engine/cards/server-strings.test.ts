import { expect, it } from 'vitest';
import { inviteLangs, stateStringsOf } from './strings.ts';

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
