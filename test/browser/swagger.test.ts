import type { Locator } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { renderTypeNames } from '../../src/engine/figure/render-types.ts';

// Swagger UI reads the whole document anew for each operation that is opened, which takes seconds. So the
// whole of it is shown once; all else is looked at in a console of the few operations that are opened.

const desk = { width: 1280, height: 1000 };
const phone = { width: 390, height: 844 };
const world = await openBrowserWorld();
const page = await world.newPage({ viewport: desk });
await page.goto('/healthz');
type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const whole = await page.evaluate<{ readonly paths: Paths }>(
  `fetch('/openapi.json').then((answer) => answer.json())`,
);
const few = Object.fromEntries(
  [
    '/api/blockgame/render/composition',
    '/api/blockgame/render/{render_type}/{player}/{crop}',
    '/api/blockgame/player/{player}',
    '/api/blockgame/players',
    // Its methods are not those of the others, and have colours of their own.
    '/api/chat/webhook/{id}/{token}/messages/{message}',
  ].map((path) => [path, whole.paths[path] ?? {}]),
);
await page.route('**/openapi.json', (route) => route.fulfill({ json: { ...whole, paths: few } }));
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

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colours = { runOnly: ['color-contrast'] };
const isDark = `document.documentElement.classList.contains('dark-mode')`;

test('every operation of the whole document is listed, and fits a phone', async () => {
  const all = await world.newPage({ viewport: desk });
  await all.goto('/docs/console');
  const operations = Object.values(whole.paths).flatMap((path) => Object.keys(path));
  await expect.poll(() => all.locator('.opblock').count()).toBe(operations.length);
  await all.setViewportSize(phone);
  expect(await all.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  expect(all.mishaps).toEqual([]);
  await all.context().close();
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

test('the folded console is accessible on a desk and a phone, in light and dark', async () => {
  const methods = (paths: Paths) =>
    new Set(Object.values(paths).flatMap((path) => Object.keys(path)));
  expect(methods(few)).toEqual(methods(whole.paths));
  await page.locator('.opblock-summary').last().waitFor();
  expect(await findBarriers(page, { runOnly: standards })).toEqual([]);
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

test('executes a render by path and query, and shows the message of an error', async () => {
  const operation = await opened('Player_renders-renderPlayer');
  // Enumerated values are chosen from a list, also in the path.
  expect(await choices(operation, 'render_type')).toEqual(renderTypeNames);
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table img').waitFor();
  await operation.locator('tr[data-param-name="player"] input').fill('not a name!');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table', { hasText: '"detail"' }).waitFor();
});

/** The values that a parameter of the path is chosen from. */
async function choices(operation: Locator, name: string): Promise<string[]> {
  const list = operation.locator(`tr[data-param-name="${name}"][data-param-in="path"] option`);
  await list.first().waitFor({ state: 'attached' });
  return list.allTextContents();
}

test('open operations are readable, in light and dark, and not squeezed on a phone', async () => {
  const answered = await opened('Player_profiles-getPlayer');
  await answered.getByRole('button', { name: 'Execute' }).click();
  await answered.locator('.live-responses-table', { hasText: 'sample-librarian' }).waitFor();
  const bodied = await opened('Many_players-getPlayers');
  const body = bodied.locator('.opblock-section-request-body');
  await body.locator('.tablinks', { hasText: 'Schema' }).click();
  await body.getByRole('button', { name: 'Expand all' }).first().click();
  await body.locator('.json-schema-2020-12-property').first().waitFor();
  const include = '.opblock.is-open';
  await expect.poll(() => page.locator(include).count()).toBe(2);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => page.evaluate(isDark)).toBe(false);
  expect(await findBarriers(page, { runOnly: standards, include })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(isDark)).toBe(true);
  expect(await findBarriers(page, { ...colours, include })).toEqual([]);
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
