import { afterAll, beforeEach, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { cut, sideways, withFonts } from '../support/overflow.ts';

// The page of a game server. What the server says is made up, its pictures are real.

const world = await openBrowserWorld();
const page = await world.newPage({
  viewport: { width: 1366, height: 768 },
  permissions: ['clipboard-read', 'clipboard-write'],
});
afterAll(() => world.close());

let status: object | null = null;
/** What the query protocol tells. */
let whole: object | null = null;
let headers: Record<string, string> = {};
await page.route(/\/status(?:\?|$)/, (route) => {
  const isQuery = route.request().url().includes('query=true');
  const json = isQuery ? (whole ?? status) : status;
  return json === null ? route.continue() : route.fulfill({ json, headers });
});
beforeEach(() => {
  [status, whole, headers] = [null, null, {}];
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

test('the address is copied by one click', async () => {
  await page.goto('/server/java/offline.invalid:25570');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe('offline.invalid:25570');
});

test('a button pressed twice says only for a moment that it has copied', async () => {
  const pressing = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await pressing.clock.install();
  await pressing.goto('/server/java/offline.invalid:25571');
  const button = pressing.locator('#copy-address');
  const press = async (): Promise<void> => {
    await button.click();
    await button.filter({ hasText: 'Copied' }).waitFor();
    // What was copied is there, so the button has said so.
    await pressing.evaluate('navigator.clipboard.readText()');
  };
  await press();
  await pressing.clock.runFor(1000);
  await press();
  await pressing.clock.runFor(2000);
  await expect.poll(async () => (await button.textContent())?.trim()).toBe('Copy address');
  await pressing.close();
});

test('says how old the state is by the clock of the service, and counts', async () => {
  const counting = await world.newPage();
  await counting.clock.install();
  // The clock of the reader is a year ahead.
  await counting.route(/\/status(?:\?|$)/, (route) =>
    route.fulfill({
      json: { ...online, retrieved_at: '2025-01-01T12:00:00.000Z' },
      headers: { date: 'Wed, 01 Jan 2025 12:00:20 GMT' },
    }),
  );
  await counting.goto('/server/java/offline.invalid');
  const age = () => counting.locator('#server-age').textContent();
  await expect.poll(age).toMatch(/^as of 2\d sec\. ago$/);
  await counting.clock.runFor(15_000);
  await expect.poll(age).toMatch(/^as of (?:3[5-9]|4\d) sec\. ago$/);
  await counting.close();
});

test('lists all whom the query protocol names', async () => {
  status = { online: true, players: { online: 2, max: 9, sample: [] } };
  whole = {
    online: true,
    players: { online: 2, max: 9, sample: [], list: [{ name: 'Ann' }, { name: 'Ben' }] },
  };
  await page.goto('/server/java/offline.invalid');
  await expect
    .poll(() => page.locator('#server-names li').allTextContents())
    .toEqual(['Ann', 'Ben']);
});

test('shows as many as have faces, and counts all others', async () => {
  const list = Array.from({ length: 30 }, (_, index) => ({ name: `Ann${index}` }));
  status = { online: true, players: { online: 33, max: 99, sample: [] } };
  whole = { online: true, players: { online: 33, max: 99, sample: [], list } };
  await page.goto('/server/java/offline.invalid');
  const last = page.locator('#server-names li').last();
  await last.filter({ hasText: 'and 9 more' }).waitFor();
  await expect.poll(() => page.locator('#server-names li').count()).toBe(25);
});

const hidden = { online: true, players: { online: 48_213, max: 200_000, sample: [] } };

test.each([
  ['java', hidden, 'enable-query=true'],
  ['bedrock', hidden, 'how many are online, not who'],
  ['java', { online: true, players: { online: 0, max: 20, sample: [] } }, 'Be the first!'],
  ['java', { online: false, players: null, offline_reason: 'timeout' }, 'When the server is back'],
])('where nobody is named on %s of %j it says why', async (edition, answer, words) => {
  status = answer;
  await page.goto(`/server/${edition}/offline.invalid`);
  await page.locator('#server-nobody', { hasText: words }).waitFor();
});

test.each([
  ['en', '48,213 of 200,000'],
  ['de', '48.213 von 200.000'],
])('in %s numbers have separators', async (locale, words) => {
  status = hidden;
  await page.goto(`/server/java/offline.invalid?lang=${locale}`);
  await state.filter({ hasText: words }).waitFor();
});

test('the address stands in the first screen as text only once', async () => {
  status = hidden;
  await page.goto('/server/java/offline.invalid');
  await state.filter({ hasText: 'players online' }).waitFor();
  const count = () =>
    page.evaluate(`[...document.querySelectorAll('main *')].filter((element) => {
      const own = [...element.childNodes].some(({ nodeType, data = '' }) => nodeType === 3 && data.includes('offline.invalid'));
      const { top, height } = element.getBoundingClientRect();
      return own && height > 0 && top < innerHeight;
    }).length`);
  await expect.poll(count).toBe(1);
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
