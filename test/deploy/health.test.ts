import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

// What the image and the systemd unit ask.

const script = join(import.meta.dirname, '..', '..', 'scripts', 'health.mjs');
let server: Server | undefined;
afterEach(() => void server?.close());

async function listen(host: string, port: number, ...statuses: number[]): Promise<void> {
  server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? (statuses.shift() ?? 200) : 404;
    response.end();
  });
  server.listen(port, host);
  await once(server, 'listening');
}

async function health(env: Record<string, string>, ...args: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'exit');
  return code;
}

test.each([
  ['127.0.0.1', {}],
  ['127.0.0.1', { HOST: '' }],
  ['127.0.0.2', { HOST: ' 127.0.0.2 ' }],
  ['0.0.0.0', { HOST: '0.0.0.0' }],
  ['::', { HOST: '::' }],
  ['::1', { HOST: '::1' }],
  ['::1', { HOST: '[::1]' }],
  ['localhost', { HOST: 'localhost' }],
])('a service at %s is found with %j', async (host, env) => {
  const port = await freePort();
  expect(await health({ ...env, PORT: String(port) })).toBe(1);
  await listen(host, port);
  expect(await health({ ...env, PORT: String(port) })).toBe(0);
});

test('a service at one address is not taken for one at another', async () => {
  const port = await freePort();
  await listen('127.0.0.1', port);
  expect(await health({ HOST: '127.0.0.2', PORT: String(port) })).toBe(1);
});

test.each([204, 302, 404, 503])('a %i is not health', async (status) => {
  const port = await freePort();
  await listen('127.0.0.1', port, status);
  expect(await health({ PORT: String(port) })).toBe(1);
});

test('--wait asks until the service is there, for so many seconds', async () => {
  const port = await freePort();
  await listen('127.0.0.1', port, 503, 503, 503, 503);
  expect(await health({ PORT: String(port) }, '--wait=60')).toBe(0);
});
