import type { CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserWorld, type WatchedPage } from '../support/browser.ts';
import { withFonts } from '../support/overflow.ts';
import { handsOn, plainRow, type Hands } from './composer-hands.ts';

// The order of the players: with the arrow keys, with the mouse, and with a finger.

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
let page: WatchedPage;
let hands: Hands;
/** The order before a test: one page serves them all, and goes on from where the last test has left it. */
let start: readonly string[];

const world = await openBrowserWorld();
const pages = { mouse: await world.newPage(), touch: await world.newPage({ hasTouch: true }) };
await Promise.all(Object.values(pages).map((one) => one.goto(plainRow)));

afterAll(() => world.close());

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

async function take(device: keyof typeof pages, viewport: typeof desk): Promise<void> {
  page = pages[device];
  hands = handsOn(page);
  await page.setViewportSize(viewport);
  await hands.settled();
  await page.evaluate(withFonts);
  await page.locator('#slots').evaluate((list) => list.scrollIntoView());
  start = await hands.values();
}

type Point = { readonly x: number; readonly y: number };

/** Where a finger takes hold of a place. */
async function grip(number: number): Promise<Point> {
  const box = await page
    .locator('.grip')
    .nth(number - 1)
    .boundingBox();
  if (box === null) throw new Error(`there is no grip ${number}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Points on a straight line, its end included. */
function line(from: Point, to: Point, steps = 12): Point[] {
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  });
}

async function pressMouse(from: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
}

async function moveMouse(points: readonly Point[]): Promise<void> {
  for (const { x, y } of points) await page.mouse.move(x, y);
}

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) => Promise<unknown>;

async function finger(): Promise<Touch> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return (type, point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
}

/** How far the place that is held is from the finger, as it was when it was taken. */
async function offset(number: number, pointer: Point): Promise<Point> {
  const { x, y } = await grip(number);
  return { x: Math.abs(x - pointer.x), y: Math.abs(y - pointer.y) };
}

describe('with the arrow keys', () => {
  test('the focus stays and the move is announced', async () => {
    await take('mouse', desk);
    expect(start[0]).toBe('sample-astronaut');
    await hands.redraws(async () => {
      await page.getByRole('button', { name: /^Move player 1 of/ }).focus();
      await page.keyboard.press('ArrowRight');
    });
    await expect.poll(hands.values).toEqual(moved(start, 1, 2));
    await expect
      .poll(() => page.locator('#announcer').textContent())
      .toBe('Nova is now number 2 of 5');
    await hands.redraws(() => page.keyboard.press('End'));
    await expect.poll(async () => (await hands.values()).at(-1)).toBe('sample-astronaut');
    await hands.redraws(() => page.keyboard.press('Home'));
    await expect.poll(hands.values).toEqual(start);
  });
});

/** The order after one of these players, counted from 1, has gone to another place. */
function moved(names: readonly string[], from: number, to: number): string[] {
  const rest = names.filter((_, index) => index !== from - 1);
  return rest.toSpliced(to - 1, 0, names[from - 1] ?? '');
}

describe('straight along the grips', () => {
  test.each([
    // On a desk the places are three in a row: the fourth is below the first.
    ['desk', desk, { down: [1, 4], up: [5, 2], 'along the row': [1, 3] }],
    ['phone', phone, { down: [1, 3], up: [4, 1] }],
  ] as const)('with the mouse: %s', async (_, viewport, moves) => {
    await take('mouse', viewport);
    for (const [way, [from, to]] of Object.entries(moves)) {
      const before = await hands.values();
      const [first, last] = [await grip(from), await grip(to)];
      await hands.redraws(async () => {
        await pressMouse(first);
        await moveMouse(line(first, last));
        // It lies below the pointer, at the place that it takes.
        const gap = await offset(to, last);
        expect(Math.max(gap.x, gap.y), way).toBeLessThan(6);
        await page.mouse.up();
      });
      await expect.poll(() => hands.values(), { message: way }).toEqual(moved(before, from, to));
      await expect.poll(() => page.locator('.lifted').count()).toBe(0);
      await expect
        .poll(() => page.evaluate('document.activeElement.ariaLabel'))
        .toContain(`Move player ${to} of 5`);
    }
  });

  test.each([
    ['desk', desk, 4],
    ['phone', phone, 3],
  ] as const)('with a finger: %s', async (_, viewport, to) => {
    await take('touch', viewport);
    const [first, last] = [await grip(1), await grip(to)];
    expect(last.x).toBe(first.x);
    const touch = await finger();
    await hands.redraws(async () => {
      await touch('touchStart', first);
      for (const point of line(first, last)) await touch('touchMove', point);
      await touch('touchEnd');
    });
    await expect.poll(hands.values).toEqual(moved(start, 1, to));
    await expect.poll(() => page.locator('.lifted').count()).toBe(0);
  });
});

test('a drag of less than half a row moves nothing', async () => {
  await take('mouse', phone);
  const [first, second] = [await grip(1), await grip(2)];
  await pressMouse(first);
  await moveMouse([{ x: first.x, y: first.y + (second.y - first.y) * 0.45 }]);
  await expect.poll(hands.values).toEqual(start);
  await hands.redraws(async () => {
    await moveMouse([{ x: first.x, y: first.y + (second.y - first.y) * 0.55 }]);
    await expect.poll(async () => (await hands.values())[1]).toBe(start[0]);
    await page.mouse.up();
  });
});

describe('Escape', () => {
  test('cancels the drag, and nothing is drawn', async () => {
    await take('mouse', desk);
    const picture = await page.locator('#picture').getAttribute('src');
    const [first, last] = [await grip(1), await grip(3)];
    await pressMouse(first);
    await moveMouse(line(first, last));
    await expect.poll(async () => (await hands.values())[2]).toBe(start[0]);
    await page.keyboard.press('Escape');
    await expect.poll(hands.values).toEqual(start);
    await expect.poll(() => page.locator('.lifted').count()).toBe(0);
    await moveMouse([first, last]);
    await page.mouse.up();
    await expect.poll(hands.values).toEqual(start);
    await expect.poll(() => page.locator('#cast').getAttribute('aria-busy')).toBe('false');
    await expect.poll(() => page.locator('#picture').getAttribute('src')).toBe(picture);
  });
});

describe('at the edge of the screen', () => {
  const ten = `/?${Array.from({ length: 10 }, (_, index) => `value=sample-fox&label=${index}`).join('&')}&height=64`;
  const held = async (): Promise<number> => (await hands.labels()).indexOf('0');

  beforeAll(async () => {
    await Promise.all(Object.values(pages).map((one) => one.goto(ten)));
  });

  test('the page scrolls along, down to the last player and back up to the first', async () => {
    await take('mouse', phone);
    const first = await grip(1);
    await pressMouse(first);
    await moveMouse(line(first, { x: first.x, y: phone.height - 5 }));
    await expect.poll(held).toBe(9);
    await moveMouse(line({ x: first.x, y: phone.height - 5 }, { x: first.x, y: 5 }));
    await expect.poll(held).toBe(0);
    await page.mouse.up();
    await expect.poll(() => page.locator('.lifted').count()).toBe(0);
  });

  test('also by touch', async () => {
    await take('touch', phone);
    const first = await grip(1);
    const touch = await finger();
    await touch('touchStart', first);
    for (const point of line(first, { x: first.x, y: phone.height - 5 })) {
      await touch('touchMove', point);
    }
    await expect.poll(held).toBe(9);
    await hands.redraws(() => touch('touchEnd'));
    await expect.poll(held).toBe(9);
  });
});
