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
    // Left to itself it keeps one core for nothing, which on two is half of them.
    maxWorkers: '100%',
    // Only what hangs may fail by these: nothing is a matter of time, also on a machine that is busy.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
    allowOnly: false,
    passWithNoTests: false,
  },
});
