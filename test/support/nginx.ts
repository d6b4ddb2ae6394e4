import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type Nginx = {
  readonly origin: string;
  /** Its access log so far, as the shipped format has it. */
  readonly readLog: () => string;
  readonly close: () => Promise<void>;
};

/**
 * nginx as shipped, in front of two instances. Only the parts that depend on the machine change: the
 * instances, the port and the folder of the cache.
 * @param origins of the instances
 */
export async function startNginx(origins: readonly [string, string]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-nginx-'));
  // Its workers run as another user if it is started by root.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const shipped = join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf');
  const config = readFileSync(shipped, 'utf8')
    .replace('lineup-1:8080', new URL(origins[0]).host)
    .replace('lineup-2:8080', new URL(origins[1]).host)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/lineup', join(folder, 'cache'))
    .replace('/var/log/nginx', folder)
    .replaceAll('/tmp/nginx', join(folder, 'nginx'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `${config}\ndaemon off;\n`);
  const { stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
  if (!stderr.includes('successful')) throw new Error(stderr);
  const nginx = spawn('nginx', ['-c', file], { stdio: 'ignore' });
  while (!(await accepts(port))) await delay(10);
  return {
    origin: `http://127.0.0.1:${port}`,
    readLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    close: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
