import { afterAll, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';

// Language and colours: what the browser asks for, what is chosen, and what stays chosen.

const world = await openBrowserWorld();
afterAll(() => world.close());

const langOf = 'document.documentElement.lang';
const paper = 'getComputedStyle(document.body).backgroundColor';
const [light, dark] = ['rgb(251, 244, 231)', 'rgb(25, 20, 38)'];

test('a page uses the browser’s language, until another one is chosen and kept', async () => {
  const page = await world.newPage({ locale: 'pt-PT' });
  await page.goto('/?value=sample-fox&value=sample-dj&label=Ana');
  expect(await page.evaluate(langOf)).toBe('pt-BR');
  await page.locator('#picture[alt="Ana e sample-dj lado a lado"]').waitFor();
  await page.getByLabel('Jogador 2', { exact: true }).fill('sample-diver');
  await page.locator('#picture[alt="Ana e sample-diver lado a lado"]').waitFor();
  await page.locator('#preferences summary').click();
  await page.getByRole('link', { name: 'Español' }).click();
  // Whoever was typed meanwhile is still there.
  await page.locator('#picture[alt="Ana y sample-diver, uno al lado del otro"]').waitFor();
  expect(await page.evaluate(langOf)).toBe('es');
  // Links go on in it, and so does an address that names no language.
  await page.getByRole('link', { name: 'Referencia' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Referencia' }).waitFor();
  await page.goto('/docs/errors');
  await page.getByRole('heading', { level: 1, name: 'Errores' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${world.origin}/docs/errors?lang=es`);
  expect(page.mishaps).toEqual([]);
});

test('a copied link names no language', async () => {
  const page = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/sample-fox+sample-dj?lang=pt');
  await page.locator('#cast[aria-busy="false"]').waitFor();
  await page.getByRole('button', { name: 'Copiar link da página' }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`${world.origin}/sample-fox+sample-dj`);
});

test('without the script languages are links, and the colours are the system’s', async () => {
  const page = await world.newPage({ javaScriptEnabled: false, colorScheme: 'dark' });
  await page.goto('/docs/limits');
  await page.locator('#preferences summary').click();
  await expect.poll(() => page.locator('#schemes').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Português' }).click();
  await page.getByRole('heading', { level: 1, name: 'Limites e cache' }).waitFor();
  await page.locator('.top nav a').last().click();
  await page.waitForURL(`${world.origin}/docs/console?lang=pt`);
});

test('the colour scheme can differ from the system’s, is kept without a flash, and can be reset', async () => {
  const page = await world.newPage({ colorScheme: 'light' });
  await page.goto('/docs/errors');
  await page.locator('#preferences summary').click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect(await page.evaluate(paper)).toBe(dark);
  // Before the page is drawn for the first time, it is dark.
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    self.early = [document.documentElement.dataset.scheme, matchMedia('print').matches];
  })`);
  // To show all operations takes seconds.
  const json = { openapi: '3.1.0', info: { title: 'Lineup', version: '1' }, paths: {} };
  await page.route('**/openapi.json', (route) => route.fulfill({ json }));
  await page.goto('/docs/console');
  expect(await page.evaluate('self.early')).toEqual(['dark', false]);
  expect(await page.evaluate(paper)).toBe(dark);
  await expect.poll(() => page.evaluate(`document.documentElement.className`)).toContain('dark');
  // Paper is white whatever was chosen.
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(paper)).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await page.locator('#preferences summary').click();
  await page.getByRole('radio', { name: 'System' }).check();
  expect(await page.evaluate(paper)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await page.evaluate(paper)).toBe(dark);
  expect(page.mishaps).toEqual([]);
});

test('a chosen kind of code stays chosen in another language', async () => {
  const page = await world.newPage();
  await page.goto('/');
  const tab = (name: string) => page.locator('#share').getByRole('tab', { name });
  await tab('Image link').waitFor();
  await tab('Markdown').click();
  await tab('Image link').click();
  await page.goto('/?lang=pt');
  await tab('Link da imagem').waitFor();
  await expect.poll(() => tab('Link da imagem').getAttribute('aria-selected')).toBe('true');
  await tab('BBCode').click();
  await page.goto('/?lang=es');
  await tab('Enlace de la imagen').waitFor();
  await expect.poll(() => tab('BBCode').getAttribute('aria-selected')).toBe('true');
  await page.context().close();
});

test('English parts of a page in another language are marked as English', async () => {
  const page = await world.newPage();
  for (const path of ['/docs/render?lang=es', '/docs/limits?lang=pt']) {
    await page.goto(path);
    const stray = await page.evaluate(`[...document.querySelectorAll('main *')]
      .filter((part) => [...part.childNodes].some((node) =>
        node.nodeType === 3 && /\\b(the|and|with|which|every|where)\\b/i.test(node.data)))
      .filter((part) => !part.closest('[lang="en"], code, pre, [aria-current]'))
      .map(({ textContent }) => textContent.trim().slice(0, 80))`);
    expect(stray, path).toEqual([]);
  }
  await page.context().close();
});

/** What moves: animations and transitions that last, and pictures that do not stand still. */
const moving = `[
  ...document.getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && Number(effect.getComputedTiming().duration) > 1)
    .map(({ effect }) => effect.target.outerHTML.slice(0, 90)),
  ...[...document.images].map(({ currentSrc }) => currentSrc)
    .filter((src) => /[?&]motion=(?!none)/.test(src) && !/[?&]frame=/.test(src)),
]`;

test('nothing moves for whoever wants less motion', async () => {
  const page = await world.newPage({ reducedMotion: 'reduce' });
  for (const path of ['/', '/docs/motion', '/server/java/offline.invalid']) {
    await page.goto(path);
    await page.locator('main :is(h1, h2)').first().waitFor();
    const seen = await page.evaluate<string[]>(`(async () => {
      const seen = [];
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        seen.push(...${moving});
      }
      return seen;
    })()`);
    expect(seen, path).toEqual([]);
  }
  await page.context().close();
});
