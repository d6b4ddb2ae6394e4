import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { findProgram, requireOrInstall } from '../../scripts/requirements.ts';
import { onOneCore } from './machine.ts';
import { median, sum } from './timing.ts';

type PeerOptions = {
  /** PNG skins, drawn in turn. */
  readonly skins: readonly Uint8Array[];
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * Called before each batch: measurements that are compared take turns, because machines vary in
   * speed.
   */
  readonly inTurn: () => Promise<void>;
};

type PeerFigures = {
  /** Of all processes of the browser, for comparison with ours. */
  readonly processorMs: number;
  /** Time that the page waits for its picture. */
  readonly clockMs: number;
};

/** Ways to encode a canvas as PNG in a page. */
const ways = ['toBlob', 'toDataURL'] as const;
type Way = (typeof ways)[number];

/** Processor time of other processes is counted in ticks of 10 ms; this many runs make them negligible. */
const runsAtOnce = 10;
const batches = 6;

/** Chromium without a GPU: SwiftShader runs WebGL on the processor. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Why the peer cannot be measured, as a line that says what to install; undefined if it can. */
export function peerProblem(): string | undefined {
  return requireOrInstall({
    program: 'chromium',
    aptPackage: 'chromium',
    purpose: 'the comparison with skinview3d',
  });
}

/**
 * Times skinview3d on one core: decoded skin to PNG bytes, inside the page, after warming up. The
 * faster of both ways to encode a canvas counts.
 */
export async function measureSkinview3d(options: PeerOptions): Promise<PeerFigures> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined) throw new Error('chromium is not on the path');
  const browser = await onOneCore(() => chromium.launch({ executablePath, args: flags }));
  try {
    return await measureIn(browser, options);
  } finally {
    await browser.close();
  }
}

async function measureIn(
  browser: Browser,
  { skins, widthPx, heightPx, inTurn }: PeerOptions,
): Promise<PeerFigures> {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  await page.setContent('<canvas></canvas>');
  const bundle = new URL('../bundles/skinview3d.bundle.js', import.meta.resolve('skinview3d'));
  await page.addScriptTag({ path: fileURLToPath(bundle) });
  const skinUrls = skins.map(
    (png) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
  );
  await page.evaluate(setUp, { skinUrls, widthPx, heightPx });
  const session = await browser.newBrowserCDPSession();
  const processorMs = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return sum(processInfo.map(({ cpuTime }) => cpuTime * 1000));
  };
  const ofWays: PeerFigures[] = [];
  for (const way of ways) {
    await page.evaluate(timeRuns, { way, runs: runsAtOnce });
    const figures: PeerFigures[] = [];
    for (let batch = 0; batch < batches; batch++) {
      await inTurn();
      const beforeMs = await processorMs();
      const clockMs = await page.evaluate(timeRuns, { way, runs: runsAtOnce });
      figures.push({ clockMs, processorMs: ((await processorMs()) - beforeMs) / runsAtOnce });
    }
    ofWays.push({
      processorMs: median(figures.map((one) => one.processorMs)),
      clockMs: median(figures.map((one) => one.clockMs)),
    });
  }
  return {
    processorMs: Math.min(...ofWays.map((one) => one.processorMs)),
    clockMs: Math.min(...ofWays.map((one) => one.clockMs)),
  };
}

/** The used part of a page; the project has no browser types. */
type Page = {
  readonly document: { querySelector(selector: string): PageCanvas };
  readonly Image: new () => { src: string; decode(): Promise<void> };
  readonly skinview3d: { readonly SkinViewer: new (options: object) => Viewer };
  scene: { readonly canvas: PageCanvas; readonly viewer: Viewer; readonly skins: unknown[] };
};
type PageCanvas = {
  toBlob(done: (blob: unknown) => void, type: string): void;
  toDataURL(type: string): string;
};
type Viewer = {
  loadSkin(image: unknown, options: { model: 'default' }): void;
  render(): void;
};

/** Runs in the page, so it may not use anything outside of itself. */
async function setUp(options: { skinUrls: string[]; widthPx: number; heightPx: number }) {
  const page: Page = Object(globalThis);
  const canvas = page.document.querySelector('canvas');
  const viewer = new page.skinview3d.SkinViewer({
    canvas,
    width: options.widthPx,
    height: options.heightPx,
    pixelRatio: 1,
    renderPaused: true,
  });
  const skins = await Promise.all(
    options.skinUrls.map(async (url) => {
      const image = new page.Image();
      image.src = url;
      await image.decode();
      return image;
    }),
  );
  page.scene = { canvas, viewer, skins };
}

/** Runs in the page, too. @returns ms per picture */
async function timeRuns({ way, runs }: { way: Way; runs: number }): Promise<number> {
  const page: Page = Object(globalThis);
  const { canvas, viewer, skins } = page.scene;
  const startMs = performance.now();
  for (let run = 0; run < runs; run++) {
    viewer.loadSkin(skins[run % skins.length], { model: 'default' });
    viewer.render();
    if (way === 'toDataURL') canvas.toDataURL('image/png');
    else {
      await new Promise((resolve) => {
        canvas.toBlob(resolve, 'image/png');
      });
    }
  }
  return (performance.now() - startMs) / runs;
}
