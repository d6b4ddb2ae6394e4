import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { handsOn, stillAnimations } from './composer-hands.ts';

// What the page opens on: a scene that moves, but only for readers who want that, and not before the still
// is there.

const world = await openBrowserWorld();
const page = await world.newPage({
  viewport: { width: 1366, height: 768 },
  reducedMotion: 'no-preference',
});
const asked: string[] = [];
page.on('request', (request) => asked.push(request.url()));

beforeAll(async () => {
  await stillAnimations(page);
  await page.goto('/');
  await handsOn(page).settled();
});
afterAll(() => world.close());

test('a film of the scene replaces its still, in the same place', async () => {
  // In the layout: the picture lands on the stage with a short movement.
  const place = () =>
    page.evaluate(
      `(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
        [offsetLeft, offsetTop, offsetWidth, offsetHeight])(document.querySelector('#picture'))`,
    );
  const before = await place();
  await page.locator('#cast.playing').waitFor();
  // The small copy stays the still, which was requested first.
  const still = await page.locator('#docked').getAttribute('src');
  await expect.poll(() => page.locator('#picture').getAttribute('src')).not.toBe(still);
  expect(asked.find((url) => url.includes('/composition?'))).not.toContain('motion=');
  expect(await place()).toEqual(before);
  const animations = asked.filter((url) => url.includes('motion=idle'));
  expect(animations).toHaveLength(1);
  expect(animations[0]).toContain('render_type=varied&scene=meadow');
  // It is shown, not shared: the address is that of the still.
  await expect.poll(() => page.locator('#share-url code').textContent()).not.toContain('motion');
  expect(new URL(page.url()).search).toBe('');
});

test('links jump to players, sharing, poses, cards and the API', async () => {
  const links = page.locator('.jumps a');
  await expect
    .poll(() => links.allTextContents())
    .toEqual(['Players', 'Share', 'Poses', 'Cards', 'API']);
  for (const target of await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')),
  )) {
    await expect.poll(() => page.locator(target ?? '').count()).toBe(1);
  }
  // From the first field to the download, by keyboard.
  await page.locator('#quick').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  let tabs = 0;
  while (tabs < 20 && (await page.evaluate('document.activeElement.id')) !== 'download') {
    await page.keyboard.press('Tab');
    tabs++;
  }
  expect(tabs).toBeLessThan(12);
});

test('who wants no motion gets a still and a button', async () => {
  const calm = await world.newPage({ viewport: { width: 390, height: 844 } });
  const animations: string[] = [];
  calm.on('request', (request) => {
    if (request.url().includes('motion=')) animations.push(request.url());
  });
  await stillAnimations(calm);
  await calm.goto('/');
  await handsOn(calm).settled();
  const play = calm.locator('#play');
  await play.waitFor();
  expect(animations).toEqual([]);
  await play.click();
  await calm.locator('#cast.playing').waitFor();
  expect(animations).toHaveLength(1);
  expect(calm.mishaps).toEqual([]);
});

test('a dark page opens at night, on the grid of the page', async () => {
  const dark = await world.newPage({
    viewport: { width: 1366, height: 768 },
    colorScheme: 'dark',
  });
  const pictures: string[] = [];
  dark.on('request', (request) => {
    if (request.url().includes('render_type=varied')) pictures.push(request.url());
  });
  await dark.goto('/');
  await handsOn(dark).settled();
  await dark.locator('#picture[src^="blob:"]').waitFor();
  // As the one that the page itself brings.
  expect(new Set(pictures).size).toBe(1);
  expect(pictures[0]).toContain('scene=night');
  await expect.poll(() => dark.locator('#share-url code').textContent()).toContain('scene=night');
  expect(new URL(dark.url()).search).toBe('');
  const right = (selector: string): Promise<number> =>
    dark.evaluate(`document.querySelector('${selector}').getBoundingClientRect().right`);
  expect(Math.abs((await right('#picture')) - (await right('#bench')))).toBeLessThan(1);
  // Whoever clears the row finds the plus on the ground.
  await dark.locator('#clear').click();
  await dark.locator('.cast.empty').waitFor();
  const edges = await dark.evaluate<number[]>(`(() => {
    const cast = document.querySelector('.cast');
    const { bottom } = document.querySelector('#add-here').getBoundingClientRect();
    const groundPx = parseFloat(getComputedStyle(cast, '::before').height);
    return [bottom, cast.getBoundingClientRect().bottom - groundPx];
  })()`);
  expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 0))).toBeLessThan(12);
  expect(dark.mishaps).toEqual([]);
});
