import { expect, test } from 'vitest';
import { createTurnBudget } from './turn-budget.ts';

/** An event loop that works and waits when it is told to. */
function fakeLoop() {
  let times = { active: 0, idle: 0 };
  let ends: (() => void)[] = [];
  return {
    work: (ms: number) => void (times = { ...times, active: times.active + ms }),
    wait: (ms: number) => void (times = { ...times, idle: times.idle + ms }),
    endTurn: () => {
      for (const end of ends) end();
      ends = [];
    },
    budget: () =>
      createTurnBudget({
        budgetMs: 20,
        nowMs: () => times.active + times.idle,
        loopTimes: () => times,
        afterTurn: (callback) => ends.push(callback),
      }),
  };
}

/** A request of one millisecond after the other, in one turn: how many were taken on. */
function takenOn({ isSpent }: { isSpent: () => boolean }, loop: ReturnType<typeof fakeLoop>) {
  let taken = 0;
  for (let request = 0; request < 100; request += 1) {
    if (isSpent()) continue;
    taken += 1;
    loop.work(1);
  }
  loop.endTurn();
  return taken;
}

test('a start that was all work is nobody’s overload', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  loop.work(5000);
  expect([takenOn(budget, loop), takenOn(budget, loop)]).toEqual([100, 100]);
});

test('a single long turn takes on all that it brings', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  loop.wait(5000);
  expect(takenOn(budget, loop)).toBe(100);
});

test('a loop that has worked all the time takes on what fits into its turn', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  takenOn(budget, loop);
  loop.work(2000);
  expect(takenOn(budget, loop)).toBe(21);
  expect(takenOn(budget, loop)).toBe(21);
});

test('once it has had time to wait, it takes on all again', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  takenOn(budget, loop);
  loop.work(2000);
  expect(takenOn(budget, loop)).toBe(21);
  loop.work(1800);
  loop.wait(200);
  expect(takenOn(budget, loop)).toBe(100);
});
