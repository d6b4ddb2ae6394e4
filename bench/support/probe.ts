import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Requests a URL from another process; returns a function that ends it and returns all times. */
export async function probe(url: string): Promise<() => number[]> {
  const times: number[] = [];
  const child = fork(fileURLToPath(new URL('../processes/health-probe.ts', import.meta.url)), [
    url,
  ]);
  await once(child, 'message');
  child.on('message', (ms: number) => void times.push(ms));
  return () => {
    child.kill();
    return times;
  };
}
