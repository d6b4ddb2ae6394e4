import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** A real Redis for a single test, on loopback. */
export type RedisServer = {
  readonly url: string;
  /** As if the machine had failed: without a clean shutdown. */
  readonly kill: () => Promise<void>;
  /** Restarts it at the same port: empty, unless it has a file. */
  readonly restart: () => Promise<void>;
  /** Suspends it: connections stay open, but nothing is answered. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** A connection of the test's own. */
  readonly client: Redis;
  readonly close: () => Promise<void>;
};

/** @param folder of its append-only file; without one it keeps nothing when it ends */
export async function startRedisServer(folder: string | null = null): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = await launch(port, folder);
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  // Tests break this connection on purpose.
  client.on('error', () => {});
  const kill = () => end(server);
  return {
    url,
    client,
    kill,
    restart: async () => {
      server = await launch(port, folder);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    close: async () => {
      client.disconnect();
      await kill();
    },
  };
}

/** Less than a test may take, so that it says what did not become true. */
const maxWaitMs = 45_000;

/** Waits for a condition that depends on another process, or on connections. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + maxWaitMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`This did not become true: ${String(isSo)}`);
    await delay(5);
  }
  await setImmediate();
}

async function launch(port: number, folder: string | null): Promise<ChildProcess> {
  const kept = folder === null ? { appendonly: 'no' } : { appendonly: 'yes', dir: folder };
  const options = { port, bind: '127.0.0.1', save: '', ...kept };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  await until(() => isListening(port));
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}
