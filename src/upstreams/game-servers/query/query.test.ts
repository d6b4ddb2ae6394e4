import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  startFakeBedrockServer,
  type BedrockScript,
} from '../../../../test/support/fake-game-server.ts';
import { createSafeDatagrams } from '../../net/safe-datagrams.ts';
import { createSafeDial } from '../../net/safe-dial.ts';
import { plainText } from '../motd/text-run.ts';
import {
  queryServer,
  readChallenge,
  readFullStat,
  writeChallengeRequest,
  writeStatRequest,
} from './query-server.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A reply as the game writes it: number, session, then what follows. */
function reply(id: number, session: Uint8Array, body: Uint8Array | string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return Buffer.concat([Buffer.from([id]), session, bytes]);
}

const fields = {
  hostname: 'A server',
  plugins: 'Paper on 1.21.4: WorldEdit 7.3.0; Essentials X 2.20; Bare',
  map: 'world',
  numplayers: '2',
  maxplayers: '20',
};

function fullStat(values: Record<string, string> = fields, players = ['Anna', '§bBen']): string {
  const pairs = Object.entries(values).map(([key, value]) => `${key}\0${value}\0`);
  const names = players.map((name) => `${name}\0`);
  return `splitnum\0\x80\0${pairs.join('')}\0\x01player_\0\0${names.join('')}\0`;
}

/** A server that asks for its challenge before it tells anything. */
function answering(stat: string, token = '9513307'): BedrockScript {
  return (request) => {
    const session = request.subarray(3, 7);
    if (request[2] === 9) return [reply(9, session, `${token}\0`)];
    return request.readInt32BE(7) === Number(token) ? [reply(0, session, stat)] : [];
  };
}

async function query(script: BedrockScript, timeoutMs = 30_000) {
  const server = await startFakeBedrockServer(script);
  cleanUps.push(server.close);
  const { exchange } = createSafeDatagrams(createSafeDial({ allowPrivateAddresses: true }));
  const { signal } = new AbortController();
  const context = { exchange, host: '127.0.0.1', port: server.port, timeoutMs, signal };
  const sessionId = 0x7fffffff;
  return { server, outcome: queryServer(context, sessionId) };
}

