import { describe, expect, it } from 'vitest';
import type { FigureOrder, RowOrder } from './order.ts';
import { createQueue } from './queue.ts';
import { figureWeight, rowOrderWeight, rowWeight } from './weights.ts';

/** A task that ends when it is told to. */
function task() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

const overloaded = { code: 'overloaded', status: 503, retryAfterSeconds: 2 };

describe('a queue', () => {
  it('has room for so much weight, and for it again afterwards', async () => {
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
    const queue = createQueue(100);
    const costly = [task(), task(), task()];
    const running = costly.map(({ run }) => queue.run(25, run));
    await expect(queue.run(rowWeight + 1, async () => {})).rejects.toMatchObject(overloaded);
    await expect(queue.run(rowWeight, async () => 'small')).resolves.toBe('small');
    for (const { end } of costly) end();
    await Promise.all(running);
  });

  it('takes one that is heavier than all its room, when there is nothing else', async () => {
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

  it('gives the room back after a failure', async () => {
    const queue = createQueue(1);
    const failing = () => Promise.reject(new Error('failed'));
    await expect(queue.run(1, failing)).rejects.toThrow('failed');
    await expect(queue.run(1, async () => 7)).resolves.toBe(7);
  });
});

describe('an order weighs', () => {
  const figure = (changes: Partial<FigureOrder>): number =>
    figureWeight(
      {
        renderType: 'default',
        crop: 'full',
        heightPx: 512,
        overlay: true,
        shading: true,
        shadow: false,
        yawDegrees: 0,
        pitchDegrees: 0,
        model: 'classic',
        upsideDown: false,
        skin: { revision: '', png: new Uint8Array() },
        cape: null,
        background: null,
        format: 'png',
        ...changes,
      },
      { hasPlan: changes.yawDegrees === undefined },
    );

  it('what it costs: its area, its format, and a plan of its own', () => {
    expect(figure({ heightPx: 64 })).toBe(figure({}));
    expect(figure({ heightPx: 1024 })).toBeGreaterThan(figure({}));
    for (const costly of [{ format: 'avif' }, { format: 'webp' }, { yawDegrees: 5 }] as const) {
      expect(figure(costly)).toBeGreaterThan(3 * figure({}));
    }
    const dearest = { heightPx: 1024, shadow: true, yawDegrees: 5 } as const;
    expect(figure(dearest)).toBeGreaterThan(20 * figure({}));
  });

  it('as much as a row of ten in the usual size, or more where it is larger', () => {
    const row = (figures: number, heightPx: number): number => {
      const one = { upsideDown: false, sheet: 0, model: 'classic', label: '' } as const;
      const order: RowOrder = {
        renderType: 'default',
        crop: 'full',
        heightPx,
        gapPx: null,
        sheets: [],
        figures: Array.from({ length: figures }, () => one),
      };
      return rowOrderWeight(order, { hasPlan: true });
    };
    expect(row(1, 512)).toBe(rowWeight);
    expect(row(10, 512)).toBe(rowWeight);
    expect(row(10, 1024)).toBeGreaterThan(3 * rowWeight);
  });
});
