import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { LineupError } from '../../src/common/errors/lineup-error.ts';
import { openSharedAssets } from '../support/shared-assets.ts';
import { collectRoutes } from '../../src/service/site/collect.ts';
import { addDocsRoutes } from '../../src/service/site/route.ts';
import { serverStatusRoutes } from '../../src/service/routes/server-status/route.ts';
import type { ServerStatuses } from '../../src/service/routes/server-status/service.ts';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import { addRoutes } from '../../src/service/http/define-route.ts';
import { openBrowser, type BrowserWorld } from '../support/browser.ts';

// The card of a game server on the front page. The servers are made up; the routes, their schemas
// and the page are the real ones.

const picture = readFileSync(join(import.meta.dirname, '../../samples/skins/sample-fox.png'));
const asked: string[] = [];

/** The servers below `slow.` answer only once this has been called. */
let letGo: () => void = () => {};
const released = new Promise<void>((resolve) => {
  letGo = resolve;
});

const statuses: Pick<ServerStatuses, 'describe' | 'widget'> = {
  describe: async ({ host }) => {
    if (host === '10.0.0.1') throw new LineupError('forbidden-address').at('path.host');
    if (host.startsWith('slow.')) await released;
    const players = { online: 48_213, max: 200_000, sample: [] };
    const value = Object.assign(Object.create(null), { online: true, players });
    return { cache: 'MISS', policy: 'status', value, state: value, listed: [] };
  },
  widget: async ({ edition, host }, { theme }) => {
    asked.push(`${edition} ${host} ${theme}`);
    if (host === '10.0.0.1') throw new LineupError('forbidden-address').at('path.host');
    return { etag: `"${theme}"`, cache: 'MISS', policy: 'render', bytes: picture };
  },
};

async function openWorld(): Promise<Omit<BrowserWorld, 'accounts'>> {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const routes = collectRoutes(app);
  // The page asks for nothing else.
  const servers: ServerStatuses = Object.assign(Object.create(null), statuses);
  addRoutes(app, serverStatusRoutes(servers), '');
  const assets = await openSharedAssets();
  const limits = { api: 240, webhook: 10 };
  addDocsRoutes(app, {
    routes,
    assets,
    version: '0',
    checkHost: () => {},
    publicUrl: undefined,
    samples: [],
    limits,
    settings: [],
  });
  return openBrowser(app);
}

const world = await openWorld();
const page = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });

afterAll(() => world.close());

beforeEach(async () => {
  // Not the page before once more: a history that is reloaded has kept its row.
  await page.goto('about:blank');
  await page.goto('/');
});

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

async function askFor(host: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Server address' }).fill(host);
  await page.keyboard.press('Enter');
}

test('shows a server’s card and status line, and the code to embed it', async () => {
  await askFor('play.example.net');
  const line = 'play.example.net: 48,213 of 200,000 players online';
  await page.locator('#server-text', { hasText: line }).waitFor();
  await expect.poll(() => page.locator('#server-widget').getAttribute('alt')).toBe(line);
  const base = `${world.origin}/api/blockgame/server/java/play.example.net`;
  await expect
    .poll(() => page.locator('#embed-html code').textContent())
    .toBe(
      `<a href="${world.origin}/server/java/play.example.net"><img src="${base}/widget?theme=dark&amp;max_age=60" alt="Status of play.example.net" width="64" height="64" loading="lazy"></a>`,
    );
  await expect.poll(() => page.locator('#announcer').textContent()).toBe(line);
  await expect.poll(() => page.url()).toBe(`${world.origin}/#java/play.example.net`);
  await expect.poll(() => page.locator('#server-sample').isVisible()).toBe(false);
  await page.getByRole('tab', { name: 'Status text' }).click();
  await page.locator('#server-share .panel:visible').getByRole('button').click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`${base}/status-text`);
});

test('its address, the link of its picture and that of its page are copied by one press each', async () => {
  await askFor('play.example.net');
  const copied = {
    'Copy address': 'play.example.net',
    'Copy image link': `${world.origin}/api/blockgame/server/java/play.example.net/widget?theme=dark&max_age=60`,
    'Copy page link': `${world.origin}/server/java/play.example.net`,
  };
  for (const [name, text] of Object.entries(copied)) {
    await page.locator('#server-result').getByRole('button', { name, exact: true }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text);
  }
});

test('a link to a card shows it at once', async () => {
  await page.goto('about:blank');
  await page.goto('/#bedrock/play.example.net%3A19133');
  await page.locator('#server-text', { hasText: 'play.example.net:19133' }).waitFor();
  await expect.poll(() => asked.at(-1)).toMatch(/^bedrock /);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Server address' }).inputValue())
    .toBe('play.example.net:19133');
});

