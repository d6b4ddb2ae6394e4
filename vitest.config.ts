import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'samples/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: 'test/support/prepare.ts',
    pool: 'forks',
    // No module has a state that one file could leave behind for the next; loading all of them anew for
    // each file takes as long as a tenth of the tests.
    isolate: false,
    // Tests in a browser, and of programs that start and stop, wait for two fifths of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Only what hangs may fail by these: nothing is a matter of time, also on a machine that is busy.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
    allowOnly: false,
    passWithNoTests: false,
  },
});
