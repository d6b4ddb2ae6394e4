import { afterAll, beforeEach, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/locales.ts';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { cut, sideways, withFonts } from '../support/overflow.ts';

// The page of a game server. What the server says is made up, its pictures are real.

const world = await openBrowserWorld();
const page = await world.newPage();
afterAll(() => world.close());

let status: object | null = null;
await page.route('**/status', (route) =>
  status === null ? route.continue() : route.fulfill({ json: status }),
);
beforeEach(() => {
  status = null;
});

const state = page.locator('#server-state');
const notice = page.locator('#server-notice');
const online = {
  online: true,
  players: { online: 12, max: 60, sample: [{ name: 'Ann' }, { name: '§7and more' }] },
};

test('says who is online, and lines them up', async () => {
  status = online;
  await page.goto('/server/java/offline.invalid');
  await state.filter({ hasText: '12 of 60 players online' }).waitFor();
  await expect
    .poll(() => page.locator('#server-names li').allTextContents())
    .toEqual(['Ann', 'and 11 more']);
  const link = page.getByRole('link', { name: 'Line up who is online' });
  await expect
    .poll(() => link.getAttribute('href'))
    .toBe(`${world.origin}/?value=Ann&scene=meadow&title=offline.invalid`);
  expect(page.mishaps).toEqual([]);
});

test('says that a server is offline, and that its name does not exist', async () => {
  await page.goto('/server/java/offline.invalid');
  await state.filter({ hasText: 'Offline right now' }).waitFor();
  await notice.filter({ hasText: 'There is no such address: offline.invalid.' }).waitFor();
  await expect.poll(() => page.locator('#server-card').isVisible()).toBe(true);
});

test.each([
  [{ online: null, players: null }, 'Its name can’t be looked up right now'],
  [{ ...online, eula_blocked: true }, 'Mojang blocks this server'],
])('of %j it says %s', async (answer, words) => {
  status = answer;
  await page.goto('/server/java/offline.invalid');
  await page.locator('#server-page', { hasText: words }).waitFor();
});

test('a refused address has a reason, and nothing to embed', async () => {
  await page.goto('/server/java/10.0.0.1');
  await notice.filter({ hasText: 'This address is private' }).waitFor();
  await expect.poll(() => page.locator('#server-result').isVisible()).toBe(false);
});

test.each(localeNames)('in %s it fits 320 px and has no barrier, light or dark', async (locale) => {
  status = online;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/server/bedrock/a-rather-long-name.of-a-server.example?lang=${locale}`);
  await page.locator('#server-names li').first().waitFor();
  await page.evaluate(withFonts);
  expect(await page.evaluate(sideways)).toEqual([0]);
  expect(await page.evaluate(cut)).toEqual([]);
  expect(await findBarriers(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findBarriers(page, { runOnly: ['color-contrast'] })).toEqual([]);
});
