import type { Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createSafeFetch } from '../../src/upstreams/net/safe-fetch.ts';
import { limits, pathIn, startRawServer } from '../support/net-fakes.ts';

/** Responses at the edge of the protocol and beyond. */

const ok = 'HTTP/1.1 200 OK\r\n';
const skin = 'content-length: 4\r\n\r\nskin';
const chunked = 'transfer-encoding: chunked\r\n\r\n';
const chunkedSkin = `${chunked}4\r\nskin\r\n0\r\n\r\n`;

type Outcome = 'skin' | 'invalid-response' | 'unreachable' | 'too-large' | 'http-status';

const responses: Readonly<Record<string, readonly [text: string, outcome: Outcome]>> = {
  'HTTP/1.0 until the end': ['HTTP/1.0 200 OK\r\n\r\nskin', 'skin'],
  'HTTP/1.0 with a length': [`HTTP/1.0 200 OK\r\n${skin}`, 'skin'],
  'HTTP/1.0 in chunks': [`HTTP/1.0 200 OK\r\n${chunkedSkin}`, 'skin'],
  'HTTP/0.9': ['skin', 'invalid-response'],
  'HTTP/2.0': [`HTTP/2.0 200 OK\r\n${skin}`, 'skin'],
  'HTTP/3.1': [`HTTP/3.1 200 OK\r\n${skin}`, 'invalid-response'],
  'no reason phrase': [`HTTP/1.1 200\r\n${skin}`, 'skin'],
  'a folded line': [`${ok}a: b\r\n c\r\n${skin}`, 'invalid-response'],
  'length and chunks': [`${ok}content-length: 4\r\n${chunkedSkin}`, 'invalid-response'],
  'chunks and length': [`${ok}transfer-encoding: chunked\r\n${skin}`, 'invalid-response'],
  'chunks twice': [
    `${ok}transfer-encoding: chunked, chunked\r\n\r\n4\r\nskin\r\n0\r\n\r\n`,
    'skin',
  ],
  'packed chunks': [`${ok}transfer-encoding: gzip, chunked\r\n\r\n4\r\nskin\r\n0\r\n\r\n`, 'skin'],
  'a length with a sign': [`${ok}content-length: +4\r\n\r\nskin`, 'invalid-response'],
  'a negative length': [`${ok}content-length: -4\r\n\r\nskin`, 'invalid-response'],
  'a length beyond 64 bits': [
    `${ok}content-length: 99999999999999999999\r\n\r\nskin`,
    'invalid-response',
  ],
  'a length of nine petabytes': [`${ok}content-length: 9007199254740991\r\n\r\nskin`, 'too-large'],
  'a chunk beyond 64 bits': [`${ok}${chunked}fffffffffffffffff\r\nskin`, 'invalid-response'],
  'a negative chunk': [`${ok}${chunked}-4\r\nskin`, 'invalid-response'],
  'a chunk without its end': [`${ok}${chunked}4\r\nskinX0\r\n\r\n`, 'invalid-response'],
  'NUL in a value': [`${ok}a: \0\r\n${skin}`, 'invalid-response'],
  'a blank before the colon': [`${ok}a : b\r\n${skin}`, 'invalid-response'],
  'a line without a colon': [`${ok}nonsense\r\n${skin}`, 'invalid-response'],
  'a lone CR': [`${ok}a: b\rc: d\r\n${skin}`, 'invalid-response'],
  'lone LFs': [`HTTP/1.1 200 OK\n${skin.replaceAll('\r', '')}`, 'invalid-response'],
  'a name of the language': [
    `${ok}__proto__: x\r\n__proto__: y\r\nconstructor: z\r\n${skin}`,
    'skin',
  ],
  'status 099': [`HTTP/1.1 099 X\r\n${skin}`, 'unreachable'],
  'status 999': [`HTTP/1.1 999 X\r\n${skin}`, 'http-status'],
  'status 1000': [`HTTP/1.1 1000 X\r\n${skin}`, 'invalid-response'],
  'status 100 first': [`HTTP/1.1 100 Continue\r\n\r\n${ok}${skin}`, 'unreachable'],
  'an upgrade': ['HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'unreachable'],
  'a second response': [`${ok}${skin}${ok}${skin}`, 'skin'],
  'an end within the head': [`${ok}content-`, 'unreachable'],
  TLS: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'invalid-response'],
  'a mail server': ['220 mail.example ESMTP\r\n', 'invalid-response'],
  'a chunk of no length': [`${ok}${chunked}zz\r\nskin\r\n0\r\n\r\n`, 'invalid-response'],
};

/** How it is sent: as a whole or byte by byte. */
const manners: Readonly<Record<string, (socket: Socket, text: Buffer) => void>> = {
  'at once': (socket, text) => socket.end(text),
  'by the byte': (socket, text) => {
    let at = 0;
    const next = (): void => {
      if (socket.destroyed) return;
      if (at === text.length) socket.end();
      else socket.write(text.subarray(at, (at += 1)), () => setImmediate(next));
    };
    next();
  },
};

const server = await startRawServer((socket, head) => {
  const [, name = '', manner = ''] = decodeURIComponent(pathIn(head)).split('|');
  manners[manner]?.(socket.setNoDelay(true), Buffer.from(responses[name]?.[0] ?? '', 'latin1'));
});
afterAll(() => server.close());

const cases = Object.entries(responses).flatMap(([name, [, outcome]]) =>
  Object.keys(manners).map((manner) => ({ name, manner, outcome })),
);

it.each(cases)('$name, $manner → $outcome', async ({ name, manner, outcome }) => {
  const door = createSafeFetch({ allowPrivateAddresses: true, userAgent: 'test' });
  const url = `${server.origin}/${encodeURIComponent(`|${name}|${manner}`)}`;
  const got = await door.fetchBytes(url, limits()).then(
    ({ bytes }) => Buffer.from(bytes).toString(),
    (error: unknown) => (error instanceof Error && 'kind' in error ? error.kind : error),
  );
  expect(got).toBe(outcome);
  await door.close();
});
