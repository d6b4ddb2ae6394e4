import { expect, test } from 'vitest';
import { createTurnBudget, type TurnBudget } from './turn-budget.ts';

/** An event loop that works and waits when it is told to. */
function fakeLoop() {
  let times = { active: 0, idle: 0 };
  let ends: (() => void)[] = [];
  return {
    work: (ms: number) => void (times = { ...times, active: times.active + ms }),
    wait: (ms: number) => void (times = { ...times, idle: times.idle + ms }),
    endTurn: () => {
      const ended = ends;
      ends = [];
      for (const end of ended) end();
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

/** A hundred requests of one millisecond in one turn: how many are done in it, and how many refused. */
function burst({ take }: TurnBudget, loop: ReturnType<typeof fakeLoop>) {
  let done = 0;
  let refused = 0;
  for (let request = 0; request < 100; request += 1) {
    const isTaken = take(() => {
      done += 1;
      loop.work(1);
    });
    if (!isTaken) refused += 1;
  }
  const doneAtOnce = done;
  return { doneAtOnce, refused, done: () => done };
}

test('what does not fit into a turn is done in the next ones, in its order', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  const { doneAtOnce, refused, done } = burst(budget, loop);
  expect([doneAtOnce, refused]).toEqual([21, 0]);
  const order: string[] = [];
  loop.endTurn();
  expect(done()).toBe(42);
  expect(budget.take(() => order.push('later'))).toBe(true);
  expect(order).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) loop.endTurn();
  expect([done(), order]).toEqual([100, ['later']]);
});

test('a start that was all work is nobody’s overload', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  loop.work(5000);
  expect(burst(budget, loop).refused).toBe(0);
});

test('a loop that has worked all the time refuses what does not fit into its turn', () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  budget.take(() => {});
  loop.endTurn();
  loop.work(2000);
  for (let turn = 0; turn < 2; turn += 1) {
    expect(burst(budget, loop)).toMatchObject({ doneAtOnce: 21, refused: 79 });
    loop.endTurn();
  }
  // Once it has had time to wait, it takes on all again.
  loop.work(1800);
  loop.wait(200);
  expect(burst(budget, loop).refused).toBe(0);
});
