import { describe, expect, test } from 'vitest';
import { handsOn, openComposer, showRow, skinFile } from './composer-hands.ts';

// The picture is a form of its own: names are typed over where they stand, figures are taken away and
// added, and wear what is dropped on them.

const row = '/?value=sample-fox&value=sample-dj&value=sample-knight';
const { world, page, hands } = await openComposer(
  { viewport: { width: 1366, height: 650 } },
  { row },
);
world.accounts.addPlayer({ name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' });

const name = (number: number) => page.locator(`#figures [data-name="${number - 1}"]`);
const field = () => page.locator('#retype');

async function retype(number: number, text: string): Promise<void> {
  await name(number).click();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('retype');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

describe('a name on the picture', () => {
  test('can be overwritten with another player, who keeps the pose', async () => {
    await showRow(page, `${row}&render_type.1=cheering`);
    await hands.redraws(() => retype(2, 'Notch'));
    await expect.poll(hands.values).toEqual(['sample-fox', 'Notch', 'sample-knight']);
    expect(new URL(page.url()).search).toContain('render_type.1=cheering');
    await expect.poll(() => field().isVisible()).toBe(false);
    expect(await page.evaluate('scrollY')).toBe(0);
    await hands.redraws(() => page.keyboard.press('Control+z'));
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-dj', 'sample-knight']);
  });

  test('that is no player’s name becomes the label, and can be overwritten', async () => {
    await hands.redraws(() => retype(1, 'The King'));
    await expect.poll(hands.labels).toEqual(['The King', '', '']);
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-dj', 'sample-knight']);
    await hands.redraws(() => retype(1, 'Queen'));
    await expect.poll(hands.labels).toEqual(['Queen', '', '']);
    await expect.poll(async () => (await hands.values())[0]).toBe('sample-fox');
  });

  test('of a skin file is its label, also where it would be a player’s name', async () => {
    await hands.label(1).fill('');
    await hands.redraws(() => hands.file(1).setInputFiles(skinFile));
    await hands.redraws(() => retype(1, 'Notch'));
    await expect.poll(hands.labels).toEqual(['Notch', '', '']);
    await expect.poll(async () => (await hands.values())[0]).toBe('sample-robot.png');
  });

  test('that is too long is cut between two emoji, and drawn', async () => {
    await hands.redraws(() => retype(1, `a${'😀'.repeat(70)}`));
    await expect.poll(hands.labels).toEqual([`a${'😀'.repeat(63)}`, '', '']);
  });

  test('stays on Escape, and a pasted list continues to the right', async () => {
    await name(1).click();
    await page.keyboard.type('Notch');
    await page.keyboard.press('Escape');
    await expect.poll(() => field().isVisible()).toBe(false);
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-dj', 'sample-knight']);
    await hands.redraws(() => retype(3, 'Notch, jeb_ sample-pirate'));
    await expect
      .poll(() => hands.values())
      .toEqual(['sample-fox', 'sample-dj', 'Notch', 'jeb_', 'sample-pirate']);
  });

  test('that is unknown is marked on the picture too', async () => {
    await hands.redraws(() => retype(2, 'Nobody'));
    await page.locator('#figures .name.wrong[data-name="1"]').waitFor();
    await expect.poll(() => page.locator('#figures .name.wrong').count()).toBe(1);
  });
});

test('of a new player is added by the plus, up to ten, and invalid ones are reported', async () => {
  const plus = page.locator('#add-here');
  const box = await plus.boundingBox();
  const picture = await page.locator('#picture').boundingBox();
  expect(box?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
  await hands.redraws(async () => {
    await plus.click();
    await page.keyboard.type('sample-pirate');
    await page.keyboard.press('Enter');
  });
  await expect.poll(async () => (await hands.values()).at(-1)).toBe('sample-pirate');
  await plus.click();
  await page.keyboard.type('Αλεπού');
  await page.keyboard.press('Enter');
  await hands.notice('That isn’t a Minecraft name').waitFor();
  await hands.redraws(async () => {
    await plus.click();
    await page.keyboard.type('a1, b2, c3, d4, e5, f6, g7'.replaceAll(/\w\d/g, 'sample-dj'));
    await page.keyboard.press('Enter');
  });
  await hands.notice('1 name was dropped').waitFor();
  await expect.poll(hands.values).toHaveLength(10);
  await expect.poll(() => plus.isVisible()).toBe(false);
});

describe('a figure', () => {
  const figure = (number: number) => page.locator(`#figures [data-index="${number - 1}"]`);

  test('has its controls where the service drew it, in a scene of two rows too', async () => {
    await showRow(page, `${row}&arrangement=rows&scene=night`);
    const [left, right, behind] = await Promise.all(
      [1, 2, 3].map((at) => figure(at).boundingBox()),
    );
    if (!left || !right || !behind) throw new Error('there is nobody');
    expect(left.x + left.width).toBeLessThanOrEqual(right.x);
    expect(behind.x + behind.width / 2).toBeGreaterThan(left.x + left.width / 2);
    expect(behind.x + behind.width / 2).toBeLessThan(right.x + right.width / 2);
    expect(behind.y).toBeLessThan(left.y);
  });

  test('is removed by its cross, and the page does not scroll', async () => {
    await figure(2).hover();
    await hands.redraws(() => figure(2).locator('.off').click());
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-knight']);
    expect(await page.evaluate('scrollY')).toBe(0);
    for (const left of [1, 0]) {
      await figure(1).hover();
      await figure(1).locator('.off').click();
      await page.locator('#slots .slot').nth(left).waitFor({ state: 'detached' });
      await hands.settled();
    }
    await expect.poll(() => page.locator('#add-here').isVisible()).toBe(true);
  });

  test('that is being edited is marked; removing it ends the editing', async () => {
    await figure(2).click();
    await page.locator('#editor[open]').waitFor();
    await expect.poll(() => page.locator('.figure.edited').getAttribute('data-index')).toBe('1');
    await hands.redraws(() => figure(2).locator('.off').click());
    await expect.poll(() => page.locator('#editor').isVisible()).toBe(false);
  });

  test('gets the skin file that is dropped on it', async () => {
    await hands.redraws(() => hands.drop('#figures [data-index="2"]', 'my-skin.png', 'image/png'));
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-dj', 'my-skin.png']);
    await expect.poll(() => page.locator('.figure.aimed').count()).toBe(0);
  });
});

test('by touch, a name can be overwritten as well', async () => {
  const own = await world.newPage({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await own.goto(row);
  await own.locator('#figures [data-name="2"]').tap();
  const box = await own.locator('#retype').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  await handsOn(own).redraws(async () => {
    await own.keyboard.type('sample-pirate');
    await own.keyboard.press('Enter');
  });
  await expect.poll(async () => (await handsOn(own).values()).at(-1)).toBe('sample-pirate');

  // A row as wide as the screen leaves no room beside it: the plus lies over nobody all the same.
  await showRow(own, `${row}&value=sample-dj&value=sample-pirate`);
  await own.locator('.plus.tight').waitFor();
  const gapPx = `document.querySelector('#add-here').getBoundingClientRect().top -
    document.querySelector('#picture').getBoundingClientRect().bottom`;
  await expect.poll(() => own.evaluate(gapPx)).toBeGreaterThanOrEqual(0);
  await own.context().close();
});

test('the ground is below the feet, however high ears reach', async () => {
  await showRow(page, '/?value=sample-fox&value=sample-dragon');
  const band = (): Promise<number> =>
    page.evaluate("Number(document.querySelector('#cast').style.getPropertyValue('--band'))");
  await expect.poll(band).toBeGreaterThan(0.02);
  expect(await band()).toBeLessThan(0.15);
});
