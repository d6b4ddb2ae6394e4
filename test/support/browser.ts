import { closeWithin } from '../../src/service/process.ts';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Parts } from '../../src/service/create-app.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { findProgram, pageBrowser } from '../../scripts/requirements.ts';
import { startFakeAccountService, type FakeAccountService } from './fake-account-service.ts';
import { openApp } from './open-app.ts';

/** A page, and everything that went wrong on it so far. */
export type WatchedPage = Page & { readonly mishaps: readonly string[] };

export type BrowserWorld = {
  readonly origin: string;
  readonly accounts: FakeAccountService;
  /** A page in its own context; closed with the world. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<WatchedPage>;
  readonly close: () => Promise<void>;
};

/** Only a browser that hangs may take longer to start. */
const launchMs = 60_000;
/** Only a hanging page may exceed this; less than a test may take, so that it says which step hung. */
const stepMs = 25_000;
/**
 * The address bar's suggestion list is a separate page, which takes longer to load in each new window
 * than most of our pages; a spare renderer for each window is never used, and takes a tenth of the
 * processor time of a page. This list of disabled features replaces Playwright's, so it repeats those.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];
// Root has no sandbox; and no background request of the browser may reach another host.
const args = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  // WebGL by the processor.
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for a second or two: what would make their scripts fast comes too late, and takes a third
  // of the processor time of a search for barriers.
  '--js-flags=--always-sparkplug --no-opt --no-maglev',
];

/**
 * Clouds drift on for ever, and without a graphics card the processor composes the page anew for each
 * of their frames, which takes more of it than all else on a page. Nobody looks at them.
 */
const stillClouds = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.clouds { animation: none !important }');
  document.adoptedStyleSheets = [sheet];
}`;

/** The service on loopback, and a Chromium to open it with. */
export async function openBrowserWorld(
  settings: Record<string, string> = {},
  parts: Parts = {},
): Promise<BrowserWorld> {
  const accounts = await startFakeAccountService();
  const environment = {
    LOG_LEVEL: 'silent',
    MOJANG_API_URL: accounts.url,
    MOJANG_SESSION_URL: accounts.url,
    MOJANG_TEXTURES_URL: accounts.url,
    // Tests share one address, so one test must not use up the limit of the next.
    RATE_LIMIT_MAX: '100000',
    ...settings,
  };
  const app = await openApp(environment, { ...parts });
  const browser = await openBrowser(app);
  return {
    ...browser,
    accounts,
    close: async () => {
      await browser.close();
      await accounts.close();
    },
  };
}

/** @param env if it is not that of this process */
export function launchChromium(env?: Readonly<Record<string, string>>): Promise<Browser> {
  const executablePath = findProgram(pageBrowser.program) ?? findProgram(pageBrowser.substitute);
  if (executablePath === undefined) throw new Error(`${pageBrowser.program} is not on the path`);
  return chromium.launch({
    executablePath,
    args,
    timeout: launchMs,
    ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
  });
}

let chromiumOfProcess: Promise<Browser> | undefined;

/**
 * Starting takes longer than many tests, so all files of a process share one browser, with their own
 * contexts. It closes with the process.
 */
function launchOnce(): Promise<Browser> {
  chromiumOfProcess ??= launchChromium();
  return chromiumOfProcess;
}

/** Makes an app listen on loopback, and opens it with Chromium; closes app and pages. */
export async function openBrowser(app: HttpServer): Promise<Omit<BrowserWorld, 'accounts'>> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchOnce();
  const pages: WatchedPage[] = [];
  return {
    origin,
    newPage: async (options = {}) => {
      const page = await watchedPage(browser, origin, options);
      pages.push(page);
      return page;
    },
    close: async () => {
      await Promise.all(pages.map((page) => page.context().close()));
      // As the process itself does: it waits no longer than this.
      await closeWithin(app, { timeoutMs: 10_000, idleMs: 0 });
    },
  };
}

/** Errors on the console (the browser reports a breach of the CSP there), and foreign requests. */
async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(stepMs);
  if (options.reducedMotion === 'no-preference') await context.addInitScript(stillClouds);
  const page = await context.newPage();
  const mishaps: string[] = [];
  page.on('console', (message) => {
    // Refusals are shown to the reader; the browser's own message about them is no error.
    const isAnswer = message.text().startsWith('Failed to load resource:');
    if (message.type() === 'error' && !isAnswer) mishaps.push(message.text());
  });
  page.on('pageerror', (error) => mishaps.push(error.message));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${origin}/`) || /^(data|blob):/.test(request.url());
    if (!isOwn) mishaps.push(`foreign request: ${request.url()}`);
  });
  return Object.assign(page, { mishaps });
}
