import { expect, test } from 'vitest';
import { createScratch, free } from './scratch.ts';

test('every new picture is transparent, whatever was drawn before', () => {
  const scratch = createScratch(1000);
  scratch(5, 5).data.fill(7);
  const next = scratch(4, 3);
  expect([next.widthPx, next.heightPx, next.data.length]).toEqual([4, 3, 48]);
  expect(next.data.every((level) => level === 0)).toBe(true);
});

test('memory is reused, but not kept after a large picture', () => {
  const scratch = createScratch(400);
  const first = scratch(10, 10).data.buffer;
  expect(scratch(5, 5).data.buffer).toBe(first);
  expect(scratch(11, 10).data.buffer).not.toBe(first);
  expect(scratch(10, 10).data.buffer).toBe(first);
});

test('memory stays when a picture of it is freed', () => {
  const scratch = createScratch(400);
  const first = scratch(10, 10);
  free(first.data);
  expect(first.data).toHaveLength(400);
  expect(scratch(10, 10).data.buffer).toBe(first.data.buffer);
});

test('detaches the buffer', () => {
  const bytes = new Uint8Array(1000).fill(7);
  free(bytes);
  expect(bytes.byteLength).toBe(0);
  expect(bytes[0]).toBeUndefined();
});

test('leaves a view of a larger buffer alone', () => {
  const whole = new Uint8Array(8).fill(7);
  free(whole.subarray(0, 4));
  expect([...whole]).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
  const [small, neighbour] = [Buffer.from('small'), Buffer.from('neighbour')];
  free(small);
  expect(neighbour.toString()).toBe('neighbour');
});

test('leaves shared memory alone', () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(8)).fill(7);
  free(bytes);
  expect([...bytes]).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
});
