import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { openApp } from '../support/open-app.ts';
import { openConnection } from '../support/raw-connection.ts';

type Running = {
  readonly child: ChildProcess;
  /** Exit code and everything written to standard error, once it has ended. */
  readonly ended: Promise<{ code: unknown; stderr: string }>;
  /** The next line of the log that holds this text. */
  readonly lineWith: (part: string) => Promise<string>;
};

const root = join(import.meta.dirname, '../..');
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Compiling is a third of every start. */
const { NODE_COMPILE_CACHE: compileCache } = process.env;
const compiled = compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache };

/** Starts the service; `before` is a piece of JavaScript that runs in its process ahead of it. */
function start(env: Record<string, string>, before = ''): Running {
  const preloaded = ['--import', `data:text/javascript,${encodeURIComponent(before)}`];
  // The pinned Node, which runs TypeScript, whatever this test itself runs on.
  const node = join(root, 'node_modules/.bin/node');
  const child = spawn(node, [...preloaded, join(root, 'src/main.ts')], {
    // Another directory than the repository's: nothing may depend on where it was started.
    cwd: import.meta.dirname,
    env: { ...compiled, HOST: '127.0.0.1', PORT: '0', ...env },
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], stderr]) => ({
    code,
    stderr,
  }));
  return { child, ended, lineWith: (part) => nextLineWith(lines, part) };
}

async function nextLineWith(lines: AsyncIterator<string>, part: string): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the log ended without "${part}"`);
    if (value.includes(part)) return value;
  }
}

async function portOf({ lineWith }: Running): Promise<number> {
  const line = await lineWith('Lineup listens at');
  return Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
}

/** Waits until nobody listens: idle connections are let go of a moment before the port is. */
async function refusalAt(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    // Between those two moments a connection may still be made, and is then reset.
    socket.on('error', () => {});
    const [error] = await once(socket, 'close').catch((reason: unknown) => [reason]);
    socket.destroy();
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return;
  }
}

async function closeLog({ child: { stdout } }: Running): Promise<void> {
  stdout?.destroy();
  if (stdout) await once(stdout, 'close');
}

/** The same picture under the same validator as of a service in this process. */
async function expectSameAsHere(origin: string): Promise<void> {
  const picture =
    '/api/blockgame/render/composition?height=48&value=sample-fox&value=sample-princess&label=%E6%97%A5';
  const app = await openApp();
  const here = await app.inject(picture);
  await app.close();
  const there = await fetch(origin + picture);
  expect([there.status, there.headers.get('etag')]).toEqual([200, here.headers.etag]);
  expect(Buffer.from(await there.arrayBuffer())).toEqual(here.rawPayload);
}

describe('the process', () => {
  test('names misspelt settings; on SIGTERM it accepts nothing new, and finishes requests, also if nobody reads its log', async () => {
    const running = start({ ROBLOX_KEY: 'hunter2', LINEUP_PORT: 'hunter2', EDITOR: 'vi' });
    const lines = [
      await running.lineWith('unknown setting'),
      await running.lineWith('unknown setting'),
    ];
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, name: 'ROBLOX_KEY', similar: 'ROBLOX_API_KEY' }),
      expect.objectContaining({ level: 40, name: 'LINEUP_PORT', similar: 'PORT' }),
    ]);
    expect(lines.join('')).not.toContain('hunter2');
    const port = await portOf(running);
    const idle = await openConnection(port);
    idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    const letGo = once(idle.resume(), 'end');
    const inFlight = await openConnection(port);
    // The request is in progress once the server has begun to read it; its end comes later.
    inFlight.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    const beforeIt = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect([beforeIt.status, await beforeIt.json()]).toEqual([200, { status: 'ok' }]);

    running.child.stdout?.destroy();
    // Each is a line of the log.
    for (const path of ['/a', '/b', '/c']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    }
    running.child.kill('SIGTERM');
    await letGo;
    await refusalAt(port);

    inFlight.write('\r\n');
    const answer = await text(inFlight);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('{"status":"ok"}');
    expect(await running.ended).toEqual({ code: 0, stderr: '' });
  });

  test('ends although the reader of its log goes just before the last line', async () => {
    const running = start({});
    const inFlight = await openConnection(await portOf(running));
    inFlight.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    running.child.kill('SIGTERM');
    await running.lineWith('draining');
    // Until then nothing has failed to be written.
    await closeLog(running);
    inFlight.write('\r\n');
    expect(await text(inFlight)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await running.ended).toEqual({ code: 0, stderr: '' });
  });

  test('ends by an uncaught exception that nobody reads of', async () => {
    const running = start({}, `process.once('SIGUSR2', () => { throw new Error('stray') })`);
    await portOf(running);
    await closeLog(running);
    running.child.kill('SIGUSR2');
    expect(await running.ended).toEqual({ code: 1, stderr: '' });
  });

  test('an unhandled rejection is logged, and the service continues, with the pictures of any other; after an uncaught exception it exits with 1', async () => {
    const running = start(
      {},
      `process.once('SIGUSR2', () => {
        process.once('SIGUSR2', () => { throw new Error('stray') });
        void Promise.reject(new Error('lost'));
      })`,
    );
    const port = await portOf(running);
    running.child.kill('SIGUSR2');
    const lost: unknown = JSON.parse(await running.lineWith('a rejected promise was not handled'));
    expect(lost).toMatchObject({
      level: 50,
      err: { message: 'lost', stack: expect.stringContaining('Error: lost') },
    });
    await expectSameAsHere(`http://127.0.0.1:${port}`);

    running.child.kill('SIGUSR2');
    const stray: unknown = JSON.parse(await running.lineWith('an exception was not caught'));
    expect(stray).toMatchObject({ level: 60, err: { message: 'stray' } });
    expect(await running.ended).toEqual({ code: 1, stderr: '' });
  });

  test('with invalid settings it prints a line for each and exits with 1', async () => {
    const bad = {
      PORT: '99999',
      METRICS_PORT: 'y',
      LOG_LEVEL: 'a\nb',
      REDIS_URL: 'http://:hunter2@h',
    };
    const { code, stderr } = await start(bad).ended;
    expect(code).toBe(1);
    expect(stderr.split('\n').toSorted()).toEqual([
      '',
      expect.stringMatching(/^LOG_LEVEL must be one of .*, not "a\\nb"\.$/),
      expect.stringMatching(/^METRICS_PORT must be .*, not "y"\.$/),
      'PORT must be a whole number from 0 to 65535, not "99999".',
      expect.stringMatching(/^REDIS_URL must be (?!.*hunter2).*\.$/),
    ]);
  });

  test('with a port in use it says so in one line and exits with 1', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { code, stderr } = await start({ PORT: String(port) }).ended;
    holder.close();
    expect(code).toBe(1);
    expect(stderr).toBe(`PORT: ${port} on 127.0.0.1 is already in use.\n`);
  });
});
