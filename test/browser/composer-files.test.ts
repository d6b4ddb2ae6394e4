import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { skinFile as noiseSkin } from '../support/skin-files.ts';
import { openComposer, skinFile } from './composer-hands.ts';

// Skins that come as files: dropped or chosen, small or large.

const { page, hands } = await openComposer();

describe('skin files', () => {
  test('a file dropped on a player replaces it', async () => {
    await hands.label(2).fill('');
    await hands.redraws(() => hands.drop('.slot:nth-child(2)', 'my robot.png', 'image/png'));
    await expect.poll(() => hands.player(2).inputValue()).toBe('my robot.png');
    await expect.poll(() => hands.label(2).inputValue()).toBe('my robot');
    await expect
      .poll(() => hands.address().textContent())
      .toContain('value=data:image/png%3Bbase64,');
  });

  test('a long name of a file is cut between two emoji', async () => {
    await hands.redraws(() => hands.drop('body', `a${'😀'.repeat(70)}.png`, 'image/png'));
    await expect.poll(() => hands.label(6).inputValue()).toBe(`a${'😀'.repeat(63)}`);
  });

  test('a file dropped elsewhere is added as a player', async () => {
    await hands.redraws(() => hands.drop('body', 'robot.png', 'image/png'));
    await expect.poll(() => hands.player(6).inputValue()).toBe('robot.png');
  });

  test('a file that is no PNG is refused with a message', async () => {
    await hands.drop('body', 'notes.txt', 'text/plain');
    await hands.notice('notes.txt is not a PNG').waitFor();
  });

  test('a file can be chosen without dragging, and typing replaces it', async () => {
    const field = page.getByLabel('Skin file of player 1');
    await hands.redraws(() => field.setInputFiles(skinFile));
    await expect.poll(() => hands.player(1).inputValue()).toBe('sample-robot.png');
    await hands.redraws(() => hands.name(1, 'sample-fox'));
    await expect.poll(() => hands.address().textContent()).not.toContain('data:');
  });

  test('a label made of the name of a file goes with the file, a typed one stays', async () => {
    await hands.label(1).fill('');
    await hands.redraws(() => hands.file(1).setInputFiles(skinFile));
    await expect.poll(() => hands.label(1).inputValue()).toBe('sample-robot');
    await hands.redraws(() => hands.drop('.slot:first-child', 'other.png', 'image/png'));
    await expect.poll(() => hands.label(1).inputValue()).toBe('other');
    await hands.redraws(() => hands.name(1, 'sample-fox'));
    await expect.poll(() => hands.label(1).inputValue()).toBe('');
    await hands.redraws(() => hands.label(1).fill('Typed'));
    await hands.redraws(() => hands.file(1).setInputFiles(skinFile));
    await hands.redraws(() => hands.name(1, 'sample-dj'));
    await expect.poll(() => hands.label(1).inputValue()).toBe('Typed');
  });

  test('files too large for a URL are sent as JSON, and codes that need a URL are not offered', async () => {
    const tooLong = `data:image/png;base64,${readFileSync(skinFile).toString('base64')}`;
    expect(tooLong.length).toBeLessThan(8000);
    await hands.redraws(async () => {
      for (const number of [1, 2, 3, 4, 5]) {
        await hands.file(number).setInputFiles(skinFile);
      }
      await page.getByText('too long to embed').waitFor();
    });
    await expect.poll(() => page.getByRole('tab', { name: 'HTML' }).count()).toBe(0);
    await expect
      .poll(() => page.locator('#share-curl code').textContent())
      .toContain("-H 'Content-Type: application/json'");
  });

  test('a file too large for a URL shows its own face, also after the next edit', async () => {
    const noise = {
      name: 'noise.png',
      mimeType: 'image/png',
      buffer: noiseSkin(1, { overlay: true }),
    };
    expect(noise.buffer.length).toBeGreaterThan(8000);
    const faceSrc = (): Promise<string | null> => hands.face(2).getAttribute('src');
    await hands.redraws(() => hands.file(2).setInputFiles(noise));
    await expect.poll(faceSrc).toMatch(/^blob:/);
    const own = await faceSrc();
    await expect.poll(() => hands.face(2).isVisible()).toBe(true);
    await hands.redraws(() => hands.label(3).fill('Somebody'));
    await expect.poll(faceSrc).toBe(own);
    await hands.redraws(() => hands.name(2, 'sample-fox'));
    await expect.poll(faceSrc).toContain('value=sample-fox');
  });
});

describe('large files', () => {
  const large = (seed: number) => ({
    name: `large ${seed}.png`,
    mimeType: 'image/png',
    buffer: noiseSkin(seed, { widthPx: 256, heightPx: 256 }),
  });

  test('a skin of 256×256 is drawn', async () => {
    expect(large(1).buffer.length).toBeGreaterThan(100_000);
    await hands.redraws(() => hands.file(1).setInputFiles(large(1)));
    await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
    await expect.poll(() => hands.face(1).getAttribute('src')).toMatch(/^blob:/);
  });

  test('files too large for one request are omitted with a message, the others are drawn', async () => {
    const fits = Math.floor(1_040_000 / ((large(1).buffer.length * 4) / 3));
    // All places of the start, and some more.
    expect(fits).toBeGreaterThanOrEqual(5);
    expect(fits).toBeLessThan(10);
    await hands.redraws(async () => {
      for (let number = 1; number <= fits; number++) {
        if (number > 5) await page.locator('#add').click();
        await hands.file(number).setInputFiles(large(number));
        await expect.poll(() => hands.player(number).inputValue()).toBe(`large ${number}.png`);
      }
    });
    await page.getByRole('button', { name: 'Add a player' }).click();
    const before = await hands.values();
    await hands.file(fits + 1).setInputFiles(large(99));
    await hands
      .notice('large 99.png is too large: all skin files of one picture together can be 780 kB.')
      .waitFor();
    await expect.poll(hands.values).toEqual(before);
  });

  test('a 413 of the service is explained in plain words', async () => {
    await page.route(/\/composition\?height=64&format=webp$/, (route) =>
      route.fulfill({ status: 413, json: { detail: 'The request body is too large.' } }),
    );
    await hands.file(1).setInputFiles(large(2));
    await hands.notice('These skin files are too large for one request. Remove one').waitFor();
    await page.unrouteAll();
  });
});
