import { afterAll, expect, test } from 'vitest';
import { guides } from '../../src/service/site/guides/guides.ts';
import { findBarriers } from '../support/barriers.ts';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { openAllPages } from '../support/all-pages.ts';
import type { WatchedPage } from '../support/browser.ts';

// Every page that the service has, light and dark, on a desk and on a phone. The console has tests of its
// own: it takes as long as all others.

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const world = await openAllPages();
const paths = world.paths.filter((path) => path !== '/docs/console');

afterAll(() => world.close());

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

type View = {
  readonly name: string;
  readonly viewport: typeof desk;
  readonly hasTouch: boolean;
  readonly looks: readonly Scheme[];
  readonly page: WatchedPage;
};

/** Goes to a page and down to its end, so that all comes that only comes once it is looked at. */
async function visit(page: WatchedPage, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    // What is folded away is part of the page, and so is what belongs to one player.
    for (const fold of document.querySelectorAll('#pose-pictures, .reference .fold')) fold.open = true;
    document.querySelector('.slot .edit')?.click();
    const isLazy = document.querySelector('[loading="lazy"], [data-live]') !== null;
    for (let y = 0; isLazy && y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo(0, 0);
  })()`);
  await expect
    .poll(async () => {
      await page.evaluate(retry);
      return page.evaluate<string[]>(unloaded);
    })
    .toEqual([]);
}

/** On a busy machine a picture may be refused: 503, try again shortly. The page itself waits a minute. */
const retry = `for (const image of document.images) {
  if (image.classList.contains('missing')) image.src = image.src;
}`;

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colours = { runOnly: ['color-contrast'] };

const barriers = (page: WatchedPage): Promise<string[]> =>
  findBarriers(page, { runOnly: standards });

/** Addresses of the pictures that are to be seen and are not there, and examples still asked for. */
const unloaded = `[...document.images]
  .filter((image) => image.src !== '' && image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
  .filter((image) => image.closest('#editor') === null)
  .map(({ src }) => src)
  .concat([...document.querySelectorAll('[data-live]:has(.waiting)')]
    .map(({ outerHTML }) => outerHTML.slice(0, 200)))`;

// A page is the same in light and in dark but for its colours: it is loaded once for both. Those of a
// phone are the same as on a desk: one scheme will do.
const views: readonly View[] = await Promise.all(
  [
    { name: 'desk', viewport: desk, hasTouch: false, looks: schemes },
    { name: 'phone', viewport: phone, hasTouch: true, looks: ['dark'] as const },
  ].map(async (view) => Object.assign(view, { page: await world.newPage(view) })),
);
/** It has nearly every part that reference pages have, in a quarter of the elements of the largest. */
const exemplar = '/docs/chat-guild';
// Pages of the documentation are all made of the same parts: one of them has every look, each other takes
// one in turn, and so do languages. On a phone `languages.test.ts` has some in all of them.
const sights = paths.flatMap((path, index) => {
  const isLikeAnother = path.startsWith('/docs/') && path !== exemplar;
  const locale = localeNames[index % localeNames.length] ?? 'en';
  const [turn, scheme] = [index % views.length, schemes[Math.floor(index / 2) % 2] ?? 'light'];
  return views
    .filter((_view, at) => (isLikeAnother ? at === turn : at === 0 || path === exemplar))
    .map((view) => ({ ...view, path, locale, ...(isLikeAnother && { looks: [scheme] }) }));
});

test('the pages are those of the service', () => {
  expect(paths).toEqual(expect.arrayContaining(['/', '/docs/composition', ...guides.keys()]));
  expect(paths.length).toBeGreaterThan(40);
});

test.each(sights)(
  '$path ($name, $locale) is accessible, without errors and without sideways scroll',
  async ({ path, locale, page, viewport, looks: [first = 'light', other] }) => {
    const before = page.mishaps.length;
    await page.emulateMedia({ colorScheme: first });
    await visit(page, `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`);
    expect(await barriers(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(viewport.width);
    if (other !== undefined) {
      await page.emulateMedia({ colorScheme: other });
      // Scripts learn of it with the next frame, which takes a while on a busy machine.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
      expect(await findBarriers(page, colours)).toEqual([]);
    }
    expect(page.mishaps.slice(before)).toEqual([]);
  },
);

test('the accessibility check detects a barrier', async () => {
  const page = await world.newPage();
  await page.goto('/docs');
  await page.evaluate(`document.querySelector('h1').style.color = '#eee'`);
  await page.evaluate(`document.documentElement.removeAttribute('lang')`);
  const found = (await barriers(page)).map((line) => line.split(':')[0]);
  expect(new Set(found)).toEqual(new Set(['color-contrast', 'html-has-lang']));
});

test('no sheet turns a page with its device', async () => {
  const page = await world.newPage();
  const turned = () => findBarriers(page, { runOnly: ['css-orientation-lock'], preload: true });
  // Between them these have all sheets.
  for (const path of ['/docs/console', '/live/java/offline.invalid', '/view/sample-fox']) {
    await page.goto(path);
    expect(await turned()).toEqual([]);
  }
  const rule = '@media (orientation: portrait) { html { transform: rotate(90deg) } }';
  await page.evaluate(`document.styleSheets[0].insertRule('${rule}')`);
  expect(await turned()).toHaveLength(1);
});

/** What is in an attribute of a page, by all who have it. */
function attributes(markup: string, pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
}

/** Pictures of a page that differ by a name alone are drawn by one request: one of them will do. */
function kindOf({ pathname, searchParams }: URL, page: string): string {
  if (!pathname.startsWith('/api/')) return pathname;
  return [page, pathname.split('/').length, ...searchParams.keys()].join(' ');
}

test('every link of every page works, and every anchor exists', async () => {
  const targets = new Map<string, string>();
  for (const path of world.paths) {
    const answer = await fetch(`${world.origin}${path}`, { headers: { Accept: 'text/html' } });
    const markup = await answer.text();
    const ids = new Set(attributes(markup, / id="([^"]+)"/g));
    for (const link of attributes(markup, /<(?:a|link)\s[^>]*?href="([^"]+)"/g)) {
      const [page = '', anchor] = link.split('#');
      // In another language, what is no page is none either.
      if (page.startsWith('?') && !answer.ok) continue;
      if (page !== '') targets.set(page, path);
      else expect(ids, `${link} on ${path}`).toContain(anchor);
    }
  }
  expect(targets.size).toBeGreaterThan(60);
  const checked = new Set<string>();
  for (const [link, path] of targets) {
    const url = new URL(link, `${world.origin}${path}`);
    const kind = kindOf(url, path);
    if (checked.has(kind)) continue;
    checked.add(kind);
    expect(url.origin, `${link} on ${path}`).toBe(world.origin);
    const answer = await fetch(url, { method: 'HEAD' });
    expect(answer.status, `${link} on ${path}`).toBe(200);
  }
});

test('Python chosen once is shown everywhere', async () => {
  const page = await world.newPage();
  await page.goto('/docs/render');
  await page.getByRole('tab', { name: 'Python' }).first().click();
  const shown = page.locator('.panel:visible');
  await expect.poll(() => shown.count()).toBeGreaterThan(3);
  for (const panel of await shown.all()) {
    await expect.poll(() => panel.getAttribute('data-tab')).toBe('Python');
  }
});
