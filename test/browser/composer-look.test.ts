import { describe, expect, test } from 'vitest';
import { handsOn, openComposer, showRow } from './composer-hands.ts';

// How the picture looks, and what each player has of their own: chosen by pictures, on the picture.

const row = '/?value=sample-fox&value=sample-dj&value=sample-knight&label=&label=&label=&height=64';

const { world, page, hands } = await openComposer({}, { row });

const query = (): string => new URL(page.url()).search;
/** Radios lie unseen over what is shown of them. */
const choose = (name: string, value: string) =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });

describe('the whole picture', () => {
  test('scene, arrangement, facing, second layer, outline, title and size are in its URL', async () => {
    await hands.redraws(() => choose('scene', 'night'));
    await expect.poll(hands.size).toEqual({ widthPx: 864, heightPx: 454 });
    await expect.poll(() => page.locator('#cast.framed').count()).toBe(1);
    // Nobody chooses the height of players in a picture of given size.
    await expect.poll(() => page.locator('#height').isVisible()).toBe(false);
    await hands.redraws(() => page.locator('[data-option="size"]').selectOption('server-list'));
    await expect.poll(hands.size).toEqual({ widthPx: 468, heightPx: 60 });
    await hands.redraws(() => choose('arrangement', 'podium'));
    await hands.redraws(() => choose('facing', 'centre'));
    await hands.redraws(() => choose('overlay', 'none'));
    await hands.redraws(() => choose('outline', 'ffd166'));
    await hands.redraws(() => page.getByLabel('Title', { exact: true }).fill('Oakhaven'));
    const options =
      'scene=night&arrangement=podium&facing=centre&overlay=none&title=Oakhaven&size=server-list&outline=ffd166';
    expect(Object.fromEntries(new URLSearchParams(query()))).toMatchObject(
      Object.fromEntries(new URLSearchParams(options)),
    );
    const address = await hands.address().textContent();
    await hands.reload();
    await expect.poll(() => hands.address().textContent()).toBe(address);
    await expect
      .poll(() => page.getByLabel('Title', { exact: true }).inputValue())
      .toBe('Oakhaven');
  });

  test('a preset arranges the current players, in suitable poses', async () => {
    await page.locator('#presets', { hasText: /^\s*Start from/ }).waitFor();
    await hands.redraws(() => page.getByRole('button', { name: 'Podium' }).click());
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-dj', 'sample-knight']);
    await expect
      .poll(query)
      .toContain('render_type.0=cheering&render_type.1=pointing&render_type.2=crossed');
    await expect.poll(query).toContain('arrangement=podium&facing=centre');
    await hands.redraws(() => page.keyboard.press('Control+z'));
    await expect.poll(query).toBe(new URL(row, world.origin).search);
  });

  test('a pose for everyone is picked from pictures', async () => {
    await page.getByText('Pick a pose from pictures').click();
    await hands.redraws(() =>
      page.locator('#pose-pictures').getByRole('button', { name: 'Walking' }).click(),
    );
    await expect.poll(() => page.locator('#pose').inputValue()).toBe('walking');
  });
});

describe('one player', () => {
  const editor = () => page.locator('#editor');

  test('pressing a figure opens its pose, turn, name and size beside the picture', async () => {
    await page.locator('#figures .figure').nth(1).click();
    await editor().getByRole('heading', { name: 'sample-dj' }).waitFor();
    await hands.redraws(() => editor().getByRole('button', { name: 'Cheering' }).click());
    await hands.redraws(() => page.getByLabel('Role of player 2').fill('Owner'));
    await hands.redraws(() => editor().locator('[data-own="yaw"]').fill('45'));
    await hands.redraws(() => editor().getByLabel('Mirrored').check());
    await hands.redraws(() => editor().getByLabel('Arms').selectOption('slim'));
    await hands.redraws(() => editor().getByLabel('Size').fill('1.2'));
    const own =
      'caption.1=Owner&render_type.1=cheering&model.1=slim&yaw.1=45&mirror.1=true&scale.1=1.2';
    expect(Object.fromEntries(new URLSearchParams(query()))).toMatchObject(
      Object.fromEntries(new URLSearchParams(own)),
    );
    await expect
      .poll(() => page.locator('.slot .own').nth(1).textContent())
      .toBe('Cheering · turned 45° · mirrored · 120 % · slim arms');
    await editor().getByRole('button', { name: 'The next player' }).click();
    await editor().getByRole('heading', { name: 'sample-knight' }).waitFor();
    await expect.poll(() => editor().locator('[data-own="yaw"]').inputValue()).toBe('0');
    await page.keyboard.press('Escape');
    await expect.poll(() => editor().isVisible()).toBe(false);
    await expect
      .poll(() => page.evaluate('document.activeElement.ariaLabel'))
      .toBe('Pose and more of player 3');
  });

  test('a player’s own options move along when the figure is dragged', async () => {
    await showRow(page, `${row}&render_type.0=cheering`);
    const [from, to] = [
      await page.locator('#figures .figure').nth(0).boundingBox(),
      await page.locator('#figures .figure').nth(2).boundingBox(),
    ];
    if (from === null || to === null) throw new Error('there is nobody to drag');
    const yPx = from.y + from.height / 2;
    await hands.redraws(async () => {
      await page.mouse.move(from.x + from.width / 2, yPx);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, yPx, { steps: 4 });
      await page.mouse.up();
    });
    await expect.poll(hands.values).toEqual(['sample-dj', 'sample-knight', 'sample-fox']);
    await expect.poll(query).toContain('render_type.2=cheering');
    await expect.poll(() => editor().isVisible()).toBe(false);
  });
});