describe('the packets', () => {
  it('follow the protocol', () => {
    expect(writeChallengeRequest(1).toString('hex')).toBe('fefd0900000001');
    expect(writeStatRequest(1, 9_513_307).toString('hex')).toBe('fefd00000000010091295b00000000');
  });

  const session = Buffer.from([0, 0, 0, 1]);
  it.each([
    ['9513307\0', 9_513_307],
    ['-17\0', -17],
    ['9513307', 9_513_307],
    ['', null],
    ['x\0', null],
    ['99999999999\0', null],
  ])('read the challenge %j', (text, token) => {
    expect(readChallenge(reply(9, session, text), 1)).toBe(token);
  });

  it('read a full status', () => {
    const stat = readFullStat(reply(0, session, fullStat()), 1);
    expect(stat).toMatchObject({ software: 'Paper on 1.21.4', map: 'world', online: 2, max: 20 });
    expect(stat?.plugins).toEqual([
      { id: 'WorldEdit', version: '7.3.0' },
      { id: 'Essentials X', version: '2.20' },
      { id: 'Bare', version: null },
    ]);
    expect(stat?.players.map(({ runs }) => plainText(runs))).toEqual(['Anna', 'Ben']);
  });

  it.each<[string, string | null, number]>([
    ['', null, 0],
    ['Vanilla', 'Vanilla', 0],
    ['CraftBukkit on 1.2.5:', 'CraftBukkit on 1.2.5', 0],
    ['A: ; ; B 1', 'A', 1],
  ])('read the plugins %j', (plugins, software, count) => {
    const stat = readFullStat(reply(0, session, fullStat({ ...fields, plugins })), 1);
    expect([stat?.software, stat?.plugins.length]).toEqual([software, count]);
  });

  const nextFields =
    'hostname gametype game_id version server_engine plugins numplayers maxplayers whitelist hostip hostport';
  it.each(nextFields.split(' '))('read a value with a NUL up to the field %s', (next) => {
    const body = `splitnum\0\x80\0hostname\0x\0map\0a\0b\0${next}\x007\0\0`;
    expect(readFullStat(reply(0, session, body), 1)?.map).toBe('ab');
  });

  it('read single-byte text and UTF-8', () => {
    const map = (body: string | Buffer) => readFullStat(reply(0, session, body), 1)?.map;
    expect(map(fullStat({ ...fields, map: 'Höhle' }))).toBe('Höhle');
    const [before = '', after = ''] = fullStat({ ...fields, map: '?' }).split('?');
    const utf8 = [
      Buffer.from(before.replace('\x80', ''), 'latin1'),
      Buffer.from('世界'),
      Buffer.from(after),
    ];
    expect(map(Buffer.concat([Buffer.from([0]), ...utf8]))).toBe('世界');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another number', reply(1, session, fullStat())],
    ['another session', reply(0, Buffer.from([9, 9, 9, 9]), fullStat())],
    ['too short', reply(0, session, 'splitnum')],
    ['no fields', reply(0, session, 'splitnum\0\x80\0\0')],
    ['other fields', reply(0, session, 'splitnum\0\x80\0a\0b\0\0')],
  ])('are rejected: %s', (_name, datagram) => {
    expect(readFullStat(datagram, 1)).toBeNull();
  });

  it('are limited in size', () => {
    const plugins = `x: ${'p 1; '.repeat(5000)}`;
    const names = Array.from({ length: 5000 }, () => 'n');
    const stat = readFullStat(reply(0, session, fullStat({ ...fields, plugins }, names)), 1);
    expect([stat?.plugins.length, stat?.players.length]).toEqual([500, 500]);
    const endless = `splitnum\0\x80\0${'hostname\0x\0'.repeat(5000)}`;
    expect(readFullStat(reply(0, session, endless), 1)).not.toBeNull();
  });
});

describe('queryServer', () => {
  it('answers the challenge from the same socket', async () => {
    const { server, outcome } = await query(answering(fullStat()));
    expect(await outcome).toMatchObject({ software: 'Paper on 1.21.4', map: 'world' });
    // Four bits of each byte of the session are the protocol's own.
    expect(server.received[0]?.toString('hex')).toBe('fefd090f0f0f0f');
    expect(server.received.at(-1)).toHaveLength(15);
  });

  it('asks again when a datagram is lost', async () => {
    let lost = 0;
    const script: BedrockScript = (request, count) =>
      request[2] === 0 && lost++ === 0 ? [] : answering(fullStat())(request, count);
    const { outcome } = await query(script);
    expect(await outcome).toMatchObject({ map: 'world' });
  });

  it('sends one datagram for any number of challenges', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { server, outcome } = await query((request) => {
      if (request[2] !== 9) return [];
      return Array.from({ length: 50 }, (_, i) => reply(9, request.subarray(3, 7), `${i + 1}\0`));
    }, 250);
    const ended = expect(outcome).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(() => server.received.length).toBe(2);
    // As long as more might come.
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    vi.advanceTimersByTime(250);
    await ended;
    expect(server.received).toHaveLength(2);
  });

  it.each<[string, BedrockScript]>([
    ['silent', () => []],
    ['sends its request back', (request) => [request]],
    ['answers for another session', () => [reply(9, Buffer.from([1, 1, 1, 1]), '7\0')]],
    ['sends nonsense', () => [Buffer.from('garbage'), Buffer.alloc(0)]],
  ])('gives up on a server that is %s', async (_name, script) => {
    const { outcome } = await query(script, 200);
    await expect(outcome).rejects.toMatchObject({ kind: 'timeout' });
  });
});
