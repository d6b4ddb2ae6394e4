import { expect, it } from 'vitest';
import { createFontRegistry } from '../text/font-registry.ts';
import { countedStrings, inviteLangs, joinString } from './strings.ts';
import { drawInviteCard } from './invite-card.ts';

it('has all documented languages, English first', () => {
  const promised = ['en', 'pt', 'es', 'de', 'fr', 'pl', 'tr', 'ru', 'ja', 'ko', 'zh'];
  expect(inviteLangs[0]).toBe('en');
  expect(inviteLangs).toEqual(expect.arrayContaining(promised));
});

it.each([
  ['en', 1, '1 member'],
  ['en', 1234, '1,234 members'],
  ['en', 1_250_000, '1.3M members'],
  ['de', 1234, '1.234 Mitglieder'],
  ['fr', 0, '0 membre'],
  ['pl', 2, '2 członkowie'],
  ['pl', 5, '5 członków'],
  ['pl', 22, '22 członkowie'],
  ['ru', 21, '21 участник'],
  ['ru', 3, '3 участника'],
  ['ru', 12, '12 участников'],
  ['cs', 3, '3 členové'],
  ['uk', 4, '4 учасники'],
  ['ar', 5, '5 أعضاء'],
  ['ja', 12_345, '12,345 メンバー'],
  ['es', 12_345, '12.345 miembros'],
] as const)('%s counts %d as %s', (lang, count, text) => {
  const { number, word } = countedStrings(lang, 'members', count);
  // Some languages part thousands by a space that does not break.
  expect(`${number} ${word}`.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
});

it.each(inviteLangs)('%s fits on the card with the largest numbers', (lang) => {
  const words = [joinString(lang), countedStrings(lang, 'online', 9).word];
  expect(words.every((word) => word.trim() !== '' && word.length <= 16)).toBe(true);
  const strip = {
    theme: 'dark',
    scale: 1,
    lang,
    name: 'x',
    description: null,
    mark: null,
  } as const;
  const counts = { online: 999_999, members: 999_999, icon: null, banner: null } as const;
  const fonts = createFontRegistry();
  const [without, card] = [false, true].map((canJoin) =>
    drawInviteCard(fonts, { ...strip, ...counts, canJoin }),
  );
  // The button covers nothing but ground: what is there without it is as dark as that everywhere.
  for (let at = 120 * 600; at < 152 * 600; at += 1) {
    const [was, is] = [without!, card!].map(({ data }) => data.subarray(at * 4, at * 4 + 3));
    if (was!.join() !== is!.join()) expect(Math.max(...was!)).toBeLessThan(40);
  }
});
