import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type Proxy = {
  readonly origin: string;
  readonly close: () => Promise<void>;
};

export type Nginx = Proxy & {
  /** Its access log so far, as the shipped format has it. */
  readonly readLog: () => string;
};

/** A part of a configuration that depends on the machine, and what it is here. */
type Change = readonly [shipped: string, here: string];

/** A file of `deploy/` with these parts changed, each of which it must have. */
function shippedWith(name: string, changes: readonly Change[]): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8');
  return changes.reduce((changed, [shipped, here]) => {
    if (!changed.includes(shipped)) throw new Error(`${name} has no ${shipped}`);
    return changed.replaceAll(shipped, here);
  }, text);
}

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
  const config = shippedWith('nginx.conf', [
    ['lineup-1:8080', new URL(origins[0]).host],
    ['lineup-2:8080', new URL(origins[1]).host],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/cache/nginx/lineup', join(folder, 'cache')],
    ['/var/log/nginx', folder],
    ['/tmp/nginx', join(folder, 'nginx')],
  ]);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `${config}\ndaemon off;\n`);
  const proxy = await start(['nginx', '-c', file], { port, folder });
  return { ...proxy, readLog: () => readFileSync(join(folder, 'access.log'), 'utf8') };
}

/**
 * Caddy as shipped, without TLS and for any host, in front of `origins`. Only what depends on the machine changes, and
 * the time between two questions about readiness.
 */
export async function startCaddy(origins: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-caddy-'));
  const port = await freePort();
  const config = shippedWith('Caddyfile', [['health_interval 5s', 'health_interval 20ms']]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${config}`);
  const env = {
    HOME: folder,
    DOMAIN: `http://:${port}`,
    UPSTREAMS: origins.map((origin) => new URL(origin).host).join(' '),
  };
  return start(['caddy', 'run', '--config', file], { port, folder, env });
}

type Place = {
  readonly port: number;
  /** Goes with the program. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts a program and waits until it listens; what it says is only told if it ends before that. */
async function start(
  [program = '', ...args]: readonly string[],
  { port, folder, env = {} }: Place,
): Promise<Proxy> {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await delay(10);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
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
