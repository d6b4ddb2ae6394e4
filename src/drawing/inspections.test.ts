import { describe, expect, it } from 'vitest';
import { rememberInspections } from './inspections.ts';
import type { SheetBytes, TaskResult } from './order.ts';

const sheet = (revision: string): SheetBytes => ({ revision, png: new Uint8Array() });

/** Inspections that are answered one by one, in the order in which they were asked for. */
function setUp() {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<TaskResult<number>>[] = [];
  const inspect = rememberInspections((one) => {
    asked.push(one.revision);
    const answer = Promise.withResolvers<TaskResult<number>>();
    waiting.push(answer);
    return answer.promise;
  });
  return { asked, inspect, next: () => waiting.shift()! };
}

describe('an inspection', () => {
  it('is made once for each revision', async () => {
    const { asked, inspect, next } = setUp();
    const [a, b] = [inspect(sheet('a')), inspect(sheet('b'))];
    next().resolve({ ok: true, value: 1 });
    next().resolve({ ok: true, value: 2 });
    expect(await Promise.all([a, b, inspect(sheet('a')), inspect(sheet('b'))])).toEqual(
      [1, 2, 1, 2].map((value) => ({ ok: true, value })),
    );
    expect(asked).toEqual(['a', 'b']);
  });

  it('under way is joined', async () => {
    const { asked, inspect, next } = setUp();
    const all = [inspect(sheet('a')), inspect(sheet('a'))];
    next().resolve({ ok: true, value: 1 });
    expect(await Promise.all(all)).toHaveLength(2);
    expect(asked).toEqual(['a']);
  });

  it('that found a sheet unfit is made again', async () => {
    const { asked, inspect, next } = setUp();
    const first = inspect(sheet('a'));
    next().resolve({ ok: false, problem: 'is not a PNG' });
    expect(await first).toEqual({ ok: false, problem: 'is not a PNG' });
    const second = inspect(sheet('a'));
    next().resolve({ ok: true, value: 1 });
    expect(await second).toEqual({ ok: true, value: 1 });
    expect(asked).toEqual(['a', 'a']);
  });

  it('that could not be made fails for all who joined it, and is made again', async () => {
    const { asked, inspect, next } = setUp();
    const all = [inspect(sheet('a')), inspect(sheet('a'))];
    next().reject(new Error('the queue is full'));
    for (const one of all) await expect(one).rejects.toThrow('the queue is full');
    const again = inspect(sheet('a'));
    next().resolve({ ok: true, value: 1 });
    expect(await again).toEqual({ ok: true, value: 1 });
    expect(asked).toEqual(['a', 'a']);
  });

  it('of more sheets than can be remembered forgets the oldest', async () => {
    const asked: string[] = [];
    const inspect = rememberInspections(async ({ revision }) => {
      asked.push(revision);
      return { ok: true, value: 1 };
    });
    for (let index = 0; index <= 10_000; index += 1) await inspect(sheet(String(index)));
    asked.splice(0);
    await inspect(sheet('10000'));
    await inspect(sheet('0'));
    expect(asked).toEqual(['0']);
  });
});
