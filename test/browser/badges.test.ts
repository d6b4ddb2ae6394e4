import { afterAll, beforeAll, expect, it } from 'vitest';
import { badgeColors, badgeStyles, drawBadge, type Badge } from '../../src/engine/cards/badge.ts';
import { openBrowser, type BrowserWorld } from '../support/browser.ts';
import { openApp } from '../support/open-app.ts';

const labels = [
  'players',
  'チャット',
  'שלום עולם',
  'خادم الألعاب',
  '👨‍👩‍👧‍👦 & <script>alert(1)</script>',
  '',
];
const signs = ['cube', 'bubble', 'controller', null] as const;

/** Every style with every sign, every label, and every colour. */
const badges: readonly Badge[] = badgeStyles.flatMap((style) => [
  ...signs.map((sign) => ({ style, sign, label: 'label', message: '1,234', color: 'blue' })),
  ...labels.map((label) => ({ style, label, sign: null, message: label, color: '#fff' })),
  ...badgeColors.map((color) => ({ style, color, sign: null, label: 'a', message: 'b' })),
]);

let browser: Omit<BrowserWorld, 'accounts'>;
const served: string[] = [];

beforeAll(async () => {
  const app = await openApp({ RATE_LIMIT_MAX: '10000' });
  browser = await openBrowser(app);
  for (const path of [
    'invite/sample_hills/badge?metric=online',
    'guild/1/badge',
    'guild/12/badge',
  ]) {
    served.push(`${browser.origin}/api/chat/${path}`);
  }
});
afterAll(() => browser.close());

type Seen = {
  readonly isDrawn: boolean;
  readonly root: string;
  readonly elements: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string])[];
};

/** What the browser makes of each: as a document, and as a picture. */
const look = (
  texts: readonly string[],
) => `Promise.all(${JSON.stringify(texts)}.map(async (svg) => {
  const tree = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const nodes = [...tree.querySelectorAll('*')];
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
  return {
    isDrawn: await image.decode().then(() => image.naturalWidth > 0, () => false),
    root: tree.documentElement.localName,
    elements: nodes.map((node) => node.localName),
    attributes: nodes.flatMap((node) => [...node.attributes].map((one) => [one.localName, one.value])),
  };
}))`;

const elements =
  /^(svg|title|g|rect|text|image|path|linearGradient|stop|clipPath|filter|feGaussianBlur|style)$/;

it('badges render completely in Chromium, and contain nothing that runs or loads', async () => {
  const page = await browser.newPage();
  await page.goto('/healthz');
  const seen = await page.evaluate<readonly Seen[]>(look(badges.map((badge) => drawBadge(badge))));
  for (const [index, { isDrawn, root, ...parts }] of seen.entries()) {
    const told = JSON.stringify(badges[index]);
    expect([isDrawn, root], told).toEqual([true, 'svg']);
    expect(
      parts.elements.filter((name) => !elements.test(name)),
      told,
    ).toEqual([]);
    const wrong = parts.attributes.filter(
      ([name, value]) =>
        /^on/i.test(name) || (name === 'href' && !value.startsWith('data:image/svg+xml;base64,')),
    );
    expect(wrong, told).toEqual([]);
  }
});

it('badges load as images from their routes', async () => {
  const page = await browser.newPage();
  await page.goto('/healthz');
  const widths = await page.evaluate<readonly number[]>(
    `Promise.all(${JSON.stringify(served)}.map(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image.naturalWidth;
    }))`,
  );
  expect(Math.min(...widths)).toBeGreaterThan(60);
});
