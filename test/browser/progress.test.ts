import { readFileSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { openComposer, showRow, skinFile } from './composer-hands.ts';

// What is said while somebody waits for a picture: that it is drawn, and of an animation how far it is.

const { page } = await openComposer({ reducedMotion: 'no-preference' });
const making = page.locator('#making');
const films = /[?&]motion=(?!.*[?&]frame=)/;
const dancers = '/?value=sample-fox&value=sample-dj&height=64&motion=dance';

afterEach(() => page.unrouteAll());

/** Answers only once the test says so. */
async function hold(url: RegExp): Promise<{ readonly held: Promise<Route>; letGo: () => void }> {
  const held = Promise.withResolvers<Route>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    held.resolve(route);
    await released.promise;
    await route.continue().catch(() => {});
  });
  return { held: held.promise, letGo: released.resolve };
}

test('of an animation, how many frames are drawn; it is left by Cancel, and can be played later', async () => {
  const film = await hold(films);
  const asked: string[] = [];
  await page.route('**/api/blockgame/progress/*', async (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await route.fulfill({
      contentType: 'text/event-stream',
      body: 'data: {"done":7,"of":24}\n\n',
    });
  });
  await showRow(page, dancers);
  const route = await film.held;
  await making.filter({ hasText: '7 of 24 frames' }).waitFor();
  expect(asked).toEqual([route.request().headers()['x-progress-id']]);
  await expect.poll(() => page.locator('#announcer').textContent()).toBe('Drawing …');
  const left = page.waitForEvent('requestfailed', (request) => films.test(request.url()));
  await making.getByRole('button', { name: 'Cancel' }).click();
  await left;
  await making.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('play');
  film.letGo();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await page.locator('#cast.playing').waitFor();
  await expect.poll(() => page.locator('#play').isVisible()).toBe(false);
});

test('it can be cancelled again and again', async () => {
  const film = await hold(films);
  await showRow(page, dancers.replace('dance', 'cheer'));
  const [cancel, play] = [making.getByRole('button', { name: 'Cancel' }), page.locator('#play')];
  for (const times of [2, 1, 3]) {
    // Play appears in its place: a second press does not mean it.
    await cancel.click({ clickCount: times });
    await expect.poll(() => play.isVisible()).toBe(true);
    const pressed = async (): Promise<boolean> => {
      await play.click();
      return play.isVisible();
    };
    await expect.poll(pressed).toBe(false);
  }
  await cancel.waitFor();
  film.letGo();
  await page.locator('#cast.playing').waitFor();
  await making.waitFor({ state: 'hidden' });
});

test('of an animation that is there at once nothing is said', async () => {
  await page.evaluate(`(() => {
    self.isSaid = false;
    const look = () => (self.isSaid ||= !document.querySelector('#making').hidden);
    new MutationObserver(look).observe(document.querySelector('#making'), { attributes: true });
    // Here its 0.6 s do not pass: on a busy machine they would before anything can be there.
    const { setTimeout: start, clearTimeout: stop } = self;
    const quiet = (self.quiet = { begun: 0, ids: new Set() });
    self.setTimeout = (then, ms, ...rest) => {
      const id = start(then, ms === 600 ? 1e8 : ms, ...rest);
      if (ms === 600) quiet.ids.add(id), (quiet.begun += 1);
      return id;
    };
    self.clearTimeout = (id) => (quiet.ids.delete(id), stop(id));
    self.giveBack = () => Object.assign(self, { setTimeout: start, clearTimeout: stop });
  })()`);
  const still = readFileSync(skinFile);
  await page.route(films, (route) => route.fulfill({ contentType: 'image/png', body: still }));
  await showRow(page, dancers.replace('dance', 'float'));
  await page.locator('#cast.playing').waitFor();
  const seen = '[self.isSaid, self.quiet.begun, self.quiet.ids.size]';
  expect(await page.evaluate(seen)).toEqual([false, 1, 0]);
  await page.evaluate('self.giveBack()');
});

