import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that the tests need and npm does not install. */
export type Requirement = {
  readonly program: string;
  /** Its Debian package. */
  readonly aptPackage: string;
  /** What it is needed for, as the end of "… is needed for …". */
  readonly purpose: string;
};

/** Everything that the tests need beyond npm packages. */
export const requirements: readonly Requirement[] = [
  {
    program: 'redis-server',
    aptPackage: 'redis-server',
    purpose: 'the tests of several instances',
  },
  { program: 'chromium', aptPackage: 'chromium', purpose: 'the tests of the pages in a browser' },
  { program: 'nginx', aptPackage: 'nginx', purpose: 'the tests behind a shared cache' },
  { program: 'caddy', aptPackage: 'caddy', purpose: 'the test of deploy/Caddyfile' },
  { program: 'promtool', aptPackage: 'prometheus', purpose: 'the test of the alert rules' },
  { program: 'systemd-analyze', aptPackage: 'systemd', purpose: 'the test of the systemd unit' },
  { program: 'unshare', aptPackage: 'util-linux', purpose: 'the test of the container image' },
  { program: 'python3', aptPackage: 'python3', purpose: 'the tests that run the Python snippets' },
  { program: 'curl', aptPackage: 'curl', purpose: 'the tests that run the curl snippets' },
];

/**
 * Checks that a program is available, or installs it from the Debian archive if that is allowed (as
 * root).
 *
 * @returns `undefined` if it is available, otherwise one sentence that says what to install
 */
export function requireOrInstall({
  program,
  aptPackage,
  purpose,
}: Requirement): string | undefined {
  if (isOnPath(program)) return undefined;
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    console.log(`\n> apt-get install ${aptPackage}`);
    const quiet: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
    const install = ['install', '-y', '--no-install-recommends', aptPackage];
    // A fresh machine has no package lists.
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', install, quiet);
    if (isOnPath(program)) return undefined;
  }
  return `${program} is needed for ${purpose}: install the package ${aptPackage}.`;
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
