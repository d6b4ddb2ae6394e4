import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';

// What reference pages do on a phone, while they wait for answers, past the limit, without a script.

const phone = { width: 390, height: 844 };
const composition = '/api/blockgame/render/composition/templates';

const world = await openBrowserWorld();
/** For what needs no page of its own: a new one takes nearly as long as to load another address. */
const shared = await world.newPage();
afterAll(() => world.close());
afterEach(() => shared.unrouteAll());

describe('tables on a phone', () => {
  test('each row is a block, with all allowed values visible', async () => {
    await shared.setViewportSize(phone);
    await shared.goto('/api/blockgame/render/templates');
    const hidden = await shared.evaluate<string[]>(
      `[...document.querySelectorAll('.fields :is(td, tbody th), .fields code')]
        .filter((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return left < 0 || right > innerWidth;
        })
        .map((cell) => cell.textContent)`,
    );
    expect(hidden).toEqual([]);
    const scrolling = await shared.evaluate<number>(
      `[...document.querySelectorAll('article *')].filter((element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)).length`,
    );
    expect(scrolling).toBe(0);
    // In one look, as the page may still settle.
    const [name, meaning, allowed] = await shared.evaluate<{ top: number; bottom: number }[]>(
      `[...document.querySelector('.fields tbody tr').children].map((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return { top, bottom };
      })`,
    );
    expect(meaning?.top).toBeGreaterThanOrEqual(name?.bottom ?? NaN);
    expect(allowed?.top).toBeGreaterThanOrEqual(meaning?.bottom ?? NaN);
  });

  test('it is still a table for screen readers', async () => {
    await shared.setViewportSize(phone);
    await shared.goto('/api/blockgame/server/templates');
    const table = shared.getByRole('table', { name: 'Path' }).first();
    const heads = await table.getByRole('columnheader').allTextContents();
    expect(heads.map((head) => head.trim())).toEqual(['Name', 'Meaning', 'Values']);
    const row = table.getByRole('row').nth(1);
    await expect.poll(() => row.getByRole('rowheader').textContent()).toMatch(/^\s*edition/);
    await expect.poll(() => row.getByRole('cell').count()).toBe(2);
  });
});

/** Adds up what moves by itself, from the first moment on. */
async function watchShifts(page: WatchedPage): Promise<() => Promise<number>> {
  await page.addInitScript(
    `self.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) self.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });`,
  );
  return () => page.evaluate<number>('self.shift');
}

const live = (page: WatchedPage) => page.locator('[data-live]').first();
/** It is asked once it comes into view. */
const look = (page: WatchedPage) => live(page).scrollIntoViewIfNeeded();

/** Longer than a line of a phone, in any font. */
const longPolicy = 'public, max-age=86400, stale-while-revalidate=86400, stale-if-error=86400';

/** Holds back what the examples ask for, until it is told to let it through. */
async function holdAnswers(page: WatchedPage): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/render\/composition(\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await released;
    const response = await route.fetch();
    const headers = { ...response.headers(), 'cache-control': longPolicy };
    await route.fulfill({ response, headers });
  });
  return release;
}

describe('a live example', () => {
  test.each([{ width: 1280, height: 900 }, phone])(
    'is marked busy until its response arrives, and nothing shifts then ($width pixels wide)',
    async (viewport) => {
      const page = await world.newPage({ viewport });
      const shifted = await watchShifts(page);
      const release = await holdAnswers(page);
      await page.goto(composition);
      const heightPx = async () => (await live(page).boundingBox())?.height ?? 0;
      await live(page).locator('.waiting').waitFor();
      const waitingPx = await heightPx();
      await look(page);
      await live(page).getByText('Requesting …').waitFor();
      await expect.poll(() => live(page).getAttribute('aria-busy')).toBe('true');
      release();
      await live(page).locator('img').waitFor();
      await expect.poll(() => live(page).getAttribute('aria-busy')).toBe('false');
      await expect.poll(() => live(page).getByText('Requesting …').count()).toBe(0);
      await page.waitForLoadState('networkidle');
      expect(Math.abs((await heightPx()) - waitingPx)).toBeLessThan(1);
      expect(await shifted()).toBeLessThan(0.02);
      expect(page.mishaps).toEqual([]);
    },
  );

  test('shows the remaining seconds beyond the limit, and can be retried', async () => {
    let asked = 0;
    await shared.route('**/player/sample-librarian', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const json = { detail: 'Too many requests; try again in 9 seconds.' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '9' }, json });
    });
    await shared.goto('/api/blockgame/player/templates');
    await look(shared);
    await live(shared).getByText('Too many requests; try again in 9 seconds.').waitFor();
    await live(shared).getByRole('button', { name: 'Try again' }).click();
    await live(shared).locator('pre', { hasText: 'sample-librarian' }).waitFor();
    // Its button is gone; who pressed it is not thrown back to the top.
    await expect
      .poll(() => shared.evaluate(`document.activeElement.matches('[data-live]')`))
      .toBe(true);
    expect(shared.mishaps).toEqual([]);
  });
});

describe('without JavaScript', () => {
  test('an example with a body shows its URL, and nothing stays busy', async () => {
    const page = await world.newPage({ javaScriptEnabled: false });
    await page.goto(composition);
    const picture = live(page).locator('img');
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth')))
      .toBeGreaterThan(0);
    await expect.poll(() => picture.getAttribute('src')).toContain('/render/composition?value=');
    await expect.poll(() => page.getByText('Requesting …').first().isVisible()).toBe(false);
    await page.goto('/api/blockgame/player/templates');
    await expect.poll(() => live(page).getByRole('link').isVisible()).toBe(true);
  });
});

describe('the index', () => {
  test('fills every line of its grid', async () => {
    await shared.setViewportSize({ width: 1280, height: 900 });
    await shared.goto('/api/templates');
    const ends = await shared.evaluate<number[]>(
      `[...document.querySelectorAll('.topic')]
        .map((card) => card.getBoundingClientRect())
        .filter((box, index, all) => all[index + 1] === undefined || all[index + 1].top > box.top)
        .map(({ right }) => Math.round(right))`,
    );
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(ends).size).toBe(1);
    // Each has something to show.
    const cards = shared.locator('.topic');
    await expect.poll(() => cards.locator(':is(img, pre)').count()).toBe(await cards.count());
  });
});

describe('the list of pages', () => {
  const hidden = `(() => {
    const list = document.querySelector('.side ul').getBoundingClientRect();
    return [...document.querySelectorAll('.side a')]
      .filter((link) => link.getBoundingClientRect().bottom > Math.min(list.bottom, innerHeight) + 1)
      .map((link) => link.textContent);
  })()`;

  test('is in sight as a whole on a laptop, in every language', async () => {
    await shared.setViewportSize({ width: 1366, height: 768 });
    for (const locale of localeNames) {
      await shared.goto(`/docs/limits?lang=${locale}`);
      await shared.evaluate('scrollTo(0, 300)');
      expect([locale, await shared.evaluate(hidden)]).toEqual([locale, []]);
    }
  });

  test('shows the current page where it is longer than the screen', async () => {
    await shared.setViewportSize({ width: 1366, height: 400 });
    await shared.goto('/docs/chat?lang=en');
    expect(await shared.evaluate('scrollY')).toBe(0);
    await shared.evaluate('scrollTo(0, 300)');
    expect(await shared.evaluate(hidden)).not.toContain('Discord');
  });
});
