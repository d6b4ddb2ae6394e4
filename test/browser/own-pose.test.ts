import { beforeEach, expect, test } from 'vitest';
import { findBarriers } from '../support/barriers.ts';
import { skinFile } from '../support/skin-files.ts';
import { handsOn, openComposer, stillAnimations } from './composer-hands.ts';

// Poses of a player's own, motions and held items, in the editor of one player.

const { world, page, hands } = await openComposer(
  { viewport: { width: 1366, height: 768 }, reducedMotion: 'no-preference' },
  { row: '/?value=sample-fox&value=sample-dj&scene=night&size=banner' },
);
await stillAnimations(page);
const asked: string[] = [];
page.on('request', (request) => asked.push(request.url()));

beforeEach(async () => {
  await page.locator('#figures [data-index="1"]').click();
  await page.locator('#editor[open]').waitFor();
});

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const option = (name: string): string | null => new URL(page.url()).searchParams.get(name);

test('the editor begins at its headline, and covers neither the picture nor words, field and links', async () => {
  expect(await page.evaluate('[scrollY, document.activeElement.id].join(" ")')).toBe(
    '0 editor-title',
  );
  const gapsPx = `['#picture', 'h1', '#quick', '.jumps'].map((part) =>
    document.querySelector('#editor').getBoundingClientRect().left -
    document.querySelector(part).getBoundingClientRect().right).every((gapPx) => gapPx >= 0)`;
  await expect.poll(() => page.evaluate(gapsPx)).toBe(true);
});

