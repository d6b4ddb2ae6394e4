import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, 'test.ts');
const redraws = 'UPDATE_GOLDENS is set: it redraws the golden pictures instead of checking them.';
const unknown = 'There is no "units": it is lint, unit, http, browser or nothing.';

test.each([
  ['UPDATE_GOLDENS=1', [], '1', redraws],
  ['UPDATE_GOLDENS=0', [], '0', redraws],
  ['an empty UPDATE_GOLDENS', [], '', redraws],
  ['a part that it does not have', ['units'], undefined, unknown],
])('npm test refuses %s before it does anything', (_, args, UPDATE_GOLDENS, sentence) => {
  const env = { ...process.env, UPDATE_GOLDENS };
  const run = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
  expect([run.status, run.stdout, run.stderr.trim()]).toEqual([1, '', sentence]);
});
