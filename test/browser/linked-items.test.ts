import { afterAll, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { startFakeRoblox } from '../support/fake-roblox.ts';
import { showRow } from './composer-hands.ts';

// What people come for, in as few actions as promised. A click, a key or something typed is one. A test goes
// on with the page of the one before.

const roblox = await startFakeRoblox();
roblox.addGame({ universeId: 20, placeId: 30, name: 'Hills', playing: 1234 });
const world = await openBrowserWorld(roblox.settings);
const page = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });

afterAll(async () => {
  await world.close();
  await roblox.close();
});

const copied = () => page.evaluate<string>('navigator.clipboard.readText()');

test('an API call for a bot takes three', async () => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Reference' }).first().click();
  await page.getByRole('link', { name: 'Compose skins' }).first().click();
  await page.locator('.panel:visible .copy').first().click();
  await expect.poll(copied).toMatch(/^curl /);
  const [, url = ''] = /'(http[^']+)'/.exec(await copied()) ?? [];
  expect(url).toMatch(/\/api\/blockgame\/render\/composition/);
});

test('the card of a Roblox game takes four, from its link', async () => {
  await page.goto('/');
  const field = page.locator('#quick');
  await field.fill('https://www.roblox.com/games/30/Hills');
  await field.press('Enter');
  await page.locator('#server-text', { hasText: 'Hills · 1,234 playing' }).waitFor();
  await page.getByRole('tab', { name: 'HTML', exact: true }).last().click();
  await page.locator('#server-share .panel:visible .copy').click();
  await expect.poll(copied).toContain(`src="${world.origin}/api/roblox/game/30/widget`);
  expect(page.mishaps).toEqual([]);
});

const addresses = [
  ['play.example.net:25566', 'java', 'play.example.net:25566'],
  ['discord.gg/harbour', 'invite', 'harbour'],
  ['https://www.roblox.com/communities/9/Builders', 'group', '9'],
] as const;
test('the address of a server, an invite or a group in the main field is a card', async () => {
  await page.route('**/api/**/{status,status-text,widget}*', (route) => route.abort());
  for (const [address, kind, name] of addresses) {
    await page.locator('#quick').fill(address);
    await page.locator('#quick').press('Enter');
    await expect.poll(() => page.locator('#server-edition').inputValue()).toBe(kind);
    await expect.poll(() => page.locator('#server-host').inputValue()).toBe(name);
    await expect.poll(() => page.locator('#quick').inputValue()).toBe('');
    // The keyboard goes on from there.
    await expect.poll(() => page.evaluate('document.activeElement.form?.id')).toBe('server-form');
  }
});

test('a profile is a player', async () => {
  await showRow(page, '/?value=sample-fox&value=sample-dj&height=64');
  await page.locator('#quick').fill('https://namemc.com/profile/sample-robot.1');
  await page.locator('#quick').press('Enter');
  await page.locator('#picture[alt*="sample-robot"]').waitFor();
});
