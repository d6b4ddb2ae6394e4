import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { badgeColors, badgeStyles, drawBadge, type Badge } from './badge.ts';

const badge: Badge = { label: 'players', message: '3/60', color: 'brightgreen', style: 'flat' };

it.each(badgeStyles)('is drawn in the style %s', (style) => {
  const svg = drawBadge({ ...badge, style });
  expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
  expect(svg.toLowerCase()).toContain('players');
});

it.each([...badgeColors, '7c4dff', '#7c4dff', 'abc'])('knows the colour %s', (color) => {
  expect(drawBadge({ ...badge, color })).not.toContain('undefined');
});

it('leaves an empty label out', () => {
  expect(drawBadge({ ...badge, label: '' })).not.toContain('players');
});

it('holds nothing but text of ours and theirs, whatever it is', () => {
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
  expect(drawBadge({ ...badge, message: 'x'.repeat(500) })).toContain(`${'x'.repeat(63)}…`);
});
