import { setTimeout as delay } from 'node:timers/promises';

// Asks a server how it is, from a process with nothing else to do: what another client sees while the
// bench is busy with its load. It tells the milliseconds of each answer.

const everyMs = 50;
const [, , url = ''] = process.argv;

process.on('disconnect', () => process.exit());

for (;;) {
  const startMs = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  process.send?.(answer.ok ? performance.now() - startMs : Number.MAX_VALUE);
  await delay(everyMs);
}
