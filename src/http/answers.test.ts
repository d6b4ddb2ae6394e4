import { describe, expect, test } from 'vitest';
import { inlineName, sendPictured } from './answers.ts';
import { createHttpServer } from './create-server.ts';

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const known = { etag: '"tag"', cache: 'HIT', policy: 'render' } as const;
const server = createHttpServer({ trustProxy: false, logLevel: 'silent' });
server.get('/picture', (_request, reply) => {
  sendPictured(reply, { ...known, bytes });
});
server.get('/part-of-a-buffer', (_request, reply) => {
  const part = Uint8Array.of(1, ...bytes, 2).subarray(1, 5);
  sendPictured(reply, { ...known, bytes: part, cache: 'MISS' });
});
server.get('/known', (_request, reply) => {
  sendPictured(reply, { ...known, bytes: null });
});
server.get('/known-async', async (_request, reply) =>
  sendPictured(reply, { ...known, bytes: null }),
);

const validators = { etag: '"tag"', 'cache-control': 'public, max-age=900', 'x-cache': 'HIT' };

describe('a picture', () => {
  test('sends the bytes with all caching headers', async () => {
    const answer = await server.inject('/picture');
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(Buffer.from(bytes));
    expect(answer.headers).toMatchObject({
      ...validators,
      'content-type': 'image/png',
      'content-length': '4',
    });
  });

  test('sends only the view of a larger buffer', async () => {
    const answer = await server.inject('/part-of-a-buffer');
    expect(answer.rawPayload).toEqual(Buffer.from(bytes));
    expect(answer.headers['x-cache']).toBe('MISS');
  });

  test('on HEAD sends the headers of the GET and no bytes', async () => {
    const answer = await server.inject({ method: 'HEAD', url: '/picture' });
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers).toMatchObject({
      ...validators,
      'content-type': 'image/png',
      'content-length': '4',
    });
  });
});

describe('a picture that the client has cached', () => {
  test.each([
    ['GET', '/known'],
    ['HEAD', '/known'],
    ['GET', '/known-async'],
    ['HEAD', '/known-async'],
  ] as const)('%s %s: validators, but no body', async (method, url) => {
    const answer = await server.inject({ method, url });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers).toMatchObject(validators);
    expect(answer.headers).not.toHaveProperty('content-type');
    expect(answer.headers).not.toHaveProperty('content-length');
  });
});

test.each([
  ['Notch', 'head', 'png', 'inline; filename="Notch-head.png"'],
  ['a b/"c"\r\nX: y', 'default', 'webp', 'inline; filename="a_b_c_X_y-default.webp"'],
  ['Zoë', 'head', 'png', `inline; filename="Zo_-head.png"; filename*=UTF-8''Zo%C3%AB-head.png`],
  [
    `a${'𝔄'.repeat(70)}`,
    'icon',
    'png',
    `inline; filename="a${'_'.repeat(126)}-icon.png"; filename*=UTF-8''a${'%F0%9D%94%84'.repeat(63)}-icon.png`,
  ],
])('the file name for %j', (name, type, extension, header) => {
  expect(inlineName(name, type, extension)).toBe(header);
});
