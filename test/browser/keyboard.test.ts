import { expect, test } from 'vitest';
import { openComposer } from './composer-hands.ts';
import type { WatchedPage } from '../support/browser.ts';

// Without a mouse: where the focus is can be seen, there is a way on from everywhere, and each task can be
// done to its end.

const { world, page, hands } = await openComposer(
  {
    viewport: { width: 1366, height: 768 },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  { row: '/' },
);

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = (): Promise<string> =>
  page.evaluate(`(({ id, ariaLabel, textContent }) =>
    id || ariaLabel || textContent.trim().replaceAll(/\\s+/g, ' '))(document.activeElement)`);

/** Presses Tab, or Shift and Tab, until the focus is on what matches. */
async function tabTo(selector: string, key = 'Tab'): Promise<void> {
  for (let left = 60; left > 0; left--) {
    await press(key);
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

test('three friends get a scene and a pose, and are taken away', async () => {
  await press('Tab', 'Enter');
  expect(await focused()).toBe('main');
  await tabTo('#quick');
  await page.keyboard.type('sample-fox, sample-dj, sample-knight');
  await hands.redraws(() => press('Enter'));
  expect(await focused()).toBe('quick');
  await tabTo('.slot .edit');
  await press('Enter');
  await page.locator('#editor[open]').waitFor();
  expect(await focused()).toBe('editor-title');
  await tabTo('#editor [data-pick="walking"]');
  await hands.redraws(() => press('Enter'));
  await press('Escape');
  await page.locator('#editor').waitFor({ state: 'hidden' });
  // Where it was opened from.
  expect(await focused()).toBe('Pose and more of player 1');
  await tabTo('[name="scene"]');
  await hands.redraws(() => press('ArrowRight'));
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('scene'), searchParams.get('render_type.0')]).toEqual([
    'night',
    'walking',
  ]);
  await tabTo('#download');
  const [file] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
  expect(file.suggestedFilename()).toBe('lineup.png');
  await tabTo('[data-act="copy-image-link"]');
  await press('Enter');
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toContain(`${world.origin}/sample-fox+sample-dj+sample-knight.png?`);
  expect(await focused()).toContain('Copied');
});

test('a pose of one’s own begins and ends where it was asked for', async () => {
  await page.locator('#quick').focus();
  await tabTo('.slot .edit');
  await press('Enter');
  await tabTo('#own-pose');
  await press('Enter');
  await expect.poll(focused).toBe('Right arm');
  await tabTo('[data-angle="0"]');
  await hands.redraws(() => press('PageUp'));
  expect(new URL(page.url()).searchParams.get('pose.0')).toMatch(/^right_arm:/);
  await tabTo('#pose-done');
  await press('Enter');
  expect(await focused()).toBe('own-pose');
  await press('Escape');
  expect(await focused()).toBe('Pose and more of player 1');
});

test('players change places, and leave', async () => {
  const before = await hands.values();
  await page.locator('#quick').focus();
  await tabTo('.slot .grip');
  await press('ArrowRight');
  await expect.poll(hands.values).toEqual([before[1], before[0], ...before.slice(2)]);
  await expect.poll(focused).toMatch(/^Move player 2 of/);
  await tabTo('.slot .remove');
  await press('Enter');
  await expect.poll(async () => (await hands.values()).length).toBe(before.length - 1);
  // Not back at the start of the page.
  expect(await page.evaluate('document.activeElement.closest("#slots") !== null')).toBe(true);
});

test('a server is looked up, and its overlay copied', async () => {
  await page.locator('#server-edition').focus();
  await tabTo('#server-host');
  await page.keyboard.type('offline.invalid');
  await press('Enter');
  await page.locator('#server-result:not([inert])').waitFor();
  await tabTo('#server-share [role="tab"]');
  await press('ArrowRight', 'ArrowLeft', 'End');
  const tab = () => page.evaluate<string>('document.activeElement.textContent.trim()');
  const last = await tab();
  await press('Home');
  expect(await tab()).not.toBe(last);
  await tabTo('#server-share [data-copy]');
  await press('Enter');
  await page.locator('#server-share .copy.done').waitFor();
});

/** What has the focus: its start, whether an outline is around it, and whether anything covers it. */
const stop = `(() => {
  const part = document.activeElement;
  if (part === null || part === document.body) return null;
  const label = part.labels?.[0];
  const isUnseen = part.getBoundingClientRect().width < 3 || getComputedStyle(part).opacity === '0';
  const shown = isUnseen && label ? label : part;
  const rings = [part, part.parentElement, label].filter(Boolean).map((one) => getComputedStyle(one));
  const isRinged = rings.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2);
  const { left, top, width, height } = shown.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isFree = hit !== null && (shown.contains(hit) || part.contains(hit) || hit.closest('label, a, button') === label);
  return [part.outerHTML.slice(0, 120), isRinged, isFree];
})()`;

/** Goes through the whole page; what is not seen with the focus, and how many stops there are. */
async function walk(on: WatchedPage): Promise<readonly [number, unknown[]]> {
  const bad: unknown[] = [];
  for (let stops = 0; stops < 300; stops++) {
    await on.keyboard.press('Tab');
    const seen = await on.evaluate<[string, boolean, boolean] | null>(stop);
    if (seen === null) return [stops, bad];
    if (!seen[1] || !seen[2]) bad.push(seen);
  }
  throw new Error('Tab never leaves the page');
}

const wide = { width: 1366, height: 768 };
const narrow = { width: 390, height: 844 };

test.each([
  ['/?value=sample-fox&value=sample-dj', narrow],
  ['/server/java/offline.invalid', wide],
  ['/docs/overlays', narrow],
  ['/docs/chat-guild', wide],
  ['/nobody-here', narrow],
])('on %s each stop of the focus is seen, and none is a trap', async (path, viewport) => {
  const other = await world.newPage({ viewport });
  await other.goto(path);
  await other.locator('#composer[data-ready], main:not(:has(#composer))').waitFor();
  const [stops, unseen] = await walk(other);
  expect(unseen).toEqual([]);
  expect(stops).toBeGreaterThan(12);
  await other.context().close();
});
