import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  badgeColors,
  badgeStyles,
  chosenBadge,
  drawBadge,
  greyBadge,
  type Badge,
} from './badge.ts';

const own = { label: 'players', message: '3/60', color: 'brightgreen', sign: 'cube' } as const;
const badge: Badge = { ...own, style: 'flat' };

it.each(badgeStyles)('is drawn in the style %s', (style) => {
  const svg = drawBadge({ ...badge, style });
  expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
  expect(svg.toLowerCase()).toContain('players');
});

it('knows its colours by name, and any other by number', () => {
  const shown = [...badgeColors, '7c4dff', '#7c4dff', 'abc'].map(
    (color) => / fill="(#\w+)"\/><rect[^>]*fill="url/.exec(drawBadge({ ...badge, color }))?.[1],
  );
  expect(shown.join(' ')).toBe(
    '#4b0 #67ac09 #95991a #d8b800 #ea7233 #dd4343 #007ec6 #555 #939393 ' +
      '#4b0 #ea7233 #dd4343 #007ec6 #939393 #7c4dff #7c4dff #abc',
  );
});

it('omits an empty label, and its logo', () => {
  const svg = drawBadge({ ...badge, label: ' \n' });
  expect(svg).not.toContain('players');
  expect(svg).not.toContain('<image');
});

it.each([
  ['social', '#333'],
  ['flat', '#fff'],
] as const)('draws its logo in a colour that suits the label’s background: %s', (style, ink) => {
  const svg = drawBadge({ ...badge, style });
  const [, sign = ''] = /<image [^>]*href="data:image\/svg\+xml;base64,([^"]+)"/.exec(svg) ?? [];
  expect(Buffer.from(sign, 'base64').toString()).toContain(`fill="${ink}"`);
  expect(drawBadge({ ...badge, style, sign: null })).not.toContain('<image');
});

it.each(badgeStyles)('sets no text length for connected scripts: %s', (style) => {
  const lengthsOf = (label: string, message: string) =>
    drawBadge({ ...badge, style, label, message }).match(/ textLength="/g)?.length ?? 0;
  const both = lengthsOf('players', '3/60');
  for (const text of ['players: 3', 'Привет', 'サーバー', '服务器 1', '서버', '🎮', 'e\u0301']) {
    expect([text, lengthsOf(text, text)]).toEqual([text, both]);
  }
  for (const text of ['خادم الألعاب', 'لاعبون', 'गेम सर्वर', 'ᠮᠣᠩᠭᠣᠯ', '& ܐܪܡܝܐ < x']) {
    expect([text, lengthsOf(text, text)]).toEqual([text, 0]);
    expect([text, lengthsOf('players', text)]).toEqual([text, both / 2]);
  }
});

it('applies the options of the request over its defaults', () => {
  expect(chosenBadge(own, {})).toEqual({ ...own, style: 'flat' });
  const chosen = { label: '', color: 'f0f', style: 'social', logo: false } as const;
  const { logo: _logo, ...rest } = chosen;
  expect(chosenBadge(own, chosen)).toEqual({ ...rest, message: '3/60', sign: null });
  expect(greyBadge(own, chosen).color).toBe('lightgrey');
});

it('contains no markup from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const svg = drawBadge({ ...badge, label: text, message: text });
      // What XML 1.0 can't hold, and what would be markup.
      expect(svg).not.toMatch(/[\p{Cc}\ufffe\uffff\ud800-\udfff](?<![\n\t\r])/u);
      expect(svg.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 60 },
  );
});

it('cuts long texts', () => {
  const message = '👨‍👩‍👧‍👦'.repeat(1000);
  expect(drawBadge({ ...badge, message }).length).toBeLessThan(20_000);
  expect(drawBadge({ ...badge, message: 'x'.repeat(500) })).toContain(`>${'x'.repeat(63)}…<`);
});
