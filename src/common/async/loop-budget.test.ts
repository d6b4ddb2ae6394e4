import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLoopBudget, type LoopBudget } from './loop-budget.ts';

/** An event loop that works when it is told to. */
function fakeLoop() {
  let nowMs = 0;
  let ends: (() => void)[] = [];
  const endIteration = (): void => {
    const ended = ends;
    ends = [];
    for (const end of ended) end();
  };
  return {
    work: (ms: number) => void (nowMs += ms),
    endIteration,
    /** As `endIteration`, with all that promises bring about. */
    endTurnWithPromises: async () => {
      endIteration();
      await nextTurn();
    },
    budget: (parts: Partial<Parameters<typeof createLoopBudget>[0]> = {}) =>
      createLoopBudget({
        budgetMs: 20,
        nowMs: () => nowMs,
        afterIteration: (callback) => ends.push(callback),
        ...parts,
      }),
  };
}

const withoutPromises = { afterPromises: (callback: () => void): void => callback() };

/** A hundred requests of one millisecond in one turn: how many are done in it, and how many refused. */
function burst({ take }: LoopBudget, loop: ReturnType<typeof fakeLoop>) {
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

test('work that exceeds the budget of a turn continues in the next turns, in order', () => {
  const loop = fakeLoop();
  const budget = loop.budget(withoutPromises);
  const { doneAtOnce, refused, done } = burst(budget, loop);
  expect([doneAtOnce, refused]).toEqual([21, 0]);
  const order: string[] = [];
  // A turn that was spent on what arrived in it has some time for those who wait, too.
  loop.endIteration();
  expect(done()).toBe(27);
  loop.endIteration();
  expect(done()).toBe(48);
  expect(budget.take(() => order.push('later'))).toBe(true);
  expect(order).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) loop.endIteration();
  expect([done(), order]).toEqual([100, ['later']]);
});

test('everything that a request triggers is done before the next request starts', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const budget = createLoopBudget({ budgetMs: 1000 });
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (const step of [1, 2, 3]) {
      order.push(`${name}${step}`);
      await Promise.resolve();
    }
  };
  void budget.wait().then(() => work('a'));
  for (const name of ['b', 'c']) budget.take(() => void work(name));
  budget.take(end);
  await ended;
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
});

test('requests that waited for the same result continue one by one, over several turns', async () => {
  const loop = fakeLoop();
  const budget = loop.budget();
  let done = 0;
  const goOn = async (): Promise<void> => {
    await budget.wait();
    done += 1;
    loop.work(1);
  };
  for (let follower = 0; follower < 50; follower += 1) {
    void goOn();
  }
  const doneByTurn: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await loop.endTurnWithPromises();
    doneByTurn.push(done);
  }
  expect(doneByTurn).toEqual([21, 42, 50]);
});

test('a short delay of the event loop refuses nobody: all wait and are served', () => {
  const loop = fakeLoop();
  const budget = loop.budget(withoutPromises);
  const first = burst(budget, loop);
  loop.work(900);
  const second = burst(budget, loop);
  expect([first.refused, second.refused]).toEqual([0, 0]);
  for (let turn = 0; turn < 12; turn += 1) loop.endIteration();
  expect([first.done(), second.done()]).toEqual([100, 100]);
});

test('new requests are refused while any request has waited for more than a second', () => {
  const loop = fakeLoop();
  const budget = loop.budget(withoutPromises);
  const { refused, done } = burst(budget, loop);
  loop.work(1001);
  expect([refused, burst(budget, loop).refused]).toEqual([0, 100]);
  for (let turn = 0; turn < 6; turn += 1) loop.endIteration();
  expect(done()).toBe(100);
  expect(burst(budget, loop)).toMatchObject({ doneAtOnce: 21, refused: 0 });
});
