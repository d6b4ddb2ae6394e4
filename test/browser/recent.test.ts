import { afterAll, afterEach, expect, test } from 'vitest';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';
import { handsOn } from './composer-hands.ts';

// Names that were drawn before are kept by the browser, and those that nobody has are mended.

const world = await openBrowserWorld();
world.accounts.addPlayer({ name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' });
world.accounts.addPlayer({ name: 'jeb_', uuid: '853c80ef3c3749fdaa49938b674adae6' });
let page: WatchedPage;

afterAll(() => world.close());

afterEach(async () => {
  expect(page.mishaps).toEqual([]);
  await page.context().close();
});

async function open(path: string): Promise<ReturnType<typeof handsOn>> {
  const hands = handsOn(page);
  await hands.load(path);
  return hands;
}

const chips = () => page.locator('[data-recent].chip').allTextContents();

test('recently drawn accounts are offered on the next visit, and cleared on request', async () => {
  page = await world.newPage();
  let hands = await open('/?value=Notch&value=sample-fox&value=jeb_');
  await expect.poll(chips).toEqual([]);
  await expect.poll(() => page.locator('#recent').isVisible()).toBe(false);
  hands = await open('/');
  await expect.poll(chips).toEqual(['Notch', 'jeb_']);
  await hands.redraws(() => page.getByRole('button', { name: 'jeb_', exact: true }).click());
  await expect.poll(async () => (await hands.values()).at(-1)).toBe('jeb_');
  await expect.poll(chips).toEqual(['Notch']);
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await expect.poll(() => page.locator('#recent').isVisible()).toBe(false);
  expect(await page.evaluate(`localStorage.getItem('lineup-recent')`)).toBe(null);
});

test('a missing underscore is suggested after one request, and applied by a click', async () => {
  page = await world.newPage();
  const hands = await open('/?value=sample-fox&value=sample-dj');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/players')) asked.push(request.url());
  });
  await hands.name(2, 'jeb');
  const offer = page.locator('.slot').getByRole('button', { name: 'Did you mean jeb_?' });
  await offer.waitFor();
  expect(asked).toHaveLength(1);
  await hands.redraws(() => offer.click());
  await expect.poll(hands.values).toEqual(['sample-fox', 'jeb_']);
  await expect.poll(() => page.locator('.slot.wrong').count()).toBe(0);
});

test('nothing is suggested without a similar name; a recent account needs no request', async () => {
  page = await world.newPage();
  await page.addInitScript(`localStorage.setItem('lineup-recent', '["_Nobody_"]')`);
  const hands = await open('/?value=sample-fox&value=sample-dj');
  await hands.name(1, 'Somebody');
  await hands.name(2, 'nobody');
  await page.locator('.slot').getByRole('button', { name: 'Did you mean _Nobody_?' }).waitFor();
  await expect
    .poll(() =>
      page
        .locator('.slot')
        .getByRole('button', { name: /Did you mean/ })
        .count(),
    )
    .toBe(1);
});
