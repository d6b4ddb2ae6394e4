import { expect, it } from 'vitest';
import { createFramePairs, type FramePair } from './animation.ts';
import { createSharedMeter, sharedBytesOf } from './tasks.ts';

const mebibyte = 1024 * 1024;

it('collects garbage after every 32 MiB of shared memory', () => {
  let collections = 0;
  const noteShared = createSharedMeter(() => (collections += 1));
  const seen = Array.from({ length: 9 }, () => {
    noteShared(8 * mebibyte);
    return collections;
  });
  expect(seen).toEqual([0, 0, 0, 1, 1, 1, 1, 2, 2]);
});

it('counts plans and sprites, and nothing that one thread has alone', () => {
  const sprite = (bytes: number) => ({
    key: 'walk',
    packed: { widthPx: 1, heightPx: 1, bytes: new Uint8Array(new SharedArrayBuffer(bytes)) },
  });
  const frame = { ...sprite(7), step: 1, xmp: null, sprites: [sprite(20), sprite(5)] };
  const reply = { compiled: [], result: { ok: true, value: frame } } as const;
  expect(sharedBytesOf(reply)).toBe(25);
  const picture = { ok: true, value: new Uint8Array(99) } as const;
  expect(sharedBytesOf({ compiled: [], result: picture })).toBe(0);
  expect(sharedBytesOf({ compiled: [], result: { ok: false, problems: [] } })).toBe(0);
});

it('lends memory for two frames to four films at a time, and again to later ones', async () => {
  const lendFrames = createFramePairs();
  const ends: (() => void)[] = [];
  const lend = () =>
    new Promise<FramePair | null>((resolve) => {
      void lendFrames((pair) => {
        resolve(pair);
        return new Promise<void>((end) => ends.push(end));
      });
    });
  const lent = await Promise.all(Array.from({ length: 5 }, lend));
  expect(new Set(lent.slice(0, 4).flat()).size).toBe(8);
  expect(lent[4]).toBeNull();
  for (const end of ends) end();
  await Promise.resolve();
  const again = await Promise.all(Array.from({ length: 4 }, lend));
  expect(new Set(again)).toEqual(new Set(lent.slice(0, 4)));
});

it('lends memory of a film that failed to nobody: its frame may be drawn yet', async () => {
  const lendFrames = createFramePairs();
  const seen: (FramePair | null)[] = [];
  const failure = new Error('not drawn');
  const failing = lendFrames((pair) => {
    seen.push(pair);
    return Promise.reject(failure);
  });
  await expect(failing).rejects.toBe(failure);
  for (let more = 0; more < 2; more++) await lendFrames(async (pair) => void seen.push(pair));
  expect([seen.includes(null), seen[1] === seen[0], seen[2] === seen[1]]).toEqual([
    false,
    false,
    true,
  ]);
});
