import { afterAll, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { cut, sideways, withFonts } from '../support/overflow.ts';

// The pages that differ most, in every language, where there is least room. Their colours are those of
// `pages.test.ts`, light and dark.

const world = await openBrowserWorld();
const page = await world.newPage({ viewport: { width: 320, height: 640 } });
const paths = ['/', '/docs', '/docs/player', '/docs/scenes', '/nope'];

afterAll(() => world.close());

test.each(localeNames.flatMap((locale) => paths.map((path) => [locale, path] as const)))(
  'in %s %s fits 320 px and has no barrier',
  async (locale, path) => {
    const before = page.mishaps.length;
    await page.goto(`${path}?lang=${locale}`);
    await page.locator('.tabs.ready, h1').first().waitFor();
    await page.evaluate(withFonts);
    expect(await page.evaluate(sideways)).toEqual([0]);
    expect(await page.evaluate(cut)).toEqual([]);
    const [runOnly, without] = [
      ['wcag2a', 'wcag2aa', 'wcag21aa'],
      ['color-contrast', 'link-in-text-block'],
    ];
    expect(await findBarriers(page, { runOnly, without })).toEqual([]);
    expect(page.mishaps.slice(before)).toEqual([]);
  },
);
