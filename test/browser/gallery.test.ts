import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { handsOn, openComposer, plainRow } from './composer-hands.ts';
import { renderTypeNames } from '../../src/engine/figure/render-types.ts';

// The gallery of poses, while it is asked for another player and when that fails.

const { world, page } = await openComposer({
  permissions: ['clipboard-read', 'clipboard-write'],
});

const said = () => page.locator('#announcer').textContent();
const poses = () => page.locator('.pose img[src*="/sample-dj/"]');

async function show(name: string): Promise<void> {
  await page.locator('#gallery').scrollIntoViewIfNeeded();
  await page.locator('#gallery-player').fill(name);
  await page.keyboard.press('Enter');
}

test('an unknown player does not change the poses, and without a name it says what is missing', async () => {
  await show('Nobody_here');
  await page.locator('#gallery-notice', { hasText: 'no player with this name' }).waitFor();
  await expect.poll(() => page.locator('#gallery').getAttribute('aria-busy')).toBe('false');
  await expect.poll(() => page.locator('.pose img.late').count()).toBe(0);
  await show(' ');
  await page.locator('#gallery-notice', { hasText: 'Type a player’s name' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('gallery-player');
});

test('it is marked busy while the first pose is drawn, and announces when it is done', async () => {
  let letGo: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/render/default/sample-dj/**', async (route) => {
    await released;
    await route.continue();
  });
  await show('sample-dj');
  await page.locator('#gallery[aria-busy="true"]').waitFor();
  await page.locator('#gallery-notice', { hasText: 'Drawing sample-dj …' }).waitFor();
  await expect.poll(said).toBe('Drawing sample-dj …');
  const button = page.getByRole('button', { name: 'Show poses' });
  await expect.poll(() => button.isDisabled()).toBe(true);
  letGo();
  await page.locator('#gallery[aria-busy="false"]').waitFor();
  await expect.poll(said).toBe(`sample-dj in ${renderTypeNames.length} poses`);
  await expect.poll(() => button.isDisabled()).toBe(false);
  await expect.poll(() => page.locator('#gallery-notice').isVisible()).toBe(false);
  await expect
    .poll(() => page.locator('.pose a[href*="/sample-dj/"]').count())
    .toBe(renderTypeNames.length);
  // Each is requested once it is near, and pale until it has come.
  await expect.poll(() => poses().count()).toBeLessThan(renderTypeNames.length);
  await poses().first().scrollIntoViewIfNeeded();
  await expect.poll(() => poses().first().getAttribute('class')).not.toContain('late');
});

test('another first player takes the place of one who is waited for', async () => {
  const held: Route[] = [];
  await page.route('**/render/default/sample-chef/**', (route) => void held.push(route));
  await show('sample-chef');
  await page.locator('#gallery[aria-busy="true"]').waitFor();
  await handsOn(page).redraws(() => handsOn(page).name(1, 'sample-ghost'));
  await expect.poll(() => page.locator('#gallery-player').inputValue()).toBe('sample-ghost');
  await expect.poll(() => page.locator('#gallery').getAttribute('aria-busy')).toBe('false');
  await expect.poll(() => page.locator('#gallery-notice').isVisible()).toBe(false);
  const button = page.getByRole('button', { name: 'Show poses' });
  await expect.poll(() => button.isDisabled()).toBe(false);
  await Promise.all(held.map((route) => route.abort().catch(() => {})));
  await page.unroute('**/render/default/sample-chef/**');
});

test('the second layer can be raised, and is not requested before', async () => {
  // How it is drawn is tested elsewhere, and takes long.
  await page.route(/overlay=raised/, (route) =>
    route.continue({ url: route.request().url().replace('overlay=raised', 'overlay=flat') }),
  );
  const raised: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('overlay=raised')) raised.push(request.url());
  });
  await show('sample-dj');
  await poses().first().waitFor();
  expect(raised).toEqual([]);
  await page.locator('#gallery-overlay').selectOption('raised');
  const shown = page.locator('.pose img[src*="overlay=raised&"]');
  await shown.first().waitFor();
  await expect
    .poll(() => page.locator('.pose a[href*="overlay=raised"]').count())
    .toBe(renderTypeNames.length);
  const link = page.locator('[data-pose="cheering"] a');
  await expect
    .poll(() => link.getAttribute('href'))
    .toMatch(/\/render\/cheering\/sample-dj\/full\?overlay=raised$/);
  await page.locator('#gallery-overlay').selectOption('flat');
  await page.locator('.pose img[src*="full?height"]').first().waitFor();
  await expect.poll(() => link.getAttribute('href')).toMatch(/\/full$/);
});

test('poses can be filtered by kind', async () => {
  const shown = () => page.locator('.pose:visible');
  await page.getByRole('button', { name: 'Silly' }).click();
  const silly = await shown().count();
  expect(silly).toBeGreaterThan(2);
  await expect.poll(() => page.locator('[data-pose="facepalm"]').isVisible()).toBe(true);
  await expect.poll(() => page.locator('[data-pose="default"]').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Action' }).click();
  await expect.poll(() => page.locator('[data-pose="facepalm"]').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(() => shown().count()).toBe(renderTypeNames.length);
  await expect
    .poll(() => page.locator('[data-pose="facepalm"] .line').textContent())
    .toBe('When the creeper was your fault.');
});

test('a pose is applied on the stage, and its link is copied, with the current player', async () => {
  await show('sample-dj');
  await poses().first().waitFor();
  const cheering = page.locator('[data-pose="cheering"]');
  await cheering.getByRole('button', { name: /^Copy image link/ }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`${world.origin}/api/blockgame/render/cheering/sample-dj/full`);
  await cheering.getByRole('button', { name: /^Use/ }).click();
  await page.locator('#share-url', { hasText: 'render_type=cheering' }).waitFor();
});

test('a click on a picture applies its pose and says so; with Ctrl it opens the link', async () => {
  const cheering = page.locator('[data-pose="cheering"] a');
  await cheering.click();
  await page.locator('.toast', { hasText: 'Pose: Cheering' }).waitFor();
  await page.locator('#share-url', { hasText: 'render_type=cheering' }).waitFor();
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    cheering.click({ modifiers: ['Control'] }),
  ]);
  await opened.waitForURL(/render\/cheering\//);
  await opened.close();
});

test('a figure turns while the mouse is over it, with a single request', async () => {
  const moving = await world.newPage({ reducedMotion: 'no-preference' });
  let asked = 0;
  moving.on('request', (request) => {
    if (request.url().includes('yaw.1=45')) asked += 1;
  });
  // A row that does not move by itself.
  await moving.goto(plainRow);
  await handsOn(moving).settled();
  const pose = moving.locator('[data-pose="walking"] a');
  await pose.scrollIntoViewIfNeeded();
  // While pictures still arrive, it may move away from under the mouse.
  const hover = async (): Promise<boolean> => {
    await moving.mouse.move(0, 0);
    asked = 0;
    await pose.hover();
    const canvas = pose.locator('canvas');
    return canvas.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(hover).toBe(true);
  const frame = () =>
    pose
      .locator('canvas')
      .evaluate((canvas) => String(Reflect.apply(Reflect.get(canvas, 'toDataURL'), canvas, [])));
  const first = await frame();
  await expect.poll(frame).not.toBe(first);
  expect(asked).toBe(1);
  await moving.mouse.move(0, 0);
  await pose.locator('canvas').waitFor({ state: 'detached' });
  expect(moving.mishaps).toEqual([]);
  await moving.context().close();
});
