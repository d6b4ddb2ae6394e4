import { describe, expect, test } from 'vitest';
import { aliases, canonicalUrl } from './aliases.ts';

describe('canonicalUrl', () => {
  test.each([
    ['/api/minecraft/render/composition', '/api/blockgame/render/composition'],
    ['/api/discord/webhook/1/t', '/api/chat/webhook/1/t'],
    ['/api/minecraft', '/api/blockgame'],
    ['/api/minecraft?value=minecraft', '/api/blockgame?value=minecraft'],
    ['/api/minecraft/a?b=%2Fapi%2Fdiscord#c', '/api/blockgame/a?b=%2Fapi%2Fdiscord#c'],
    ['/api/minecraft/minecraft/discord', '/api/blockgame/minecraft/discord'],
    ['http://host:1/api/minecraft/x', '/api/blockgame/x'],
    ['HTTPS://user@host/api/minecraft', '/api/blockgame'],
    ['hTTp://[::1]:8080/healthz?a#b', '/healthz?a#b'],
    ['http://host//api/minecraft', '//api/minecraft'],
  ])('%s becomes %s', (url, canonical) => {
    expect(canonicalUrl(url)).toBe(canonical);
  });

  test.each([
    '/',
    '/healthz',
    '/api/blockgame/render',
    '/api/Minecraft/render',
    '/API/minecraft/render',
    '/api/minecrafts/render',
    '/api/minecraft-x/render',
    '/api//minecraft/render',
    '/x/api/minecraft/render',
    '/healthz?next=/api/minecraft/',
    '/api/toString/x',
    '/api/%6Dinecraft/x',
    'http://host',
    'http://host?a=/api/minecraft',
    'http:///api/minecraft',
    'ftp://host/api/minecraft',
    'xhttp://host/api/minecraft',
    '*',
    '',
  ])('%s stays as it is', (url) => {
    expect(canonicalUrl(url)).toBe(url);
  });

  test('no alias leads to another alias', () => {
    expect(Object.values(aliases).filter((name) => Object.hasOwn(aliases, name))).toEqual([]);
  });
});
