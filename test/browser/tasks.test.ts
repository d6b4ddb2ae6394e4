import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openComposer } from './composer-hands.ts';

// What people come for, by the shortest way: each click, choice, typed or pasted text and pressed key is an
// action.

const { world, page, hands } = await openComposer(
  {
    viewport: { width: 1366, height: 768 },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  { row: '/' },
);
let actions = 0;

beforeEach(() => {
  actions = 0;
});

async function click(what: Locator): Promise<void> {
  actions++;
  await what.click();
}
async function type(what: Locator, text: string): Promise<void> {
  actions++;
  await what.fill(text);
}
async function press(key: string): Promise<void> {
  actions++;
  await page.keyboard.press(key);
}
async function choose(what: Locator, value: string): Promise<void> {
  actions++;
  await what.selectOption(value);
}

const quick = () => page.locator('#quick');
const staff = [
  'fox',
  'dj',
  'knight',
  'robot',
  'wizard',
  'pirate',
  'panda',
  'ghost',
  'diver',
  'gardener',
];

const roles = ['Owner', 'Admin', 'Moderator', 'Builder', 'Helper'];

test('ten staff with names and roles, in a scene, with a title, take at most eight', async () => {
  const list = staff.map((name, index) => `sample-${name}: ${roles[index % roles.length]}`);
  actions++;
  await hands.redraws(() => hands.pasteAt('#quick', list.join('\n')));
  await hands.redraws(() => click(page.locator('.thumb', { hasText: 'Night' })));
  await hands.redraws(() => choose(page.locator('[data-option="size"]'), 'banner'));
  await hands.redraws(() => type(page.locator('[data-option="title"]'), 'Harbour staff'));
  const query = new URL(page.url()).searchParams;
  expect(query.getAll('value')).toHaveLength(10);
  expect(query.getAll('label').join('')).toBe('');
  expect(staff.map((_, index) => query.get(`caption.${index}`))).toEqual(
    staff.map((_, index) => roles[index % roles.length]),
  );
  await Promise.all([page.waitForEvent('download'), click(page.locator('#download'))]);
  expect(actions).toBeLessThanOrEqual(8);
  // And in the open, where one of them is changed.
  const role = page.getByLabel('Role of player 3');
  await expect.poll(() => role.inputValue()).toBe('Moderator');
  await hands.redraws(() => role.fill('Event manager'));
  expect(new URL(page.url()).searchParams.get('caption.2')).toBe('Event manager');
});

test('a banner for a server with ten staff takes at most six actions', async () => {
  await type(quick(), staff.map((name) => `sample-${name}`).join(', '));
  await hands.redraws(() => press('Enter'));
  await hands.redraws(() => choose(page.locator('[data-option="size"]'), 'banner'));
  await hands.redraws(() => type(page.locator('[data-option="title"]'), 'Harbour staff'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    click(page.locator('#download')),
  ]);
  expect(file.suggestedFilename()).toBe('lineup.png');
  await expect
    .poll(() => page.locator('#facts-of').textContent())
    .toMatch(/^PNG · 1920 × 480 px · \d+ kB$/);
  expect(actions).toBeLessThanOrEqual(6);
});

test('three friends, each posed, in a scene take at most eight actions', async () => {
  actions++;
  await hands.redraws(() => hands.pasteAt('#quick', 'sample-fox, sample-dj, sample-knight'));
  const editor = page.locator('#editor');
  await click(page.locator('#figures [data-index="0"]'));
  for (const pose of ['cheering', 'crossed', 'pointing']) {
    await hands.redraws(() => click(editor.locator(`[data-pick="${pose}"]`)));
    if (pose !== 'pointing') await click(editor.getByRole('button', { name: 'The next player' }));
  }
  await click(page.locator('#take [data-act="copy-page-link"]'));
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('scene')).toBe('meadow');
  expect([0, 1, 2].map((index) => searchParams.get(`render_type.${index}`))).toEqual([
    'cheering',
    'crossed',
    'pointing',
  ]);
  expect(actions).toBeLessThanOrEqual(8);
});

test('the address of a picture for a web page takes at most three actions', async () => {
  await type(quick(), 'sample-fox, sample-dj');
  await hands.redraws(() => press('Enter'));
  await click(page.locator('#stage-take').getByRole('button', { name: 'Copy image link' }));
  expect(actions).toBeLessThanOrEqual(3);
  await page.locator('#stage-take .done').waitFor();
  const address = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(address).toBe(`${world.origin}/sample-fox+sample-dj.png?render_type=varied&scene=meadow`);
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('image/png');
});

const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');

test('an overlay of a server for a stream takes at most four actions', async () => {
  await type(quick(), 'play.offline.invalid');
  await press('Enter');
  const card = page.locator('#server-share');
  await click(card.getByRole('tab', { name: 'OBS overlay' }));
  await click(page.locator('#embed-overlay').getByRole('button', { name: /^Copy/ }).first());
  expect(actions).toBeLessThanOrEqual(4);
  await expect.poll(clipboard).toBe(`${world.origin}/live/java/play.offline.invalid`);
  const overlay = await fetch(await clipboard());
  expect(overlay.headers.get('content-type')).toMatch(/^text\/html/);
});

test('an overlay of a team takes at most four actions', async () => {
  await type(quick(), 'sample-fox, sample-dj');
  await hands.redraws(() => press('Enter'));
  await click(page.locator('#share').getByRole('tab', { name: 'OBS overlay' }));
  await click(page.locator('#share-overlay').getByRole('button', { name: /^Copy/ }).first());
  expect(actions).toBeLessThanOrEqual(4);
  await expect.poll(clipboard).toMatch(/\/live\/players\/sample-fox\+sample-dj\?/);
});

test('a visitor of the page of a server has its address after one action', async () => {
  const visitor = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await visitor.goto('/server/java/play.offline.invalid');
  await click(visitor.getByRole('button', { name: 'Copy address' }));
  expect(actions).toBe(1);
  const copied = () => visitor.evaluate('navigator.clipboard.readText()');
  await expect.poll(copied).toBe('play.offline.invalid');
  await visitor.close();
});
