import type { Locator } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';

// One console for all tests: each opens the operations that it needs.

const desk = { width: 1280, height: 1000 };
const phone = { width: 390, height: 844 };
const world = await openBrowserWorld();
const page = await world.newPage({ viewport: desk });
await page.goto('/docs/console');

afterEach(async () => {
  expect(page.mishaps).toEqual([]);
  // With each press everything that is open is rendered anew.
  const open = page.locator('.opblock.is-open .opblock-summary-control');
  while ((await open.count()) > 0) await open.first().click();
});

afterAll(() => world.close());

/** An operation, unfolded. */
async function opened(id: string): Promise<Locator> {
  const operation = page.locator(`#operations-${id}`);
  await operation.locator('.opblock-summary').waitFor();
  const isOpen = await operation.evaluate(({ classList }) => classList.contains('is-open'));
  if (!isOpen) await operation.locator('.opblock-summary').click();
  await operation.locator('.responses-table').last().waitFor();
  return operation;
}

const whole = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colours = { runOnly: ['color-contrast'] };
const isDark = `document.documentElement.classList.contains('dark-mode')`;

test('the folded console is accessible on a desk and a phone, in light and dark', async () => {
  await page.locator('.opblock-summary').last().waitFor();
  expect(await findBarriers(page, { runOnly: whole })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(isDark)).toBe(true);
  expect(await findBarriers(page, colours)).toEqual([]);
  await page.setViewportSize(phone);
  // What depends on room, of all that axe looks for.
  const roomy = ['target-size', 'scrollable-region-focusable'];
  expect(await findBarriers(page, { runOnly: roomy })).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  await page.setViewportSize(desk);
});

test('Swagger UI executes a composition and shows the picture', async () => {
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

test('open operations are readable, in light and dark, and not squeezed on a phone', async () => {
  const answered = await opened('Player_profiles-getPlayer');
  await answered.getByRole('button', { name: 'Execute' }).click();
  await answered.locator('.live-responses-table', { hasText: 'sample-librarian' }).waitFor();
  const bodied = await opened('Many_players-getPlayers');
  const body = bodied.locator('.opblock-section-request-body');
  await body.locator('.tablinks', { hasText: 'Schema' }).click();
  await body.getByRole('button', { name: 'Expand all' }).first().click();
  await body.locator('.json-schema-2020-12-property').first().waitFor();
  const operations = [
    '#operations-Player_profiles-getPlayer',
    '#operations-Many_players-getPlayers',
  ] as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate(isDark)).toBe(colorScheme === 'dark');
    for (const include of operations) {
      expect(await findBarriers(page, { ...colours, include })).toEqual([]);
    }
  }
  const without = colours.runOnly;
  expect(await findBarriers(page, { runOnly: whole, without, include: operations[1] })).toEqual([]);
  await expect.poll(() => page.locator('main').count()).toBe(1);
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
});
