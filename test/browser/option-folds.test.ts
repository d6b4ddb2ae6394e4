import { afterAll, beforeEach, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';

// Reference pages of many options: short, folded by what options are about, each option found and linked to.

const laptop = { width: 1366, height: 768 };
const world = await openBrowserWorld();
const page = await world.newPage({ viewport: laptop });
const folds = page.locator('.option-folds').first();
const field = folds.getByRole('searchbox', { name: 'Find an option' });
const shownNames = `[...document.querySelectorAll('.option-folds tbody tr')]
  .filter((row) => row.checkVisibility({ contentVisibilityAuto: true }))
  .map((row) => row.id.replace('composeSkins-body-', ''))`;
afterAll(() => world.close());
beforeEach(() => page.goto('/docs/composition'));

test.each([
  ['/docs/composition', 6000],
  ['/docs/render', 6500],
  ['/docs/roblox-render-composition', 4000],
  ['/docs/server', 8500],
  ['/docs/webhook', 9000],
])('%s is at most %i pixels high on a laptop', async (path, mostPx) => {
  await page.goto(path);
  await page.evaluate('document.fonts.ready');
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(mostPx);
});

test('what is typed leaves the options that have it, and empties as it was', async () => {
  await field.fill('outline');
  await expect
    .poll(() => page.evaluate<string[]>(shownNames))
    .toEqual(['outline', 'outline_width']);
  await expect.poll(() => page.locator('#announcer').textContent()).toMatch(/^\d+ of \d+ options$/);
  await field.fill('degrees clockwise zebra');
  await folds.getByText('No option has “degrees clockwise zebra” in it.').waitFor();
  expect(await page.evaluate<string[]>(shownNames)).toEqual([]);
  await field.fill('');
  await expect.poll(() => folds.locator('details[open]').count()).toBe(0);
  await expect.poll(() => folds.locator('summary:visible').count()).toBe(6);
  expect(page.mishaps).toEqual([]);
});

test('what was open stays open after the search', async () => {
  await folds.locator('summary', { hasText: 'Names and titles' }).click();
  await field.fill('gap');
  await expect.poll(() => folds.locator('details[open]').count()).toBeLessThan(6);
  await field.fill('');
  await expect
    .poll(() => folds.locator('details[open] > summary').allTextContents())
    .toHaveLength(1);
  await folds.locator('#composeSkins-body-title').waitFor();
});

test('a link to an option unfolds it, on load and on the page', async () => {
  await page.goto('/docs/composition#composeSkins-body-title');
  const row = page.locator('#composeSkins-body-title');
  await row.waitFor();
  await expect.poll(() => row.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(700);
  // In the details of another operation, which are folded themselves.
  await page.evaluate(`location.hash = 'composeSkinsShort-query-gap'`);
  const other = page.locator('#composeSkinsShort-query-gap');
  await other.waitFor();
  await expect
    .poll(() => other.evaluate((one) => one.getBoundingClientRect().top))
    .toBeLessThan(700);
});

test('everything is to be had without a script, and nothing that needs one', async () => {
  const bare = await world.newPage({ javaScriptEnabled: false, viewport: laptop });
  await bare.goto('/docs/composition#composeSkins-body-title');
  await bare.locator('#composeSkins-body-title').waitFor();
  await expect.poll(() => bare.getByRole('searchbox').count()).toBe(0);
  await bare.getByText('Poses and motion').first().click();
  await bare.locator('#composeSkins-body-render_type').waitFor();
});