test('each thumbnail of the editor is of the player who is edited, from its first frame on, and asked for once', async () => {
  const thumbs = page.locator('#editor [data-for="render_type"] img');
  const isOf = (name: string) =>
    thumbs.evaluateAll(
      (all, player) =>
        all.every(
          (image) =>
            image.matches('.late') ||
            String(image.getAttribute('src')).includes(`value=${player}&`),
        ),
      name,
    );
  expect(await isOf('sample-dj')).toBe(true);
  await thumbs.nth(8).and(page.locator(':not(.late)')).waitFor();
  await page.locator('#editor-before').click();
  expect(await isOf('sample-fox')).toBe(true);
  await thumbs.nth(8).and(page.locator('[src*="sample-fox"]:not(.late)')).waitFor();
  await page.locator('#editor-after').click();
  expect(await isOf('sample-dj')).toBe(true);
  await thumbs.nth(8).and(page.locator('[src*="sample-dj"]:not(.late)')).waitFor();
  // Those that were not in the browser's cache.
  const sent = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
    .filter(({ name, transferSize }) => transferSize > 0 && /value=sample-(?:dj|fox)&.*height=160/.test(name))
    .map(({ name }) => name)`);
  expect(sent.length).toBeGreaterThan(12);
  expect(sent.filter((url, index) => sent.indexOf(url) !== index)).toEqual([]);
});

test('pictures of a file that arrive late are not shown under another name', async () => {
  let letGo: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let [held, answered] = [0, 0];
  const noise = {
    name: 'noise.png',
    mimeType: 'image/png',
    buffer: skinFile(1, { overlay: true }),
  };
  await page.locator('#editor-close').click();
  await hands.redraws(() => hands.file(1).setInputFiles(noise));
  const isThumbnail = /composition\?.*height=160/;
  await page.route(isThumbnail, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    held += 1;
    await released;
    await route.continue();
  });
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && isThumbnail.test(request.url())) answered += 1;
  });
  await page.locator('#figures [data-index="0"]').click();
  await expect.poll(() => held).toBeGreaterThan(0);
  await page.locator('#editor-after').click();
  const thumbs = page.locator('#editor [data-for="render_type"] img');
  await thumbs.nth(8).and(page.locator('[src*="sample-dj"]:not(.late)')).waitFor();
  letGo();
  await expect.poll(() => answered).toBe(held);
  // What the page does with them takes a turn or two more.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const late = page.locator('#editor img[data-thumb][src^="blob:"]');
  await expect.poll(() => late.count()).toBe(0);
  await page.unroute(isThumbnail);
});

test.each(['en', 'de', 'fr'])(
  'what is chosen in the editor is read in full in %s',
  async (lang) => {
    const own = await world.newPage({ viewport: { width: 1366, height: 768 } });
    await handsOn(own).load(`/?value=sample-fox&value=sample-dj&scene=night&lang=${lang}`);
    await own.locator('#figures [data-index="1"]').click();
    await own.locator('#editor[open]').waitFor();
    const cut = await own.evaluate(`(() => {
    const context = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('#editor select')].flatMap((select) => {
      const style = getComputedStyle(select);
      context.font = style.font;
      const arrowPx = 20;
      const roomPx = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrowPx;
      return [...select.options].map(({ text }) => text.trim()).filter((text) => context.measureText(text).width > roomPx);
    });
  })()`);
    expect(cut).toEqual([]);
    await own.context().close();
  },
);

test('a part is posed by dragging and by sliders, mirrored and reset; the pose is in the address', async () => {
  const isPanel = (url: string): boolean => /\/assets\/pose-panel\.\w+\.js$/.test(url);
  expect(asked.some(isPanel)).toBe(false);
  await page.locator('#own-pose').click();
  const arm = page.locator('.doll [data-part="rightArm"] .side-front').first();
  await arm.waitFor();
  expect(asked.filter(isPanel)).toHaveLength(1);

  const box = await arm.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y - 60, { steps: 4 });
  await hands.redraws(() => page.mouse.up());
  // To the front, and away from the body.
  const [forward = 0, , sideways = 0] =
    /right_arm:([-\d]+),([-\d]+),([-\d]+)/
      .exec(option('pose.1') ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  expect(forward).toBeGreaterThan(40);
  expect(sideways).toBeGreaterThan(20);

  await page.locator('[data-part="head"]').last().click();
  await hands.redraws(() => page.locator('#angles input').nth(1).fill('35'));
  expect(option('pose.1')).toMatch(/(?:^|;)head:-?\d+,35,-?\d+/);
  await hands.redraws(() => page.getByRole('button', { name: 'Mirror' }).click());
  expect(option('pose.1')).toMatch(/(?:^|;)head:-?\d+,-35,-?\d+/);
  expect(option('pose.1')).toContain(`left_arm:${forward},`);

  await hands.redraws(() => page.getByRole('button', { name: 'Reset' }).click());
  expect(option('pose.1')).toBeNull();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.locator('#own-fields').isVisible()).toBe(true);
});

test('a part that is pressed is chosen, and turns nothing', async () => {
  await page.locator('#own-pose').click();
  const head = page.locator('.doll [data-part="head"] .side-front').first();
  await head.waitFor();
  const before = await page.evaluate('location.search');
  const box = await head.boundingBox();
  await page.mouse.click(
    (box?.x ?? 0) + (box?.width ?? 0) / 2,
    (box?.y ?? 0) + (box?.height ?? 0) / 2,
  );
  await page.locator('button[data-part="head"][aria-pressed="true"]').waitFor();
  expect(await page.evaluate('location.search')).toBe(before);
});

test('the panel for poses has no barrier, light or dark', async () => {
  await page.locator('#own-pose').click();
  await page.locator('.doll [data-part="rightArm"] .side-front').first().waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    expect(await findBarriers(page, { runOnly: standards, include: '#pose-panel' })).toEqual([]);
  }
});

test('thumbnails have the arms that were chosen, once the editor is opened again', async () => {
  const arms = page.locator('#editor [data-own="model"]');
  await hands.redraws(() => arms.selectOption('slim'));
  await page.locator('#editor-close').click();
  await page.locator('#figures [data-index="1"]').click();
  const thumbs = page.locator('#editor [data-for="render_type"] img');
  await thumbs.nth(8).and(page.locator('[src*="model.0=slim"]:not(.late)')).waitFor();
  await hands.redraws(() => arms.selectOption(''));
});

test('one player moves and holds something; the file is a film, with its still on request', async () => {
  const editor = page.locator('#editor');
  await hands.redraws(() => editor.locator('[data-own="hold"]').selectOption('sword'));
  await editor.locator('[data-own="motion"]').selectOption('wave');
  await page.locator('#cast.playing').waitFor();
  expect([option('hold.1'), option('motion.1'), option('motion')]).toEqual(['sword', 'wave', null]);
  await expect
    .poll(() => page.locator('#share-url code').textContent())
    .toMatch(/\/sample-fox\+sample-dj\.webp\?/);
  const format = page.locator('#format');
  await expect.poll(() => format.inputValue()).toBe('webp');
  await format.selectOption('png');
  await page.locator('#facts-of', { hasText: /^PNG · 1920 × 480 px/ }).waitFor();
  expect(asked.some((url) => url.endsWith('format=png&frame=0'))).toBe(true);
  await format.selectOption('avif');
  await page.locator('#facts-of', { hasText: /^AVIF · 1920 × 480 px/ }).waitFor();
  expect(asked.some((url) => url.endsWith('format=avif&frame=0'))).toBe(true);
});

test('motions and things are shown in the first player, one request each, once they are seen', async () => {
  await page.locator('#editor-close').click();
  const before = asked.length;
  const thumbs = (): string[] =>
    asked
      .slice(before)
      .filter((url) => /composition\?value=sample-fox&.*(?:motion|hold)\.0=/.test(url));
  await page.locator('#motion-pictures').scrollIntoViewIfNeeded();
  expect(thumbs()).toEqual([]);
  await page.locator('#motion-pictures summary').click();
  const walk = page.locator('#motion-pictures [data-pick="walk"]');
  await walk.locator('img[src*="frame=0"]').waitFor();
  await expect.poll(() => thumbs().length).toBe(9);
  expect(new Set(thumbs()).size).toBe(9);
  expect(await findBarriers(page, { runOnly: standards, include: '#motion-pictures' })).toEqual([]);
  await walk.hover();
  await walk.locator('img:not([src*="frame=0"])').waitFor();
  await walk.click();
  await page.locator('#cast.playing').waitFor();
  expect(option('motion')).toBe('walk');
});
