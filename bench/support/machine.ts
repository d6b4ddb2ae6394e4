import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, release, type } from 'node:os';

/** What the figures depend on, in one line. */
export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${model}, ${cpus().length} cores, Node ${process.versions.node}, ${type()} ${release()}`;
}

/** Whether processes can be kept to one core here. */
const canPin = spawnSync('taskset', ['-V']).status === 0;

/** The command line that keeps a program to one core; the bare one where that can't be had. */
export function pinned(
  core: number | null,
  program: string,
  args: readonly string[],
): readonly [program: string, args: readonly string[]] {
  return core === null || !canPin
    ? [program, args]
    : ['taskset', ['-c', String(core), program, ...args]];
}

/** What is started meanwhile keeps to one core for good; this process only for so long. */
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

/** The cores that a server and its clients get, so that neither disturbs the other. */
export const serverCore = 0;
export const clientCore = cpus().length > 1 ? 1 : 0;

/** How many threads a process of ours would use, were it not kept to one core. */
export function coresHere(): number {
  return Math.max(availableParallelism(), cpus().length);
}
