import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLineup } from '../../src/service/site/front/row.ts';
import { skinFile as noiseSkin } from '../support/skin-files.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { goToRow, handsOn, plainRow, skinFile } from './composer-hands.ts';

// Lineups that come from somewhere: the address of the page, its history, links by others.

const world = await openBrowserWorld();
const page = await world.newPage();
const hands = handsOn(page);

afterAll(() => world.close());

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

describe('the URL of the page', () => {
  beforeEach(() => goToRow(page, plainRow));

  test('contains a skin file too', async () => {
    await hands.redraws(() => hands.file(2).setInputFiles(skinFile));
    await expect.poll(() => page.url()).toContain('value=data:image/png%3Bbase64,');
    const address = await hands.address().textContent();
    await page.reload();
    await hands.settled();
    await expect.poll(hands.values).toEqual([...who(1), 'skin.png', ...who(3, 4, 5)]);
    await expect.poll(() => hands.label(2).inputValue()).toBe('sample-robot');
    await expect.poll(() => hands.address().textContent()).toBe(address);
  });

  test('cannot hold large files: the lineup is kept for this tab, across reload and return', async () => {
    await hands.redraws(() => page.locator('#pose').selectOption('walking'));
    await hands.redraws(() =>
      hands.file(2).setInputFiles({
        name: 'n.png',
        mimeType: 'image/png',
        buffer: noiseSkin(1, { overlay: true }),
      }),
    );
    await expect.poll(() => page.url()).toBe(`${world.origin}/`);
    const code = await page.locator('#share-curl code').textContent();
    const isAsBefore = async (): Promise<void> => {
      await page
        .locator('#share-curl code', { hasText: 'application/json' })
        .waitFor({ state: 'attached' });
      await hands.settled();
      await expect.poll(() => page.locator('#share-curl code').textContent()).toBe(code);
      await expect.poll(() => page.locator('#pose').inputValue()).toBe('walking');
      await expect.poll(hands.values).toEqual([...who(1), 'skin.png', ...who(3, 4, 5)]);
    };
    await page.reload();
    await isAsBefore();
    await page.goto('/api/templates');
    await page.goBack();
    await isAsBefore();
    // Who comes anew begins anew.
    await page.goto('/api/templates');
    await page.goto('/');
    await hands.settled();
    await expect.poll(hands.values).toEqual(who(1, 2, 3, 4, 5));
  });
});

describe('a link', () => {
  test('with any height draws that height', async () => {
    await hands.load('/?value=sample-fox&label=&height=100');
    await expect.poll(hands.size).toMatchObject({ heightPx: 100 });
    await expect.poll(() => page.getByLabel('Height in pixels').inputValue()).toBe('100');
  });

  test('with more than ten players says how many were omitted', async () => {
    await page.goto(`/?${'value=sample-fox&'.repeat(14)}`);
    await hands.notice('4 names were dropped.').waitFor();
    await hands.settled();
    await expect.poll(hands.values).toHaveLength(10);
    await expect.poll(() => page.locator('#notice').isVisible()).toBe(true);
  });

  test('with options that have no field in the form keeps them', async () => {
    await hands.load('/?value=Nobody_here&value=sample-fox&gap=7&fallback=default');
    await hands.redraws(() => page.locator('#pose').selectOption('walking'));
    await expect.poll(() => hands.address().textContent()).toMatch(/&gap=7&fallback=default$/);
    await expect.poll(() => page.url()).toContain('&gap=7&fallback=default');
  });

  test('keeps its labels at their places, the empty ones too, also after a change', async () => {
    const file = encodeURIComponent(
      `data:image/png;base64,${readFileSync(skinFile).toString('base64')}`,
    );
    for (const query of [
      `?value=sample-fox&value=${file}&value=sample-dj&label.2=Last&height=64`,
      '?value=sample-fox&value=sample-dj&value=sample-chef&label.0=&label.2=Last&height=64',
      '?value=sample-fox&value=sample-dj&label=&label=The%20King&height=64',
    ]) {
      await hands.load(`/${query}`);
      await hands.redraws(() => page.getByLabel('Height in pixels').fill('65'));
      const { items } = readLineup(query) ?? {};
      await expect.poll(() => readLineup(new URL(page.url()).search)?.items).toEqual(items);
    }
  });

  test('that can’t be drawn shows no other players', async () => {
    await page.goto('/?value=Nobody_here');
    await page.locator('.problem:visible').waitFor();
    await expect.poll(() => page.locator('#picture').isVisible()).toBe(false);
    await hands.redraws(() => hands.name(1, 'sample-fox'));
    await expect.poll(() => page.locator('#picture').isVisible()).toBe(true);
  });
});

function who(...numbers: readonly number[]): string[] {
  const names = ['astronaut', 'fox', 'princess', 'robot', 'wizard'];
  return numbers.map((number) => `sample-${names[number - 1]}`);
}
