import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { handsOn, plainRow } from './composer-hands.ts';

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
