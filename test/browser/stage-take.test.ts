import { expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { openComposer, showRow } from './composer-hands.ts';

// What can be done with the picture is on the first screen, with it.

const { page, hands } = await openComposer({}, { row: '/' });

const screens = [
  [360, 740],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
] as const;
const rows = [
  '/?value=sample-fox&value=sample-dj&scene=meadow',
  '/?value=sample-fox&value=sample-dj',
  '/?value=sample-fox&scene=night&size=banner',
  '/?value=sample-fox&scene=cave&size=story',
] as const;

/** The lower edges of what is to be pressed, and what of it is beyond the sides of the screen. */
const lowest = `(() => {
  const shown = [...document.querySelectorAll('#stage-take [data-act]')]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getBoundingClientRect());
  return {
    count: shown.length,
    bottomPx: Math.max(...shown.map(({ bottom }) => bottom)),
    outside: shown.filter(({ left, right }) => left < 0 || right > innerWidth).length,
  };
})()`;

test.each(screens)(
  'Download and Copy are on the first screen of %i × %i',
  async (width, height) => {
    await page.setViewportSize({ width, height });
    for (const row of rows) {
      await showRow(page, row);
      const message = row;
      const { count, bottomPx, outside } = await page.evaluate<{
        count: number;
        bottomPx: number;
        outside: number;
      }>(lowest);
      expect(count, message).toBeGreaterThanOrEqual(2);
      expect(bottomPx, message).toBeLessThanOrEqual(height);
      expect(outside, message).toBe(0);
    }
  },
);

test('they fit the narrowest screen in each language', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const locale of localeNames) {
    await page.goto(`/?lang=${locale}`);
    await hands.settled();
    expect(await page.evaluate(lowest), locale).toMatchObject({ outside: 0 });
  }
});
