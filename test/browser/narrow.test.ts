import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';
import { cut, sideways, withFonts } from '../support/overflow.ts';

// The important pages where there is little room, on paper, and in the reader's own colours. In
// Portuguese: its words are the longest.

const world = await openBrowserWorld();
const page: WatchedPage = await world.newPage();
const paths = ['/', '/docs', '/docs/composition', '/docs/scenes', '/docs/limits', '/nope'];

afterAll(() => world.close());

async function open(path: string): Promise<void> {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=pt`);
  await page.locator('.tabs.ready, h1').first().waitFor();
  await page.evaluate(withFonts);
}

test('the current page is visible in the navigation', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open('/docs/limits');
  const edges = async () => {
    const { x = -1, width = 0 } = (await page.locator('.side [aria-current]').boundingBox()) ?? {};
    return { left: x, right: x + width };
  };
  // The script scrolls it into view.
  await expect.poll(async () => (await edges()).left).toBeGreaterThanOrEqual(0);
  expect((await edges()).right).toBeLessThanOrEqual(320);
  expect(await page.evaluate('scrollY')).toBe(0);
});

test('a field is beside its label, however wide the page is', async () => {
  await open('/');
  for (let width = 320; width <= 640; width += 40) {
    await page.setViewportSize({ width, height: 640 });
    const apart = await page.evaluate(`['gallery-player', 'gallery-overlay'].filter((id) => {
      const field = document.getElementById(id).getBoundingClientRect();
      const label = document.querySelector('label[for=' + id + ']').getBoundingClientRect();
      return label.bottom <= field.top || label.top >= field.bottom;
    })`);
    expect([width, apart]).toEqual([width, []]);
  }
});

/** Small screens, and a laptop of 1280 × 720 at 200 %. */
const screens = [
  { width: 320, height: 640 },
  { width: 640, height: 360 },
];
/** A4 at 96 dpi, without its margins. */
const paper = { width: 718, height: 1000 };

// A page is loaded once for all ways to look at it: its layout follows.
describe.each(paths)('%s', (path) => {
  beforeAll(() => open(path));

  test.each(screens)('nothing is cut off or scrolls sideways, $width px wide', async (viewport) => {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(sideways)).toEqual([0]);
    expect(await page.evaluate(cut)).toEqual([]);
  });

  test('on paper it is dark on white, without controls, and nothing is beyond the edge', async () => {
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate(sideways)).toEqual([0]);
    const styles =
      await page.evaluate(`[document.body, document.querySelector('h1'), document.querySelector('main p')]
      .map((part) => getComputedStyle(part).color)`);
    expect(new Set(Array.isArray(styles) ? styles : [])).toEqual(
      new Set(['rgb(0, 0, 0)', ...(path === '/' ? [] : ['rgb(51, 51, 51)'])]),
    );
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    const pressed = page.locator(
      'button:not([role="tab"]):visible, header nav a:visible, .side a:visible, #look:visible, .dock:visible',
    );
    expect(
      await pressed.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 90))),
    ).toEqual([]);
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  test('in forced colours, controls have an outline or a text', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ forcedColors: 'active' });
    const bare =
      await page.evaluate(`[...document.querySelectorAll('main button, main input, main select, main summary')]
      .filter((part) => part.checkVisibility() && getComputedStyle(part).opacity !== '0' && part.closest('.figures') === null)
      .filter((part) => part.textContent.trim() === '' && part.type !== 'range' && part.type !== 'checkbox')
      .filter((part) => parseFloat(getComputedStyle(part).borderTopWidth) === 0)
      .map((part) => part.outerHTML.slice(0, 90))`);
    expect(bare).toEqual([]);
    await page.emulateMedia({ forcedColors: null });
  });
});
