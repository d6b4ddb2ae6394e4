import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Every Node of this machine that a package runs on, by its version.
 * @param engines what the package says: `>=22.19`
 */
export function nodesFor(engines: string): ReadonlyMap<string, string> {
  return new Map([...allNodes()].filter(([version]) => isAtLeast(version, engines)));
}

/** Those that are too old for it, if there are any. */
export function nodesBefore(engines: string): ReadonlyMap<string, string> {
  return new Map([...allNodes()].filter(([version]) => !isAtLeast(version, engines)));
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

function isAtLeast(version: string, engines: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [, leastMajor = '', leastMinor = ''] = /^>=(\d+)\.(\d+)$/.exec(engines) ?? [];
  return (
    major > Number(leastMajor) || (major === Number(leastMajor) && minor >= Number(leastMinor))
  );
}
