import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** How the service runs, whoever starts it: npm, systemd, a container engine, a benchmark. */
export const startCommand = {
  script: join(import.meta.dirname, '..', 'src', 'main.ts'),
  /**
   * Collects new garbage less often, and old garbage when the heap has doubled: by default it may grow
   * fourfold. After a third of growth 60 MB less are in use, but bodies of a megabyte then hold up all
   * others for three times as long. With less room for what is new, requests in progress count as old: of a
   * hundred `/healthz` under attack the slowest takes 61 ms instead of 51, for 40 MB.
   */
  flags: [
    '--min-semi-space-size=16',
    '--max-semi-space-size=16',
    '--heap-growing-percent=100',
    // For what V8 does not count; see `createSharedMeter`.
    '--expose-gc',
  ] as readonly string[],
  /** Read before a process has a line of its own to run, by glibc and by Node. */
  settings: {
    // A pool of memory for two cores, not eight for each: glibc deals them to threads in turn, and one that
    // begins after a rest would fill another pool (some 70 MB on two cores) beside what the last has left.
    // A single one would be fought over on many cores: drawing spends up to a tenth of its time in them.
    MALLOC_ARENA_MAX: String(Math.ceil(availableParallelism() / 2)),
    // What is larger stays out of them, and leaves no gaps there. It is what glibc begins with, but it goes
    // up to 32 MB by itself: 150 MB more under attack. A megabyte is 50 MB more.
    MALLOC_MMAP_THRESHOLD_: '131072',
    // What Node has made of the sources is kept for the next start, which then takes three quarters of the
    // time. Where nothing can be written there, it does without.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'lineup'),
  },
} as const;

/**
 * Runs the service instead of this process, which keeps its id: signals reach it directly. Windows
 * can't replace a process, so there this one waits for it.
 */
export function startService(): void {
  const { script, flags, settings } = startCommand;
  const args = [...process.execArgv, ...flags, script];
  // Whoever sets one of them knows better.
  const env = { ...settings, ...process.env };
  if (process.platform !== 'win32') {
    process.execve?.(process.execPath, [process.execPath, ...args], env);
  }
  const service = spawn(process.execPath, args, { env, stdio: 'inherit' });
  // A console sends these to every process in it, also to the service, which drains.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  service.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
