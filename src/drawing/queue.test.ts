import { describe, expect, it } from 'vitest';
import { createQueue } from './queue.ts';
import { rowCostMs } from './cost.ts';

/** A task that ends when it is told to. */
function task() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

const overloaded = { code: 'overloaded', status: 503, retryAfterSeconds: 2 };

describe('a queue', () => {
  it('accepts work up to its limit, and again when it is done', async () => {
    const queue = createQueue(10);
    const first = task();
    const running = [queue.run(6, first.run), queue.run(4, async () => {})];
    await expect(queue.run(1, async () => {})).rejects.toMatchObject(overloaded);
    first.end();
    await Promise.all(running);
    expect(queue.tasks()).toBe(0);
    await expect(queue.run(10, async () => 7)).resolves.toBe(7);
  });

  it('keeps a quarter free of costly tasks', async () => {
    const queue = createQueue(10 * rowCostMs);
    const costly = [task(), task(), task()];
    const running = costly.map(({ run }) => queue.run(2.5 * rowCostMs, run));
    await expect(queue.run(rowCostMs + 1, async () => {})).rejects.toMatchObject(overloaded);
    await expect(queue.run(rowCostMs, async () => 'small')).resolves.toBe('small');
    for (const { end } of costly) end();
    await Promise.all(running);
  });

  it('accepts a task above its limit if it is empty', async () => {
    const queue = createQueue(10);
    const [giant, small] = [task(), task()];
    const running = queue.run(50, giant.run);
    await expect(queue.run(1, small.run)).rejects.toMatchObject(overloaded);
    giant.end();
    await running;
    const other = queue.run(1, small.run);
    await expect(queue.run(50, giant.run)).rejects.toMatchObject(overloaded);
    small.end();
    await other;
  });

  it('keeps a quarter free of a task above its limit, too', async () => {
    const queue = createQueue(10 * rowCostMs);
    const giant = task();
    const running = queue.run(50 * rowCostMs, giant.run);
    await expect(queue.run(2 * rowCostMs, async () => {})).rejects.toMatchObject(overloaded);
    await expect(queue.run(rowCostMs, async () => 'small')).resolves.toBe('small');
    giant.end();
    await running;
    await expect(queue.run(50 * rowCostMs, async () => 7)).resolves.toBe(7);
  });

  it('frees the room after a failure', async () => {
    const queue = createQueue(1);
    const failing = () => Promise.reject(new Error('failed'));
    await expect(queue.run(1, failing)).rejects.toThrow('failed');
    await expect(queue.run(1, async () => 7)).resolves.toBe(7);
  });
});