/** How far the page has scrolled within some frames. */
const scrolledMeanwhile = `new Promise((resolve) => {
  const before = scrollY;
  const after = (frames) =>
    frames === 0 ? resolve(scrollY - before) : requestAnimationFrame(() => after(frames - 1));
  after(6);
})`;

test('a long press drags a figure, a swipe scrolls', async () => {
  const own = await world.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await own.clock.install();
  await handsOn(own).load(row);
  const figures = own.locator('#figures .figure');
  const middleOf = async (index: number) => {
    const box = await figures.nth(index).boundingBox();
    if (box === null) throw new Error('there is nobody to drag');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const session = await own.context().newCDPSession(own);
  type Point = { readonly x: number; readonly y: number };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  // However slow the machine is, this finger does not rest.
  await own.clock.pauseAt(Date.now() + 60_000);
  await handsOn(own).settled();
  const { x, y } = await middleOf(0);
  await touch('touchStart', { x, y });
  for (const slip of [20, 60, 100]) await touch('touchMove', { x, y: y - slip });
  await expect.poll(() => own.locator('#figures .lifted').count()).toBe(0);
  await touch('touchEnd');
  await own.clock.resume();
  // It may go on scrolling by itself for a while.
  await expect.poll(() => own.evaluate(scrolledMeanwhile)).toBe(0);
  await own.evaluate('scrollTo(0, 0)');
  await expect.poll(async () => (await handsOn(own).values())[0]).toBe('sample-fox');
  await handsOn(own).redraws(async () => {
    const [from, to] = [await middleOf(0), await middleOf(2)];
    await touch('touchStart', from);
    await own.locator('#figures .lifted').waitFor();
    for (const part of [0.3, 0.6, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y });
    await touch('touchEnd');
  });
  await expect
    .poll(() => handsOn(own).values())
    .toEqual(['sample-dj', 'sample-knight', 'sample-fox']);
  await expect.poll(() => own.locator('#figures .lifted').count()).toBe(0);
  expect(own.mishaps).toEqual([]);
  await own.context().close();
});

test('on a phone the player’s editor is below the picture', async () => {
  const own = await world.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await own.goto(row);
  await own.locator('#figures .figure').nth(1).click();
  const isBetween = `(({ top, bottom }) =>
    top > 0 && bottom <= document.querySelector('#editor[open]').getBoundingClientRect().top)(
    document.querySelector('#picture').getBoundingClientRect())`;
  await own.locator('#editor[open]').waitFor();
  await expect.poll(() => own.evaluate(isBetween)).toBe(true);
  await own.context().close();
});

describe('a shared row', () => {
  test('is part of the page without a script, with its own link preview', async () => {
    const own = await world.newPage({ javaScriptEnabled: false });
    await own.goto('/sample-fox+sample-dj?scene=snow&caption.1=Owner');
    await expect.poll(() => own.title()).toBe('fox and dj · Lineup');
    const src = await own.locator('#picture').getAttribute('src');
    expect(src).toContain('value=sample-fox&value=sample-dj&caption.1=Owner&scene=snow');
    await expect.poll(() => handsOn(own).values()).toEqual(['sample-fox', 'sample-dj']);
    await expect.poll(() => own.locator('[name="scene"]:checked').inputValue()).toBe('snow');
    await own.context().close();
  });

  test('can be changed by its reader, and then has a URL of its own', async () => {
    await page.goto('/sample-fox+sample-dj?height=64');
    await hands.redraws(() => hands.name(1, 'sample-chef'));
    await expect
      .poll(() => page.url())
      .toBe(`${world.origin}/?value=sample-chef&value=sample-dj&height=64`);
    await hands.redraws(() => page.goBack());
    await expect.poll(() => page.url()).toBe(`${world.origin}/sample-fox+sample-dj?height=64`);
    await expect.poll(hands.values).toEqual(['sample-fox', 'sample-dj']);
  });
});
