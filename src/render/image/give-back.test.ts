import { expect, test } from 'vitest';
import { giveBack } from './give-back.ts';

test('detaches the buffer', () => {
  const bytes = new Uint8Array(1000).fill(7);
  giveBack(bytes);
  expect(bytes.byteLength).toBe(0);
  expect(bytes[0]).toBeUndefined();
});

test('leaves a view of a larger buffer alone', () => {
  const whole = new Uint8Array(8).fill(7);
  giveBack(whole.subarray(0, 4));
  expect([...whole]).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
  const [small, neighbour] = [Buffer.from('small'), Buffer.from('neighbour')];
  giveBack(small);
  expect(neighbour.toString()).toBe('neighbour');
});

test('leaves shared memory alone', () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(8)).fill(7);
  giveBack(bytes);
  expect([...bytes]).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
});
