import { hash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';
import { cut, sideways, withFonts } from '../support/overflow.ts';

// The page that turns a player, with a WebGL that the processor draws.

const world = await openBrowserWorld();
afterAll(() => world.close());

type Options = Parameters<typeof world.newPage>[0];

/**
 * A page with its model, of few pixels, as the processor draws each; without motion unless the options
 * allow it.
 */
async function openView(path: string, options: Options = {}): Promise<WatchedPage> {
  const few = { viewport: { width: 900, height: 700 }, deviceScaleFactor: 0.5 };
  const page = await world.newPage({ ...few, ...options });
  await page.goto(path);
  await page.locator('.is-3d').waitFor();
  return page;
}

/** What is on the canvas and behind it, for comparison. */
const look = async (page: WatchedPage): Promise<string> =>
  hash('sha256', await page.locator('.view-figure').screenshot());

/** Whether nothing moves. */
const isStill = async (page: WatchedPage): Promise<boolean> =>
  (await look(page)) === (await look(page));

async function expectChange(page: WatchedPage, act: () => Promise<void>): Promise<void> {
  const before = await look(page);
  await act();
  await expect.poll(() => look(page)).not.toBe(before);
}

const pressed = (page: WatchedPage) =>
  page.locator('[data-motion][aria-pressed="true"]').getAttribute('data-motion');

test('turns by dragging, wheel and keys, and goes back to how it began', async () => {
  const page = await openView('/view/sample-fox');
  const begin = await look(page);
  const canvas = page.locator('#view-canvas');
  await expect.poll(() => page.locator('#view-still').isVisible()).toBe(false);
  await expectChange(page, async () => {
    await page.mouse.move(450, 350);
    await page.mouse.down();
    await page.mouse.move(600, 350, { steps: 3 });
    await page.mouse.up();
  });
  await canvas.press('Home');
  await expect.poll(() => isStill(page)).toBe(true);
  // With the ring of the focus.
  const focused = await look(page);
  for (const key of ['ArrowLeft', 'ArrowUp', '+', 'ArrowDown', '-', 'ArrowRight']) {
    await expectChange(page, () => canvas.press(key));
  }
  await expect.poll(() => look(page)).toBe(focused);
  await expectChange(page, () => page.mouse.wheel(0, -200));
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await expect.poll(() => look(page)).toBe(begin);
  // There is nothing beyond all of it: the wheel scrolls the page.
  await page.mouse.move(450, 300);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
  expect(page.mishaps).toEqual([]);
});

test('follows the pointer that drags it, as far as keys turn it back', async () => {
  const page = await openView('/view/sample-fox');
  const canvas = page.locator('#view-canvas');
  await canvas.press('Home');
  const begin = await look(page);
  await expectChange(page, async () => {
    await page.mouse.move(450, 350);
    await page.mouse.down();
    await page.mouse.move(480, 370, { steps: 2 });
    await page.mouse.up();
  });
  for (const key of ['ArrowLeft', 'ArrowDown', 'Control+ArrowLeft']) await canvas.press(key);
  await expect.poll(() => look(page)).toBe(begin);
  expect(page.mishaps).toEqual([]);
});

test('moves as chosen, stands while paused, and goes on', async () => {
  const page = await openView('/view/sample-fox?motion=none', { reducedMotion: 'no-preference' });
  await expect.poll(() => pressed(page)).toBe('none');
  await expect.poll(() => isStill(page)).toBe(true);
  const pause = page.locator('#view-pause');
  await expect.poll(() => pause.isDisabled()).toBe(true);
  for (const name of ['Walking', 'Dancing']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => isStill(page)).toBe(false);
  }
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => isStill(page)).toBe(true);
  await page.locator('#view-canvas').press(' ');
  await expect.poll(() => isStill(page)).toBe(false);
  await page.getByRole('button', { name: 'Still', exact: true }).click();
  await expect.poll(() => isStill(page)).toBe(true);
  expect(page.mishaps).toEqual([]);
});

test('breathes by itself, unless its reader wants no motion', async () => {
  const lively = await openView('/view/sample-fox', { reducedMotion: 'no-preference' });
  await expect.poll(() => pressed(lively)).toBe('idle');
  await expect.poll(() => isStill(lively)).toBe(false);
  await lively.close();
  const calm = await openView('/view/sample-fox?motion=dance');
  await expect.poll(() => pressed(calm)).toBe('none');
  await expect.poll(() => isStill(calm)).toBe(true);
});

