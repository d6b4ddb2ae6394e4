import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import manifest from '../../package.json' with { type: 'json' };
import { buildImage, type Image } from './dockerfile.ts';

// No container engine is to be had where the tests run, so they do what one does: the steps of the
// Dockerfile in an empty folder, then its command as PID 1 of a namespace of its own, on a read-only
// file system and without rights.

const project = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lineup-image-'));
const isRoot = process.getuid?.() === 0;
const ownUser = ['--user', '--map-root-user'];

let image: Image;
let nodePath: string;
beforeAll(() => {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  image = buildImage(project, folder, { path });
  // The base image brings Node.
  nodePath = join(image.root, 'usr', 'local', 'bin', 'node');
  mkdirSync(dirname(nodePath), { recursive: true });
  copyFileSync(process.execPath, nodePath);
  // The user of the image has to reach what the tests own.
  spawnSync('chmod', ['-R', 'a+rX', folder]);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inImage = (words: readonly string[]): string[] =>
  words.map((word, index) => (index === 0 && word === 'node' ? nodePath : word));

function start(port: number): ChildProcess {
  const asUser = isRoot ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : [];
  const readOnly =
    'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$1" && shift && exec "$@"';
  const shell = ['sh', '-c', readOnly, image.root, join(image.root, image.workdir)];
  const namespaces = ['--mount', '--pid', '--fork', '--mount-proc', ...(isRoot ? [] : ownUser)];
  const env = { ...image.env, PATH: process.env.PATH, PORT: String(port), HOST: '127.0.0.1' };
  return spawn('unshare', [...namespaces, ...shell, ...asUser, ...inImage(image.command)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const health = (port: number): number | null => {
  const [program = '', ...args] = inImage(image.healthCommand);
  return spawnSync(program, args, { env: { PORT: String(port) } }).status;
};

describe('the image', () => {
  it('runs as an unprivileged user, and contains neither tests nor tools', () => {
    expect(image.user).toBe('node');
    const list = spawnSync('find', [join(image.root, 'app', 'src'), '-name', '*.test.ts'], {
      encoding: 'utf8',
    });
    expect(list.stdout).toBe('');
    const tools = spawnSync('ls', [join(image.root, 'app', 'node_modules')], { encoding: 'utf8' });
    expect(tools.stdout).toMatch(/^fastify$/m);
    expect(tools.stdout).not.toMatch(/^(vitest|typescript|playwright-core|node)$/m);
  });

  it('starts the service as npm start does', () => {
    expect(`exec ${image.command.join(' ')}`).toBe(manifest.scripts.start.split(' || ')[0]);
  });

  it('is healthy on a read-only file system, draws, and ends by SIGTERM as PID 1', async () => {
    const port = await freePort();
    expect(health(port)).toBe(1);
    const container = start(port);
    const log = text(container.stdout!);
    const exited = once(container, 'exit');
    while (health(port) !== 0) {
      expect(container.exitCode).toBeNull();
      await delay(50);
    }
    const picture = await fetch(
      `http://127.0.0.1:${port}/api/blockgame/render/composition?value=sample-fox&label=%E5%AD%97`,
    );
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);

    const inner = Number(
      readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').trim(),
    );
    expect(readFileSync(`/proc/${inner}/status`, 'utf8')).toMatch(/^NSpid:\s+\d+\s+1$/m);
    process.kill(inner, 'SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await log).toContain('stopped');
  });
});
