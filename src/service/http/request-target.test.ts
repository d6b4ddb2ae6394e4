import { describe, expect, test } from 'vitest';
import { aliases, limitOfUnknown, longestSegment, readTarget } from './request-target.ts';

/** Some of the pictures that are offered. */
const pictures = {
  formats: new Set(['png', 'webp', 'avif']),
  isComposition: (query: string) => query.includes('scene='),
  isPlayer: (text: string) => ['my-skin', 'a ü', 'xuid:1', 'apple-touch-icon'].includes(text),
};

describe('the URL for the router', () => {
  test.each([
    ['/api/discord/webhook/1/t', '/api/chat/webhook/1/t'],
    ['/api/minecraft', '/api/blockgame'],
    ['/api/minecraft/a?b=%2Fapi%2Fdiscord#c', '/api/blockgame/a?b=%2Fapi%2Fdiscord#c'],
    ['/api/minecraft/minecraft/discord', '/api/blockgame/minecraft/discord'],
    ['http://host:1/api/minecraft/x', '/api/blockgame/x'],
    ['hTTp://[::1]:8080/healthz?a#b', '/healthz?a#b'],
    ['http://host//api/minecraft', '//api/minecraft'],
    ['/api/webhooks/1/t', '/api/chat/webhook/1/t'],
    ['/api/v10/webhooks/1/t?wait=true', '/api/chat/webhook/1/t?wait=true'],
    ['/api/discord/webhooks/1/t', '/api/chat/webhook/1/t'],
    ['/api/discord/v10/webhooks/1/t', '/api/chat/webhook/1/t'],
    ['http://host/api/v9/webhooks/1/t', '/api/chat/webhook/1/t'],
    ['/Notch+jeb_.png', '/api/blockgame/render/composition/Notch+jeb_.png'],
    ['/Notch+jeb_.png/?a=b', '/api/blockgame/render/composition/Notch+jeb_.png/?a=b'],
    ['/a,b.WEBP?scene=night', '/api/blockgame/render/composition/a,b.WEBP?scene=night'],
    ['/a%2Cb.JPG/?c', '/api/blockgame/render/composition/a%2Cb.JPG/?c'],
    ['/Notch.WebP?height=64', '/api/blockgame/render/default/Notch/full.WebP?height=64'],
    ['/Notch.png?scene=night', '/api/blockgame/render/composition/Notch.png?scene=night'],
    ['/Notch.PNG/?a&scene=b#c', '/api/blockgame/render/composition/Notch.PNG/?a&scene=b#c'],
    ['/Notch.GLB?motion=all', '/api/blockgame/model/Notch.GLB?motion=all'],
    ['/.Steve.glb/', '/api/blockgame/model/.Steve.glb'],
    ['/a+b.glb', '/api/blockgame/render/composition/a+b.glb'],
    ['/.Steve.png/', '/api/blockgame/render/default/.Steve/full.png'],
    ['/my-skin.png', '/api/blockgame/render/default/my-skin/full.png'],
    ['/my-skin.png?scene=night', '/api/blockgame/render/composition/my-skin.png?scene=night'],
    ['/my-skin.jpg', '/api/blockgame/render/composition/my-skin.jpg'],
    ['/my-skin.glb', '/api/blockgame/model/my-skin.glb'],
    ['/a%20%C3%BC.png', '/api/blockgame/render/default/a%20%C3%BC/full.png'],
    ['/xuid:1.webp', '/api/blockgame/render/default/xuid:1/full.webp'],
    ['/xuid%3A1.webp', '/api/blockgame/render/default/xuid%3A1/full.webp'],
    ['/avatar/Notch?size=8', '/api/blockgame/avatar/Notch?size=8'],
    ['/avatar/Notch.png', '/api/blockgame/avatar/Notch.png'],
    ['/name/x', '/api/blockgame/name/x'],
    ['/Notch.jpg', '/api/blockgame/render/composition/Notch.jpg'],
    ['/Notch.tif', '/api/blockgame/render/composition/Notch.tif'],
    [`/${'a'.repeat(32)}.gif`, `/api/blockgame/render/composition/${'a'.repeat(32)}.gif`],
    ['/api/compat/crafatar/avatars/a.png?b=c/d', '/api/compat/crafatar/avatars%2Fa.png?b=c/d'],
    ['/api/compat/mc-heads/body/a/1/left/', '/api/compat/mc-heads/body%2Fa%2F1%2Fleft'],
    ['/api/compat/vzge/full%2F1%2Fa', '/api/compat/vzge/full%2F1%2Fa'],
  ])('%s becomes %s', (url, canonical) => {
    const target = readTarget(url, 'GET', undefined, pictures);
    expect(target).toMatchObject({ url: canonical, refusal: null });
  });

  test.each([
    ['http://host/avatars/a?size=1', '/api/compat/crafatar/avatars%2Fa?size=1'],
    ['/api/minecraft/x', '/api/compat/crafatar/api%2Fminecraft%2Fx'],
    ['/a+b.png', '/api/compat/crafatar/a+b.png'],
    ['/', '/api/compat/crafatar/'],
    ['/readyz/?a', '/readyz/?a'],
    ['/healthz/x', '/api/compat/crafatar/healthz%2Fx'],
  ])('%s at the host of another service becomes %s', (url, canonical) => {
    expect(readTarget(url, 'GET', 'crafatar')).toMatchObject({ url: canonical, refusal: null });
  });

  test.each([
    '/',
    '/healthz',
    '/favicon.ico',
    '/wp-login.php',
    '/a/Notch.jpg',
    '/apple-touch-icon.png',
    '/your-skin.png',
    '/avatar',
    '/avatar/a/b',
    '/Avatar/a',
    '/uuids/a',
    '/Notch+.Steve',
    '/Notch.txt',
    '/Notch+jeb_',
    '/assets/a+b.png',
    '/a+b.png/c',
    '/api/blockgame/render',
    '/API/minecraft/render',
    '/api/minecraft-x/render',
    '/api//minecraft/render',
    '/x/api/minecraft/render',
    '/healthz?next=/api/minecraft/',
    '/api/toString/x',
    '/api/%6Dinecraft/x',
    '/api/v1000/webhooks/1/t',
    '/api/chat/webhooks/1/t',
    '/api/compat/crafatar',
    '/api/compat/crafatar/avatars?a/b',
    '/api/webhooksx/1/t',
    '/%c3%a9?%zz',
  ])('%s stays as it is', (url) => {
    expect(readTarget(url, 'GET', undefined, pictures)).toMatchObject({ url, refusal: null });
  });

  test.each([
    ['/api/webhooks/1/t', true],
    ['/api/v10/webhooks/1/t', true],
    ['/api/discord/webhooks/1/t', true],
    ['/api/discord/webhook/1/t', false],
    ['/api/chat/webhook/1/t', false],
    ['/x?/api/webhooks/', false],
  ])('%s is a path of the platform: %s', (url, isOne) => {
    expect(readTarget(url, 'GET').isPlatform).toBe(isOne);
  });

  test.each([
    'http://host',
    'http:///api/minecraft',
    'ftp://host/api/minecraft',
    'xhttp://host/api/minecraft',
    '*',
    '',
    '/%zz',
    '/api/%',
    'http://host/api/%e0%a4',
    '/api/discord/webhook/%zz',
  ])('%j is no path, and matches no route', (url) => {
    const { url: routed, refusal } = readTarget(url, 'GET');
    expect(refusal).toMatch(/^The path must begin with a slash/);
    // What no client can send.
    expect(routed).toMatch(/^\/(?:api\/(?:chat\/webhook\/)?)? $/);
  });

  test('OPTIONS * asks about the whole service', () => {
    expect(readTarget('*', 'OPTIONS')).toMatchObject({ url: '/', refusal: null });
  });

  test('no alias leads to another alias', () => {
    expect(Object.values(aliases).filter((name) => Object.hasOwn(aliases, name))).toEqual([]);
  });
});

