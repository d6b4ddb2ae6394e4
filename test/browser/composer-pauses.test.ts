import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { handsOn, plainRow, showRow } from './composer-hands.ts';

// What depends on how fast somebody types and chooses, with the page's clock in our hands: however slow the
// machine is, these are quick fingers.

const world = await openBrowserWorld();
const page = await world.newPage();
const hands = handsOn(page);
const asked: string[] = [];

await page.clock.install();
page.on('request', (request) => {
  if (request.url().includes('/api/')) asked.push(decodeURIComponent(request.url()));
});

afterAll(() => world.close());

beforeEach(async () => {
  await page.clock.resume();
  await page.goto('about:blank');
  await page.goto(plainRow);
  await hands.settled();
  // A time that it has surely not reached yet.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
  await hands.settled();
  asked.length = 0;
});

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

const typeInFirst = async (letters: string, pauseMs: number): Promise<void> => {
  await hands.player(1).focus();
  await hands.player(1).press('Control+a');
  for (const letter of letters) {
    await page.keyboard.insertText(letter);
    await page.clock.runFor(pauseMs);
  }
};
const rows = () => asked.filter((url) => url.includes('composition') && !url.includes('crop=face'));

describe('typing', () => {
  test('only the last typed name is requested', async () => {
    await hands.player(1).fill('sample-');
    await page.clock.runFor(300);
    await hands.player(1).pressSequentially('astro');
    await page.clock.runFor(300);
    await hands.player(1).fill('sample-dj');
    await page.clock.runFor(1000);
    await hands.settled();
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toContain('value=sample-dj&');
  });

  test('a name is looked up when it is complete, and parts of it are no errors', async () => {
    await typeInFirst('Technoblade', 450);
    expect(rows()).toEqual([]);
    await page.clock.runFor(500);
    await hands.settled();
    // The whole row, and then the four others.
    expect(rows().length).toBeGreaterThan(0);
    expect(rows().length).toBeLessThanOrEqual(2);
    await expect.poll(() => page.locator('.slot.wrong').count()).toBe(0);
  });

  test('the first two letters of a name are not looked up, however long the pause', async () => {
    await typeInFirst('Te', 10_000);
    expect(asked).toEqual([]);
    await page.keyboard.insertText('c');
    await page.clock.runFor(10_000);
    await expect.poll(() => asked.join()).toContain('Tec');
  });
});

test('changes within a second are one step of Undo, later ones a step each', async () => {
  const pose = page.locator('#pose');
  const undo = page.getByRole('button', { name: 'Undo' });
  const first = await pose.inputValue();
  const choose = async (value: string, afterMs: number): Promise<void> => {
    await page.clock.runFor(afterMs - 100);
    await pose.selectOption(value);
    await page.clock.runFor(100);
    await hands.settled();
  };
  await choose('cheering', 5000);
  await choose('walking', 990);
  await undo.click();
  await expect.poll(() => pose.inputValue()).toBe(first);
  await expect.poll(() => undo.isDisabled()).toBe(true);

  await choose('cheering', 5000);
  await choose('walking', 1010);
  await undo.click();
  await expect.poll(() => pose.inputValue()).toBe('cheering');
  await undo.click();
  await expect.poll(() => pose.inputValue()).toBe(first);
});

test('choosing a format redraws nothing, and what its file weighs stays until the picture changes', async () => {
  const facts = page.locator('#facts-of');
  await page.locator('#format').selectOption('webp');
  await facts.filter({ hasText: /^WEBP · \d+ × \d+ px · \d+ kB$/ }).waitFor();
  await expect.poll(() => page.locator('#cast').getAttribute('aria-busy')).toBe('false');
  await hands.player(1).press('Enter');
  await page.clock.runFor(1000);
  await hands.settled();
  await expect.poll(() => facts.textContent()).toMatch(/^WEBP .* kB$/);
  // A file that is complete only when another picture stands there.
  const file = Promise.withResolvers<void>();
  const whole = /composition\?(?!.*format=)/;
  await page.route(whole, (route) => file.promise.then(() => route.continue()));
  const response = page.waitForResponse(whole);
  await page.locator('#format').selectOption('png');
  await page.locator('#pose').selectOption('cheering');
  await page.clock.runFor(1000);
  await hands.settled();
  file.resolve();
  await (await response).finished();
  await page.evaluate('createImageBitmap(picture).then(() => {})');
  await expect.poll(() => facts.textContent()).toMatch(/^\d+ × \d+ px$/);
  await page.unrouteAll();
});

/** Animations arrive, and stills are decoded, when the test says so: by `animations` and, once it holds them, `stills`. */
const holdPictures = `(() => {
  const { fetch } = self;
  const { decode } = HTMLImageElement.prototype;
  Object.assign(self, { films: [], stills: [], sources: [], holdsStills: false });
  const arrive = async (url, answer) => {
    const response = await fetch(url);
    answer(response.clone());
    // As long as it takes from then until an animation is shown.
    const src = URL.createObjectURL(await response.blob());
    await Object.assign(new Image(), { src }).decode();
  };
  self.fetch = (url, options) =>
    /motion=(?!.*frame=)/.test(url)
      ? new Promise((answer) => films.push(() => arrive(url, answer)))
      : fetch(url, options);
  HTMLImageElement.prototype.decode = function () {
    if (this.id !== 'picture' || !holdsStills) return decode.call(this);
    sources.push(this.src);
    return new Promise((end) => stills.push(end));
  };
})()`;

test('what is ready only after the next picture stands there changes nothing: neither film nor still', async () => {
  const own = await world.newPage({ reducedMotion: 'no-preference' });
  const late = handsOn(own);
  await own.goto('/');
  await own.evaluate(holdPictures);
  await showRow(own, '/?value=sample-fox&value=sample-dj&motion=walk&height=64');
  await expect.poll(() => own.evaluate('films.length')).toBe(1);
  await own.evaluate('(holdsStills = true)');
  for (const [at, name] of ['sample-knight', 'sample-chef'].entries()) {
    await late.name(1, name);
    await expect.poll(() => own.evaluate('stills.length')).toBe(at + 1);
  }
  await own.evaluate('films[0]()');
  await own.evaluate('stills[1]()');
  await late.settled();
  await own.evaluate('stills[0]()');
  await expect.poll(() => late.address().textContent()).toContain('/sample-chef+sample-dj');
  const still = await own.evaluate('sources[1]');
  await expect.poll(() => own.locator('#picture').getAttribute('src')).toBe(still);
  expect(own.mishaps).toEqual([]);
  await own.context().close();
});
