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

/** Ways to encode a canvas as PNG in a page, as expressions. */
const ways = [
  "new Promise((done) => canvas.toBlob(done, 'image/png'))",
  "canvas.toDataURL('image/png')",
];

/** Processor time of other processes is counted in ticks of 10 ms; this many runs make them negligible. */
const runsAtOnce = 10;
const batches = 6;

/** Beside those of Playwright, without a GPU: SwiftShader runs WebGL on the processor. */
const flags = ['--disable-gpu', '--disable-quic', '--use-gl=angle', '--use-angle=swiftshader'];

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
 * @returns ms of processor time per picture, of all processes of the browser
 */
export async function measureSkinview3d(options: PeerOptions): Promise<number> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined) throw new Error('chromium is not on the path');
  const browser = await onOneCore(() => chromium.launch({ executablePath, args: flags }));
  try {
    return await measureIn(browser, options);
  } finally {
    await browser.close();
  }
}

async function measureIn(browser: Browser, options: PeerOptions): Promise<number> {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  await page.setContent('<canvas></canvas>');
  const bundle = new URL('../bundles/skinview3d.bundle.js', import.meta.resolve('skinview3d'));
  await page.addScriptTag({ path: fileURLToPath(bundle) });
  await page.evaluate(setUp(options));
  const session = await browser.newBrowserCDPSession();
  const processorMs = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return sum(processInfo.map(({ cpuTime }) => cpuTime * 1000));
  };
  const ofWays: number[] = [];
  for (const way of ways) {
    await page.evaluate(draw(way));
    const timesMs: number[] = [];
    for (let batch = 0; batch < batches; batch++) {
      await options.inTurn();
      const beforeMs = await processorMs();
      await page.evaluate(draw(way));
      timesMs.push(((await processorMs()) - beforeMs) / runsAtOnce);
    }
    ofWays.push(median(timesMs));
  }
  return Math.min(...ofWays);
}

// Scripts of the page, as texts: the project has no browser types.

function setUp({ skins, widthPx: width, heightPx: height }: PeerOptions): string {
  const urls = skins.map((png) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`);
  const options = JSON.stringify({ width, height, pixelRatio: 1, renderPaused: true });
  return `(async () => {
    self.canvas = document.querySelector('canvas');
    self.viewer = new skinview3d.SkinViewer({ canvas, ...${options} });
    self.skins = ${JSON.stringify(urls)}.map((src) => Object.assign(new Image(), { src }));
    for (const skin of skins) await skin.decode();
  })()`;
}

function draw(way: string): string {
  return `(async () => {
    for (let run = 0; run < ${runsAtOnce}; run++) {
      viewer.loadSkin(skins[run % skins.length], { model: 'default' });
      viewer.render();
      await ${way};
    }
  })()`;
}
