import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { openBrowserWorld } from '../support/browser.ts';
import { withFonts } from '../support/overflow.ts';
import { handsOn, openComposer, plainRow, showRow, skinFile } from './composer-hands.ts';

// What is taken along: addresses, code, the file; and when there is nothing to take.

const { page, hands } = await openComposer({ permissions: ['clipboard-read', 'clipboard-write'] });

describe('sharing and downloading', () => {
  const codes = [
    ['Image link', /^http:\/\/127.0.0.1:\d+\/sample-astronaut\+sample-fox\+.*\.png\?label=/],
    ['curl', /^curl -sS --fail-with-body '/],
    ['JavaScript', /^const image = new Image/],
    ['Node.js', /^import \{ writeFile/],
    ['curl (Windows)', /^curl -sS --fail-with-body "http/],
    ['WordPress', /^<!-- wp:image -->/],
    ['Python', /^from urllib.error/],
    ['HTML', /^<img src="http.*width="\d+" height="\d+" loading="lazy">$/s],
    ['BBCode', /^\[img\]http.*\[\/img\]$/],
    ['Markdown', /^!\[Nova, .*\]\(http/],
  ] as const;
  test('each code is copied', async () => {
    const share = page.locator('.share');
    for (const [name, pattern] of codes) {
      await share.getByRole('tab', { name, exact: true }).click();
      await share.locator('.panel:visible').getByRole('button', { name: /^Copy/ }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(pattern);
    }
  });

  test('the copied code and the download are the picture in its usual size', async () => {
    await showRow(page, plainRow.replace('&height=64', ''));
    await hands.redraws(() => hands.name(1, 'sample-knight'));
    const url = (await hands.address().textContent()) ?? '';
    const picture = decodePng(Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect(picture.heightPx).toBeGreaterThan(512);
    const shown = await hands.size();
    // On the stage it is the same, only smaller.
    expect(shown.heightPx).toBeLessThan(picture.heightPx);
    const [ratio, whole] = [shown, picture].map(({ widthPx, heightPx }) => widthPx / heightPx);
    expect(ratio).toBeCloseTo(whole ?? 0, 1);

    const download = page.waitForEvent('download');
    await page.locator('#take').getByRole('link', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('lineup.png');
    expect(decodePng(readFileSync(await file.path()))).toEqual(picture);
  });
});

test('the picture and the link of the page are copied, and its size is shown', async () => {
  await hands.redraws(() => hands.name(1, 'sample-knight'));
  await page.locator('#take').hover();
  await page.locator('#facts-of', { hasText: /^PNG · \d+ × \d+ px · \d+ kB$/ }).waitFor();
  await page.locator('#take').getByRole('button', { name: 'Copy image', exact: true }).click();
  await page.getByText('Copied ✓').waitFor();
  const size = await page.evaluate<string>(`(async () => {
    const [item] = await navigator.clipboard.read();
    const { width, height } = await createImageBitmap(await item.getType('image/png'));
    return [width, height].join(' × ');
  })()`);
  await expect.poll(() => page.locator('#facts-of').textContent()).toContain(`PNG · ${size} px`);
  // What a button says does not push the next one from under the pointer.
  const left = () => page.evaluate(`document.querySelector('[data-act="copy-image"]').offsetLeft`);
  await page.evaluate(withFonts);
  const before = await left();
  await page.locator('#take').getByRole('button', { name: 'Copy page link' }).click();
  await page.locator('#take [data-act="copy-page-link"].done').waitFor();
  expect(await left()).toBe(before);
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
});

test('a download is not lost when the picture is measured meanwhile, in its format or another', async () => {
  let letGo: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked: string[] = [];
  const isFull = /\/composition\?value=sample-pirate&value=(?!.*format=webp)/;
  await page.route(isFull, async (route) => {
    asked.push(route.request().url());
    await released;
    await route.continue();
  });
  await hands.redraws(() => hands.name(1, 'sample-pirate'));
  await page.locator('#stage-take [data-act="download"]').click();
  await expect.poll(() => asked.length).toBe(1);
  await page.locator('#take').hover();
  await page.locator('#format').selectOption('avif');
  await expect.poll(() => asked.length).toBe(2);
  const download = page.waitForEvent('download');
  letGo();
  expect((await download).suggestedFilename()).toBe('lineup.png');
  await page.locator('#facts-of', { hasText: /^AVIF · / }).waitFor();
  await page.locator('#format').selectOption('png');
  await page.unroute(isFull);
});

test('a GIF that was chosen is no still of the next animation', async () => {
  const format = page.locator('#format');
  const motion = page.locator('[data-option="motion"]');
  await showRow(page, '/?value=sample-dj&motion=wave&height=64');
  await format.selectOption('gif');
  await motion.selectOption('none');
  await expect.poll(() => format.inputValue()).toBe('png');
  await motion.selectOption('wave');
  await expect.poll(() => format.inputValue()).toBe('webp');
  await hands.settled();
});

test('more bytes than the chosen place takes are warned of', async () => {
  const warning = page.locator('#too-large');
  const size = page.locator('[data-option="size"]');
  await page.route(/size=1280x640(?!.*format=webp)/, async (route) => {
    const answer = await route.fetch();
    // What follows the end of a PNG is no part of its picture.
    const body = Buffer.concat([await answer.body(), Buffer.alloc(1_000_000)]);
    await route.fulfill({ response: answer, body });
  });
  await hands.redraws(() => size.selectOption('1280x640'));
  await page.locator('#take').hover();
  await warning.filter({ hasText: /^GitHub.* takes at most 1 MB: choose WebP/ }).waitFor();
  await page.locator('#format').selectOption('webp');
  await warning.waitFor({ state: 'hidden' });
});

const robot = `data:image/png;base64,${readFileSync(skinFile).toString('base64')}`;
const two = 'height=64&value=sample-dj&label=Deejay&value=sample-fox';
const shown = [
  ['a row', two, 'Deejay and sample-fox side by side'],
  ['three in a row', `${two}&value=sample-chef`, 'Deejay, sample-fox and sample-chef side by side'],
  ['a crop', `${two}&crop=bust`, 'Deejay and sample-fox'],
  ['another arrangement', `${two}&arrangement=podium`, 'Deejay and sample-fox'],
  ['a scene', `${two}&scene=meadow`, 'Deejay and sample-fox, scene Meadow'],
  ['a cropped scene', `${two}&scene=meadow&crop=bust`, 'Deejay and sample-fox, scene Meadow'],
  [
    'a skin without a name',
    `value=sample-dj&value=${encodeURIComponent(robot)}`,
    'sample-dj and a skin side by side',
  ],
] as const;
test('the alternative text says what is seen', async () => {
  for (const [message, query, alt] of shown) {
    await showRow(page, `/?${query}`);
    await expect.poll(() => page.locator('#picture').getAttribute('alt'), { message }).toBe(alt);
    await expect
      .poll(() => page.locator('#share-html code').textContent(), { message })
      .toContain(` alt="${alt}"`);
  }
});

describe('what can’t be drawn', () => {
  const withheld = () => page.locator('#share[inert], #take[inert], #stage-take[inert]').count();

  test('only an unknown player: neither link nor download of the previous picture is offered', async () => {
    await hands.keepOne();
    await hands.redraws(() => hands.name(1, 'sample-knight'));
    await expect.poll(withheld).toBe(0);
    await hands.name(1, 'Nobody_here');
    await page.locator('#share[inert]').waitFor();
    await expect.poll(withheld).toBe(3);
    await page.getByText('Fix the marked players to get the link and download.').waitFor();
    await hands.redraws(() => hands.name(1, 'sample-dj'));
    await expect.poll(withheld).toBe(0);
    await expect.poll(() => page.locator('#share-hint').isVisible()).toBe(false);
    await expect.poll(() => hands.address().textContent()).toContain('/sample-dj.png?');
  });

  test('no players at all', async () => {
    await hands.keepOne();
    await page.locator('.slot .remove').click();
    await hands.notice('Add your first player.').waitFor();
    await expect.poll(withheld).toBe(3);
  });
});

test('codes contain the PUBLIC_URL of the operator', async () => {
  const named = await openBrowserWorld({ PUBLIC_URL: 'https://lineup.example' });
  const own = await named.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await own.goto('/');
  await handsOn(own).redraws(() => handsOn(own).name(1, 'sample-dj'));
  const path = 'https://lineup.example/api/blockgame/render';
  const start = 'https://lineup.example/sample-dj+sample-fox+';
  await expect.poll(() => handsOn(own).address().textContent()).toContain(start);
  await expect.poll(() => own.locator('#share-html code').textContent()).toContain(`src="${start}`);
  await own
    .locator('[data-pose="dead"]')
    .getByRole('button', { name: /^Copy image link/ })
    .click();
  await expect.poll(() => own.evaluate('navigator.clipboard.readText()')).toMatch(`${path}/dead/`);
  expect(own.mishaps).toEqual([]);
  await named.close();
});
