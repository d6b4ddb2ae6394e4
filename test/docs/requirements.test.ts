import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findProgram, requireOrInstall } from '../../scripts/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'lineup-requirements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const requirement = { program: 'daemon', aptPackage: 'daemon-package', purpose: 'this test' };
const policyFile = join(folder, 'policy-rc.d');
const asked = join(folder, 'asked');

function addProgram(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

/** A machine whose apt-get notes its arguments and whether a service might be started. */
function createMachine({ installs }: { readonly installs: boolean }) {
  const path = mkdtempSync(join(folder, 'bin-'));
  for (const tool of ['cp', 'chmod']) symlinkSync(findProgram(tool) ?? '', join(path, tool));
  addProgram(
    join(path, 'apt-get'),
    `${policyFile} daemon start; echo "$* $?" >> ${asked}
[ "$1" = update ] || ${installs ? `cp ${join(path, 'apt-get')} ${join(path, 'daemon')}` : 'false'}`,
  );
  return { isRoot: true, path, policyFile };
}

describe('requireOrInstall', () => {
  const log = vi.spyOn(console, 'log');
  beforeEach(() => log.mockImplementation(() => {}));
  afterEach(() => {
    log.mockReset();
    for (const file of [policyFile, asked]) rmSync(file, { force: true });
  });
  afterAll(() => log.mockRestore());

  test('installs with one line, and starts no service', () => {
    expect(requireOrInstall(requirement, createMachine({ installs: true }))).toBeUndefined();
    expect(log.mock.calls).toEqual([['\n> apt-get install daemon-package']]);
    // 101: the policy of the machine forbids it.
    expect(readFileSync(asked, 'utf8')).toBe(
      'update 101\ninstall -y --no-install-recommends daemon-package 101\n',
    );
    expect(existsSync(policyFile)).toBe(false);
  });

  test('a policy that the machine has stays as it is', () => {
    addProgram(policyFile, 'exit 104');
    requireOrInstall(requirement, createMachine({ installs: true }));
    expect(readFileSync(policyFile, 'utf8')).toBe('#!/bin/sh\nexit 104\n');
  });

  test('says what to install if that failed, and leaves nothing behind', () => {
    const problem = requireOrInstall(requirement, createMachine({ installs: false }));
    expect(problem).toBe('daemon is needed for this test: install the package daemon-package.');
    expect(existsSync(policyFile)).toBe(false);
  });

  test('a substitute will do where it can’t be installed, and is not preferred', () => {
    const withSubstitute = { ...requirement, substitute: 'other-daemon' };
    const machine = createMachine({ installs: false });
    expect(requireOrInstall(withSubstitute, machine)).toContain('install the package');
    addProgram(join(machine.path, 'other-daemon'), 'exit 0');
    expect(requireOrInstall(withSubstitute, machine)).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(2);
    expect(requireOrInstall(withSubstitute, { ...machine, isRoot: false })).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(2);
  });

  test('installs nothing that is there, and nothing for users who may not', () => {
    const machine = createMachine({ installs: true });
    const problem = requireOrInstall(requirement, { ...machine, isRoot: false });
    expect(problem).toContain('install the package daemon-package');
    addProgram(join(machine.path, 'daemon'), 'exit 0');
    expect(requireOrInstall(requirement, machine)).toBeUndefined();
    expect([log.mock.calls, existsSync(asked)]).toEqual([[], false]);
  });
});

test('findProgram searches the folders of PATH in order, for what can be run', () => {
  const [first, second] = [1, 2].map(() => mkdtempSync(join(folder, 'bin-')));
  const path = [first, second].join(':');
  expect(findProgram('tool', path)).toBeUndefined();
  addProgram(join(second ?? '', 'tool'), 'exit 0');
  writeFileSync(join(first ?? '', 'tool'), 'no program');
  expect(findProgram('tool', path)).toBe(join(second ?? '', 'tool'));
});
