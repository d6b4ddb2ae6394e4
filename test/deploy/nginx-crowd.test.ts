import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../support/loopback.ts';
import { startNginx } from '../support/nginx.ts';

// How many requests in progress the shipped configuration takes of one client.

const shipped = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
const max = Number(/limit_conn clients (\d+);/.exec(shipped)?.[1]);

const held: Socket[] = [];

// Tells what it is told of the client.
const server = createServer(({ headers }, response) =>
  response.end(String(headers['x-forwarded-for'])),
);
const instance = await listenOnLoopback(server);
const nginx = await startNginx([instance.origin, instance.origin]);
const port = Number(new URL(nginx.origin).port);
afterEach(() => letGo());
afterAll(async () => {
  await nginx.close();
  await instance.close();
});

/** A client by the address that it comes from, or by what a proxy in front says. */
type Client = { readonly from: string } | { readonly forwarded: string };

const addressOf = (client: Client) => ('from' in client ? client.from : '127.0.0.1');
const headersOf = (client: Client) =>
  'from' in client ? {} : { 'X-Forwarded-For': client.forwarded };

type Answer = { readonly status: number | undefined; readonly message: IncomingMessage };

async function ask(client: Client): Promise<Answer> {
  const options = { localAddress: addressOf(client), headers: headersOf(client), agent: false };
  const sent = request(nginx.origin, options).end();
  const [message]: IncomingMessage[] = await once(sent, 'response');
  return { status: message?.statusCode, message: message! };
}

async function statusOf(client: Client): Promise<number | undefined> {
  const { status, message } = await ask(client);
  message.resume();
  return status;
}

/** Holds so many requests of each client whose bodies never end. */
async function hold(clients: readonly Client[]): Promise<void> {
  const sockets = clients.map((client) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(client) });
    const lines = Object.entries(headersOf(client)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\n${lines.join('')}` +
        'Content-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    socket.on('error', () => {});
    return socket;
  });
  held.push(...sockets);
  // Told once the request is in progress, just before its body is read.
  for (const [first] of await Promise.all(sockets.map((socket) => once(socket, 'data')))) {
    expect(String(first)).toMatch(/^HTTP\/1\.1 100 /);
  }
}

function letGo(): void {
  for (const socket of held.splice(0)) socket.destroy();
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('a client with as many requests in progress as one may have', () => {
  it('is refused the next one, others are served, and it is served after its own', async () => {
    const [greedy, another] = [{ from: '127.0.0.2' }, { from: '127.0.0.3' }];
    await hold(times(max - 1, () => greedy));
    expect(await statusOf(greedy)).toBe(200);
    await hold([greedy]);
    expect([await statusOf(greedy), await statusOf(another)]).toEqual([503, 200]);
    letGo();
    await expect.poll(() => statusOf(greedy)).toBe(200);
  });

  it('is told in the form of all errors', async () => {
    const greedy = { from: '127.0.0.4' };
    await hold(times(max, () => greedy));
    const { status, message } = await ask(greedy);
    expect([status, JSON.parse(await text(message))]).toEqual([
      503,
      { detail: 'Too many requests of this network are in progress; try again shortly.' },
    ]);
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '1',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is the one that a proxy in front names, not the proxy', async () => {
    await hold(times(max, () => ({ forwarded: '198.51.100.1' })));
    for (const [forwarded, status] of [
      ['198.51.100.1', 503],
      // What it says itself stands further to the left.
      ['203.0.113.9, 198.51.100.1', 503],
      ['::ffff:198.51.100.1', 503],
      ['198.51.100.1, 198.51.100.2', 200],
      ['::ffff:198.51.100.2', 200],
    ] as const) {
      expect([forwarded, await statusOf({ forwarded })]).toEqual([forwarded, status]);
    }
    expect(await statusOf({ from: '127.0.0.1' })).toBe(200);
  });

  it('is all of an IPv6 network of 64 bits', async () => {
    // Also with the bytes that end lines or texts, as addresses may have any.
    const part = (index: number) => (index * 257).toString(16);
    await hold(times(max, (index) => ({ forwarded: `2001:db8:0:a0a:${part(index)}::a:0` })));
    for (const [forwarded, status] of [
      ['2001:db8:0:a0a::', 503],
      ['2001:db8:0:a0a:ffff:ffff:ffff:ffff', 503],
      ['2001:db8:0:a0a:a0a:a0a:a0a:a0a', 503],
      ['2001:db8:0:a0b::', 200],
      ['2001:db8:1:a0a::', 200],
      ['2001:db8::', 200],
      ['0.0.0.0', 200],
    ] as const) {
      expect([forwarded, await statusOf({ forwarded })]).toEqual([forwarded, status]);
    }
  });
});

it('connections without a request do not count', async () => {
  const localAddress = '127.0.0.5';
  const idle = times(max + 1, () => connect({ port, host: '127.0.0.1', localAddress }));
  held.push(...idle);
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  expect(await statusOf({ from: localAddress })).toBe(200);
});

it('instances are told of all addresses on the way, as by any proxy', async () => {
  const told = async (client: Client) => text((await ask(client)).message);
  expect(await told({ from: '127.0.0.6' })).toBe('127.0.0.6');
  const forwarded = '203.0.113.9, 2001:db8::1';
  expect(await told({ forwarded })).toBe(`${forwarded}, 127.0.0.1`);
});
