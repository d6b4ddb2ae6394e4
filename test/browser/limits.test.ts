import { afterAll, expect, test } from 'vitest';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { renderTypeNames } from '../../src/engine/figure/render-types.ts';

// What a reader sees who has asked for more than the limit allows, with both clocks in our hands.

const clock = createFakeClock();

const world = await openBrowserWorld({ RATE_LIMIT_MAX: '60' }, { clock });

afterAll(() => world.close());

/** Takes what is left of this minute. */
async function useUp(): Promise<void> {
  for (let left = 1; left > 0;) {
    const answer = await fetch(`${world.origin}/api/nothing`);
    left = Number(answer.headers.get('x-ratelimit-remaining'));
  }
}

/** A page that has drawn what it came with, and whose clock stands still from then on. */
async function openPage(): Promise<WatchedPage> {
  const page = await world.newPage();
  await page.clock.install();
  await page.goto('/');
  await settled(page);
  await stopClock(page);
  return page;
}

const settled = (page: WatchedPage): Promise<void> =>
  page.locator('#cast[aria-busy="false"]').waitFor();

/** Stops the page's clock at a time that it has surely not reached yet. */
const stopClock = (page: WatchedPage): Promise<void> => page.clock.pauseAt(Date.now() + 60_000);

test('beyond the limit the seconds are counted down, then the picture is drawn', async () => {
  const page = await openPage();
  await useUp();
  await page.getByLabel('Player 1', { exact: true }).fill('sample-ghost');
  // As long as somebody may take for the next letter of a name.
  await page.clock.runFor(1000);
  const notice = page.locator('#notice');
  await notice
    .filter({ hasText: /Too many requests this minute. Continuing in \d+ s\./ })
    .waitFor();
  const first = Number(/\d+/.exec((await notice.textContent()) ?? '')?.[0]);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(60);
  await page.clock.runFor(3000);
  await notice.filter({ hasText: `in ${first - 3} s` }).waitFor();
  // Heard once, not every second.
  await expect.poll(() => page.locator('#announcer').textContent()).toContain(`in ${first} s`);
  await clock.advance(60_000);
  await page.clock.runFor(first * 1000);
  await page.locator('#picture[alt^="sample-ghost"]').waitFor();
  await expect.poll(() => notice.isVisible()).toBe(false);
  expect(page.mishaps).toEqual([]);
});

test('a recently drawn picture is shown beyond the limit too', async () => {
  await clock.advance(60_000);
  const page = await openPage();
  const pose = page.locator('#pose');
  const src = (): Promise<string | null> => page.locator('#picture').getAttribute('src');
  await pose.selectOption('walking');
  await page.clock.runFor(400);
  await settled(page);
  const walking = await src();
  await pose.selectOption('default');
  await page.clock.runFor(400);
  await useUp();
  await pose.selectOption('walking');
  await page.clock.runFor(400);
  await page.locator(`#picture[src="${walking}"]`).waitFor();
  await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
});

test('the gallery waits until all of its pictures are allowed', async () => {
  await clock.advance(60_000);
  const page = await openPage();
  await useUp();
  await page.locator('#gallery-player').fill('sample-dj');
  await page.getByRole('button', { name: 'Show poses' }).click();
  const notice = page.locator('#gallery-notice');
  await notice.filter({ hasText: 'Too many requests this minute. Continuing in' }).waitFor();
  await clock.advance(60_000);
  await page.clock.runFor(61_000);
  await page.locator('.pose img[src*="/sample-dj/"]').first().waitFor();
  await expect
    .poll(() => page.locator('.pose a[href*="/sample-dj/"]').count())
    .toBe(renderTypeNames.length);
});

test('a page opened beyond the limit shows no broken picture, and loads its pictures later', async () => {
  await clock.advance(60_000);
  await useUp();
  const page = await world.newPage();
  await page.clock.install();
  await page.goto('/');
  const faces = page.locator('.slot .face img');
  const broken = page.locator('.slot .face img.missing');
  const count = await faces.count();
  expect(count).toBeGreaterThan(0);
  await expect.poll(() => broken.count()).toBe(count);
  // Of a picture that is cut to nothing the browser shows no icon either.
  await expect
    .poll(() => page.evaluate(`getComputedStyle(document.querySelector('.missing')).clipPath`))
    .toBe('inset(100%)');
  // The row is requested again once this was counted down, and brings the faces.
  await page.locator('#notice', { hasText: 'Too many requests this minute' }).waitFor();
  await clock.advance(60_000);
  await page.clock.runFor(62_000);
  await expect.poll(() => broken.count()).toBe(0);
  await page.locator('#picture[src^="blob:"]').waitFor();
});