describe('a segment of the path', () => {
  const long = 'a'.repeat(longestSegment);

  test.each([
    [`/${long}`, '/ '],
    [`/api/${long}?x`, '/api/ '],
    [`/api/blockgame/${long}`, '/api/ '],
    [`/%61pi/x/${long}/y`, '/api/ '],
    [`/api/webhooks/1/${long}`, '/api/chat/webhook/ '],
    [`http://a/${long}`, '/ '],
    [`/${'+'.repeat(longestSegment)}.png`, '/api/ '],
    [`/api/compat/crafatar/${'/'.repeat(longestSegment / 3)}xx`, '/api/ '],
  ])('%# that is too long is refused under the limit of its path', (url, bad) => {
    const sentence = 'A segment of the path is longer than 4096 bytes.';
    const isTooLong = { url: bad, refusal: sentence };
    expect(readTarget(url.replace(long, `${long}a`), 'POST', undefined, pictures)).toMatchObject(
      isTooLong,
    );
  });

  test.each([`/${long}`, `/api/blockgame/${long}/${long}/`, `/x?${long}${long}`])(
    '%# may be as long as allowed',
    (url) => {
      expect(readTarget(url, 'GET')).toMatchObject({ url, refusal: null });
    },
  );

  test('of a compatible service is all below its name', () => {
    const url = `/${'/'.repeat(2000)}x`;
    expect(readTarget(url, 'GET', 'crafatar')).toMatchObject({ url: '/api/ ' });
  });
});

test.each([
  ['GET', '/api/', 'api'],
  ['GET', '/%61%70i/x', 'api'],
  ['GET', '/?/api/', 'pages'],
  ['GET', '/Notch+jeb_', 'pages'],
  ['GET', '/api', 'pages'],
  ['GET', '/API/x', 'pages'],
  ['GET', '//api/x', 'pages'],
  ['GET', '/%2561pi/x', 'pages'],
  ['GET', '/%2fapi/x', 'pages'],
  ['POST', '/api/chat/%77ebhook/ ', 'webhook-post'],
  ['PATCH', '/api/chat/webhook/1', 'webhook-message'],
  ['HEAD', '/api/chat/webhook/1/a', 'webhook-message'],
  ['OPTIONS', '/api/chat/webhook/1/a', 'api'],
])('%s %s, which no route has, has the limit %s', (method, url, scope) => {
  expect(limitOfUnknown(method, url)).toBe(scope);
});
