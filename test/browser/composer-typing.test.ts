import { describe, expect, test } from 'vitest';
import { openComposer, plainRow, showRow } from './composer-hands.ts';

// Typing, going back, and keeping the picture in sight.

const { world, page, hands } = await openComposer({
  permissions: ['clipboard-read', 'clipboard-write'],
});

describe('typing', () => {
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
    await expect.poll(hands.labels).toEqual(['DJ!', '', '', '', '']);
    await expect.poll(() => page.getByLabel('Role of player 5').inputValue()).toBe('Head admin');
  });
});

describe('going back', () => {
  test('a surprise keeps typed players, and Back undoes it', async () => {
    await showRow(page, '/?value=sample-dj&label=Deejay');
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
  await dock.getByRole('button', { name: 'Copy image link' }).click();
  await dock.getByText('Copied').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await dock.waitFor({ state: 'hidden' });
});
