import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';

// A page for streams, while its server restarts and while the service is down: there is always the last
// picture, and never a word.

const world = await openBrowserWorld();
afterAll(() => world.close());

const root = join(import.meta.dirname, '../..');
/** They differ in their widths. */
const pictures = {
  online: readFileSync(join(root, 'web/art/server-card.png')),
  changed: readFileSync(join(root, 'samples/skins/sample-fox.png')),
};
const widths = { online: 600, changed: 64 };
type Shown = keyof typeof pictures;

/** What the service has to say. */
let state: { readonly shown: Shown; readonly isOnline: boolean; readonly fail?: Fail } = {
  shown: 'online',
  isOnline: true,
};
type Fail = (route: Route) => Promise<void>;
let page: WatchedPage;
let looks = 0;

beforeEach(async () => {
  state = { shown: 'online', isOnline: true };
  looks = 0;
  page = await world.newPage();
  await page.clock.install();
  await page.addInitScript(`{
    const start = self.setTimeout;
    self.planned = 0;
    self.setTimeout = (then, ms, ...rest) => {
      if (ms >= 30_000) self.planned += 1;
      return start(then, ms, ...rest);
    };
  }`);
  await page.route('**/api/**', async (route) => {
    const { shown, isOnline, fail } = state;
    const isPing = new URL(route.request().url()).pathname.endsWith('/ping');
    if (!isPing) looks++;
    if (fail !== undefined) return fail(route);
    if (isPing) return route.fulfill({ status: isOnline ? 204 : 404 });
    const headers = { etag: `"${shown}"` };
    return route.fulfill({ contentType: 'image/png', body: pictures[shown], headers });
  });
});

afterEach(async () => {
  await expect.poll(() => page.evaluate('document.body.innerText.trim()')).toBe('');
  expect(page.mishaps).toEqual([]);
  await page.context().close();
});

const width = () => page.evaluate(`document.querySelector('#live').naturalWidth`);
/** Number of looks that were planned so far. */
const planned = () => page.evaluate<number>('self.planned');
const isShown = () => page.locator('#live').isVisible();

async function open(): Promise<void> {
  await page.goto('/live/java/play.example.net');
  await expect.poll(width).toBe(widths.online);
  await expect.poll(() => looks).toBeGreaterThan(0);
  await expect.poll(planned).toBe(1);
}

/** Lets the page look this often. */
async function look(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const [before, plannedBefore] = [looks, await planned()];
    await page.clock.runFor(30_000);
    await expect.poll(() => looks).toBeGreaterThan(before);
    // It is over once the next one is planned.
    await expect.poll(planned).toBeGreaterThan(plannedBefore);
  }
}

test('while its server restarts, the last picture stays; then there is the new one', async () => {
  await open();
  await look(1);
  state = { shown: 'changed', isOnline: false };
  await look(3);
  await expect.poll(width).toBe(widths.online);
  state = { shown: 'changed', isOnline: true };
  await look(1);
  await expect.poll(width).toBe(widths.changed);
});

test('of a server that stays offline there is its picture after two minutes', async () => {
  await open();
  await look(1);
  state = { shown: 'changed', isOnline: false };
  await look(4);
  await expect.poll(width).toBe(widths.online);
  await look(2);
  await expect.poll(width).toBe(widths.changed);
});

test.each<[string, Fail]>([
  ['cannot be reached', (route) => route.abort()],
  ['is overloaded', (route) => route.fulfill({ status: 503, json: { detail: 'Overloaded.' } })],
  ['has no more turns', (route) => route.fulfill({ status: 429, json: { detail: 'Too many.' } })],
  ['is a page of a proxy', (route) => route.fulfill({ contentType: 'text/html', body: 'Sorry' })],
])('while the service %s, the last picture stays', async (_name, fail) => {
  await open();
  state = { shown: 'changed', isOnline: true, fail };
  await look(3);
  await expect.poll(width).toBe(widths.online);
  await expect.poll(isShown).toBe(true);
  state = { shown: 'changed', isOnline: true };
  await look(1);
  await expect.poll(width).toBe(widths.changed);
});

test('where the first picture is missing there is nothing, until it comes', async () => {
  state = { ...state, fail: (route) => route.abort() };
  await page.goto('/live/java/play.example.net');
  await expect.poll(isShown).toBe(false);
  await expect.poll(() => page.evaluate(`document.querySelector('#live').complete`)).toBe(true);
  state = { shown: 'online', isOnline: true };
  await look(1);
  await expect.poll(width).toBe(widths.online);
  await expect.poll(isShown).toBe(true);
});
