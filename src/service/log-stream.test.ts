import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLogStream } from './log-stream.ts';

let folder: string;
let pipe: string;
const open: number[] = [];

beforeEach(() => {
  // No stream writes by itself, to a file that another test has opened by then.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'lineup-log-'));
  pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
});
afterEach(() => {
  vi.useRealTimers();
  for (const file of open.splice(0)) closeSync(file);
  rmSync(folder, { recursive: true });
});

function opened(file: string, flags: number): number {
  open.push(openSync(file, flags));
  return open.at(-1)!;
}

/** Both ends of a pipe that never waits. */
function openPipe(): { readonly from: number; readonly to: number } {
  const from = opened(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  return { from, to: opened(pipe, constants.O_WRONLY | constants.O_NONBLOCK) };
}

function readAll(from: number): string {
  const bytes = Buffer.alloc(1024 * 1024);
  return bytes.toString('latin1', 0, readSync(from, bytes));
}

/** Writes until there is no room. */
function fill(to: number): void {
  const block = Buffer.alloc(4096, '.');
  for (;;) {
    try {
      writeSync(to, block);
    } catch {
      return;
    }
  }
}

it('writes all that is left, in order, however much it is', () => {
  const { from, to } = openPipe();
  const stream = openLogStream(to);
  const lines = Array.from({ length: 900 }, (_, at) => `line ${at} ${'x'.repeat(at % 60)}\n`);
  for (const line of lines) stream.write(line);
  stream.flushSync();
  expect(readAll(from)).toBe(lines.join(''));
  stream.write('one more\n');
  stream.flushSync();
  expect(readAll(from)).toBe('one more\n');
});

it('gives up a reader that is gone, and the lines for it', () => {
  const { from, to } = openPipe();
  const stream = openLogStream(to);
  stream.write('a line\n');
  open.splice(open.indexOf(from), 1);
  closeSync(from);
  stream.flushSync();
  stream.write('another\n');
  stream.flushSync();
  const later = opened(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  stream.write('a third\n');
  stream.flushSync();
  expect(() => readAll(later)).toThrow('EAGAIN');
});

it('gives up a reader that makes no room, after so many tries', () => {
  const { from, to } = openPipe();
  fill(to);
  const stream = openLogStream(to, 2);
  stream.write('a line\n');
  stream.flushSync();
  expect(readAll(from)).toMatch(/^\.+$/);
  // It still has it, should there be room later.
  stream.flushSync();
  expect(readAll(from)).toBe('a line\n');
});

it('gives up a file that takes nothing, and keeps so much at most', () => {
  const stream = openLogStream(opened('/dev/full', constants.O_WRONLY));
  const line = `${'x'.repeat(1023)}\n`;
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 100_000; at += 1) stream.write(line);
  stream.flushSync();
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
});
