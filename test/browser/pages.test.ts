import { afterAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers.ts';
import { openBrowserWorld, type BrowserWorld, type WatchedPage } from '../support/browser.ts';

// Every page, light and dark, on a desk and on a phone.

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const world = await openBrowserWorld();
const references = await referencePaths();
const paths = ['/', '/docs', '/docs/console', '/nobody-here', ...references];

afterAll(() => world.close());

/** Every reference page, as the index names them. */
async function referencePaths(): Promise<string[]> {
  const index = await (await fetch(`${world.origin}/docs`)).text();
  return [...index.matchAll(/<h2><a href="(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
}

/** A page with all that comes only once it is looked at. */
async function open(
  path: string,
  options: Parameters<BrowserWorld['newPage']>[0],
): Promise<WatchedPage> {
  const page = await world.newPage(options);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo(0, 0);
  })()`);
  await page.waitForLoadState('networkidle');
  return page;
}

/** What axe finds serious or worse. Of Swagger UI's own parts only the colours are ours to mend. */
async function barriers(page: WatchedPage): Promise<string[]> {
  const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found = await findBarriers(page, { runOnly: standards, exclude: '.swagger-ui' });
  if ((await page.locator('.swagger-ui').count()) === 0) return found;
  const colours = { runOnly: ['color-contrast'], include: '.swagger-ui' };
  return found.concat(await findBarriers(page, colours));
}

/** Addresses of the pictures that are to be seen and are not there (yet). */
const unloaded = `[...document.images]
  .filter(({ src, hidden, complete, naturalWidth }) =>
    src !== '' && !hidden && !(complete && naturalWidth > 0))
  .map(({ src }) => src)`;

const looks = [
  { name: 'desk, light', viewport: desk, colorScheme: 'light' as const },
  { name: 'phone, dark', viewport: phone, colorScheme: 'dark' as const },
  { name: 'desk, dark', viewport: desk, colorScheme: 'dark' as const },
  { name: 'phone, light', viewport: phone, colorScheme: 'light' as const },
];
// Reference pages are all made of the same parts: the first of them has every look, each other takes
// one in turn.
const sights = paths.flatMap((path, index) => {
  const isLikeTheFirst = references.indexOf(path) > 0;
  const seen = looks.filter((_look, turn) => !isLikeTheFirst || turn === index % looks.length);
  return seen.map((look) => Object.assign({ path }, look));
});

test.each(sights)(
  '$path ($name) has no barrier, no mishap and no sideways scroll',
  async (look) => {
    const { path, viewport, colorScheme } = look;
    const page = await open(path, { viewport, colorScheme, hasTouch: viewport === phone });
    expect(await barriers(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(viewport.width);
    await expect.poll(() => page.evaluate<string[]>(unloaded), { timeout: 15_000 }).toEqual([]);
    expect(page.mishaps).toEqual([]);
    await page.context().close();
  },
);

test('the search for barriers finds one', async () => {
  const page = await open('/api/templates', {});
  await page.evaluate(`document.querySelector('h1').style.color = '#eee'`);
  await page.evaluate(`document.documentElement.removeAttribute('lang')`);
  const found = (await barriers(page)).map((line) => line.split(':')[0]);
  expect(new Set(found)).toEqual(new Set(['color-contrast', 'html-has-lang']));
});

describe('links', () => {
  test('every link of every page answers, and every anchor is there', async () => {
    const page = await world.newPage();
    const targets = new Map<string, string>();
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' });
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('body a[href], link[href]')].filter((a) => !a.closest('.swagger-ui')).map(({ href }) => href)`,
      );
      for (const link of links) targets.set(link, path);
      const lost = await page.evaluate(
        `[...document.querySelectorAll('a[href^="#"]')].filter((a) => !a.closest('.swagger-ui')).map((a) => a.getAttribute('href')).filter((id) => document.querySelector(id) === null)`,
      );
      expect(lost, path).toEqual([]);
    }
    for (const [link, path] of targets) {
      if (link.startsWith('blob:')) continue;
      expect(link.startsWith(`${world.origin}/`), `${link} on ${path}`).toBe(true);
      const answer = await fetch(link);
      expect(answer.status, `${link} on ${path}`).toBe(200);
      await answer.body?.cancel();
    }
  });
});

describe('without JavaScript', () => {
  test('the composer is a form, the snippets and the gallery can be read', async () => {
    const page = await world.newPage({ javaScriptEnabled: false });
    await page.goto('/');
    await page.getByLabel('Player 1', { exact: true }).fill('sample-ghost');
    await page.getByRole('button', { name: 'Draw it' }).click();
    expect(page.url()).toContain('/api/blockgame/render/composition?value=sample-ghost');
    expect((await fetch(page.url())).headers.get('content-type')).toBe('image/png');
    await page.goto('/');
    expect(await page.getByRole('heading', { name: 'curl' }).count()).toBeGreaterThan(0);
    expect(await page.locator('.pose img').count()).toBe(27);
  });
});

test('examples that are more than a picture are asked live', async () => {
  const page = await open('/api/blockgame/player/templates', {});
  const answer = page.locator('.live pre[aria-label]');
  await answer.waitFor();
  expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({
    name: 'sample-librarian',
  });
});

test('who chooses Python once sees Python everywhere', async () => {
  const page = await open('/api/blockgame/render/templates', {});
  await page.getByRole('tab', { name: 'Python' }).first().click();
  const shown = page.locator('.panel:visible');
  expect(await shown.count()).toBeGreaterThan(3);
  for (const panel of await shown.all()) {
    expect(await panel.getAttribute('data-tab')).toBe('Python');
  }
});

test('the gallery shows another player, and a pose is used on the stage', async () => {
  const page = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('#gallery-player').fill('sample-diver');
  await page.keyboard.press('Enter');
  await page.locator('.pose img[src*="/sample-diver/"]').first().waitFor();
  expect(await page.locator('.pose img[src*="/sample-diver/"]').count()).toBe(27);
  const cheering = page.locator('[data-pose="cheering"]');
  await cheering.getByRole('button', { name: /copy/ }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`${world.origin}/api/blockgame/render/cheering/sample-diver/full`);
  await cheering.getByRole('button', { name: /^Use/ }).click();
  await page.locator('#share-url', { hasText: 'render_type=cheering' }).waitFor();
  await page.locator('#gallery-player').fill('Nobody_at_all');
  await page.keyboard.press('Enter');
  await page.locator('#gallery-notice', { hasText: 'no player with this name' }).waitFor();
  expect(page.mishaps).toEqual([]);
});
