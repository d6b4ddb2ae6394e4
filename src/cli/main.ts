#!/usr/bin/env node
import { constants } from 'node:os';
import { nodeProblem } from './least-node.ts';

// The process of the program `lineup`; nobody imports it.

// What follows does not even load on an older one.
const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  process.stderr.write(`lineup: ${problem}\n`);
  process.exit(1);
}
const { run } = await import('./run.ts');

// A handled signal ends it between two steps, never while a file is written.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

const { stdin } = process;
/** If the reader is gone, what is written next fails and says so. */
const stream = (output: NodeJS.WriteStream) => {
  output.on('error', () => {});
  return {
    isTTY: output.isTTY,
    write: (data: string | Uint8Array, done: (error?: Error | null) => void) =>
      output.write(data, done),
  };
};

process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout: stream(process.stdout),
  stderr: stream(process.stderr),
});
