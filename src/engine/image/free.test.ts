import { expect, test } from 'vitest';
import { free } from './scratch.ts';

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
