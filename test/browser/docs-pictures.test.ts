import { afterAll, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';

// Pictures of the documentation: stills until films have come, scenes that fill their place.

const laptop = { width: 1366, height: 768 };
const world = await openBrowserWorld();
afterAll(() => world.close());

const isFilm = (url: URL): boolean =>
  url.searchParams.has('motion') && !url.searchParams.has('frame');

test('motions stand still until their films have come', async () => {
  const page = await world.newPage({ viewport: laptop, reducedMotion: 'no-preference' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isFilm, async (route) => {
    await released;
    await route.continue();
  });
  // Films that are held back hold back the end of loading, too.
  await page.goto('/docs/motion', { waitUntil: 'domcontentloaded' });
  const first = page.locator('.motions img').first();
  await first.scrollIntoViewIfNeeded();
  await expect
    .poll(() => first.evaluate((image) => Reflect.get(image, 'naturalWidth')))
    .toBeGreaterThan(0);
  await expect.poll(() => first.getAttribute('src')).toContain('&frame=0');
  const stillBox = await first.boundingBox();
  release();
  await expect.poll(() => first.getAttribute('src')).not.toContain('frame=0');
  // What moves stands where the still stood.
  expect(await first.boundingBox()).toEqual(stillBox);
  expect(page.mishaps).toEqual([]);
});

test('whoever prefers less motion gets no film', async () => {
  const page = await world.newPage({ viewport: laptop });
  const films: string[] = [];
  page.on('request', (request) => {
    if (isFilm(new URL(request.url()))) films.push(request.url());
  });
  await page.goto('/docs/motion');
  await page.locator('.motions img').first().scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(films).toEqual([]);
});

test.each([laptop, { width: 390, height: 844 }])(
  'a scene fills its card on the index ($width pixels wide)',
  async (viewport) => {
    const page = await world.newPage({ viewport });
    await page.goto('/docs');
    const rest = await page.locator('.topic .live.scene').evaluateAll((places) =>
      places.map((place) => {
        const picture = place.querySelector('img');
        return place.getBoundingClientRect().width - (picture?.getBoundingClientRect().width ?? 0);
      }),
    );
    expect(rest.length).toBeGreaterThan(2);
    expect(Math.max(...rest.map(Math.abs))).toBeLessThan(1);
    await expect
      .poll(() =>
        page.locator('.topic', { hasText: 'Roblox users' }).first().locator('img').count(),
      )
      .toBe(1);
  },
);
