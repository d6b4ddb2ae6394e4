import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowserWorld, type BrowserWorld, type WatchedPage } from '../support/browser.ts';
import { skinFile } from '../support/skin-files.ts';

// A page of 300 members as somebody would write it: three pictures and the places of the faces in them,
// with the usual limit, at a first visit.

const members = Array.from({ length: 300 }, (_, index) => `Member_${index}`);
const hash = 'ab'.repeat(32);

let world: BrowserWorld;
let page: WatchedPage;

beforeAll(async () => {
  world = await openBrowserWorld({ RATE_LIMIT_MAX: '240' });
  for (const [index, name] of members.entries()) {
    const uuid = `${index.toString(16).padStart(12, '0')}41118111111111111111`;
    world.accounts.addPlayer({ name, uuid, skin: { hash } });
  }
  world.accounts.addTexture(hash, skinFile(1));
  page = await world.newPage();
});
afterAll(() => world.close());

test('300 faces are three requests, and none is refused', async () => {
  await page.goto('/healthz');
  const answers: { readonly url: string; readonly status: number }[] = [];
  page.on('response', (response) => {
    answers.push({ url: response.url(), status: response.status() });
  });
  const shown = await page.evaluate(async (names) => {
    const size = 32;
    const sheets = [0, 100, 200].map((start) => {
      const query = names.slice(start, start + 100).map((name) => `value=${name}`);
      return `/api/blockgame/render/heads.png?${query.join('&')}`;
    });
    const load = async (address: string): Promise<string> => {
      const answer = await fetch(address);
      return URL.createObjectURL(await answer.blob());
    };
    const urls = await Promise.all(sheets.map(load));
    for (const [index, name] of names.entries()) {
      const face = document.createElement('i');
      const [x, y] = [index % 10, Math.floor((index % 100) / 10)];
      face.title = name;
      face.style.cssText = `display:inline-block;width:${size}px;height:${size}px;background:url(${urls[Math.floor(index / 100)]}) ${-x * size}px ${-y * size}px`;
      document.body.append(face);
    }
    const pictures = await Promise.all(
      urls.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }),
    );
    return { pictures, faces: document.querySelectorAll('i').length };
  }, members);
  expect(shown).toEqual({
    pictures: [
      [320, 320],
      [320, 320],
      [320, 320],
    ],
    faces: 300,
  });
  const requests = answers.filter(({ url }) => url.includes('/api/'));
  expect(requests.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(page.mishaps).toEqual([]);
});

test('a live page shows its picture, and a new one once there is one', async () => {
  await page.goto('/live/java/offline.invalid');
  const picture = page.locator('#live');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(600);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe('rgba(0, 0, 0, 0)');
});

test('only a live page may stand in a frame', async () => {
  await page.goto('/healthz');
  const framed = (path: string) =>
    page.evaluate(async (source) => {
      const frame = document.createElement('iframe');
      frame.src = source;
      const loaded = new Promise((resolve) => {
        frame.addEventListener('load', resolve);
      });
      document.body.append(frame);
      await loaded;
      return frame.contentDocument?.querySelector('#live, main, #main') !== null;
    }, path);
  expect([await framed('/live/java/offline.invalid'), await framed('/docs')]).toEqual([
    true,
    false,
  ]);
});
