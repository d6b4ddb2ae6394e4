import { afterAll, expect, test } from 'vitest';
import { startFakeRoblox } from '../support/fake-roblox.ts';
import { robloxPicture } from '../support/roblox-world.ts';
import { openComposer } from './composer-hands.ts';

// Players of Roblox beside those of Minecraft, and cards of games, groups and invites.

const roblox = await startFakeRoblox();
roblox.addUser({ id: 156, name: 'builderman' });
roblox.addPicture(156, robloxPicture([20, 120, 220]));
roblox.addGroup({ id: 9, name: 'Builders', members: 77 });
afterAll(() => roblox.close());
const { world, page, hands } = await openComposer(
  {},
  { row: '/?value=sample-fox&value=sample-dj&height=64', settings: roblox.settings },
);

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
  await hands.reload();
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
  await expect.poll(query).toContain('value=156&type.0=roblox');
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

// Of a game: `linked-items.test.ts`; of a server: `server-card.test.ts`.
const cards = [
  ['group', 'Link, ID or name of the group', '9', /^Builders · 77 members$/, 'roblox/group/9'],
  ['invite', 'Invite link', 'sample_hills', /^.+ · [\d,]+ members$/, 'chat/invite/sample_hills'],
] as const;

test.each(cards)('the card of a %s is shown with code to embed it', async (...card) => {
  const [kind, label, name, line, path] = card;
  await page.getByLabel('Card of').selectOption(kind);
  await page.getByLabel(label).fill(name);
  await page.getByRole('button', { name: 'Show card' }).click();
  await page.locator('#server-text').filter({ hasText: line }).waitFor();
  await expect
    .poll(() => page.locator('#embed-html code').textContent())
    .toContain(`src="${world.origin}/api/${path}/widget?theme=dark"`);
  for (const tab of ['Status text', 'Line-up']) {
    await expect.poll(() => page.getByRole('tab', { name: tab }).count()).toBe(0);
  }
  await expect.poll(() => page.locator('#server-copy-address').isVisible()).toBe(false);
  const lineUp = page.getByRole('button', { name: 'Line up who is online' });
  await expect.poll(() => lineUp.count()).toBe(0);
});
