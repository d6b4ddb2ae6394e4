import { afterAll, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';

// A page of 300 members as somebody would write it: three pictures and the places of the faces in them,
// with the usual limit, at a first visit.

const members = Array.from({ length: 300 }, (_, index) => `Member_${index}`);
const hash = 'ab'.repeat(32);

const world = await openBrowserWorld({ RATE_LIMIT_MAX: '240' });
for (const [index, name] of members.entries()) {
  const uuid = `${index.toString(16).padStart(12, '0')}41118111111111111111`;
  world.accounts.addPlayer({ name, uuid, skin: { hash } });
}
world.accounts.addTexture(hash, skinFile(1));
const page = await world.newPage();
afterAll(() => world.close());

/** A page on which one face is a window to its sheet. */
function membersPage(): string {
  const sheets = [0, 100, 200].map((start, index) => {
    const query = members.slice(start, start + 100).map((name) => `value=${name}`);
    return `.of${index} { background-image: url("/api/blockgame/render/heads.png?${query.join('&')}") }`;
  });
  const faces = members.map((name, index) => {
    const [x, y] = [index % 10, Math.floor((index % 100) / 10)];
    const place = `background-position: ${-32 * x}px ${-32 * y}px`;
    return `<i class="of${Math.floor(index / 100)}" style="${place}" title="${name}"></i>`;
  });
  const size = 'i { display: inline-block; width: 32px; height: 32px }';
  return `<!doctype html><link rel="icon" href="data:,"><style>${size}${sheets.join('')}</style>${faces.join('')}`;
}

/** Opens a page that somebody else wrote. */
async function openForeign(body: string): Promise<void> {
  await page.route('**/foreign', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/foreign');
  await page.unroute('**/foreign');
}

test('300 faces are three requests, and none is refused', async () => {
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.status());
  });
  await openForeign(membersPage());
  await expect.poll(() => answers).toEqual([200, 200, 200]);
  await expect.poll(() => page.locator('i').count()).toBe(300);
  expect(page.mishaps).toEqual([]);
  // The last face is where the page looks for it: no ground is seen through it.
  const last = await page.locator('i').last().screenshot();
  const { data } = pixelsOf(last);
  expect(data.some((value, at) => at % 4 !== 3 && value !== 255)).toBe(true);
});

test('a live page shows its picture on a transparent ground', async () => {
  await page.goto('/live/java/offline.invalid');
  const widthPx = () => page.evaluate("document.querySelector('#live').naturalWidth");
  await expect.poll(widthPx).toBe(600);
  const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(ground).toBe('rgba(0, 0, 0, 0)');
  expect(page.mishaps).toEqual([]);
});

/** A live page whose service behaves as it is told. */
async function openLive(path: string) {
  const live = await world.newPage();
  await live.clock.install();
  const told = { isDown: false, tag: '"one"', status: 200, body: skinFile(1), ping: 204 };
  let requests = 0;
  await live.route(/\/(?:widget|full)\?/, (route) => {
    requests += 1;
    if (told.isDown) return route.abort('connectionrefused');
    const { tag, status, body } = told;
    return route.fulfill({ status, headers: { etag: tag }, contentType: 'image/png', body });
  });
  await live.route('**/ping', (route) => route.fulfill({ status: told.ping }));
  const open = () => live.goto(path);
  const source = () => live.evaluate<string>("document.querySelector('#live').src");
  const look = async (): Promise<void> => {
    const before = requests;
    await live.clock.runFor(28_000);
    // Its next look is planned once the last one is over; a page of players may wait for minutes.
    const step = () => live.clock.runFor(10_000).then(() => requests);
    await expect.poll(step).toBe(before + 1);
  };
  /** Opens it, and returns the picture of its first look. */
  const begin = async (): Promise<string> => {
    await open();
    await look();
    await expect.poll(source).toMatch(/^blob:/);
    return source();
  };
  return { live, told, open, source, look, begin };
}

test('a live page shows what is new, and keeps what it has while nothing is', async () => {
  const { live, told, source, look, begin } = await openLive('/live/java/offline.invalid');
  const first = await begin();
  await look();
  expect(await source()).toBe(first);
  told.tag = '"two"';
  await look();
  await expect.poll(source).not.toBe(first);
  const second = await source();
  [told.tag, told.status] = ['"three"', 503];
  await look();
  expect(await source()).toBe(second);
  await live.close();
});

test('a live page keeps its picture while the service is down, and says nothing', async () => {
  const { live, told, source, look, begin } = await openLive('/live/java/offline.invalid');
  const first = await begin();
  told.isDown = true;
  told.tag = '"two"';
  for (let time = 0; time < 3; time += 1) await look();
  expect(await source()).toBe(first);
  // A proxy in front says that it is down, in its own way.
  [told.isDown, told.body] = [false, Buffer.from('<h1>Back soon</h1>')];
  await look();
  expect(await source()).toBe(first);
  await expect.poll(() => live.locator('#live').isVisible()).toBe(true);
  told.body = skinFile(2);
  await look();
  await expect.poll(source).not.toBe(first);
  expect(live.mishaps).toEqual([]);
  await live.close();
});

test('a live page shows nothing before there is a picture, and looks for it soon', async () => {
  const { live, told, open, look } = await openLive('/live/players/sample-fox');
  told.isDown = true;
  await open();
  await expect.poll(() => live.locator('#live').isVisible()).toBe(false);
  told.isDown = false;
  await look();
  await expect.poll(() => live.locator('#live').isVisible()).toBe(true);
  await live.close();
});

test('a live page keeps its picture while its server restarts, but not for ever', async () => {
  const { live, told, open, source, look } = await openLive('/live/java/offline.invalid');
  await open();
  await look();
  await expect.poll(source).toMatch(/^blob:/);
  const online = await source();
  Object.assign(told, { tag: '"offline"', ping: 404 });
  for (let time = 0; time < 3; time += 1) await look();
  expect(await source()).toBe(online);
  for (let time = 0; time < 3; time += 1) await look();
  await expect.poll(source).not.toBe(online);
  await live.close();
});

test('only a live page may stand in a frame', async () => {
  await openForeign(
    '<link rel="icon" href="data:,"><iframe src="/live/java/offline.invalid"></iframe><iframe src="/docs"></iframe>',
  );
  const [live, docs] = page.frames().slice(1);
  await expect.poll(() => live?.locator('#live').count()).toBe(1);
  await expect.poll(() => docs?.locator('main').count()).toBe(0);
});
