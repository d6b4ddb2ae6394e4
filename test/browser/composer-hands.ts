import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openBrowserWorld, type BrowserWorld, type WatchedPage } from '../support/browser.ts';

// What somebody does with the composer of the front page, and sees of it.

export const skinFile = join(import.meta.dirname, '../../samples/skins/sample-robot.png');

type Composer = {
  readonly world: BrowserWorld;
  readonly page: WatchedPage;
  readonly hands: Hands;
};

/** The players that the page opens on, small, in a plain row: what most tests begin with. */
export const plainRow = `/?${[
  ['sample-astronaut', 'Nova'],
  ['sample-fox', 'Αλεπού'],
  ['sample-princess', 'Zoë'],
  ['sample-robot', 'B33P'],
  ['sample-wizard', 'Мерлин'],
]
  .map(([value = '', label = '']) => `value=${value}&label=${encodeURIComponent(label)}`)
  .join('&')}&height=64`;

/** Shows a row on a page that is there, as Back does: it takes a fifth of the time of a load. */
export async function showRow(page: WatchedPage, path: string): Promise<void> {
  // By way of another row, so that also what was only typed is gone.
  await page.evaluate(`(() => {
    for (const path of ['/?value=sample-dj&height=64', ${JSON.stringify(path)}]) {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }
    document.activeElement.blur();
    scrollTo(0, 0);
  })()`);
  await page.locator('#picture[src^="blob:"]').waitFor();
  await handsOn(page).settled();
}

/** Goes to a row of the front page: by a load if it is not the page that came with it. */
export async function goToRow(page: WatchedPage, path: string): Promise<void> {
  const name = JSON.stringify(path);
  if (await page.evaluate(`self.loadedRow === ${name}`)) return showRow(page, path);
  // Not the page before once more: a history that is reloaded has kept its row.
  await page.goto('about:blank');
  await handsOn(page).load(path);
  await page.evaluate(`self.loadedRow = ${name}`);
}

/** The front page in a world of this file's own, with a row before each test; nothing may go wrong on it. */
export async function openComposer(
  options?: BrowserContextOptions,
  { row = plainRow, settings }: { row?: string; settings?: Record<string, string> } = {},
): Promise<Composer> {
  const world = await openBrowserWorld(settings);
  const page = await world.newPage(options);
  afterAll(() => world.close());
  beforeEach(() => goToRow(page, row));
  afterEach(() => {
    expect(page.mishaps).toEqual([]);
  });
  return { world, page, hands: handsOn(page) };
}

/** Answers animations with their first frame: how they are drawn is tested elsewhere, and takes long. */
export async function stillAnimations(page: WatchedPage): Promise<void> {
  await page.route(/[?&]motion(?:\.\d)?=(?!.*[?&]frame=)/, (route) =>
    route.continue({ url: `${route.request().url()}&frame=0` }),
  );
}

export type Hands = ReturnType<typeof handsOn>;
type Size = { readonly widthPx: number; readonly heightPx: number };

export function handsOn(page: WatchedPage) {
  // By name: to find the label of each element of the page takes longer than to draw a small picture.
  const field = (number: number, name: string): Locator =>
    page.locator(`.slot input[name="${name}"]`).nth(number - 1);
  const player = (number: number): Locator => field(number, 'value');
  /** Nothing is about to be drawn any more. */
  const settled = (): Promise<void> => page.locator('#cast[aria-busy="false"]').waitFor();
  /** Waits for the first picture that the page has drawn itself, and what loads after it. */
  const arrived = async (): Promise<void> => {
    await page.locator('#picture[src^="blob:"]').waitFor();
    await page.locator('#composer[data-ready]').waitFor();
    await settled();
  };

  return {
    player,
    settled,
    load: async (path: string): Promise<void> => {
      await page.goto(path);
      await arrived();
    },
    reload: async (): Promise<void> => {
      await page.reload();
      await arrived();
    },
    /** Names a player and leaves the field: what is typed is drawn at once. */
    name: async (number: number, value: string): Promise<void> => {
      await player(number).fill(value);
      await player(number).blur();
    },
    label: (number: number): Locator => field(number, 'label'),
    file: (number: number): Locator => page.locator('.slot input[type="file"]').nth(number - 1),
    face: (number: number): Locator => page.locator('.slot .face img').nth(number - 1),
    notice: (text: string): Locator => page.locator('#notice', { hasText: text }),
    address: (): Locator => page.locator('#share-url code'),
    values: (): Promise<string[]> => texts(page, 'value'),
    labels: (): Promise<string[]> => texts(page, 'label'),
    size: (): Promise<Size> => pictureSize(page),
    /** Does something that changes the picture, and waits until the new one stands on the stage. */
    redraws: async (action: () => Promise<unknown>): Promise<string> => {
      const picture = page.locator('#picture');
      await settled();
      const before = await picture.getAttribute('src');
      await action();
      await page.locator(`#picture:not([src="${before}"])`).waitFor();
      await settled();
      await decodePicture(page);
      return (await picture.getAttribute('src')) ?? '';
    },
    /** Wipes all places but the first, so that a test says what stands there. */
    keepOne: async (): Promise<void> => {
      for (let left = 4; left > 0; left--) await page.locator('.slot .remove').last().click();
    },
    paste: (number: number, text: string): Promise<void> => pasteInto(page, player(number), text),
    pasteAt: (selector: string, text: string): Promise<void> =>
      pasteInto(page, page.locator(selector), text),
    drop: (target: string, name: string, type: string): Promise<void> =>
      drop(page, target, { name, type }),
  };
}

async function pasteInto(page: WatchedPage, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
}

/** A decoding that neither ends nor fails has no bound of its own. */
async function decodePicture(page: WatchedPage): Promise<void> {
  await page.evaluate(`Promise.race([
    document.querySelector('#picture').decode(),
    new Promise((_, fail) => setTimeout(fail, 20_000, new Error('the picture on the stage is not decoded'))),
  ])`);
}

function texts(page: WatchedPage, name: string): Promise<string[]> {
  return page
    .locator(`.slot input[name="${name}"]`)
    .evaluateAll((inputs) => inputs.map((input) => String(Reflect.get(input, 'value'))));
}

async function pictureSize(page: WatchedPage): Promise<Size> {
  const size: unknown = await page.evaluate(
    `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('#picture'))`,
  );
  const [widthPx = 0, heightPx = 0] = Array.isArray(size) ? size.map(Number) : [];
  return { widthPx, heightPx };
}

/** Drops the sample of a robot, under a name, on what matches. */
async function drop(
  page: WatchedPage,
  target: string,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<void> {
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
