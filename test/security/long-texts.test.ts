import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpServer } from '../../src/http/server.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

// Whatever a parser of ours may trip over, as long as a request may be: each punctuation character in
// each part of a request that is read. How long an expression may take is proved in `sources.test.ts`.

let app: HttpServer;
const drawing = await watchDrawing();
let port: number;
const logged: string[] = [];
const clock = createFakeClock();
/** The window of the pages begins anew. */
beforeEach(() => clock.advance(60_000));
beforeAll(async () => {
  app = await openApp(
    {
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      COMPAT_HOSTS: 'avatars.example.org=crafatar',
      RATE_LIMIT_MAX: '1000000000',
      WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000000000',
      // Nothing below names a player or a webhook that exists.
      MOJANG_API_URL: 'http://127.0.0.1:1',
      DISCORD_API_URL: 'http://127.0.0.1:1',
    },
    { clock, logStream: { write: (line) => void logged.push(line) }, openDrawing: drawing.open },
  );
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await app.close();
});

const punctuation = Array.from({ length: 0x7f - 0x21 }, (_, index) =>
  String.fromCodePoint(0x21 + index),
).filter((character) => /\W|_/.test(character));

/** Head and headers may have 16 KiB together. */
const longestText = 15_600;

const shapes = [
  (character: string) => character.repeat(longestText),
  (character: string) => `${character}a`.repeat(longestText / 2),
  (character: string) => `${character.repeat(longestText - 1)}x`,
] as const;

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
const withHeader = (name: string, before = '') => {
  const target = '/api/blockgame/render/default/sample-fox/full?height=64';
  return (long: string) => `GET ${target} HTTP/1.1\r\nHost: a\r\n${name}: ${before}${long}\r\n\r\n`;
};
const post = (target: string, headers: string, body: string) =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const webhook = '/api/chat/webhook/112233445566778899/token';
const multipart = 'Content-Type: multipart/form-data; boundary=b';
const part = (header: string) => `--b\r\n${header}\r\n\r\nx\r\n--b--\r\n`;
const page = (name: string, long: string) =>
  `GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n${name}: ${long}\r\n\r\n`;

const requests = {
  'the path of a page': (long) => get(`/${long}`),
  'the path of a picture at the root': (long) => get(`/${long.slice(0, 4000)}.png`),
  'the name of a player': (long) => get(`/api/blockgame/player/${long.slice(0, 4096)}`),
  'the path of another service': (long) => get(`/api/compat/crafatar/${long}`),
  'the path at the host of another service': (long) =>
    `GET /${long} HTTP/1.1\r\nHost: avatars.example.org\r\n\r\n`,
  'the path of a webhook': (long) => post(`/api/v10/webhooks/${long}`, 'Content-Type: a/b', '{}'),
  'a preflight': (long) =>
    `OPTIONS /api/${long} HTTP/1.1\r\nHost: a\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  'an absolute target': (long) => get(`http://${long}`),
  'the query of a page': (long) => get(`/?value=${long}`),
  'a name in the query of a page': (long) => get(`/?${long}`),
  'the query of a picture': (long) => get(`/api/blockgame/render/composition?value=${long}`),
  'a colour': (long) =>
    get(`/api/blockgame/render/composition?value=sample-fox&background=${long.slice(0, 15_000)}`),
  'the host of a server': (long) => get(`/api/blockgame/server/java/${long}/status`),
  'the code of an invite': (long) => get(`/api/chat/invite/${long}`),
  'a user of Roblox': (long) => get(`/api/roblox/user/${long}`),
  'the URL of a skin': (long) =>
    get(`/api/blockgame/render/default/from-url/full?url=http://${long}`),
  Host: (long) => `GET / HTTP/1.1\r\nHost: ${long}\r\n\r\n`,
  'If-None-Match': withHeader('If-None-Match'),
  'an open tag': withHeader('If-None-Match', '"'),
  Accept: (long) => page('Accept', long),
  'Accept-Language': (long) => page('Accept-Language', long),
  'Accept-Encoding': (long) => page('Accept-Encoding', long),
  'a weight': (long) => page('Accept-Language', `en;q=${long.slice(0, 15_000)}`),
  'X-Forwarded-For': withHeader('X-Forwarded-For'),
  'X-Forwarded-Host': withHeader('X-Forwarded-Host'),
  'X-Forwarded-Proto': withHeader('X-Forwarded-Proto'),
  Range: withHeader('Range', 'bytes='),
  Cookie: withHeader('Cookie'),
  Expect: withHeader('Expect'),
  'Content-Type': (long) => post(webhook, `Content-Type: ${long}`, '{}'),
  'a boundary': (long) =>
    post(webhook, `Content-Type: multipart/form-data; boundary=${long}`, '{}'),
  'Idempotency-Key': (long) =>
    post(webhook, `Content-Type: application/json\r\nIdempotency-Key: ${long}`, '{}'),
  'X-GitHub-Event': (long) =>
    post(`${webhook}/github`, `Content-Type: application/json\r\nX-GitHub-Event: ${long}`, '[]'),
  'Content-Disposition': (long) =>
    post(webhook, multipart, part(`Content-Disposition: form-data; name="${long}`)),
  'a header of a part': (long) => post(webhook, multipart, part(long)),
} as const satisfies Record<string, (long: string) => string>;

/** The status of the answer to these bytes, on a connection of its own. */
async function statusOf(bytes: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes.replace('\r\n', '\r\nConnection: close\r\n'), 'latin1');
  const answer = await text(socket);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

test.each(Object.entries(requests))('%s may be any text', async (_name, request) => {
  const texts = punctuation.flatMap((character) => shapes.map((shape) => shape(character)));
  const statuses = await Promise.all(texts.map((long) => statusOf(request(long))));
  const odd = statuses.flatMap((status, index) =>
    status >= 200 && status < 500 ? [] : [`${status} for ${texts[index]?.slice(0, 4)}`],
  );
  expect(odd).toEqual([]);
  expect(logged).toEqual([]);
});