test.each(localeNames)('in %s it fits 320 px and has no barrier', async (locale) => {
  const viewport = { width: 320, height: 640 };
  const page = await openView(`/view/sample-fox?lang=${locale}`, { viewport });
  await page.evaluate(withFonts);
  expect(await page.evaluate(sideways)).toEqual([0]);
  expect(await page.evaluate(cut)).toEqual([]);
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
  expect(await findBarriers(page, { runOnly })).toEqual([]);
  await page.close();
});

test.each([
  ['/view/sample-fox?embed', '.is-3d', 'light', 180],
  ['/view/sample-fox?embed', '.is-3d', 'dark', 180],
  ['/live/players/sample-fox', '#live', 'dark', 70],
] as const)(
  'in a frame %s has nothing around the player, %s, %s',
  async (path, ready, scheme, playerLeft) => {
    const viewport = { width: 360, height: 480 };
    const page = await world.newPage({ viewport, colorScheme: scheme });
    const markup = `<body style="margin: 0; background: #f0f"><iframe src="${path}"
    width="360" height="480" style="border: 0; color-scheme: light"></iframe>`;
    await page.route('**/elsewhere', (route) =>
      route.fulfill({ contentType: 'text/html', body: markup }),
    );
    await page.goto('/elsewhere');
    const frame = page.frameLocator('iframe');
    await frame.locator(ready).waitFor();
    await expect.poll(() => frame.locator('header, footer, a').count()).toBe(0);
    const colourAt = async (left: number, top: number): Promise<string> => {
      const picture = sharp(await page.screenshot());
      const pixel = picture.removeAlpha().extract({ left, top, width: 1, height: 1 });
      return (await pixel.raw().toBuffer()).toString('hex');
    };
    await expect.poll(() => colourAt(playerLeft, 150)).not.toBe('ff00ff');
    for (const [left, top] of [[4, 4] as const, [355, 4] as const, [355, 150] as const]) {
      await expect.poll(() => colourAt(left, top)).toBe('ff00ff');
    }
    expect(page.mishaps).toEqual([]);
  },
);

test('without WebGL the picture stays', async () => {
  const page = await world.newPage();
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  await page.goto('/view/sample-fox');
  await page.getByText('can’t be shown in this browser').first().waitFor();
  await expect.poll(() => page.locator('#view-still').isVisible()).toBe(true);
  await expect.poll(() => page.locator('#view-bar').isVisible()).toBe(false);
  expect(page.mishaps).toEqual([]);
});

test.each([
  [404, 'There is no player with this name. Is it spelt right?'],
  [400, 'query.overlay: must be "flat".'],
  [503, 'The service is busy. Trying again in'],
])('where the model is a %i the picture stays, and the page says why', async (status, sentence) => {
  const page = await world.newPage();
  await page.route('**/api/blockgame/model/**', (route) =>
    route.fulfill({ status, json: { detail: 'query.overlay: must be "flat".' } }),
  );
  await page.goto('/view/sample-fox');
  await page.locator('#view-notice', { hasText: sentence }).waitFor();
  await expect.poll(() => page.locator('#view-still').isVisible()).toBe(true);
});

test('without a script there is the picture, and where everything is', async () => {
  const page = await world.newPage({ javaScriptEnabled: false });
  await page.goto('/view/sample-fox');
  await expect.poll(() => page.locator('#view-still').isVisible()).toBe(true);
  await expect.poll(() => page.locator('#view-bar').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Download .glb' }).waitFor();
});

test('the composer opens it for a single player, with the options of models', async () => {
  const page = await world.newPage({ viewport: { width: 1280, height: 800 } });
  const options = 'hold=sword&scene=night&render_type=crossed';
  await page.goto(`/?value=sample-fox&value=sample-dj&${options}`);
  await page.locator('form[data-ready]').waitFor();
  const link = page.getByRole('link', { name: '3D', exact: true });
  await expect.poll(() => link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Remove player 2' }).click();
  await expect
    .poll(() => link.getAttribute('href'))
    .toBe('/view/sample-fox?render_type=crossed&hold=sword');
  await link.click();
  await page.locator('.is-3d').waitFor();
  await expect.poll(() => page.locator('h1').textContent()).toBe('sample-fox');
  await page.getByRole('link', { name: 'Open in the composer' }).click();
  await page.waitForURL('**/?value=sample-fox&render_type=crossed&hold=sword');
  expect(page.mishaps).toEqual([]);
});
