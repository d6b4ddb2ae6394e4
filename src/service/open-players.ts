import { join } from 'node:path';
import type { Clock } from '../common/async/clock.ts';
import type { HttpServer } from './http/server.ts';
import { openSampleFolder, type SampleFolder } from '../upstreams/players/sample-folder.ts';
import type { Settings } from './settings.ts';

const samples = join(import.meta.dirname, '..', '..', 'samples');

/** Opens the bundled skins and those of the operator. */
export async function openSamples(
  app: HttpServer,
  { skinsDir }: Settings,
  clock: Clock,
): Promise<SampleFolder> {
  const folder = await openSampleFolder({
    bundled: join(samples, 'skins'),
    folder: skinsDir,
    clock,
    onProblem: (file, reason) => app.log.warn({ file, reason }, 'skin file ignored'),
  });
  app.addHook('onClose', async () => folder.close());
  return folder;
}
