import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../bench');
const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'run.ts');

// They run for minutes, so that nothing else tells that one can't even begin.
test.each(names)('the benchmark %s can be loaded', async (name) => {
  const benchmark: unknown = await import(join(folder, name));
  expect(benchmark).toHaveProperty('run', expect.any(Function));
});
