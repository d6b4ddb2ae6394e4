import { describe, expect, it } from 'vitest';
import { isGamePort } from '../net/address-rules.ts';
import { parseTarget } from './target.ts';

describe('parseTarget', () => {
  it.each([
    ['play.example.net', 'play.example.net', null, false],
    ['Play.EXAMPLE.net.', 'play.example.net', null, false],
    ['play.example.net:25566', 'play.example.net', 25_566, false],
    ['my_server.example', 'my_server.example', null, false],
    ['my-server-.example', 'my-server-.example', null, false],
    ['-_.example', '-_.example', null, false],
    ['localhost', 'localhost', null, false],
    ['bücher.example', 'xn--bcher-kva.example', null, false],
    ['例え。テスト:25570', 'xn--r8jz45g.xn--zckzah', 25_570, false],
    ['203.0.113.9', '203.0.113.9', null, true],
    ['203.0.113.9:25577', '203.0.113.9', 25_577, true],
    ['0xcb007109', '203.0.113.9', null, true],
    ['[2001:db8::1]', '2001:db8::1', null, true],
    ['[2001:DB8:0:0::1]:19132', '2001:db8::1', 19_132, true],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`, null, false],
  ])('%s', (text, host, port, isLiteral) => {
    expect(parseTarget(text, 'java')).toEqual({ edition: 'java', host, port, isLiteral });
  });

  it.each([
    '',
    '.',
    ':25565',
    'a b',
    'a..b',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    'user@example.net',
    'example.net/path',
    'example.net\\x',
    'exa<b>mple.net',
    'exa\u202emple.net',
    'example.net:',
    'example.net:0',
    'example.net:65536',
    'example.net:25565x',
    'example.net:25565:1',
    '2001:db8::1',
    '[2001:db8::1',
    '[203.0.113.9]',
    '[example.net]',
    '256.1.1.1',
  ])('%j is malformed', (text) => {
    expect(() => parseTarget(text, 'java')).toThrow(
      expect.objectContaining({ code: 'bad-request', message: expect.stringMatching(/^must be /) }),
    );
  });

  it.each([1, 22, 25, 80, 443, 1023, 3306, 5432, 6379, 8080, 11_211, 27_017])(
    'port %i is refused',
    (port) => {
      expect(() => parseTarget(`example.net:${port}`, 'bedrock')).toThrow(
        expect.objectContaining({ code: 'forbidden-address' }),
      );
    },
  );

  it.each([1024, 19_132, 19_133, 25_565, 25_575, 25_577, 30_000, 65_535])('port %i ok', (port) => {
    expect(isGamePort(port)).toBe(true);
    expect(parseTarget(`example.net:${port}`, 'bedrock').port).toBe(port);
  });
});