test('distinguishes an unknown address from an offline server', async () => {
  await page.route('**/no.example/status', (route) =>
    route.fulfill({ json: { online: false, offline_reason: 'unknown_host' } }),
  );
  await askFor('no.example');
  await page
    .locator('#server-notice', { hasText: 'There is no such address: no.example.' })
    .waitFor();
});

test('theme and edition apply at once', async () => {
  await page.getByRole('textbox', { name: 'Server address' }).fill('play.example.net:19133');
  // Also before anybody pressed the button.
  await page.getByLabel('Card of').selectOption('bedrock');
  await expect.poll(() => asked.at(-1)).toMatch(/^bedrock /);
  await page.locator('#server-text', { hasText: 'play.example.net:19133' }).waitFor();
  await page.getByLabel('Theme').selectOption('light');
  await page.locator('#embed-html', { hasText: 'theme=light' }).waitFor({ state: 'attached' });
  await expect.poll(() => asked.at(-1)).toBe('bedrock play.example.net:19133 light');
});

test('while a server is loading, nothing of the previous one is offered for it', async () => {
  const result = page.locator('#server-result');
  const button = page.getByRole('button', { name: 'Show card', exact: true });
  await askFor('play.example.net');
  await page.locator('#server-text', { hasText: 'play' }).waitFor();
  await page.locator('#server[aria-busy="false"]').waitFor();
  await askFor('slow.example.net');
  await page.locator('#server-notice', { hasText: 'Checking slow.example.net …' }).waitFor();
  await expect
    .poll(() => page.locator('#announcer').textContent())
    .toBe('Checking slow.example.net …');
  await expect
    .poll(() => page.locator('#server[aria-busy="true"] #server-result[inert]').count())
    .toBe(1);
  await expect.poll(() => button.isDisabled()).toBe(true);
  letGo();
  await page.locator('#server-text', { hasText: 'slow' }).waitFor();
  await page.locator('#server[aria-busy="false"]').waitFor();
  await expect.poll(() => page.locator('#server-notice').isVisible()).toBe(false);
  await expect.poll(() => button.isDisabled()).toBe(false);
  await expect.poll(() => page.locator('#server-result[inert]').count()).toBe(0);
  // Refused: then there is no card, and no code of another one.
  await askFor('10.0.0.1');
  await page
    .locator('#server-notice', { hasText: 'Fetching from this address is not allowed' })
    .waitFor();
  await expect.poll(() => result.isVisible()).toBe(false);
  await expect.poll(() => button.isDisabled()).toBe(false);
});

test('a server that is loading is not waited for once its address is gone', async () => {
  const held: Route[] = [];
  await page.route('**/late.example.net/**', (route) => void held.push(route));
  await askFor('late.example.net');
  await page.locator('#server[aria-busy="true"]').waitFor();
  await expect.poll(() => held.length).toBe(2);
  await page.getByRole('textbox', { name: 'Server address' }).fill('');
  await page.getByLabel('Card of').selectOption('bedrock');
  await page.locator('#server[aria-busy="false"]').waitFor();
  await expect.poll(() => page.locator('#server-notice').isVisible()).toBe(false);
  await Promise.all(held.map((route) => route.abort().catch(() => {})));
  await page.unroute('**/late.example.net/**');
});

test('what is shown is of the kind that was asked for', async () => {
  await page.route('**/late.example.net/widget*', async (route) => {
    // Without an event, as a browser does that restores a form.
    await page.evaluate(`document.querySelector('#server-edition').value = 'bedrock'`);
    await route.continue();
  });
  await askFor('late.example.net');
  await page.locator('#server-text', { hasText: 'late.example.net' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${world.origin}/#java/late.example.net`);
  await page.unroute('**/late.example.net/widget*');
});

test('an unreachable service can be retried', async () => {
  await askFor('play.example.net');
  await page.locator('#server-text', { hasText: 'play' }).waitFor();
  await page.context().setOffline(true);
  await askFor('other.example.net');
  await page.locator('#server-notice', { hasText: 'can’t be reached' }).waitFor();
  await expect.poll(() => page.locator('#server-result').isVisible()).toBe(false);
  await page.context().setOffline(false);
  await page.locator('#server-notice').getByRole('button', { name: 'Try again' }).click();
  await page.locator('#server-text', { hasText: 'other' }).waitFor();
  await expect.poll(() => page.locator('#server-notice').isVisible()).toBe(false);
});

test('without an address it says what is missing', async () => {
  await page.getByRole('button', { name: 'Show card', exact: true }).click();
  await page.locator('#server-notice', { hasText: 'Type in the field above' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('server-host');
  await expect.poll(() => page.locator('#server').getAttribute('aria-busy')).not.toBe('true');
});

test('a service without skins has a front page too', async () => {
  await expect.poll(() => page.locator('#composer').count()).toBe(0);
  await expect
    .poll(() => page.getByRole('heading', { name: 'Who is on my server?' }).count())
    .toBe(1);
});
