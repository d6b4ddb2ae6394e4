import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openComposer, skinFile } from './composer-hands.ts';

// The composer of the front page as people use it: hands on keyboard and mouse, in a real browser.

const hash = 'c4'.repeat(32);
const { world, page, hands } = await openComposer({
  permissions: ['clipboard-read', 'clipboard-write'],
});
world.accounts.addTexture(hash, readFileSync(skinFile));
world.accounts.addPlayer({
  name: 'Notch',
  uuid: '069a79f444e94726a5befca90e38aaf5',
  skin: { hash },
});

describe('players', () => {
  test('typing a name redraws the picture, and a sample’s label is removed with it', async () => {
    await hands.redraws(() => hands.name(2, 'sample-panda'));
    await expect.poll(() => hands.address().textContent()).toContain('+sample-panda+');
    await expect
      .poll(() => page.locator('#picture').getAttribute('alt'))
      .toContain('Nova, sample-panda, Zoë');
    const face = page.locator('.slot').nth(1).locator('.face img');
    await expect.poll(() => face.getAttribute('src')).toContain('value=sample-panda');
    await expect.poll(() => hands.label(2).inputValue()).toBe('');
    await hands.redraws(() => hands.label(1).fill('Mine'));
    await hands.redraws(() => hands.name(1, 'sample-fox'));
    await expect.poll(() => hands.label(1).inputValue()).toBe('Mine');
    // An account, a label of its own, and no label at all.
    await hands.redraws(() => hands.name(1, 'Notch'));
    await hands.redraws(() => hands.label(1).fill('The first'));
    await expect.poll(() => hands.address().textContent()).toMatch(/label(?:\.0)?=The%20first/);
    await hands.redraws(() => page.getByLabel('Names below the players').uncheck());
    await expect
      .poll(() => hands.address().textContent())
      .toMatch(/label=&label=&label=&label=&label=&height=64$/);
    await expect.poll(hands.size).toMatchObject({ heightPx: 64 });
  });

  test('a sample’s name is removed with it, also after a reload', async () => {
    await hands.redraws(() => hands.name(1, 'Notch'));
    await hands.reload();
    await hands.redraws(() => hands.name(2, 'sample-panda'));
    await expect.poll(hands.labels).toEqual(['', '', 'Zoë', 'B33P', 'Мерлин']);
    await expect.poll(() => page.url()).toContain('label.2=');
  });

  test('a player is added at the end, up to ten, and removed', async () => {
    const add = page.locator('#add');
    await expect.poll(() => add.textContent()).toMatch(/^\s*Add a player\s*$/);
    for (let count = 6; count <= 10; count++) {
      await add.click();
      await expect
        .poll(() => page.evaluate('document.activeElement.ariaLabel'))
        .toBe(`Player ${count}`);
    }
    await expect.poll(() => add.isDisabled()).toBe(true);
    await expect.poll(() => page.locator('#count').textContent()).toBe('10 of 10');
    // Also to those who read the page: each place has its own number.
    const numbers = Array.from({ length: 10 }, (_, at) => at + 1);
    await expect
      .poll(() => page.locator('.slot label .unseen').allTextContents())
      .toEqual(
        numbers.flatMap((number) => [
          `Player ${number}`,
          `Label of player ${number}`,
          `Role of player ${number}`,
        ]),
      );
    await page.getByRole('button', { name: 'Remove player 10' }).click();
    await expect.poll(() => add.isDisabled()).toBe(false);
  });

  test('a pasted list fills one field after the other', async () => {
    await hands.keepOne();
    await hands.redraws(() => hands.paste(1, 'sample-dj, @sample-fox\n- sample-panda'));
    await expect.poll(hands.values).toEqual(['sample-dj', 'sample-fox', 'sample-panda']);
  });

  test('pasted names beyond the tenth are reported', async () => {
    const list = Array.from({ length: 12 }, (_, index) => ({
      value: 'sample-dj',
      label: `${index}`,
    }));
    await hands.redraws(() => hands.paste(3, JSON.stringify(list)));
    // An untouched row was only an example.
    await expect.poll(() => hands.labels()).toEqual(list.slice(0, 10).map((item) => item.label));
    await hands.notice('2 names were dropped.').waitFor();
  });
});

