import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each(['1', '0', ''])('npm test refuses UPDATE_GOLDENS=%s before it does anything', (value) => {
  const script = join(import.meta.dirname, 'test.ts');
  const env = { ...process.env, UPDATE_GOLDENS: value };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim()).toBe(
    'UPDATE_GOLDENS is set: it redraws the golden pictures instead of checking them.',
  );
});

test('npm test names its parts to whoever asks for another', () => {
  const script = join(import.meta.dirname, 'test.ts');
  const { UPDATE_GOLDENS: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [script, 'units'], {
    env,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe('There is no "units": it is lint, unit, http, browser or nothing.');
});
