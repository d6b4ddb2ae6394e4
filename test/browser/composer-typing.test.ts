import { beforeEach, describe, expect, test } from 'vitest';
import type { WatchedPage } from '../support/browser.ts';
import { handsOn, openComposer, plainRow } from './composer-hands.ts';

// Typing, going back, and keeping the picture in sight.

const { world, page, hands } = await openComposer({
  permissions: ['clipboard-read', 'clipboard-write'],
});

beforeEach(async () => {
  await page.locator('#picture[src^="blob:"]').waitFor();
  await hands.settled();
});

/** The front page, whose clock stands still from now on. */
async function openTimed(timed: WatchedPage): Promise<void> {
  const { settled } = handsOn(timed);
  await timed.clock.install();
  await timed.goto('/');
  await settled();
  await timed.clock.pauseAt(Date.now() + 60_000);
  await settled();
}

describe('typing', () => {
  test('a name is looked up when it is complete, and parts of it are no errors', async () => {
    const timed = await world.newPage();
    const slow = handsOn(timed);
    await openTimed(timed);
    const asked: string[] = [];
    timed.on('request', (request) => {
      const url = request.url();
      if (url.includes('composition') && !url.includes('crop=face')) asked.push(url);
    });
    await slow.player(1).focus();
    await slow.player(1).press('Control+a');
    for (const letter of 'Technoblade') {
      await timed.keyboard.insertText(letter);
      await timed.clock.runFor(450);
    }
    expect(asked).toEqual([]);
    await timed.clock.runFor(500);
    await slow.settled();
    // The whole row, and then the four others.
    expect(asked.length).toBeLessThanOrEqual(2);
    await expect.poll(() => timed.locator('.slot.wrong').count()).toBe(0);
    expect(timed.mishaps).toEqual([]);
    await timed.context().close();
  });

  test('the first two letters of a name are not looked up, however long the pause', async () => {
    const timed = await world.newPage();
    const slow = handsOn(timed);
    await openTimed(timed);
    const asked: string[] = [];
    timed.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(decodeURIComponent(request.url()));
    });
    await slow.player(1).focus();
    await slow.player(1).press('Control+a');
    for (const letter of 'Te') {
      await timed.keyboard.insertText(letter);
      await timed.clock.runFor(10_000);
    }
    expect(asked).toEqual([]);
    await timed.keyboard.insertText('c');
    await timed.clock.runFor(10_000);
    await expect.poll(() => asked.join()).toContain('Tec');
    await timed.context().close();
  });

  test('a click into a field with a sample selects its text, so that typing replaces it', async () => {
    await hands.player(1).click();
    await hands.redraws(() => page.keyboard.type('sample-chef\n'));
    await expect.poll(async () => (await hands.values())[0]).toBe('sample-chef');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Player 2');
  });

  test('names typed on the stage replace the samples, then join the row; others are refused', async () => {
    const quick = page.getByLabel('Add players');
    // A link of ours brings its look.
    await quick.fill(`${world.origin}/sample-fox+sample-robot.png?scene=night&title=Harbour`);
    await hands.redraws(() => quick.press('Enter'));
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-robot']);
    await expect.poll(() => page.url()).toMatch(/scene=night&title=Harbour$/);
    await quick.fill('sample-dj, sample-fox');
    await hands.redraws(() => quick.press('Enter'));
    await expect.poll(hands.values).toEqual(['sample-dj', 'sample-fox']);
    await hands.redraws(() => hands.label(1).fill('DJ!'));
    await quick.fill('sample-chef');
    await hands.redraws(() => quick.press('Enter'));
    await expect.poll(hands.values).toEqual(['sample-dj', 'sample-fox', 'sample-chef']);
    for (const nobody of ['José', 'Notch!']) {
      await quick.fill(nobody);
      await quick.press('Enter');
      await hands.notice(`“${nobody}” is no player’s name.`).waitFor();
      await expect.poll(() => page.locator('#announcer').textContent()).toContain(nobody);
    }
    // Lines keep their breaks, and with them the roles.
    await quick.fill('');
    await page.evaluate(`navigator.clipboard.writeText('Notch: Owner\\njeb_: Head admin')`);
    await hands.redraws(() => quick.press('Control+v'));
    await expect.poll(hands.labels).toEqual(['DJ!', '', '', 'Owner', 'Head admin']);
  });
});

describe('going back', () => {
  test('a surprise keeps typed players, and Back undoes it', async () => {
    await page.goto('/?value=sample-dj&label=Deejay');
    await hands.settled();
    await hands.redraws(() => page.getByRole('button', { name: 'Surprise me' }).click());
    await expect.poll(hands.values).toEqual(['sample-dj']);
    await expect
      .poll(() => page.url())
      .toMatch(/scene=[a-z]+&arrangement=[a-z]+|arrangement=[a-z]+/);
    await hands.redraws(() => page.goBack());
    await expect.poll(() => page.url()).toMatch(/\?value=sample-dj&label=Deejay$/);
  });

  test('Undo and Redo cover removals, pasted lists and an emptied row', async () => {
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.poll(() => undo.isDisabled()).toBe(true);
    const five = await hands.values();
    await hands.redraws(() => page.getByRole('button', { name: 'Remove player 1' }).click());
    await page.getByRole('button', { name: 'Clear' }).click();
    await hands.notice('Add your first player.').waitFor();
    await expect.poll(() => page.locator('#picture').isVisible()).toBe(false);
    await expect.poll(() => page.locator('.dock, #play').filter({ visible: true }).count()).toBe(0);
    await undo.click();
    await expect.poll(hands.values).toEqual(five.slice(1));
    await page.locator('#pose').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(hands.values).toEqual(five);
    await expect.poll(() => page.url()).toBe(`${world.origin}${plainRow}`);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(hands.values).toEqual(five.slice(1));
  });
});

test('changes within a second are one step of Undo, later ones a step each', async () => {
  const timed = await world.newPage();
  const slow = handsOn(timed);
  await openTimed(timed);
  const pose = timed.locator('#pose');
  const undo = timed.getByRole('button', { name: 'Undo' });
  const first = await pose.inputValue();
  const choose = async (value: string, afterMs: number): Promise<void> => {
    await timed.clock.runFor(afterMs - 100);
    await pose.selectOption(value);
    await timed.clock.runFor(100);
    await slow.settled();
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
  expect(timed.mishaps).toEqual([]);
  await timed.context().close();
});

test.each([
  { width: 1366, height: 650 },
  { width: 360, height: 740 },
])('the picture stays visible while it is changed, $width wide', async (size) => {
  await page.setViewportSize(size);
  await page.locator('#pose').scrollIntoViewIfNeeded();
  await page.locator('#pose').focus();
  const dock = page.locator('#dock');
  await dock.waitFor({ state: 'visible' });
  const before = await page.locator('#docked').getAttribute('src');
  await hands.redraws(() => page.locator('#pose').selectOption('cheering'));
  await expect.poll(() => page.locator('#docked').getAttribute('src')).not.toBe(before);
  await dock.getByRole('button', { name: 'Copy image' }).click();
  await dock.getByText('Copied ✓').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await dock.waitFor({ state: 'hidden' });
});
