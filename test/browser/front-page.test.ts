import { globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { fontsFolder } from '../../src/engine/text/font-files.ts';
import { launchChromium, openBrowserWorld } from '../support/browser.ts';
import { handsOn } from './composer-hands.ts';
import { renderTypeNames } from '../../src/engine/figure/render-types.ts';

// How the front page sits: below a finger, in the reader's own colours, while it loads, and without
// its script.

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const world = await openBrowserWorld();

afterAll(() => world.close());

describe('by touch', () => {
  test('fields cause no zoom, and targets are large enough', async () => {
    const page = await world.newPage({ viewport: phone, hasTouch: true, isMobile: true });
    await page.goto('/');
    await handsOn(page).settled();
    expect(await page.evaluate(`matchMedia('(pointer: coarse)').matches`)).toBe(true);
    const small = await page.evaluate(`[...document.querySelectorAll('input, select')]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map(({ outerHTML }) => outerHTML)`);
    expect(small).toEqual([]);
    const low =
      await page.evaluate(`[...document.querySelectorAll('button, select, .tool, .segments label, .button, input:not([type=checkbox], [type=range], [type=radio], [type=file])')]
      .map((part) => [part.className || part.id || part.textContent, part.getBoundingClientRect().height])
      .filter(([, height]) => height > 0 && height < 40)`);
    expect(low).toEqual([]);
    expect(page.mishaps).toEqual([]);
    await page.context().close();
  });
});

test('no field is required, and in forced colours, chosen options differ from others', async () => {
  const page = await world.newPage({ forcedColors: 'active' });
  await page.goto('/');
  await handsOn(page).settled();
  // Without the script, one is.
  await expect.poll(() => page.locator('#slots :required').count()).toBe(0);
  const colour = (selector: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
  await page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('hr'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
  })()`);
  const highlight = await colour('hr');
  const pairs = [
    ['#share [aria-selected="true"]', '#share [aria-selected="false"]'],
    ['.segments input:checked + span', '.segments input:not(:checked) + span'],
    ['nav [aria-current]', 'nav a:not([aria-current])'],
  ] as const;
  for (const [chosen, other] of pairs) {
    expect(await colour(chosen)).toBe(highlight);
    expect(await colour(other)).not.toBe(highlight);
  }
  await page.context().close();
});

describe('while it loads', () => {
  const watch = `window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });`;
  const frames = `new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`;

  test.each([
    ['desk', desk, '/'],
    ['phone', phone, '/'],
    ['desk, with another lineup', desk, '/?value=sample-fox&value=sample-dj'],
  ] as const)('the layout hardly shifts: %s', async (_, viewport, path) => {
    const page = await world.newPage({ viewport });
    await page.addInitScript(watch);
    // The picture comes only after the rest has been painted.
    let letGo: () => void = () => {};
    const painted = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/composition?*', async (route) => {
      await painted;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.locator('#add').waitFor();
    await page.evaluate(frames);
    letGo();
    await page.locator('#picture[src^="blob:"]').waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(frames);
    expect(await page.evaluate('window.shifted')).toBeLessThan(0.02);
    await page.context().close();
  });

  test.each([
    ['the fonts of this machine', null],
    // A family that no style sheet names, and nothing else.
    ['unknown fonts', 'latin*.otf'],
  ])('the layout hardly shifts when fonts load late: %s', async (_, fonts) => {
    const browser = fonts === null ? null : await launchChromium(fontsOnly(fonts));
    const options = { viewport: { width: 412, height: 823 }, reducedMotion: 'reduce' } as const;
    for (const path of ['/', '/docs/composition']) {
      const page =
        browser === null
          ? await world.newPage(options)
          : await browser.newPage({ baseURL: world.origin, ...options });
      await page.addInitScript(watch);
      const { promise: painted, resolve: letGo } = Promise.withResolvers<void>();
      // What answers say may need another line.
      await page.route('**/render/composition*', async (route) => {
        if (route.request().method() !== 'POST') await route.continue();
      });
      await page.route('**/*.woff2', async (route) => {
        await painted;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      if (path === '/') await page.locator('#picture[src^="blob:"]').waitFor();
      await page.evaluate(frames);
      const heightPx = await page.evaluate('document.documentElement.scrollHeight');
      letGo();
      await page.evaluate('document.fonts.ready');
      await page.evaluate(frames);
      expect(await page.evaluate('document.fonts.check("16px Nunito")')).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(heightPx);
      expect(await page.evaluate('window.shifted')).toBeLessThan(0.02);
    }
    await browser?.close();
  });
});

/** The environment of a browser that has only those fonts of the labels whose names match. */
function fontsOnly(pattern: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = fileURLToPath(fontsFolder);
  for (const name of globSync(pattern, { cwd: source })) {
    symlinkSync(join(source, name), join(folder, name));
  }
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}

test.each([
  ['desk', desk, 220_000],
  ['phone', phone, 200_000],
] as const)(
  'the first load is small with its picture, at most 24 kB of it script: %s',
  async (_, viewport, maxBytes) => {
    const page = await world.newPage({ viewport });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const paths = new Map<string, string>();
    const sentBytes = new Map<string, number>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) =>
      paths.set(requestId, new URL(request.url).pathname),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sentBytes.set(requestId, encodedDataLength),
    );
    await page.goto('/');
    await page.locator('#picture[src^="blob:"]').waitFor();
    await page.locator('.face img:not([hidden])').first().waitFor();
    await page.waitForLoadState('networkidle');
    const sum = (pattern: RegExp): number =>
      [...sentBytes]
        .filter(([id]) => pattern.test(paths.get(id) ?? ''))
        .reduce((bytes, [, more]) => bytes + more, 0);
    expect(sum(/composition/)).toBeGreaterThan(30_000);
    const script = sum(/(?:choice|base|page)\.\w+\.js$/);
    expect(script).toBeGreaterThan(10_000);
    // As gzip, which is what browsers ask for without TLS.
    expect(script).toBeLessThanOrEqual(24_000);
    expect(sum(/^/)).toBeLessThanOrEqual(maxBytes);
    expect(sum(/pose\.\w+\.js$/)).toBe(0);
    // Sheets of thumbnails come once they are near, and then whole.
    expect(sum(/(?:scenes|poses)\.\w+\.svg$/)).toBe(0);
    await page.locator('[data-option="scene"]').last().scrollIntoViewIfNeeded();
    await expect.poll(() => sum(/scenes\.\w+\.svg$/)).toBeGreaterThan(10_000);
    await page.context().close();
  },
);

test('a visit with one full scroll takes at most twelve tokens of the limit', async () => {
  const page = await world.newPage({ viewport: desk });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await handsOn(page).settled();
  await page.locator('.face img:not([hidden])').first().waitFor();
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 300) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  })()`);
  await page.locator('.live img').first().waitFor();
  const places = asked.filter((url) => url.includes('/api/') && !url.startsWith('blob:'));
  expect(places.length).toBeGreaterThan(3);
  expect(places.length).toBeLessThanOrEqual(12);
  await page.context().close();
});

describe('without its script', () => {
  test('snippets and gallery are readable, and the browser itself reports an empty field', async () => {
    const page = await world.newPage({ javaScriptEnabled: false });
    await page.goto('/');
    await expect.poll(() => page.getByRole('heading', { name: 'curl' }).count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.pose img').count()).toBe(renderTypeNames.length);
    await page.getByLabel('Player 2', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Draw it' }).click();
    await expect.poll(() => page.url()).toBe(`${world.origin}/`);
    await page.getByLabel('Player 2', { exact: true }).fill('sample-dj');
    await page.getByRole('button', { name: 'Draw it' }).click();
    await page.waitForURL('**/composition?*value=sample-dj*');
    expect((await fetch(page.url())).headers.get('content-type')).toBe('image/png');
    await page.context().close();
  });
});
