import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { ScriptRunner } from './redis-store.ts';

/** A real Redis of its own for a test, on loopback, keeping nothing. */
export type TestRedis = {
  readonly url: string;
  /** A connection that ends with the server. */
  readonly client: Redis;
  readonly scripts: ScriptRunner;
  /** As if the machine had gone: no goodbye. */
  readonly kill: () => Promise<void>;
  /** Stops answering, with all connections open; `SIGCONT` lets it go on. */
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
};

export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const ended = once(server, 'exit');
  await untilListening(port);
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  // Its connection breaking is what some tests are about.
  client.on('error', () => {});
  const kill = async () => {
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    client,
    scripts: {
      runScript: ({ lua }, keys, args) => client.eval(lua, keys.length, ...keys, ...args),
    },
    kill,
    signal: (name) => void server.kill(name),
    close: async () => {
      client.disconnect();
      if (server.exitCode === null && server.signalCode === null) await kill();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await delay(20);
  }
}
