import { beforeEach, expect, test } from 'vitest';
import { createLineBatch } from './line-batch.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const written: string[] = [];
const scheduled: (() => void)[] = [];
beforeEach(() => {
  written.length = 0;
  scheduled.length = 0;
});

const batch = createLineBatch({
  write: (bytes) => void written.push(textOf(bytes)),
  schedule: (run) => void scheduled.push(run),
});

function endTurn(): void {
  for (const run of scheduled.splice(0)) run();
}

test('the lines of one turn are one write, in their order', () => {
  batch.write('a\n');
  batch.write('b\n');
  expect(written).toEqual([]);
  endTurn();
  batch.write('c\n');
  endTurn();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

test('flush writes at once, and nothing twice', () => {
  batch.write('a\n');
  batch.flush();
  expect(written).toEqual(['a\n']);
  endTurn();
  batch.flush();
  expect(written).toEqual(['a\n']);
});

test('a line written while another is written is not lost', () => {
  const texts: string[] = [];
  const nested = createLineBatch({
    write: (bytes) => {
      const text = textOf(bytes);
      texts.push(text);
      if (text === 'a\n') nested.write('b\n');
    },
    schedule: (run) => void scheduled.push(run),
  });
  nested.write('a\n');
  endTurn();
  endTurn();
  expect(texts).toEqual(['a\n', 'b\n']);
});

test('what does not fit is written before, and what never fits by itself, all in order', () => {
  const lines = Array.from('abcde', (letter) => `${letter.repeat(9000)}é\n`);
  const huge = `${'ü'.repeat(70_000)}\n`;
  for (const line of lines) batch.write(line);
  batch.write(huge);
  batch.write('end\n');
  endTurn();
  expect(written.length).toBeGreaterThan(2);
  expect(written.join('')).toBe(`${lines.join('')}${huge}end\n`);
});