test('pose, crop and height', async () => {
  const exact = () => page.getByLabel('Height in pixels');
  await hands.redraws(() => page.locator('#pose').selectOption('walking'));
  await hands.redraws(() => page.getByRole('radio', { name: 'Bust' }).check({ force: true }));
  await hands.redraws(() => page.getByRole('slider', { name: 'Height' }).fill('256'));
  await expect
    .poll(() => hands.address().textContent())
    .toMatch(/render_type=walking&crop=bust&height=256$/);
  await expect.poll(() => exact().inputValue()).toBe('256');
  // Any height can be typed, and an invalid one is not drawn.
  await hands.redraws(() => exact().fill('100'));
  await expect.poll(() => hands.address().textContent()).toMatch(/height=100$/);
  await exact().fill('5000');
  await hands.settled();
  await expect.poll(() => hands.address().textContent()).toMatch(/height=100$/);
  await exact().blur();
  await expect.poll(() => exact().inputValue()).toBe('1024');
  // A crop that a pose does not have can’t be chosen.
  await hands.redraws(() => page.getByRole('radio', { name: 'Face' }).check({ force: true }));
  await hands.redraws(() => page.locator('#pose').selectOption('pixel'));
  await expect.poll(() => page.getByRole('radio', { name: 'Face' }).isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('radio', { name: 'Full' }).isChecked()).toBe(true);
});

describe('when something goes wrong', () => {
  test('an unknown player is marked, the others are drawn, and the mark goes away when it is fixed', async () => {
    await hands.redraws(() => hands.name(3, 'Nobody_here'));
    const problem = page.locator('.slot').nth(2).locator('.problem');
    await problem
      .filter({ hasText: 'There is no player with this name. Is it spelt right?' })
      .waitFor();
    await expect.poll(() => hands.player(3).getAttribute('aria-invalid')).toBe('true');
    // The reason is also where the picture is, and what its figure says.
    await hands.notice('Nobody_here: There is no player with this name.').waitFor();
    await expect
      .poll(() => page.locator('#figures [data-index="2"]').getAttribute('title'))
      .toContain('There is no player');
    // It was the face of somebody else.
    await expect.poll(() => hands.face(3).isVisible()).toBe(false);
    await expect.poll(() => hands.face(2).isVisible()).toBe(true);
    await expect
      .poll(() => page.locator('#picture').getAttribute('alt'))
      .not.toContain('Nobody_here');
    await expect.poll(() => page.locator('#share-hint').textContent()).toContain('4 of 5 drawn');
    await expect.poll(() => page.locator('#share[inert], #take[inert]').count()).toBe(0);
    await expect
      .poll(() => hands.address().textContent())
      .toMatch(/Nobody_here.*fallback=silhouette$/);
    await expect.poll(() => page.url()).not.toContain('fallback');
    await expect
      .poll(() => page.locator('#announcer').textContent())
      .toContain('no player with this name');
    await hands.redraws(() => hands.name(3, 'sample-dj'));
    await expect.poll(() => problem.isVisible()).toBe(false);
    await expect
      .poll(() => page.locator('#picture-announcer').textContent())
      .toContain('Picture updated: Nova,');
  });

  test('each of several unknown players is marked at its place, beside an empty field', async () => {
    await hands.name(1, 'Nobody_1');
    await hands.name(4, '00000000-0000-4000-8000-00000000dead');
    await expect.poll(() => page.locator('.slot.wrong').count()).toBe(2);
    await page.getByText('There is no player with this UUID.').first().waitFor();
    await hands.settled();
    await expect.poll(() => page.locator('#share-hint').textContent()).toContain('3 of 5 drawn');
    await hands.name(1, '');
    await hands.name(3, 'not a name!');
    await page.locator('.slot').nth(2).locator('.problem:visible').waitFor();
    await expect.poll(() => page.locator('.slot.wrong').count()).toBe(2);
  });

  test('a failing account service is reported at the player concerned, no network at the picture', async () => {
    world.accounts.behave({ kind: 'status', status: 500 });
    await hands.name(1, 'Steady_1');
    const problem = page.locator('.slot').nth(0).locator('.problem');
    await problem.filter({ hasText: 'Mojang isn’t answering right now.' }).waitFor();
    world.accounts.behave({ kind: 'normal' });
    await hands.name(1, 'sample-fox');
    await problem.waitFor({ state: 'hidden' });
    await page.context().setOffline(true);
    await hands.name(1, 'sample-panda');
    await hands.notice('The service can’t be reached').waitFor();
    await page.context().setOffline(false);
    await hands.redraws(() => page.getByRole('button', { name: 'Try again' }).click());
  });
});

test('everything works with the keyboard alone', async () => {
  // The focus begins where a page begins.
  await page.reload();
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Skip to the content');
  await page.keyboard.press('Enter');
  // The field on the stage, the grip of the first place, then its two fields.
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('quick');
  // Past the links to what is further down, and the buttons below the picture.
  for (let tabs = 0; tabs < 9; tabs++) await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('grip');
  await page.keyboard.press('Tab');
  await hands.redraws(() => page.keyboard.insertText('sample-chef'));
  await expect.poll(async () => (await hands.values())[0]).toBe('sample-chef');
  await page.locator('#pose').focus();
  await hands.redraws(() => page.keyboard.press('ArrowDown'));
  await page.locator('.share').getByRole('tab', { name: 'Image link' }).focus();
  // Past the overlay.
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('HTML');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^<img /);
});
