import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { animationFormats, type AnimationFormat } from '../../src/engine/image/formats.ts';
import { openBrowserWorld } from '../support/browser.ts';

// The three formats as a browser decodes them, frame by frame.

const world = await openBrowserWorld();
const page = await world.newPage();
await page.goto('/healthz');
afterAll(() => world.close());

const group = '/api/blockgame/render/composition?value=sample-knight&value=sample-fox&motion=run';
const ofGround = (format: AnimationFormat): string =>
  format === 'gif' ? '&background=336699' : '';
const animations = {
  'a figure': (format) =>
    `/api/blockgame/render/default/sample-knight/full?motion=run&height=40${ofGround(format)}`,
  'a row': (format) => `${group}&height=32${ofGround(format)}`,
  'a scene': () => `${group}&scene=snow&size=120x80`,
} as const satisfies Record<string, (format: AnimationFormat) => string>;
const cases = Object.entries(animations).flatMap(([what, urlOf]) =>
  animationFormats.map((format) => [what, format, urlOf(format)] as const),
);

type Decoded = {
  /** Base64: as numbers they take most of the time on their way. */
  readonly frames: string[];
  readonly durations: number[];
  readonly loops: number;
};

/** Runs in the page: decodes an animation with the browser's own decoder. */
const decodeInPage = `async (url) => {
  const response = await fetch(url);
  const type = response.headers.get('content-type').replace('image/apng', 'image/png');
  const decoder = new ImageDecoder({ data: await response.arrayBuffer(), type });
  await decoder.tracks.ready;
  await decoder.completed;
  const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
  const frames = [];
  const durations = [];
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    frames.push(new Uint8Array(context.getImageData(0, 0, canvas.width, canvas.height).data).toBase64());
    durations.push(image.duration / 1000);
  }
  return { frames, durations, loops: repetitionCount === Infinity ? 0 : repetitionCount };
}`;

/** The most that a channel of a pixel differs, where both are shown. */
function maxApart(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let max = 0;
  for (let at = 0; at < one.length; at++) {
    // A canvas keeps colours multiplied by alpha, so faint ones lose their lowest bits.
    if (one[at | 3]! > 250) max = Math.max(max, Math.abs(one[at]! - other[at]!));
  }
  return max;
}

test.each(cases)('%s as %s plays in a browser as drawn', async (_what, format, url) => {
  const decoded: Decoded = await page.evaluate(`(${decodeInPage})('${url}&format=${format}')`);
  expect(decoded.loops).toBe(0);
  expect(decoded.durations).toEqual(Array.from({ length: 14 }, () => 40));
  for (const [index, base64] of decoded.frames.entries()) {
    const frame = Buffer.from(base64, 'base64');
    const still = await fetch(`${world.origin}${url}&frame=${index}&format=png`);
    const { data } = PNG.sync.read(Buffer.from(await still.arrayBuffer()));
    expect(frame).toHaveLength(data.length);
    // A GIF has 255 colours for the whole animation.
    expect(maxApart(data, frame)).toBeLessThanOrEqual(format === 'gif' ? 64 : 0);
  }
});
