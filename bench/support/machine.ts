import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, release, type } from 'node:os';

/** The environment of the measurements, in one line. */
export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${model}, ${cpus().length} cores, Node ${process.versions.node}, ${type()} ${release()}`;
}

/** Whether processes can be pinned to a core here. */
const canPin = spawnSync('taskset', ['-V']).status === 0;

/** The command line that pins a program to a core; unchanged if that is not possible. */
export function pinned(
  core: number | null,
  program: string,
  args: readonly string[],
): readonly [program: string, args: readonly string[]] {
  return core === null || !canPin
    ? [program, args]
    : ['taskset', ['-c', String(core), program, ...args]];
}

/** Pins this process to one core while `start` runs; processes that it starts stay there. */
export async function onOneCore<T>(start: () => Promise<T>): Promise<T> {
  allowCores(String(serverCore));
  try {
    return await start();
  } finally {
    allowCores(`0-${cpus().length - 1}`);
  }
}

function allowCores(list: string): void {
  if (canPin) spawnSync('taskset', ['-cp', list, String(process.pid)]);
}

/** The cores of a server and its clients, so that neither disturbs the other. */
export const serverCore = 0;
export const clientCore = cpus().length > 1 ? 1 : 0;

/** The number of threads that our process would use without pinning. */
export function coresHere(): number {
  return Math.max(availableParallelism(), cpus().length);
}
