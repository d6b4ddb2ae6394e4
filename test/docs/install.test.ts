import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePng } from '../../src/engine/image/decode-png.ts';

// The installation of a host, as the README says: `npm ci --omit=dev && npm start` in a folder that
// has the tracked files and nothing else, with the machine's own Node (20 or newer), not with ours.

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lineup-install-'));
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .join(delimiter);
// What npm told this test of its own run would be taken for settings of the new one.
const env = { PATH: machinePath, HOME: process.env.HOME, PORT: '0', HOST: '127.0.0.1' };
const children: ChildProcess[] = [];

beforeAll(async () => {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const file of stdout
    .trim()
    .split('\n')
    .filter((name) => existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const offline = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['ci', '--omit=dev', ...offline], { cwd: folder, env });
}, 300_000);

afterAll(() => {
  // The group: npm, when it is killed like this, leaves what it has started.
  for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

/** What a folder takes of the disk, without what tests keep there from run to run. */
async function mebibytesOf(place: string): Promise<number> {
  const caches = ['.cache', '.vite', '.vite-temp', '.vitest-cache'];
  const { stdout } = await run('du', ['-sk', ...caches.map((name) => `--exclude=${name}`), place]);
  return Number.parseInt(stdout, 10) / 1024;
}

/** Starts it as the README says; the end is that of the very process that was started. */
async function npmStart(): Promise<{ child: ChildProcess; port: number; log: () => string }> {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  child.once('exit', () => children.splice(children.indexOf(child), 1));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const port = await new Promise<number>((resolve, reject) => {
    reader.on('line', (line) => {
      lines.push(line);
      const told = /Lineup listens at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (told !== undefined) resolve(Number(told));
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return { child, port, log: () => lines.join('\n') };
}

test('the production install takes at most 300 MB', async () => {
  expect(await mebibytesOf(join(folder, 'node_modules'))).toBeLessThanOrEqual(300);
});

test('the whole install takes at most 720 MB', async () => {
  expect(await mebibytesOf(join(root, 'node_modules'))).toBeLessThanOrEqual(720);
});

test('npm start serves, and SIGTERM stops it', async () => {
  const { child, port, log } = await npmStart();
  const address = `http://127.0.0.1:${port}/api/blockgame/render/head/sample-fox/full`;
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(decodePng(Buffer.from(await answer.arrayBuffer())).heightPx).toBeGreaterThan(16);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  expect(log()).toContain('stopped');
});

test('npm run package says that a production install has not all that it needs', async () => {
  const packing = run('npm', ['run', '--silent', 'package'], { cwd: folder, env });
  await expect(packing).rejects.toMatchObject({
    code: 1,
    stderr:
      'rolldown is missing: npm run package needs all dependencies, so run npm ci without --omit=dev.\n',
  });
});

test('the documents start the service with npm start only, so that the V8 flags apply', () => {
  for (const file of ['README.md', 'AGENTS.md', 'docs/operating.md', 'docs/walkthrough.md']) {
    const document = readFileSync(join(folder, file), 'utf8');
    expect(document).not.toMatch(/node [^\n`]*main\.ts/);
  }
});

test('the scripts of package.json need no shell', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const [name, script] of Object.entries(scripts)) {
    // Both cmd.exe and sh read these; `exec` is explained in scripts/start.mjs.
    for (const command of script.split(/ (?:&&|\|\|) /)) {
      const program = /^(?:exec )?node (?:--[\w=-]+ )*[\w/]+\.(?:ts|mjs)(?: [a-z]+)?$/;
      const tool = /^(?:oxfmt|oxlint|tsc)(?: --?\w[\w-]*| web)*$/;
      expect(program.test(command) || tool.test(command), name).toBe(true);
    }
  }
});
