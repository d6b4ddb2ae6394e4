import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openComposer, showRow } from './composer-hands.ts';

// A name that is none, or nobody's: what is understood, what is offered, and where that is said.

const { world, page, hands } = await openComposer({
  permissions: ['clipboard-read', 'clipboard-write'],
});
const skins = join(import.meta.dirname, '../../samples/skins');
for (const [index, name] of ['Notch', 'Jose', 'Zoe_', '_Zoe'].entries()) {
  const id = `6${index}`;
  const hash = id.repeat(32);
  world.accounts.addTexture(hash, readFileSync(join(skins, 'sample-fox.png')));
  world.accounts.addPlayer({ name, uuid: id.repeat(16), skin: { hash } });
}
const offer = (name: string) =>
  page.locator('#notice').getByRole('button', { name: `Did you mean ${name}?` });
const quick = page.locator('#quick');
const asked: string[] = [];
page.on('request', (request) => {
  if (request.url().endsWith('/api/blockgame/players')) asked.push(request.postData() ?? '');
});
const isNotch = () => expect.poll(hands.values).toEqual(['Notch']);

// A name that was drawn needs no request.
beforeEach(async () => {
  await page.evaluate('localStorage.clear()');
  await page.setViewportSize({ width: 1280, height: 720 });
  asked.length = 0;
});

async function enter(text: string): Promise<void> {
  await quick.fill(text);
  await quick.press('Enter');
}

test.each(['Notch_', 'Nötch', 'Notch!', '(Notch)'])(
  'for %s the name that exists is one press away, after one request',
  async (text) => {
    await enter(text);
    await hands.notice(text).waitFor();
    await hands.redraws(() => offer('Notch').click());
    await isNotch();
    expect(asked).toHaveLength(1);
    await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
    await expect.poll(() => quick.inputValue()).toBe('');
    await expect.poll(() => page.locator('.slot.wrong').count()).toBe(0);
  },
);

test('in a list the others are drawn, and the one who is missing is named and joins them', async () => {
  await hands.redraws(() => enter('Notch, José'));
  await hands.notice('“José” is no player’s name.').waitFor();
  await hands.redraws(() => offer('Jose').press('Enter'));
  await expect.poll(hands.values).toEqual(['Notch', 'Jose']);
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('quick');
});

test('what is no name at all is said until the next picture', async () => {
  await enter('%%');
  await hands.notice('“%%” is no player’s name.').waitFor();
  await hands.redraws(() => page.locator('#pose').selectOption('walking'));
  await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
});

test.each(['@Notch', ' Notch , ', 'Notch\u200B', 'https://namemc.com/profile/Notch.1'])(
  '%j is understood where it is typed or pasted',
  async (text) => {
    await hands.redraws(() => enter(text));
    await isNotch();
    await showRow(page, '/?value=sample-dj&height=64');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await hands.player(1).fill('');
    await hands.redraws(async () => {
      await hands.player(1).press('Control+v');
      await hands.player(1).blur();
    });
    await isNotch();
    expect(asked).toEqual([]);
  },
);

test('beside a player the name is offered, too, and the offer keeps the focus', async () => {
  await page.clock.install();
  await showRow(page, '/?value=sample-dj&value=sample-fox&label.1=Bob&height=64');
  await hands.name(2, 'Jös é');
  const chip = page.locator('.slot').nth(1).getByRole('button', { name: 'Did you mean Jose?' });
  await chip.focus();
  // Errors are looked at once more when somebody may have finished typing.
  await page.clock.runFor(2500);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/Jose/);
  await hands.redraws(() => page.keyboard.press('Enter'));
  await expect.poll(hands.values).toEqual(['sample-dj', 'Jose']);
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('Jose');
  expect(asked).toHaveLength(1);
});

test('of several names that exist, the likeliest is offered', async () => {
  await enter('Zoé');
  await hands.redraws(() => offer('Zoe_').click());
  await expect.poll(hands.values).toEqual(['Zoe_']);
});

test('nothing is offered that nobody is called, and nothing while the service fails', async () => {
  await enter('Nobody_x');
  await hands.notice('Nobody_x: There is no player').waitFor();
  await expect.poll(() => asked.length).toBe(1);
  world.accounts.behave({ kind: 'status', status: 500 });
  const answered = page.waitForResponse('**/api/blockgame/players');
  await enter('Nòbody');
  await answered;
  await hands.notice('“Nòbody” is no player’s name.').waitFor();
  world.accounts.behave({ kind: 'normal' });
  await expect.poll(() => page.locator('#notice button').isVisible()).toBe(false);
});

test('poses of somebody are found by another spelling', async () => {
  await page.locator('#gallery-player').fill('Nötch');
  await page.locator('#gallery-player').press('Enter');
  const notice = page.locator('#gallery-notice');
  await notice.filter({ hasText: 'That isn’t a Minecraft name' }).waitFor();
  await notice.getByRole('button', { name: 'Did you mean Notch?' }).click();
  await notice.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator('#gallery').getAttribute('data-player')).toBe('Notch');
});

/** What the message covers, or what covers it; it may be anything that stands beside it. */
const covered = `(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const own = box('#notice');
  return ['#picture', '#quick', '.jumps', '#stage-take', 'h1'].filter((selector) => {
    const { left, right, top, bottom } = box(selector);
    return left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1;
  });
})()`;

test.each([360, 390, 768, 1024, 1366, 1920])('%i px wide, it covers nothing', async (width) => {
  for (const row of ['scene=meadow&value=sample-dj', 'value=sample-dj', 'size=story&scene=snow']) {
    await page.setViewportSize({ width, height: 768 });
    await showRow(page, `/?value=sample-fox&${row}`);
    await enter('José');
    await offer('Jose').waitFor();
    expect([row, await page.evaluate(covered)]).toEqual([row, []]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }
});
