import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that the tests need and npm does not install. */
export type Requirement = {
  readonly program: string;
  /** Its Debian package. */
  readonly aptPackage: string;
  /** What it is needed for, as the end of "… is needed for …". */
  readonly purpose: string;
  /** A program that will do where this one can't be installed. */
  readonly substitute?: string;
};

/**
 * Chromium without the windows of a browser, which nobody sees here: pages take two thirds of
 * the processor time.
 */
export const pageBrowser = {
  program: 'chromium-headless-shell',
  aptPackage: 'chromium-headless-shell',
  purpose: 'the tests of the pages in a browser',
  substitute: 'chromium',
} as const satisfies Requirement;

/** Everything that the tests need beyond npm packages. */
export const requirements: readonly Requirement[] = [
  pageBrowser,
  ...(
    [
      ['redis-server', 'redis-server', 'the tests of several instances'],
      ['nginx', 'nginx', 'the tests behind a shared cache'],
      ['caddy', 'caddy', 'the test of deploy/Caddyfile'],
      ['promtool', 'prometheus', 'the test of the alert rules'],
      ['systemd-analyze', 'systemd', 'the test of the systemd unit'],
      ['script', 'bsdutils', 'the test of Ctrl-C in a terminal'],
      ['python3', 'python3', 'the tests that run the Python snippets'],
      ['curl', 'curl', 'the tests that run the curl snippets'],
    ] as const
  ).map(([program, aptPackage, purpose]) => ({ program, aptPackage, purpose })),
];

/** Where programs are looked for and installed; tests have one of their own. */
type Machine = {
  readonly isRoot: boolean;
  readonly path: string;
  /** Debian calls this program before it starts a service. */
  readonly policyFile: string;
};

const thisMachine: Machine = {
  isRoot: process.getuid?.() === 0,
  path: process.env.PATH ?? '',
  policyFile: '/usr/sbin/policy-rc.d',
};

/**
 * Checks that a program is available, or installs it from the Debian archive if that is allowed (as
 * root), without starting its service.
 *
 * @returns `undefined` if it is available, otherwise one sentence that says what to install
 */
export function requireOrInstall(
  { program, aptPackage, purpose, substitute = program }: Requirement,
  machine: Machine = thisMachine,
): string | undefined {
  const { isRoot, path } = machine;
  if (findProgram(program, path) !== undefined) return undefined;
  if (isRoot && findProgram('apt-get', path) !== undefined) {
    console.log(`\n> apt-get install ${aptPackage}`);
    install(aptPackage, machine);
  }
  if ([program, substitute].some((name) => findProgram(name, path) !== undefined)) return undefined;
  return `${program} is needed for ${purpose}: install the package ${aptPackage}.`;
}

function install(aptPackage: string, { path, policyFile }: Machine): void {
  const env = { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env };
  // Whoever has a policy of their own keeps it.
  const isOurs = !existsSync(policyFile);
  // 101: forbidden by policy.
  if (isOurs) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    // A fresh machine has no package lists.
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', aptPackage], quiet);
  } finally {
    if (isOurs) rmSync(policyFile);
  }
}

/** @returns the path of a program, `undefined` if it is in none of the folders of `PATH` */
export function findProgram(program: string, path = thisMachine.path): string | undefined {
  const files = path.split(delimiter).map((folder) => join(folder, program));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
