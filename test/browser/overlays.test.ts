import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { cut, sideways, withFonts } from '../support/overflow.ts';

// What a streaming program wants to know: the address of a page, its width and its height.

const world = await openBrowserWorld();
const page = await world.newPage({
  viewport: { width: 1366, height: 768 },
  permissions: ['clipboard-read', 'clipboard-write'],
});
afterAll(() => world.close());

const copied = () => page.evaluate<string>('navigator.clipboard.readText()');

/** Copies address, width and height, in this order. */
async function copyAll(panel: Locator): Promise<string[]> {
  const values: string[] = [];
  for (const button of await panel.locator('[data-copy]').all()) {
    const shown = (await button.locator('..').locator('code').textContent()) ?? '';
    await button.click();
    await expect.poll(copied).toBe(shown);
    values.push(shown);
  }
  return values;
}

/** The size of the picture on a page for streams. */
async function sizeAt(url: string): Promise<string[]> {
  const live = await world.newPage();
  await live.goto(url);
  const size = () =>
    live.evaluate<string[]>(
      "(({ naturalWidth, naturalHeight }) => [`${naturalWidth}`, `${naturalHeight}`])(document.querySelector('#live'))",
    );
  await expect.poll(size).not.toEqual(['0', '0']);
  const found = await size();
  await live.close();
  return found;
}

test('the overlay of a server takes four actions from the front page', async () => {
  await page.goto('/');
  await page.locator('#server-host').fill('offline.invalid');
  await page.keyboard.press('Enter');
  const card = page.locator('#server-share');
  await card.getByRole('tab', { name: 'OBS overlay' }).click();
  const panel = page.locator('#embed-overlay');
  await panel.getByRole('button', { name: /^Copy/ }).first().click();
  await expect.poll(copied).toBe(`${world.origin}/live/java/offline.invalid`);
  const [url = '', ...size] = await copyAll(panel);
  expect(size).toEqual(['600', '138']);
  expect(await sizeAt(url)).toEqual(size);
  expect(page.mishaps).toEqual([]);
});

test('what is no game server has no overlay', async () => {
  await page.goto('/');
  await page.route('**/api/roblox/**', (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'Online' }),
  );
  await page.locator('#server-edition').selectOption('game');
  await page.locator('#server-host').fill('920587237');
  await page.keyboard.press('Enter');
  const tab = page.locator('#server-share').getByRole('tab', { name: 'OBS overlay' });
  await page.locator('#server-result').waitFor();
  await expect.poll(() => tab.isVisible()).toBe(false);
  await page.unroute('**/api/roblox/**');
});

test.each([
  ['sample-fox, sample-dj', /\/live\/players\/sample-fox\+sample-dj\?.*scene=/],
  ['sample-fox', /\/live\/players\/sample-fox\?.*motion=none/],
])('the overlay of %s is the picture of the composer', async (names, address) => {
  await page.goto('/');
  await page.locator('#quick').fill(names);
  await page.keyboard.press('Enter');
  const tab = page.locator('#share').getByRole('tab', { name: 'OBS overlay' });
  await tab.click();
  const panel = page.locator('#share-overlay');
  await expect.poll(() => panel.locator('code').first().textContent()).toMatch(address);
  const [url = '', ...size] = await copyAll(panel);
  expect(await sizeAt(url)).toEqual(size);
  const guide = panel.getByRole('link', { name: 'Step by step' });
  await expect.poll(() => guide.getAttribute('href')).toBe('/docs/overlays');
});

test('the page of a server has the overlays of its card and its line-up', async () => {
  await page.goto('/server/java/offline.invalid');
  await page.getByRole('tab', { name: 'OBS overlay' }).click();
  const values = await copyAll(page.locator('#embed-overlay'));
  const live = `${world.origin}/live/java/offline.invalid`;
  expect(values).toEqual([live, '600', '138', `${live}?show=lineup`, '960', '240']);
});

test.each(localeNames)('in %s overlays fit 320 px and have no barrier', async (locale) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const tabs = { '/docs/overlays': null, '/server/java/offline.invalid': 'embed', '/': 'share' };
  for (const [path, prefix] of Object.entries(tabs)) {
    await page.goto(`${path}?lang=${locale}`);
    if (prefix !== null) await page.locator(`#${prefix}-overlay-tab`).click();
    await page.evaluate(withFonts);
    expect([path, await page.evaluate(sideways)]).toEqual([path, [0]]);
    expect([path, await page.evaluate(cut)]).toEqual([path, []]);
    const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] };
    expect(await findBarriers(page, options)).toEqual([]);
  }
});
