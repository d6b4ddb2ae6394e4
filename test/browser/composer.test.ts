import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodePng } from '../../src/render/image/decode-png.ts';
import { openBrowserWorld, type BrowserWorld, type WatchedPage } from '../support/browser.ts';

// The composer of the front page as people use it: hands on keyboard and mouse, in a real browser.

const skinFile = join(import.meta.dirname, '../../samples/skins/sample-robot.png');
const hash = 'c'.repeat(64);
let world: BrowserWorld;
let page: WatchedPage;

beforeAll(async () => {
  world = await openBrowserWorld();
  world.accounts.addTexture(hash, readFileSync(skinFile));
  world.accounts.addPlayer({
    name: 'Notch',
    uuid: '069a79f444e94726a5befca90e38aaf5',
    skin: { hash },
  });
});

afterAll(() => world.close());

beforeEach(async () => {
  page = await world.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/');
});

afterEach(async () => {
  expect(page.mishaps).toEqual([]);
  await page.context().close();
});

const player = (number: number): Locator => page.getByLabel(`Player ${number}`, { exact: true });
const label = (number: number): Locator => page.getByLabel(`Label of player ${number}`);
const notice = (text: string): Locator => page.locator('#notice', { hasText: text });
const address = (): Locator => page.locator('#share-url code');
const values = (): Promise<string[]> =>
  page
    .locator('.slot input[name="value"]')
    .evaluateAll((inputs) => inputs.map((input) => String(Reflect.get(input, 'value'))));

/** Nothing is about to be drawn any more. */
const settled = (): Promise<void> => page.locator('#cast[aria-busy="false"]').waitFor();

/** Does something that changes the picture, and waits until the new one stands on the stage. */
async function redraws(action: () => Promise<unknown>): Promise<string> {
  const picture = page.locator('#picture');
  await settled();
  const before = await picture.getAttribute('src');
  await action();
  await page.locator(`#picture:not([src="${before}"])`).waitFor();
  await settled();
  await page.evaluate(`document.querySelector('#picture').decode()`);
  return (await picture.getAttribute('src')) ?? '';
}

/** Wipes all places but the first, so that a test says what stands there. */
async function keepOne(): Promise<void> {
  for (const number of [5, 4, 3, 2]) {
    await page.getByRole('button', { name: `Remove player ${number}` }).click();
  }
}

async function pictureSize(): Promise<{ widthPx: number; heightPx: number }> {
  const size: unknown = await page.evaluate(
    `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('#picture'))`,
  );
  const [widthPx = 0, heightPx = 0] = Array.isArray(size) ? size.map(Number) : [];
  return { widthPx, heightPx };
}

/** Drops the sample of a robot, under a name, on what matches. */
async function drop(target: string, name: string, type: string): Promise<void> {
  const base64 = readFileSync(skinFile).toString('base64');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${base64}'), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], '${name}', { type: '${type}' }));
    const target = document.querySelector('${target}');
    for (const kind of ['dragover', 'drop']) {
      target.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  })()`);
}

describe('who is in it', () => {
  test('typing a name redraws the picture, and its face stands beside it', async () => {
    await redraws(() => player(2).fill('sample-panda'));
    expect(await address().textContent()).toContain('value=sample-panda');
    expect(await page.locator('#picture').getAttribute('alt')).toContain('Nova, sample-panda, Zoë');
    const face = page.locator('.slot').nth(1).locator('.face img');
    expect(await face.getAttribute('src')).toContain('value=sample-panda');
  });

  test('only the last of what was typed is asked for', async () => {
    const asked: string[] = [];
    // A page whose clock is in our hands: however slow the machine is, these are quick fingers.
    await page.clock.install();
    await page.goto('/');
    await settled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await settled();
    page.on('request', (request) => asked.push(request.url()));
    await player(1).fill('sample-');
    await page.clock.runFor(300);
    await player(1).pressSequentially('astro');
    await page.clock.runFor(300);
    await player(1).fill('sample-dj');
    await page.clock.runFor(400);
    await settled();
    const rows = asked.filter((url) => url.includes('composition') && !url.includes('crop=face'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('value=sample-dj&');
  });

  test('a name that was ours goes with its player, one that was typed stays', async () => {
    await redraws(() => label(1).fill('Mine'));
    await redraws(() => player(1).fill('sample-fox'));
    expect(await label(1).inputValue()).toBe('Mine');
    await redraws(() => player(2).fill('sample-fox'));
    expect(await label(2).inputValue()).toBe('');
  });

  test('an account, a label of its own, and no label at all', async () => {
    await redraws(() => player(1).fill('Notch'));
    await redraws(() => label(1).fill('The first'));
    expect(await address().textContent()).toContain('label=The%20first');
    await redraws(() => page.getByLabel('Names below the players').uncheck());
    expect(await address().textContent()).toMatch(/label=&label=&label=&label=&label=$/);
    expect(await pictureSize()).toMatchObject({ heightPx: 512 });
  });

  test('a place is added at the end, up to ten, and taken away', async () => {
    const add = page.getByRole('button', { name: 'Add a player' });
    for (let count = 6; count <= 10; count++) {
      await add.click();
      expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(`Player ${count}`);
    }
    expect(await add.isDisabled()).toBe(true);
    expect(await page.locator('#count').textContent()).toBe('10 of 10');
    await page.getByRole('button', { name: 'Remove player 10' }).click();
    expect(await add.isDisabled()).toBe(false);
  });

  test('a list that is pasted fills one place after the other', async () => {
    await keepOne();
    await redraws(async () => {
      await player(1).focus();
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text', 'sample-dj, sample-fox\\nsample-panda');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      })()`);
    });
    expect(await values()).toEqual(['sample-dj', 'sample-fox', 'sample-panda']);
  });

  test('a surprise is a lineup of samples', async () => {
    await redraws(() => page.getByRole('button', { name: 'Surprise me' }).click());
    expect(await label(1).inputValue()).not.toBe('');
    const names = await values();
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(names.length);
  });

  test('the lineup is in the address of the page, and comes back from there', async () => {
    await redraws(() => player(1).fill('sample-ghost'));
    await redraws(() => page.locator('#pose').selectOption('cheering'));
    const link = page.url();
    const second = await world.newPage();
    await second.goto(link);
    expect(await second.getByLabel('Player 1', { exact: true }).inputValue()).toBe('sample-ghost');
    expect(await second.locator('#pose').inputValue()).toBe('cheering');
    expect(second.mishaps).toEqual([]);
    await second.context().close();
  });
});

