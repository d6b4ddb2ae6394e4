import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { requireOrInstall, requirements } from './requirements.ts';

// `npm test`: every check of the project, in this order, up to the first that fails; with a word behind it
// one part of them: `lint`, or the tests of a kind.

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'lineup-test-'));
const reportFile = join(reports, 'vitest.json');

const checks: readonly (readonly [tool: string, ...args: string[]])[] = [
  ['oxfmt', '--check'],
  // With the compiler's errors: what the rules need of types is read once for both.
  ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  // What runs in a browser has other types, also those of the sources that it shares with the service.
  ['tsc', '--noEmit', '-p', 'web'],
  ['tsc', '--noEmit', '-p', 'test/web/script'],
  ['knip'],
];
/** The folders of each kind of tests. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  unit: ['src', 'scripts', 'samples', 'test/web'],
  http: ['test/http', 'test/keys', 'test/security', 'test/world'],
  browser: ['test/browser'],
};
const [part] = process.argv.slice(2);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];

try {
  process.exitCode = main();
} finally {
  rmSync(reports, { recursive: true, force: true });
}

/** The exit code: 0 when everything passed. */
function main(): number {
  if (process.env.UPDATE_GOLDENS !== undefined) {
    return failed(
      'UPDATE_GOLDENS is set: it redraws the golden pictures instead of checking them.',
    );
  }
  const folders = part === undefined ? [] : kinds[part];
  if (part === undefined || part === 'lint') {
    for (const [tool, ...args] of checks) {
      if (run(tool, args) !== 0) return failed(`${tool} failed`);
    }
    if (part === 'lint') return 0;
  }
  if (folders === undefined) {
    return failed(
      `There is no "${part}": it is lint, ${Object.keys(kinds).join(', ')} or nothing.`,
    );
  }
  // Only the tests need more than npm brings: whoever has none of it still learns of all the rest.
  for (const requirement of requirements) {
    const problem = requireOrInstall(requirement);
    if (problem !== undefined) return failed(problem);
  }
  return runTests(folders);
}

function runTests(folders: readonly string[]): number {
  const status = run('vitest', ['run', ...reporters, ...folders]);
  // Without a report the tests did not even start.
  if (!existsSync(reportFile)) return failed('vitest failed');
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests }: JsonTestResults =
    JSON.parse(readFileSync(reportFile, 'utf8'));
  // Alone on its line, for whoever counts.
  console.log(`\n${numPassedTests} passed, ${numFailedTests} failed`);
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) return failed(`${skipped} tests were skipped`);
  return status === 0 ? 0 : failed('vitest failed');
}

function run(tool: string, args: readonly string[]): number {
  console.log(`\n> ${tool}`);
  const bin = join(root, 'node_modules', '.bin');
  const env = {
    ...process.env,
    // The pinned Node and tools go before those of the machine, also when npm did not start us.
    PATH: [bin, process.env.PATH].join(delimiter),
    // The service is started some hundred times, as a process or a worker: a third of that is compiling.
    NODE_COMPILE_CACHE: join(reports, 'compiled'),
  };
  return spawnSync(join(bin, tool), args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

function failed(sentence: string): number {
  console.error(`\n${sentence}`);
  return 1;
}
