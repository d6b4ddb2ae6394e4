import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFontRegistry } from '../../src/engine/text/font-registry.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { drawInviteCard } from '../../src/engine/cards/invite-card.ts';
import { expectSameBytes } from '../support/same-pixels.ts';
import { expectGolden, goldenNames } from './harness.ts';
import type { InviteCard } from '../../src/engine/cards/card-jobs.ts';
import { drawInitials } from '../../src/engine/cards/signs.ts';

const fonts = createFontRegistry();
const samples = join(import.meta.dirname, '..', '..', 'samples', 'guild');
const sample = (name: string) => decodePng(readFileSync(join(samples, name)));

const hills: InviteCard = {
  theme: 'dark',
  scale: 1,
  lang: 'en',
  name: 'Sunny Hills',
  description:
    'Survival, together, since 2014. Come for the floating islands, stay for the gardeners who look after them.',
  mark: 'verified',
  online: 1234,
  members: 12_345,
  canJoin: true,
  icon: sample('icon.png'),
  banner: sample('banner.png'),
};

const draw = (changes: Partial<InviteCard> = {}): RgbaImage =>
  drawInviteCard(fonts, { ...hills, ...changes });

const bare = { icon: null, banner: null, mark: null } as const;

/** A banner whose colours somebody else has chosen: stripes of two of them. */
function stripes(one: readonly number[], other: readonly number[]): RgbaImage {
  const image = createImage(128, 72);
  for (let i = 0; i < 128 * 72; i += 1) {
    image.data.set([...((i % 128) % 16 < 8 ? one : other), 255], i * 4);
  }
  return image;
}

const white = [255, 255, 255];
const black = [0, 0, 0];

const cases: Readonly<Record<string, () => RgbaImage>> = {
  'invite/dark': () => draw(),
  'invite/light': () => draw({ theme: 'light', lang: 'de', mark: 'partnered' }),
  'invite/transparent-2': () => draw({ theme: 'transparent', scale: 2 }),
  'invite/white-banner': () => draw({ banner: stripes(white, white) }),
  'invite/black-banner-light': () => draw({ theme: 'light', banner: stripes(black, black) }),
  'invite/stripes': () => draw({ banner: stripes(white, black) }),
  'invite/stripes-light': () => draw({ theme: 'light', banner: stripes(white, black) }),
  'invite/nothing': () => draw({ ...bare, description: null, members: null, canJoin: false }),
  'invite/long': () =>
    draw({
      ...bare,
      mark: 'partnered',
      name: 'A server whose owner could not stop typing when it came to its name, and went on',
      description: 'So many words. '.repeat(40),
      online: 999_999,
      members: 9_999_999,
    }),
  'invite/right-to-left': () =>
    draw({
      ...bare,
      lang: 'ar',
      mark: 'verified',
      name: 'تلال مشمسة',
      description:
        'البقاء معًا منذ 2014. تعال من أجل الجزر العائمة، وابق من أجل البستانيين الذين يعتنون بها كل يوم.',
    }),
  'invite/japanese': () =>
    draw({
      ...bare,
      lang: 'ja',
      theme: 'light',
      name: '陽だまりの丘',
      description: '2014年からみんなでサバイバル。浮遊島を見に来て、庭師たちに会って残ろう。',
    }),
  'invite/emoji': () =>
    draw({ ...bare, lang: 'uk', name: '🎮 Gamers 🏳️‍🌈 Zone ✨', description: '👋 Welcome!\n🚀' }),
  'invite/initials': () => drawInitials(fonts, 'Sunny Hills Survival', 64),
};

describe('the card of a chat server', () => {
  it.each(Object.entries(cases))('%s', (name, drawCase) => {
    expectGolden(name, drawCase());
  });

  it('is looked at in every kept picture', () => {
    expect(goldenNames('invite')).toEqual(Object.keys(cases).toSorted());
  });

  it('does not depend on what was drawn before it', () => {
    expectSameBytes(drawInviteCard(createFontRegistry(), hills).data, draw().data);
  });

  it('is drawn for any name and description', () => {
    const texts = [
      'a'.repeat(1000),
      ' '.repeat(1000),
      '\n'.repeat(500),
      '\u0301'.repeat(600),
      '\u{1f468}\u200d'.repeat(300),
      '\ue000\uf8ff\u{10fffd} \ufffd\ufeff\u200b',
      'ש'.repeat(700),
    ];
    for (const text of texts) {
      const { widthPx, heightPx } = draw({ ...bare, name: text, description: text });
      expect([widthPx, heightPx]).toEqual([600, 160]);
    }
  });
});