describe('skin files', () => {
  test('a file that is dropped on a place stands there', async () => {
    await label(2).fill('');
    await redraws(() => drop('.slot:nth-child(2)', 'my robot.png', 'image/png'));
    expect(await player(2).inputValue()).toBe('my robot.png');
    expect(await label(2).inputValue()).toBe('my robot');
    expect(await address().textContent()).toContain('value=data:image/png%3Bbase64,');
  });

  test('a file that is dropped elsewhere gets a place of its own', async () => {
    await redraws(() => drop('body', 'robot.png', 'image/png'));
    expect(await player(6).inputValue()).toBe('robot.png');
  });

  test('what is no PNG is refused in words', async () => {
    await drop('body', 'notes.txt', 'text/plain');
    await notice('notes.txt is not a PNG').waitFor();
  });

  test('a file can be chosen without dragging, and typing replaces it', async () => {
    const field = page.getByLabel('Skin file of player 1');
    await redraws(() => field.setInputFiles(skinFile));
    expect(await player(1).inputValue()).toBe('sample-robot.png');
    await redraws(() => player(1).fill('sample-fox'));
    expect(await address().textContent()).not.toContain('data:');
  });

  test('too many files for an address are sent as JSON, and what can’t be embedded is not offered', async () => {
    const tooLong = `data:image/png;base64,${readFileSync(skinFile).toString('base64')}`;
    expect(tooLong.length).toBeLessThan(8000);
    await redraws(async () => {
      for (const number of [1, 2, 3, 4, 5]) {
        await page.getByLabel(`Skin file of player ${number}`).setInputFiles(skinFile);
      }
      await page.getByText('too long to embed').waitFor();
    });
    expect(await page.getByRole('tab', { name: 'HTML' }).count()).toBe(0);
    expect(await page.locator('#share-curl code').textContent()).toContain(
      "-H 'Content-Type: application/json'",
    );
  });
});

describe('order', () => {
  test('with the arrow keys, the focus stays and it is said aloud', async () => {
    await redraws(async () => {
      await page.getByRole('button', { name: /^Move player 1 of/ }).focus();
      await page.keyboard.press('ArrowRight');
    });
    expect((await values()).slice(0, 2)).toEqual(['sample-fox', 'sample-astronaut']);
    expect(await page.locator('#announcer').textContent()).toBe('Nova is now number 2 of 5');
    await redraws(() => page.keyboard.press('End'));
    expect((await values()).at(-1)).toBe('sample-astronaut');
  });

  test('with the mouse', async () => {
    await page.locator('.slot').nth(0).scrollIntoViewIfNeeded();
    const box = async (index: number) => {
      const found = await page.locator('.grip').nth(index).boundingBox();
      return { x: (found?.x ?? 0) + 10, y: (found?.y ?? 0) + 20 };
    };
    const [from, to] = [await box(0), await box(2)];
    await redraws(async () => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 6 });
      await page.mouse.move(to.x + 120, to.y, { steps: 6 });
      await page.mouse.up();
    });
    expect(await values()).toEqual([
      'sample-fox',
      'sample-princess',
      'sample-astronaut',
      'sample-robot',
      'sample-wizard',
    ]);
    expect(await page.locator('.lifted').count()).toBe(0);
  });
});

