import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld, type BrowserWorld, type WatchedPage } from '../support/browser.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await openBrowserWorld();
});

afterAll(() => world.close());

const desk = { width: 1280, height: 1000 };
const phone = { width: 390, height: 844 };
const looks = ['light', 'dark'] as const;

describe('one console, three operations', () => {
  let page: WatchedPage;

  beforeAll(async () => {
    page = await world.newPage({ viewport: desk });
    await page.goto('/docs/console');
  });

  afterEach(() => {
    expect(page.mishaps).toEqual([]);
  });

  afterAll(() => page.context().close());

  /** An operation, unfolded. */
  async function opened(id: string): Promise<Locator> {
    const operation = page.locator(`#operations-${id}`);
    await operation.locator('.opblock-summary').waitFor();
    const isOpen = await operation.evaluate(({ classList }) => classList.contains('is-open'));
    if (!isOpen) await operation.locator('.opblock-summary').click();
    return operation;
  }

  test('Swagger UI executes a composition and shows the picture, in the reader’s colour scheme', async () => {
    const operation = await opened('Compose_skins-composeSkins');
    await operation.getByRole('button', { name: 'Execute' }).click();
    const picture = operation.locator('.live-responses-table img');
    await picture.waitFor();
    await page.waitForFunction(
      (image) => image instanceof Object && Reflect.get(image, 'naturalHeight') > 512,
      await picture.elementHandle(),
    );
    expect(
      await operation.locator('.live-responses-table .response-col_status').last().textContent(),
    ).toContain('200');
    for (const colorScheme of looks) {
      await lookIn(page, colorScheme);
    }
  });

  test('executes a render by path and query, and shows the message of an error', async () => {
    const operation = await opened('Player_renders-renderPlayer');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table img').waitFor();
    await operation.locator('tr[data-param-name="player"] input').fill('not a name!');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table', { hasText: '"detail"' }).waitFor();
  });

  test('enumerated values are chosen from a list, also in the path', async () => {
    const choices = async (id: string, name: string): Promise<string[]> => {
      const operation = await opened(id);
      const list = operation.locator(`tr[data-param-name="${name}"][data-param-in="path"] option`);
      await list.first().waitFor({ state: 'attached' });
      return list.allTextContents();
    };
    expect(await choices('Server_status-getServerStatus', 'edition')).toEqual(['java', 'bedrock']);
    expect(await choices('Player_renders-renderPlayer', 'render_type')).toContain('crossed');
  });
});

const bodied = '#operations-Discord_webhooks-editWebhookMessage';

/** In another colour scheme, once the page has followed. */
async function lookIn(page: WatchedPage, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const isDark = `document.documentElement.classList.contains('dark-mode')`;
  await expect.poll(() => page.evaluate(isDark)).toBe(colorScheme === 'dark');
}

/** Two operations open: one that is answered, and one with a body. */
async function openOperations(page: WatchedPage): Promise<void> {
  await page.goto('/docs/console');
  for (const id of ['#operations-Player_profiles-getPlayer', bodied]) {
    const operation = page.locator(id);
    await operation.locator('.opblock-summary').click();
    await operation.locator('.responses-table').last().waitFor();
  }
  const answered = page.locator('#operations-Player_profiles-getPlayer');
  await answered.getByRole('button', { name: 'Execute' }).click();
  await answered.locator('.live-responses-table', { hasText: 'sample-librarian' }).waitFor();
}

/** Shows the schema of the body in the place of its example. */
async function showSchema(page: WatchedPage): Promise<void> {
  const body = page.locator(bodied).locator('.opblock-section-request-body');
  await body.locator('.tablinks', { hasText: 'Schema' }).click();
  await body.getByRole('button', { name: 'Expand all' }).first().click();
  await body.locator('.json-schema-2020-12-property').first().waitFor();
}

test('open operations are readable, in light and dark, and not squeezed on a phone', async () => {
  const page = await world.newPage({ viewport: desk });
  await openOperations(page);
  const colours = { runOnly: ['color-contrast'] };
  for (const colorScheme of looks) {
    await lookIn(page, colorScheme);
    expect(await findBarriers(page, { ...colours, include: '.swagger-ui' })).toEqual([]);
  }
  // The whole page, with everything else folded, is looked at with the other pages.
  const whole = ['wcag2a', 'wcag2aa', 'wcag22aa', 'best-practice'];
  expect(await findBarriers(page, { runOnly: whole, include: bodied })).toEqual([]);
  expect(await page.locator('main').count()).toBe(1);
  await page.setViewportSize(phone);
  const squeezed = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.opblock-tag small, .opblock-body :is(td, .renderedMarkdown)')]
      .filter((element) => element.textContent.trim().length > 12 && element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().width < 200)
      .map((element) => element.outerHTML.slice(0, 200))`,
  );
  expect(squeezed).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  await page.setViewportSize(desk);
  await showSchema(page);
  for (const colorScheme of looks) {
    await lookIn(page, colorScheme);
    expect(await findBarriers(page, { ...colours, include: bodied })).toEqual([]);
  }
  expect(page.mishaps).toEqual([]);
  await page.context().close();
});

test('nothing shifts while it is loading', async () => {
  const page = await world.newPage({ viewport: phone });
  await page.addInitScript(
    `self.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) self.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });`,
  );
  await page.goto('/docs/console');
  await page.locator('.opblock-tag').first().waitFor();
  expect(await page.evaluate('self.shift')).toBeLessThan(0.02);
});

test('beyond the limit it explains, counts down, and continues by itself', async () => {
  const page = await world.newPage();
  await page.clock.install();
  let asked = 0;
  await page.route('**/openapi.json', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    const json = { detail: 'Too many requests; try again in 9 seconds.' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '9' }, json });
  });
  await page.goto('/docs/console');
  const notice = page.locator('#swagger-notice');
  await notice.filter({ hasText: /Too many requests this minute. Continuing in \d s\./ }).waitFor();
  expect(await page.locator('.swagger-ui').count()).toBe(0);
  await page.clock.runFor(10_000);
  await page.locator('.opblock-tag').first().waitFor();
  expect(await notice.isVisible()).toBe(false);
  expect(asked).toBe(2);
  expect(page.mishaps).toEqual([]);
});

test('if it can’t be loaded, it offers a retry', async () => {
  const page = await world.newPage();
  let asked = 0;
  await page.route('**/openapi.json', async (route) => {
    asked += 1;
    return asked > 1 ? route.continue() : route.abort();
  });
  await page.goto('/docs/console');
  await page.locator('#swagger-notice', { hasText: 'The service can’t be reached.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.opblock-tag').first().waitFor();
});
