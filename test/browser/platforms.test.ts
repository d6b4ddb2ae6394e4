import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowserWorld, type BrowserWorld, type WatchedPage } from '../support/browser.ts';
import { startFakeRoblox, type FakeRoblox } from '../support/fake-roblox.ts';
import { robloxPicture } from '../support/roblox-world.ts';
import { goToRow, handsOn, type Hands } from './composer-hands.ts';

// Players of Roblox beside those of Minecraft, and cards of games, groups and invites.

let roblox: FakeRoblox;
let world: BrowserWorld;
let page: WatchedPage;
let hands: Hands;

beforeAll(async () => {
  roblox = await startFakeRoblox();
  roblox.addUser({ id: 156, name: 'builderman' });
  roblox.addPicture(156, robloxPicture([20, 120, 220]));
  roblox.addGame({ universeId: 20, placeId: 30, name: 'Hills', playing: 1234 });
  roblox.addGroup({ id: 9, name: 'Builders', members: 77 });
  world = await openBrowserWorld(roblox.settings);
  page = await world.newPage();
  hands = handsOn(page);
});

afterAll(async () => {
  await world.close();
  await roblox.close();
});

beforeEach(() => goToRow(page, '/?value=sample-fox&value=sample-dj&height=64'));

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

const query = (): string => new URL(page.url()).search;
const own = (number: number) => page.locator('.slot .own').nth(number - 1);

test('a Roblox user is added by a button, and kept in the link', async () => {
  await page.getByRole('button', { name: 'Roblox player' }).click();
  await expect.poll(() => hands.player(3).getAttribute('placeholder')).toBe('Roblox name or ID');
  await expect.poll(() => own(3).textContent()).toBe('Roblox');
  await hands.redraws(() => hands.name(3, 'builderman'));
  await expect
    .poll(query)
    .toBe('?value=sample-fox&value=sample-dj&value=builderman&type.2=roblox&height=64');
  await expect.poll(() => hands.face(3).getAttribute('src')).toContain('value=builderman');
  await expect.poll(() => hands.face(3).getAttribute('src')).toContain('type.0=roblox');
  const answer = await fetch((await hands.address().textContent()) ?? '');
  expect(answer.status).toBe(200);
  await page.reload();
  await page.locator('#picture[src^="blob:"]').waitFor();
  await hands.settled();
  await expect.poll(() => own(3).textContent()).toBe('Roblox');
  // Poses are for figures of ours: theirs is as Roblox has drawn it.
  await hands.redraws(() => page.getByRole('button', { name: 'Podium' }).click());
  await expect.poll(query).not.toContain('render_type.2');
  await page.getByRole('button', { name: 'Pose and more of player 3' }).click();
  const editor = page.locator('#editor');
  await expect.poll(() => editor.locator('[data-for="render_type"]').isVisible()).toBe(false);
  await editor.getByLabel('Platform').selectOption('');
  await expect.poll(() => editor.locator('[data-for="render_type"]').isVisible()).toBe(true);
});

test('a profile link and roblox:name are accepted in every player field', async () => {
  await page.getByLabel('Add players').fill('roblox:builderman');
  await hands.redraws(() => page.getByLabel('Add players').press('Enter'));
  await expect.poll(query).toContain('value=builderman&type.0=roblox');
  await hands.name(1, 'https://www.roblox.com/users/156/profile');
  await expect
    .poll(query)
    .toContain('value=https://www.roblox.com/users/156/profile&type.0=roblox');
  await hands.settled();
  await expect.poll(() => page.locator('.slot.wrong').count()).toBe(0);
});

test('errors of a Roblox user mention Roblox', async () => {
  await hands.name(2, 'roblox:nobody_here');
  const problem = page.locator('.slot').nth(1).locator('.problem');
  await problem.filter({ hasText: 'There is nobody with this name on Roblox.' }).waitFor();
  await hands.name(2, 'roblox:a%b');
  await problem.filter({ hasText: 'That isn’t a Roblox name' }).waitFor();
});

const cards = [
  {
    kind: 'game',
    label: 'Link or ID of the game',
    name: '30',
    line: /^Online • Hills \(Roblox\) • 1234$/,
    path: '/api/roblox/game/30',
  },
  {
    kind: 'group',
    label: 'Link, ID or name of the group',
    name: '9',
    line: /^Builders · 77 members$/,
    path: '/api/roblox/group/9',
  },
  {
    kind: 'invite',
    label: 'Invite link',
    name: 'sample_hills',
    line: /^.+ · \d+ members$/,
    path: '/api/chat/invite/sample_hills',
  },
] as const;

test.each(cards)('the card of a $kind is shown with code to embed it', async (card) => {
  const { kind, label, name, line, path } = card;
  await page.getByLabel('Card of').selectOption(kind);
  await page.getByLabel(label).fill(name);
  await page.getByRole('button', { name: 'Show card' }).click();
  await page.locator('#server-text').filter({ hasText: line }).waitFor();
  await expect
    .poll(() => page.locator('#embed-html code').textContent())
    .toContain(`src="${world.origin}${path}/widget?theme=dark"`);
  const isGame = kind === 'game';
  await expect
    .poll(() => page.getByRole('tab', { name: 'Status text' }).count())
    .toBe(isGame ? 1 : 0);
  await expect.poll(() => page.getByRole('tab', { name: 'Line-up' }).count()).toBe(0);
  await expect
    .poll(() => page.getByRole('button', { name: 'Line up who is online' }).count())
    .toBe(0);
});
