import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LineupError } from '../../src/errors/lineup-error.ts';
import { loadAssets } from '../../src/features/docs/assets.ts';
import { collectRoutes } from '../../src/features/docs/collect.ts';
import { addDocsRoutes } from '../../src/features/docs/route.ts';
import { addServerStatusRoutes } from '../../src/features/server-status/route.ts';
import type { ServerStatuses } from '../../src/features/server-status/service.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { openBrowser, type BrowserWorld } from '../support/browser.ts';

// The card of a game server on the front page. The servers are made up; the routes, their schemas
// and the page are the real ones.

const picture = readFileSync(join(import.meta.dirname, '../../samples/skins/sample-fox.png'));
const asked: string[] = [];
let world: Omit<BrowserWorld, 'accounts'>;

const statuses: Pick<ServerStatuses, 'text' | 'widget'> = {
  text: async ({ edition, host }) => {
    if (host === '10.0.0.1') throw new LineupError('forbidden-address').at('path.host');
    return { cache: 'MISS', value: `Online • ${host} (${edition}) • 17/60` };
  },
  widget: async ({ edition, host }, { theme }) => {
    asked.push(`${edition} ${host} ${theme}`);
    if (host === '10.0.0.1') throw new LineupError('forbidden-address').at('path.host');
    return { etag: `"${theme}"`, cache: 'MISS', isStandIn: false, png: picture };
  },
};

const unused = () => Promise.reject(new Error('the page does not ask this'));

beforeAll(async () => {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const routes = collectRoutes(app);
  addServerStatusRoutes(app, { describe: unused, icon: unused, ...statuses });
  const assets = await loadAssets();
  const limits = { api: 240, webhook: 10 };
  addDocsRoutes(app, { routes, assets, version: '0', publicUrl: undefined, samples: [], limits });
  world = await openBrowser(app);
});

afterAll(() => world.close());

test('a server is asked, its card and line are shown, and the code to embed it', async () => {
  const page = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Address' }).fill('play.example.net');
  await page.keyboard.press('Enter');
  await page.locator('#server-text', { hasText: '17/60' }).waitFor();
  expect(await page.locator('#server-widget').getAttribute('alt')).toBe(
    'Online • play.example.net (java) • 17/60',
  );
  const base = `${world.origin}/api/blockgame/server/java/play.example.net`;
  expect(await page.locator('#embed-html code').textContent()).toBe(
    `<img src="${base}/widget?theme=dark" alt="Online • play.example.net (java) • 17/60">`,
  );
  await page.getByRole('tab', { name: 'Status text' }).click();
  await page.locator('#server-share .panel:visible').getByRole('button').click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${base}/status-text`);
  expect(page.mishaps).toEqual([]);
});

test('theme and edition are taken at once', async () => {
  const page = await world.newPage();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Address' }).fill('play.example.net:19133');
  await page.getByLabel('Edition').selectOption('bedrock');
  await page.locator('#server-text', { hasText: 'bedrock' }).waitFor();
  await page.getByLabel('Theme').selectOption('light');
  await page.locator('#embed-html', { hasText: 'theme=light' }).waitFor();
  expect(asked.at(-1)).toBe('bedrock play.example.net:19133 light');
});

test('an address that may not be asked is refused in words', async () => {
  const page = await world.newPage();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Address' }).fill('10.0.0.1');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.locator('#server-notice', { hasText: 'may not be asked' }).waitFor();
  expect(await page.locator('#server-result').isVisible()).toBe(false);
});

test('a service without skins has a front page too', async () => {
  const page = await world.newPage();
  await page.goto('/');
  expect(await page.locator('#composer').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Is the server up?' }).count()).toBe(1);
  expect(page.mishaps).toEqual([]);
});
