import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteDocs } from '../../src/service/site/route-docs.ts';

const project = join(import.meta.dirname, '..', '..');

/** Everything that features say of their routes. */
export async function readDocs(): Promise<readonly RouteDocs[]> {
  const files = globSync('src/service/routes/*/*docs.ts', { cwd: project });
  const modules = await Promise.all(
    files.map((file): Promise<object> => import(pathToFileURL(join(project, file)).href)),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isDocs);
}

function isDocs(value: unknown): value is RouteDocs {
  return typeof value === 'object' && value !== null && 'id' in value && 'examples' in value;
}
