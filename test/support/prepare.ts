import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Before the first test: creates what installation would have created. */
export default function prepare(): void {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'prepare.mjs');
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