describe('how it looks', () => {
  test('pose, crop and height', async () => {
    await redraws(() => page.locator('#pose').selectOption('walking'));
    await redraws(() => page.getByRole('radio', { name: 'Bust' }).check({ force: true }));
    await redraws(() => page.getByLabel('Height').fill('256'));
    expect(await address().textContent()).toMatch(/render_type=walking&crop=bust&height=256$/);
    expect(await page.locator('#height-shown').textContent()).toBe('256 px');
  });

  test('a crop that a pose does not have can’t be chosen', async () => {
    await redraws(() => page.getByRole('radio', { name: 'Face' }).check({ force: true }));
    await redraws(() => page.locator('#pose').selectOption('pixel'));
    expect(await page.getByRole('radio', { name: 'Face' }).isDisabled()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Full' }).isChecked()).toBe(true);
  });
});

describe('taking it along', () => {
  test.each([
    ['Address', /^http:\/\/127.0.0.1:\d+\/api\/blockgame\/render\/composition\?value=sample-/],
    ['curl', /^curl -s '/],
    ['JavaScript', /^import \{ writeFile/],
    ['Python', /^from urllib.request/],
    ['HTML', /^<img src="http/],
    ['Markdown', /^!\[Nova, .*\]\(http/],
  ])('%s is copied', async (name, pattern) => {
    const share = page.locator('.share');
    await share.getByRole('tab', { name }).click();
    await share.locator('.panel:visible').getByRole('button', { name: /^Copy/ }).click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(pattern);
  });

  test('what was copied is the picture', async () => {
    await redraws(() => player(1).fill('sample-knight'));
    const url = (await address().textContent()) ?? '';
    const picture = decodePng(Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect(await pictureSize()).toEqual({
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
    });
  });

  test('the PNG is downloaded under a name', async () => {
    await redraws(() => player(1).fill('sample-knight'));
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PNG' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('lineup.png');
    expect(decodePng(readFileSync(await file.path())).heightPx).toBeGreaterThan(512);
  });
});

describe('when something goes wrong', () => {
  test('an unknown player is named where he stands, the picture pales, and all is well again after', async () => {
    await player(3).fill('Nobody_here');
    const problem = page.locator('.slot').nth(2).locator('.problem');
    await problem
      .filter({ hasText: 'There is no player with this name. Is it spelt right?' })
      .waitFor();
    expect(await player(3).getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#cast.stale').count()).toBe(1);
    expect(await page.locator('#announcer').textContent()).toContain('no player with this name');
    await redraws(() => player(3).fill('sample-dj'));
    expect(await problem.isVisible()).toBe(false);
    expect(await page.locator('#cast.stale').count()).toBe(0);
  });

  test('an empty place is passed over, and the blame still falls on the right one', async () => {
    await player(1).fill('');
    await player(3).fill('not a name!');
    await page.locator('.slot').nth(2).locator('.problem:visible').waitFor();
    expect(await page.locator('.slot.wrong').count()).toBe(1);
  });

  test('nobody at all', async () => {
    await keepOne();
    await player(1).fill('');
    await notice('Nobody is here yet. Who comes first?').waitFor();
  });

  test('an account service in trouble is said, and tried again on request', async () => {
    world.accounts.behave({ kind: 'status', status: 500 });
    await player(1).fill('Steady_1');
    await notice('Somebody can’t be had right now').waitFor();
    world.accounts.behave({ kind: 'normal' });
    await player(1).fill('sample-fox');
    await page.locator('#notice').waitFor({ state: 'hidden' });
  });

  test('no network', async () => {
    await page.context().setOffline(true);
    await player(1).fill('sample-panda');
    await notice('The service can’t be reached').waitFor();
    await page.context().setOffline(false);
    await redraws(() => page.getByRole('button', { name: 'Try again' }).click());
  });
});

test('all of it with the keyboard alone', async () => {
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  // Grip of the first place, then its two fields.
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.className')).toBe('grip');
  await page.keyboard.press('Tab');
  await redraws(() => page.keyboard.insertText('sample-chef'));
  expect((await values())[0]).toBe('sample-chef');
  await page.locator('#pose').focus();
  await redraws(() => page.keyboard.press('ArrowDown'));
  await page.locator('.share').getByRole('tab', { name: 'Address' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('curl');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl/);
});
