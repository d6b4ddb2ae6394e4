import { expect, test } from 'vitest';
import { inlineName, sendPictured, type Pictured } from './responses.ts';
import { createHttpServer } from './create-server.ts';

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

const pictured: Pictured = { etag: '"1"', cache: 'HIT', policy: 'render', bytes: Buffer.from('a') };
const fresh = { freshUntilMs: Number.POSITIVE_INFINITY };

test.each<[string, Partial<Pictured>, Record<string, string>, number]>([
  ['fresh', fresh, {}, 1],
  ['just made', { ...fresh, cache: 'MISS' }, {}, 2],
  ['not to be cached', { ...fresh, policy: 'never' }, {}, 2],
  ['fresh for nobody knows how long', {}, {}, 2],
  ['outdated', { freshUntilMs: 0 }, {}, 2],
  ['of a missing player', fresh, { 'x-fallback': '1' }, 2],
])('a picture that is %s: the second response is the first', async (_what, changes, own, times) => {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  let made = 0;
  app.get('/api/picture', (_request, reply) => {
    made += 1;
    return sendPictured(reply.headers(own), { ...pictured, ...changes });
  });
  const [first, second] = [await app.inject('/api/picture'), await app.inject('/api/picture')];
  const told = ({ headers, body, statusCode }: typeof first) => {
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    return { statusCode, body, ...rest };
  };
  expect([told(second), made]).toEqual([told(first), times]);
  await app.close();
});