test.each([
  [503, 'The service is busy. Trying again in 2 s.'],
  [429, 'Too many requests this minute. Continuing in 2 s.'],
])('after a %i it is said when it goes on, and it does', async (status, sentence) => {
  let asked = 0;
  await page.route(films, (route) => {
    if (asked++ > 0) return route.continue();
    return route.fulfill({ status, headers: { 'retry-after': '2' }, json: { detail: 'Later.' } });
  });
  await showRow(page, `${dancers.replace('dance', 'wave')}&gap=${status - 400}`);
  await page.locator('#notice', { hasText: sentence }).waitFor();
  await page.locator('#cast.playing').waitFor();
  await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
  expect(asked).toBe(2);
});

test('without a connection the still stays, and it can be tried again', async () => {
  await page.route(films, (route) => route.abort());
  await showRow(page, dancers.replace('dance', 'turn'));
  const notice = page.locator('#notice', { hasText: 'can’t be reached' });
  await notice.waitFor();
  await expect.poll(() => page.locator('#play').isVisible()).toBe(true);
  await expect.poll(() => page.locator('#cast').getAttribute('class')).not.toContain('stale');
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#cast.playing').waitFor();
  await notice.waitFor({ state: 'hidden' });
});

test('no number where the service tells none', async () => {
  const film = await hold(films);
  await page.route('**/api/blockgame/progress/*', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No picture is being drawn.' } }),
  );
  const answered = page.waitForResponse('**/api/blockgame/progress/*');
  await showRow(page, dancers.replace('dance', 'walk'));
  await film.held;
  await answered;
  await making.getByRole('button', { name: 'Cancel' }).focus();
  await expect.poll(() => making.locator('span').textContent()).toBe('Drawing …');
  film.letGo();
  await page.locator('#cast.playing').waitFor();
  await making.waitFor({ state: 'hidden' });
  // The focus stays on the stage.
  await expect.poll(() => page.evaluate('document.activeElement.dataset.act')).toBe('download');
});

test('an animation is not drawn on for a row that was left', async () => {
  const film = await hold(films);
  await showRow(page, dancers.replace('dance', 'run'));
  await film.held;
  const left = page.waitForEvent('requestfailed', (request) => films.test(request.url()));
  await page.locator('[data-option="motion"]').selectOption('none');
  await left;
  film.letGo();
  await expect.poll(() => page.locator('#cast').getAttribute('class')).not.toContain('playing');
});

test('a still that takes longer says so, without a way to cancel it', async () => {
  const still = await hold(/scene=snow/);
  await page.evaluate(`(() => {
    const scene = document.querySelector('[data-option="scene"][value="snow"]');
    scene.checked = true;
    scene.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  await still.held;
  await making.filter({ hasText: 'Drawing …' }).waitFor();
  await expect.poll(() => making.getByRole('button').count()).toBe(0);
  still.letGo();
  await making.waitFor({ state: 'hidden' });
});

/** What the message stands on, but for the lower half of the picture. */
const covered = `(() => {
  const own = document.querySelector('#making').getBoundingClientRect();
  const picture = document.querySelector('#picture').getBoundingClientRect();
  const others = ['#quick', '.jumps a', '#stage-take a', '#stage-take button', 'h1', '#add-here'];
  const boxes = others.flatMap((selector) =>
    [...document.querySelectorAll(selector)].map((part) => [selector, part.getBoundingClientRect()]),
  );
  // Of the uppermost tenth of a scene there is only sky.
  const { left, right, top, bottom, height } = picture;
  boxes.push(['heads', { left, right, top: top + height * 0.1, bottom: bottom - height / 2 }]);
  return boxes
    .filter(([, box]) => box.left < own.right - 1 && box.right > own.left + 1 && box.top < own.bottom - 1 && box.bottom > own.top + 1)
    .map(([name]) => name);
})()`;

test.each([360, 390, 768, 1024, 1366, 1920])(
  '%i px wide, it covers nobody’s head',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    // Held until the next row takes its place: nobody looks at it, so it need not be drawn.
    await hold(films);
    for (const scene of ['meadow', 'none']) {
      const row = `/?value=sample-fox&value=sample-dj&value=sample-robot&scene=${scene}`;
      await showRow(page, `${row}&motion=wave&gap=${width % 100}`);
      await making.getByRole('button', { name: 'Cancel' }).waitFor();
      expect([scene, await page.evaluate(covered)]).toEqual([scene, []]);
    }
  },
);
