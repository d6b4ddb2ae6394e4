import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { request } from 'undici';
import { addNotch, compositionPath, startWorld, type World } from '../support/composition-world.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const head = '/api/blockgame/render/head/Notch/full?height=32';
const row = `${compositionPath}?height=32&value=Notch`;

const drawing = await watchDrawing();
let clock: FakeClock;
let world: World;
let origin: string;
const lines: string[] = [];
beforeEach(async () => {
  clock = createFakeClock();
  await start({});
});
afterEach(async () => {
  await world.close();
  lines.splice(0);
});

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  world = await startWorld({
    drawing,
    env: { LOG_LEVEL: 'info', ...env },
    parts: { clock, logStream: { write: (line) => void lines.push(line) } },
  });
  addNotch(world);
  origin = await world.app.listen({ port: 0, host: '127.0.0.1' });
}

async function startAnew(env: Readonly<Record<string, string>>): Promise<void> {
  await world.close();
  await start(env);
}

type Ask = {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Asks over a real connection: only there a request can go past the router. */
async function ask(url: string, options: Ask = {}) {
  const { statusCode, headers, body } = await request(`${origin}${url}`, options);
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

/** Asks until the response is one that is kept as it is, and returns that one, made the usual way. */
async function warm(url: string) {
  await ask(url);
  return ask(url);
}

/** All but what is of this one answer, or of its connection. */
function lasting(headers: Readonly<Record<string, unknown>>) {
  const own = new Set([
    'date',
    'connection',
    'keep-alive',
    'x-request-id',
    'x-ratelimit-remaining',
  ]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
}

describe('a recently cached response', () => {
  test.each([
    ['a render', head],
    ['a render under the name people know', head.replace('blockgame', 'minecraft')],
    ['a composition', row],
  ])('%s is the same in every byte and header', async (_what, url) => {
    const usual = await warm(url);
    const quick = await ask(url);
    expect(usual.headers['x-cache']).toBe('HIT');
    expect(quick.status).toBe(200);
    expect(quick.bytes).toEqual(usual.bytes);
    expect(lasting(quick.headers)).toEqual(lasting(usual.headers));
    expect(Object.keys(quick.headers).toSorted()).toEqual(Object.keys(usual.headers).toSorted());
    expect(quick.headers['x-request-id']).not.toBe(usual.headers['x-request-id']);
    expect(Number(quick.headers['x-ratelimit-remaining'])).toBe(
      Number(usual.headers['x-ratelimit-remaining']) - 1,
    );
  });

  test('HEAD has the same headers and no bytes', async () => {
    const { headers, bytes } = await warm(head);
    const answer = await ask(head, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(lasting(answer.headers)).toEqual(lasting(headers));
  });

  test('is a free 304 for a client that has it, even without tokens', async () => {
    await startAnew({ RATE_LIMIT_MAX: '3' });
    const { headers } = await warm(head);
    const held = { headers: { 'if-none-match': `"other", W/${String(headers.etag)}` } };
    const { status, bytes, headers: known } = await ask(head, held);
    expect([status, bytes.length]).toEqual([304, 0]);
    expect(known).toMatchObject({
      etag: headers.etag,
      'cache-control': 'public, max-age=900',
      'x-cache': 'HIT',
      'x-ratelimit-remaining': '1',
      'access-control-allow-origin': '*',
    });
    expect(known).not.toHaveProperty('content-length');
    expect(known).not.toHaveProperty('content-type');
    expect((await ask(head, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const spent = await ask(head);
    expect([spent.status, spent.headers['cache-control']]).toEqual([429, 'no-store']);
    expect(spent.headers).not.toHaveProperty('etag');
    const after = await ask(head, held);
    expect([after.status, after.headers['x-ratelimit-remaining']]).toEqual([304, '0']);
    expect((await ask(head, { method: 'HEAD', ...held })).status).toBe(304);
  });

  test('counts for the client that a trusted proxy names', async () => {
    await startAnew({ TRUST_PROXY: '1', RATE_LIMIT_MAX: '10' });
    await warm(head);
    const from = (address: string) => ask(head, { headers: { 'x-forwarded-for': address } });
    const left = async (address: string) => (await from(address)).headers['x-ratelimit-remaining'];
    expect(await left('192.0.2.1')).toBe('9');
    expect(await left('192.0.2.1')).toBe('8');
    expect(await left('192.0.2.2')).toBe('9');
    expect(await left('2001:db8::1')).toBe('9');
    expect(await left('2001:db8::2')).toBe('8');
  });

  test('is logged like any other', async () => {
    await warm(head);
    const { headers } = await ask(head);
    const answered = () =>
      lines
        .map((line): Record<string, unknown> => JSON.parse(line))
        .filter(({ msg }) => msg === 'answered');
    await expect.poll(() => answered().length).toBe(3);
    const [, usual = {}, quick = {}] = answered();
    expect(Object.keys(quick).toSorted()).toEqual(Object.keys(usual).toSorted());
    expect(quick).toMatchObject({
      reqId: headers['x-request-id'],
      client: '127.0.0.0/24',
      method: 'GET',
      route: '/api/blockgame/render/:render_type/:player/:crop',
      status: 200,
    });
    expect(lines.join('')).not.toContain('Notch');
  });

  test('expires when its sources may have changed', async () => {
    await warm(head);
    const calls = world.accounts.calls.length;
    await ask(head);
    expect(world.accounts.calls).toHaveLength(calls);
    // A name holds for an hour, a profile for fifteen minutes.
    await clock.advance(15 * 60_000);
    expect((await ask(head)).headers['x-cache']).toBe('MISS');
    expect(world.accounts.calls.length).toBeGreaterThan(calls);
  });

  test('expires with the skin that it shows: a new validator never keeps old bytes', async () => {
    const before = await warm(head);
    const other = 'cd'.repeat(32);
    world.accounts.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { hash: other } });
    world.accounts.addTexture(other, skinFile(2));
    await clock.advance(15 * 60_000 + 1);
    const drawn = await ask(head);
    expect(drawn.headers.etag).not.toBe(before.headers.etag);
    // Only the validator of a picture that was drawn just now is kept.
    const outdated = { headers: { 'if-none-match': String(before.headers.etag) } };
    for (const again of [await ask(head, outdated), await ask(head, outdated)]) {
      expect(again.headers.etag).toBe(drawn.headers.etag);
      expect(again.bytes).toEqual(drawn.bytes);
    }
    expect(drawn.bytes).not.toEqual(before.bytes);
  });

  test('is not used for a request with a body or another method', async () => {
    await warm(head);
    expect((await ask(head, { method: 'POST', body: '{}' })).status).toBe(405);
    const raw = await ask(head, { headers: { 'transfer-encoding': 'chunked' } }).catch(() => null);
    expect(raw).toBeNull();
  });

  describe('to a POST', () => {
    const json = { 'content-type': 'application/json' };
    const one = [{ value: 'Notch' }];
    const post = (body: string, headers: Readonly<Record<string, string>> = {}, more = '') =>
      ask(`${compositionPath}?height=32${more}`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      });

    /** Posts until the response is one that is kept, and returns that one, made the usual way. */
    async function warmPost() {
      await post(JSON.stringify(one));
      return post(JSON.stringify(one));
    }

    /** The head of a request that posts this JSON, on a connection of its own. */
    const headOf = (body: string, ...headers: readonly string[]): string =>
      [
        `POST ${compositionPath}?height=32 HTTP/1.1`,
        'host: a',
        'content-type: application/json',
        `content-length: ${body.length}`,
        ...headers,
        'connection: close',
        '\r\n',
      ].join('\r\n');

    /** Writes pieces of a request one after the other, and reads until its connection is closed. */
    async function inPieces(pieces: readonly string[]): Promise<string> {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.setNoDelay(true);
      await once(socket, 'connect');
      const answer = text(socket);
      for (const piece of pieces) {
        socket.write(piece);
        await setImmediate();
        await setImmediate();
      }
      return answer;
    }

    test('is the same in every byte and header, however it is spaced', async () => {
      const usual = await warmPost();
      expect(usual.headers['x-cache']).toBe('HIT');
      for (const body of [JSON.stringify(one), ' [ {"value" :"Notch"}]\n']) {
        const quick = await post(body);
        expect(quick.status).toBe(200);
        expect(quick.bytes).toEqual(usual.bytes);
        expect(lasting(quick.headers)).toEqual(lasting(usual.headers));
      }
    });

    test('is used for exactly the same items and options', async () => {
      const usual = await warmPost();
      expect((await post('[{"value":"Notch","label":"N"}]')).bytes).not.toEqual(usual.bytes);
      expect((await post(JSON.stringify(one), {}, '&crop=face')).bytes).not.toEqual(usual.bytes);
      expect((await post('[{"value":"Notch","more":1}]')).status).toBe(400);
      expect((await post('[{"value":"Notch"}')).status).toBe(400);
      expect((await post(JSON.stringify(one), { 'content-type': 'text/plain' })).status).toBe(415);
      const large = JSON.stringify(Array.from({ length: 10 }, () => ({ value: 'x'.repeat(2000) })));
      expect((await post(large)).status).toBe(400);
    });

    test('is not affected by a body that arrives late or in pieces', async () => {
      await warmPost();
      const body = JSON.stringify(one);
      const whole = headOf(body);
      const expected = await inPieces([whole + body]);
      expect(expected).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      const bytes = expected.slice(expected.indexOf('\r\n\r\n'));
      for (const pieces of [
        [whole, body],
        [whole + body.slice(0, 5), body.slice(5)],
        [whole, ...body.split('')],
      ]) {
        const answer = await inPieces(pieces);
        expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
        expect(answer.slice(answer.indexOf('\r\n\r\n'))).toBe(bytes);
      }
    });

    test('is a free 304 for a client that has it, even without tokens', async () => {
      await startAnew({ RATE_LIMIT_MAX: '2' });
      const { etag } = (await warmPost()).headers;
      expect((await post(JSON.stringify(one))).status).toBe(429);
      const held = await post(JSON.stringify(one), { 'if-none-match': String(etag) });
      expect([held.status, held.headers['x-ratelimit-remaining']]).toEqual([304, '0']);
      const body = JSON.stringify(one);
      const whole = headOf(body, `if-none-match: ${String(etag)}`);
      for (const pieces of [[whole + body], [whole, body]]) {
        expect(await inPieces(pieces)).toMatch(/^HTTP\/1\.1 304 /);
      }
    });

    test('is not one made for a GET', async () => {
      const { etag } = (await ask('/docs', { headers: { 'accept-language': 'en' } })).headers;
      const held = { 'if-none-match': String(etag) };
      const known = await ask('/docs', { headers: { 'accept-language': 'en', ...held } });
      expect(known.status).toBe(304);
      const posted = await ask('/docs', {
        method: 'POST',
        headers: { ...json, ...held },
        body: 'en',
      });
      expect(posted.status).toBe(405);
    });

    test('keeps the order of pipelined requests', async () => {
      await warmPost();
      const message = (body: string, connection: string) =>
        `POST ${compositionPath}?height=32 HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const answers = await inPieces([
        message('[]', 'keep-alive') +
          message(JSON.stringify(one), 'keep-alive') +
          message('{', 'close'),
      ]);
      expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual([
        'HTTP/1.1 400',
        'HTTP/1.1 200',
        'HTTP/1.1 400',
      ]);
    });
  });
});
