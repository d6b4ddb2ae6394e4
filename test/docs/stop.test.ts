import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startCommand } from '../../scripts/start-service.ts';

// `npm start` as it is stopped in use: from a terminal, by a supervisor, by a closed connection. npm passes
// on signals, so the service gets some of them twice.

const root = join(import.meta.dirname, '..', '..');
const children: ChildProcess[] = [];
const serviceIds: number[] = [];
afterEach(() => {
  // Each child leads a group of its own.
  for (const { pid } of children.splice(0)) kill(-(pid ?? 0));
  // A terminal makes its program the leader of another one.
  for (const pid of serviceIds.splice(0)) kill(pid);
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

type Started = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly serviceId: number;
  readonly log: () => string;
  readonly ended: Promise<unknown>;
};

async function start(program: string, ...args: string[]): Promise<Started> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const lines: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const told = /Lineup listens at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (told !== undefined) resolve(Number(told));
    });
    void ended.then((end) => reject(new Error(`it ended with ${String(end)}`)));
  });
  const serviceId = Number(/"pid":(\d+)/.exec(lines.join('\n'))?.[1]);
  serviceIds.push(serviceId);
  return { child, port, serviceId, log: () => lines.join('\n'), ended };
}

const maxInFlight = 6;

/** Requests that have begun; the rest of each is sent by `finish`, which returns the status lines. */
async function requestsInFlight(port: number) {
  const sockets = await Promise.all(
    Array.from({ length: maxInFlight }, async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
      return socket;
    }),
  );
  // A request after them that was answered, so that the server has begun to read them.
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  return {
    finish: () =>
      Promise.all(
        sockets.map(async (socket) => {
          socket.write('\r\n');
          return (await text(socket).catch(String)).split('\r\n')[0];
        }),
      ),
  };
}

const allAnswered = Array.from({ length: maxInFlight }, () => 'HTTP/1.1 200 OK');

async function freed(port: number): Promise<unknown> {
  const socket = connect(port, '127.0.0.1');
  const [error] = await once(socket, 'error');
  return error instanceof Error && 'code' in error ? error.code : error;
}

/** Stops it while requests are in flight: all are answered, and the port is free after the exit. */
async function expectDrained(started: Started, stop: () => void): Promise<void> {
  const requests = await requestsInFlight(started.port);
  stop();
  await expect.poll(started.log).toContain('draining');
  expect(await requests.finish()).toEqual(allAnswered);
  await started.ended;
  await expect.poll(started.log).toContain('stopped');
  expect(started.log().match(/draining/g)).toHaveLength(1);
  expect(await freed(started.port)).toBe('ECONNREFUSED');
}

test('Ctrl-C in a terminal loses no request, and npm start, with its flags and allocator, ends with 0', async () => {
  // `script` runs a command in a terminal of its own, types what it reads, and ends with its exit code.
  const started = await start('script', '-qefc', 'exec npm start', '/dev/null');
  const words = (file: string) =>
    readFileSync(`/proc/${started.serviceId}/${file}`, 'utf8').split('\0').filter(Boolean);
  const { script, flags, settings } = startCommand;
  expect(words('cmdline').slice(1)).toEqual([...flags, script]);
  const pairs = Object.entries(settings).map((pair) => pair.join('='));
  expect(words('environ')).toEqual(expect.arrayContaining(pairs));
  await expectDrained(started, () => started.child.stdin?.write('\u0003'));
  expect(await started.ended).toBe(0);
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s to npm alone drains the service', async (signal) => {
  // It does not survive the second one, and does not pass it on.
  const started = await start('npm', 'start');
  await expectDrained(started, () => started.child.kill(signal));
});

const older = `if (!process.env.WAS_OLDER) {
  process.env.WAS_OLDER = 'yes';
  Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
}`;
const windows = `if (process.argv[1].endsWith('start.mjs')) {
  Object.defineProperty(process, 'platform', { value: 'win32' });
}`;

test.each<[string, string, (child: ChildProcess) => void]>([
  // The first process only, as the one that it starts gets its flags and settings.
  ['an older Node starts the one that npm ci has brought', older, (child) => child.kill('SIGTERM')],
  [
    'where a process can’t be replaced, the launcher waits for the service',
    windows,
    ({ pid = 0 }) => process.kill(-pid, 'SIGINT'),
  ],
])('%s, and signals reach it', async (_what, preload, stop) => {
  const node = join(root, 'node_modules/.bin/node');
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const started = await start(node, ...args, 'scripts/start.mjs');
  expect(started.serviceId).not.toBe(started.child.pid);
  await expectDrained(started, () => stop(started.child));
  expect(await started.ended).toBe(0);
});
