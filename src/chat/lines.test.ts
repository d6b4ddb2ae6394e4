import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLines, type Place } from './lines.ts';

function standIn(lines: ReturnType<typeof createLines>, key: string, count: number) {
  const served: number[] = [];
  const places: Place[] = [];
  for (let i = 0; i < count; i += 1) {
    const place = lines.join(key);
    if (place === null) break;
    places.push(place);
    void place.reached.then(() => served.push(i));
  }
  return { served, places };
}

test('one is served at a time, in order', async () => {
  const lines = createLines({ maxLength: 5 });
  const { served, places } = standIn(lines, 'a', 3);
  expect(places.map(({ ahead }) => ahead)).toEqual([0, 1, 2]);
  await setImmediate();
  expect(served).toEqual([0]);
  places[0]?.leave();
  places[0]?.leave();
  await setImmediate();
  expect(served).toEqual([0, 1]);
  expect(standIn(lines, 'b', 1).places[0]?.ahead).toBe(0);
});

test('who gives up is not waited for', async () => {
  const lines = createLines({ maxLength: 5 });
  const { served, places } = standIn(lines, 'a', 4);
  places[1]?.leave();
  places[2]?.leave();
  await setImmediate();
  expect(served).toEqual([0]);
  places[0]?.leave();
  await setImmediate();
  expect(served).toEqual([0, 3]);
});

test('a line is as long as it may be, and gone when nobody is in it', () => {
  const lines = createLines({ maxLength: 2 });
  const { places } = standIn(lines, 'a', 3);
  expect(places).toHaveLength(2);
  expect(lines.join('a')).toBeNull();
  for (const place of places) place.leave();
  expect(lines.size()).toBe(0);
  expect(lines.join('a')?.ahead).toBe(0);
});
