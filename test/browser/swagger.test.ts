import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowserWorld, type BrowserWorld } from '../support/browser.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await openBrowserWorld();
});

afterAll(() => world.close());

test.each(['light', 'dark'] as const)(
  'Swagger UI (%s) executes a composition and shows the picture',
  async (colorScheme) => {
    const page = await world.newPage({ colorScheme, viewport: { width: 1280, height: 1000 } });
    await page.goto('/api/docs');
    const operation = page.locator('#operations-Compose_skins-composeSkins');
    await operation.locator('.opblock-summary').click();
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
    expect(await page.evaluate(`document.documentElement.classList.contains('dark-mode')`)).toBe(
      colorScheme === 'dark',
    );
    expect(page.mishaps).toEqual([]);
  },
);

test('a render by path and query, and an error in its own words', async () => {
  const page = await world.newPage({ viewport: { width: 1280, height: 1000 } });
  await page.goto('/api/docs');
  const operation = page.locator('#operations-Player_renders-renderPlayer');
  await operation.locator('.opblock-summary').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table img').waitFor();
  await operation.locator('tr[data-param-name="player"] input').fill('not a name!');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table', { hasText: '"detail"' }).waitFor();
  expect(page.mishaps).toEqual([]);
});
