import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld } from '../support/browser.ts';

// Operations of the console: Execute in sight once they are open, options added and removed.

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly object[];
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const laptop = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };
const world = await openBrowserWorld();
const page = await world.newPage({ viewport: laptop });
await page.goto('/healthz');
type Whole = { readonly paths: Paths; readonly components: { readonly parameters: object } };
const whole = await page.evaluate<Whole>(`fetch('/openapi.json').then((answer) => answer.json())`);

// Swagger UI reads and shows the whole document anew for each operation that is opened, which takes seconds:
// here it is one of a few operations, without named schemas and what may come back. Opened are all that have
// many parameters, and one of each kind.
const responses = { 200: { description: 'The response.' } };
const kinds = new Set<string>();
const chosen = Object.entries(whole.paths).flatMap(([path, methods]) => {
  const some = Object.entries(methods).flatMap(([method, operation]) => {
    const kind = operation.tags.join();
    if (kinds.has(kind) && operation.parameters.length < 10) return [];
    kinds.add(kind);
    return [[method, { ...operation, responses }] as const];
  });
  return some.length === 0 ? [] : [[path, Object.fromEntries(some)] as const];
});
const { parameters } = whole.components;
afterAll(() => world.close());

/** Opens the console of some operations. */
async function show(some: typeof chosen): Promise<void> {
  const paths = Object.fromEntries(some);
  const json = JSON.stringify({ ...whole, paths, components: { parameters } }).replaceAll(
    /\{"\$ref":"#\/components\/schemas\/\w+"\}/g,
    '{"type":"object"}',
  );
  await page.route('**/openapi.json', (route) => route.fulfill({ body: json }), { times: 1 });
  await page.goto('/docs/console');
}

const idsOf = (some: typeof chosen): string[] =>
  some.flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));

const having = (...ids: readonly string[]) =>
  chosen.filter((one) => idsOf([one]).some((id) => ids.includes(id)));

/** Enough for more than a screen of them. */
const atOnce = 5;
const consoles = Array.from({ length: Math.ceil(chosen.length / atOnce) }, (_, index) =>
  chosen.slice(index * atOnce, (index + 1) * atOnce),
);

async function opened(id: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${id}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.execute').waitFor();
  return operation;
}

const close = (operation: Locator): Promise<void> =>
  operation.locator('.opblock-summary-control').click();

/** What of it is not in sight as a whole, or has something over it. */
const unseen = (operation: Locator): Promise<string[]> =>
  operation.evaluate((root) =>
    ['.opblock-summary-control', '.execute'].filter((selector) => {
      const part = root.querySelector(selector);
      if (part === null) return true;
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const over = part.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return !(
        top >= 0 &&
        bottom <= part.ownerDocument.documentElement.clientHeight &&
        part.contains(over)
      );
    }),
  );

test('the operations are those of the service', () => {
  expect(idsOf(chosen).length).toBeGreaterThan(20);
});

test.each(consoles.map((some) => [idsOf(some).join(), some] as const))(
  'Execute is in sight once an operation is open, on a laptop and a phone: %s',
  async (_, some) => {
    await show(some);
    for (const viewport of [laptop, phone]) {
      await page.setViewportSize(viewport);
      for (const id of idsOf(some)) {
        const operation = await opened(id);
        await expect.poll(() => unseen(operation), { message: id }).toEqual([]);
        await close(operation);
      }
    }
    expect(page.mishaps).toEqual([]);
  },
);

test('an option is found, added, sent and removed, with the keyboard alone', async () => {
  await page.setViewportSize(laptop);
  await show(having('composeSkinsShort', 'renderPlayer'));
  const operation = await opened('composeSkinsShort');
  const rows = operation.locator('tr[data-param-name]');
  const names = (): Promise<(string | null)[]> =>
    rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-param-name')));
  // What it needs, and what its example has.
  expect(await names()).toEqual(['players', 'scene', 'facing', 'title']);
  await operation.locator('.add-option > summary').press('Enter');
  await expect
    .poll(() => page.evaluate(`document.activeElement.getAttribute('aria-label')`))
    .toBe('Find an option');
  expect(await findBarriers(page, { runOnly: standards, include: '.opblock.is-open' })).toEqual([]);
  await page.keyboard.type('subtit');
  await operation
    .getByRole('status')
    .getByText(/^2 of \d+ options$/)
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  // The focus is in its field, and Execute still in sight.
  await expect
    .poll(() => page.evaluate(`document.activeElement.getAttribute('aria-label')`))
    .toBe('subtitle');
  expect(await names()).toEqual(['players', 'scene', 'facing', 'title', 'subtitle']);
  await page.keyboard.type('All of us');
  await expect.poll(() => unseen(operation)).not.toContain('.execute');
  await operation.getByRole('button', { name: 'Remove title' }).press('Enter');
  await expect.poll(names).toEqual(['players', 'scene', 'facing', 'subtitle']);
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toMatch(/^Add an option/);
  await operation.locator('.execute').press('Enter');
  const url = operation.locator('.request-url pre');
  await expect.poll(() => url.textContent()).toContain('facing=centre&subtitle=All%20of%20us');
  await expect.poll(() => url.textContent()).not.toContain('&title=');
  // What came back is in sight.
  const picture = operation.locator('.live-response img');
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image) => image.getBoundingClientRect().top))
    .toBeLessThan(laptop.height);
  expect(page.mishaps).toEqual([]);
  await close(operation);
});

test('arrow keys go through the options, and Escape leaves them', async () => {
  const operation = await opened('renderPlayer');
  await operation.locator('.add-option > summary').click();
  const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
  await expect.poll(() => page.evaluate(`document.activeElement.type`)).toBe('search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = operation.locator('.add-option li button').nth(1);
  await expect.poll(focused).toBe(await second.textContent());
  await page.keyboard.press('Escape');
  await expect.poll(focused).toMatch(/^Add an option/);
  await expect.poll(() => second.isVisible()).toBe(false);
  await close(operation);
});
