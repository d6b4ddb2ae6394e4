import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { handsOn, skinFile } from './composer-hands.ts';

// Whose name stands below whom: on the page, in its link, and in the picture that the link asks for.

const hash = 'c'.repeat(64);
const uuid = '069a79f444e94726a5befca90e38aaf5';

const world = await openBrowserWorld();
world.accounts.addTexture(hash, readFileSync(skinFile));
world.accounts.addPlayer({ name: 'Notch', uuid, skin: { hash } });
const page = await world.newPage();
const hands = handsOn(page);

afterAll(() => world.close());

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

/** What is seen of the picture at an address, as one text. */
async function seen(url: string | null): Promise<string> {
  return String(
    await page.evaluate(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(url)};
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return [canvas.width, canvas.height, ...new Uint8Array(await crypto.subtle.digest('SHA-256', data))].join();
    })()`),
  );
}

/** The picture on the stage, and what its image link gives. */
async function pictures(): Promise<{ shown: string; linked: string }> {
  await hands.settled();
  return {
    shown: await seen(await page.locator('#picture').getAttribute('src')),
    linked: await seen(await hands.address().textContent()),
  };
}

/** What the items say, asked for by a POST, which needs no place for every label: as on the stage, and by its link. */
async function wantedOf(items: readonly object[]): Promise<{ shown: string; linked: string }> {
  return { shown: await posted(items, 'webp'), linked: await posted(items, 'png') };
}

async function posted(items: readonly object[], format: string): Promise<string> {
  const url = await page.evaluate(`(async () => {
    const answer = await fetch('/api/blockgame/render/composition?height=64&format=${format}', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(items))},
    });
    return URL.createObjectURL(await answer.blob());
  })()`);
  return seen(String(url));
}

const dataUrl = `data:image/png;base64,${readFileSync(skinFile).toString('base64')}`;

test.each([undefined, 'Mine'])(
  'with the label %s, players keep their labels before a labelled one, also after a reload',
  async (label) => {
    const values = ['nOTCH', uuid, dataUrl, 'sample-fox'];
    const items = [
      ...values.map((value) => (label === undefined ? { value } : { value, label })),
      { value: 'sample-dj', label: 'Last' },
    ];
    const query = new URLSearchParams({ height: '64' });
    for (const [index, item] of items.entries()) {
      query.append('value', item.value);
      if ('label' in item) query.append(`label.${index}`, item.label ?? '');
    }
    await page.goto(`/?${query.toString()}`);
    await page.locator('#picture[src^="blob:"]').waitFor();
    const wanted = await wantedOf(items);
    expect(await pictures()).toEqual(wanted);
    await page.reload();
    await page.locator('#picture[src^="blob:"]').waitFor();
    expect(await pictures()).toEqual(wanted);
  },
);

test('a sample’s name is removed with it, also after a reload', async () => {
  await page.goto('/');
  await hands.redraws(() => hands.name(1, 'Notch'));
  await page.reload();
  await page.locator('#picture[src^="blob:"]').waitFor();
  await hands.redraws(() => hands.name(2, 'sample-panda'));
  await expect.poll(hands.labels).toEqual(['', '', 'Zoë', 'B33P', 'Мерлин']);
  await expect.poll(() => page.url()).toContain('label.2=');
});

test('a link with an empty label keeps it empty', async () => {
  await page.goto('/?value=Notch&value=sample-dj&label=&label=The+King&height=64');
  await page.locator('#picture[src^="blob:"]').waitFor();
  const wanted = await wantedOf([
    { value: 'Notch', label: '' },
    { value: 'sample-dj', label: 'The King' },
  ]);
  expect(await pictures()).toEqual(wanted);
  await expect.poll(() => page.url()).toMatch(/label=&label=The\+King&height=64$/);
});
