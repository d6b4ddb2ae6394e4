import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { nodeProblem } from '../../src/cli/least-node.ts';

/** Every Node of this machine that the package runs on, by its version. */
export function nodesFor(): ReadonlyMap<string, string> {
  return new Map([...allNodes()].filter(([version]) => nodeProblem(version) === null));
}

/** Those that are too old for it, if there are any. */
export function nodesBefore(): ReadonlyMap<string, string> {
  return new Map([...allNodes()].filter(([version]) => nodeProblem(version) !== null));
}

/** Those on the PATH, and that of the system. */
function allNodes(): ReadonlyMap<string, string> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin'];
  const found = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
  const files = new Set([process.execPath, ...found].map((file) => realpathSync(file)));
  const versions = [...files].map((file) => [versionOf(file), file] as const);
  // The first one of each version, which is our own if there are several.
  return new Map(versions.filter(([version]) => version !== '').toReversed());
}

/** Empty for what does not start, such as the shim of a version manager. */
function versionOf(node: string): string {
  try {
    const options = { encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(node, ['-p', 'process.versions.node'], options).trim();
  } catch {
    return '';
  }
}
