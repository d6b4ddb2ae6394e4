import type { HttpServer } from '../../src/service/http/server.ts';
import { openBrowser, type WatchedPage } from '../../test/support/browser.ts';

/** Chromium's "Slow 4G" and a processor slowed down four times. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  reducedMotion: 'no-preference',
  hasTouch: true,
} as const;
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 675_000 / 8,
};
const cpuSlowdown = 4;

/** Measurements of the first visit of the front page. */
export type FirstLoad = {
  readonly sentBytes: number;
  /** Time and element of the largest contentful paint. */
  readonly lcpMs: number;
  readonly element: string;
  /** Cumulative layout shift. */
  readonly shift: number;
};

/** Loads the front page for the first time, on a slow phone. Closes the app. */
export async function firstLoad(app: HttpServer): Promise<FirstLoad> {
  const browser = await openBrowser(app);
  try {
    return await visit(await browser.newPage(phone));
  } finally {
    await browser.close();
  }
}

async function visit(page: WatchedPage): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page);
  let sentBytes = 0;
  // The animation of the opening comes after the first load, on a fast machine within the same second.
  const animations = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/[?&]motion=/.test(request.url)) animations.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!animations.has(requestId)) sentBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(`self.seen = { shift: 0 };
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
      .observe({ type, buffered: true });
    watch('layout-shift', ({ value, hadRecentInput }) => (self.seen.shift += hadRecentInput ? 0 : value));
    watch('largest-contentful-paint', ({ startTime, element }) => {
      self.seen.lcpMs = startTime;
      self.seen.element = element ? (element.id || element.tagName.toLowerCase()) : '';
    });`);
  await page.goto('/');
  await page.locator('#picture[src^="blob:"]').waitFor();
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate<Omit<FirstLoad, 'sentBytes'>>('self.seen');
  return { ...seen, sentBytes };
}
