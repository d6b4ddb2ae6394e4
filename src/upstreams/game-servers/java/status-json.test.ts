import * as fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { plainText } from '../motd/text-run.ts';
import {
  chunk,
  compressed,
  encodePicture,
  endChunk,
  headerChunk,
  joinPng,
  type PngPicture,
} from '../../../../test/support/png-writer.ts';
import { blankDetails } from '../server-status.ts';
import {
  readStatusJson,
  olderProtocolName,
  protocolName,
  parseLenientJson,
} from './status-json.ts';
import { readLegacyStatus } from './legacy-ping.ts';
import { currentProtocol } from './modern-ping.ts';
import protocols from './protocols.json' with { type: 'json' };

const picture: PngPicture = {
  widthPx: 64,
  heightPx: 64,
  colourType: 6,
  bitDepth: 8,
  sample: (x, y, channel) => (x * 3 + y * 5 + channel * 64) & 255,
};
const icon = encodePicture(picture);
const iconUri = `data:image/png;base64,${icon.toString('base64')}`;

describe('readStatusJson', () => {
  it('reads all fields that a server sends', () => {
    const status = readStatusJson(
      JSON.stringify({
        version: { name: '§aPaper 1.21.4', protocol: 769 },
        players: {
          max: 20,
          online: 2,
          sample: [
            { name: '§bAnna', id: '069a79f4-44e9-4726-a5be-fca90e38aaf5' },
            { name: 'a line of text', id: 'not a UUID' },
            { name: 7 },
          ],
        },
        description: { text: 'Hello', color: 'gold' },
        favicon: iconUri,
        enforcesSecureChat: true,
      }),
    );
    expect(status).toEqual({
      ...blankDetails,
      version: {
        name: 'Paper 1.21.4',
        text: { raw: '§aPaper 1.21.4', runs: [expect.objectContaining({ color: '#55ff55' })] },
        protocol: 769,
        protocolName: '1.21.4',
      },
      players: {
        online: 2,
        max: 20,
        sample: [
          {
            name: 'Anna',
            id: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
            text: { raw: '§bAnna', runs: [expect.objectContaining({ color: '#55ffff' })] },
          },
        ],
        info: [expect.objectContaining({ raw: 'a line of text' })],
        listed: [
          expect.objectContaining({ name: 'Anna' }),
          expect.objectContaining({ name: 'a line of text', id: null }),
        ],
      },
      motd: { raw: '§6Hello', runs: [expect.objectContaining({ text: 'Hello' })] },
      icon: Uint8Array.from(icon),
      enforcesSecureChat: true,
    });
  });

  it('treats missing and invalid fields alike', () => {
    const nothing = { ...blankDetails, motd: { raw: '', runs: [] } };
    expect(readStatusJson('{}')).toEqual(nothing);
    const wrong = {
      version: [],
      players: 'many',
      description: null,
      favicon: {},
      modinfo: null,
      enforcesSecureChat: 'yes',
    };
    expect(readStatusJson(JSON.stringify(wrong))).toEqual({
      ...nothing,
      mods: [],
      modsTruncated: false,
    });
  });

  it('distinguishes players from lines of text, in the server’s order', () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    const signs = ['', '.', '*', '+', '~', '-'];
    // The second field is an id, or the lack of one.
    const players = [
      ...signs.map((sign) => [`${sign}Ann_1`, '00000000-0000-0000-0009-01f64f65c7c3']),
      ...signs.map((sign) => [`${sign}${'b'.repeat(25)}`, undefined]),
      ['§lSteve', null],
    ];
    const lines = [
      ['Anonymous Player', nil],
      ['Join', nil],
      ['§7———', '069a79f4-44e9-4726-a5be-fca90e38aaf5'],
      ['c'.repeat(26), undefined],
      ['!Ann', undefined],
      ['..Ann', undefined],
      ['.', undefined],
      ['', undefined],
    ];
    const mixed = lines.flatMap((line, index) => [
      line,
      ...players.slice(index * 2, index * 2 + 2),
    ]);
    const sample = mixed.map(([name, id]) => ({ name, id }));
    const read = readStatusJson(JSON.stringify({ players: { online: 1, max: 2, sample } })).players;
    const namesOf = (list: readonly (readonly unknown[])[]) => list.map(([name]) => name);
    expect({
      players: read?.sample.map(({ text }) => text.raw),
      lines: read?.info.map(({ raw }) => raw),
      all: read?.listed.map(({ text }) => text.raw),
    }).toEqual({ players: namesOf(players), lines: namesOf(lines), all: namesOf(mixed) });
  });

  it.each([
    ['text', { text: '§cToo many requests' }, true],
    ['translate', { translate: 'multiplayer.disconnect.banned' }, true],
    ['text with a version', { text: '', version: { name: 'x', protocol: 1 } }, false],
    ['text with a description', { text: '', description: 'x' }, false],
    ['text with players', { text: '', players: null }, false],
  ])('recognises a kick message: %s', (_name, json, isKick) => {
    const read = () => readStatusJson(JSON.stringify(json));
    if (isKick) expect(read).toThrow(expect.objectContaining({ kind: 'invalid-response' }));
    else expect(read).not.toThrow();
  });

  it.each([
    [
      { online: '12', max: 20.9 },
      { online: 12, max: 20 },
    ],
    [
      { online: -1, max: 1e12 },
      { online: 0, max: 2_147_483_647 },
    ],
    [{ online: 3 }, { online: 3, max: 0 }],
    [{ online: null, max: 20 }, null],
    [{ online: '1e9' }, null],
  ])('reads the player counts %j', (players, expected) => {
    const read = readStatusJson(JSON.stringify({ players })).players;
    expect(read === null ? null : { online: read.online, max: read.max }).toEqual(expected);
  });

  it('keeps a hundred players of a sample at most', () => {
    const sample = Array.from({ length: 101 }, (_, i) => ({ name: `n${i}` }));
    const { players } = readStatusJson(JSON.stringify({ players: { online: 1, sample } }));
    expect(players?.sample.map(({ name }) => name).at(-1)).toBe('n99');
  });

  it.each(['', 'null', '[]', '"text"', '17', '{', '{"a":}'])('%j is no status', (json) => {
    expect(() => readStatusJson(json)).toThrow(
      expect.objectContaining({ kind: 'invalid-response' }),
    );
  });

  it.each([
    ['one broken into lines', iconUri.replaceAll(/.{76}/g, '$&\n'), true],
    ['another type', iconUri.replace('png', 'svg+xml'), false],
    ['a script', 'javascript:alert(1)', false],
    ['something that is no base64', 'data:image/png;base64,"><script>', false],
    [
      'something that is no PNG',
      `data:image/png;base64,${Buffer.alloc(80).toString('base64')}`,
      false,
    ],
    ['another size', uriOf(encodePicture({ ...picture, widthPx: 65 })), false],
    ['one cut short', uriOf(icon.subarray(0, 30)), false],
    ['more than 64 kB', uriOf(Buffer.concat([icon, Buffer.alloc(65_536)])), false],
    ['one with something behind it', uriOf(Buffer.concat([icon, Buffer.from('<script>')])), true],
  ])('an icon: %s', (_name, favicon, isTaken) => {
    const read = readStatusJson(JSON.stringify({ favicon })).icon;
    expect(read).toEqual(isTaken ? Uint8Array.from(icon) : null);
  });

  it('reads each of many empty chunks once', () => {
    const [head, rest] = [icon.subarray(0, 33), icon.subarray(33)];
    const empty = chunk('IDAT', Buffer.alloc(0));
    const many = Buffer.concat([head, ...Array.from({ length: 4000 }, () => empty), rest]);
    const joins = vi.spyOn(Buffer, 'concat');
    expect(readStatusJson(JSON.stringify({ favicon: uriOf(many) })).icon).not.toBeNull();
    expect(joins.mock.calls.length).toBeLessThan(10);
    joins.mockRestore();
  });

  const palette = Array.from({ length: 48 }, (_, i) => i * 5);
  it.each<Partial<PngPicture>>([
    { interlaced: true },
    { colourType: 2, bitDepth: 16, sample: (x, y) => x * 900 + y },
    { colourType: 0, bitDepth: 1, interlaced: true, sample: (x, y) => (x + y) & 1 },
    { colourType: 3, bitDepth: 4, palette, sample: (x) => x & 15 },
    { colourType: 4, bitDepth: 16, interlaced: true, sample: (x, y) => x * 700 + y },
  ])('accepts the icon %j', (change) => {
    const png = encodePicture({ ...picture, ...change });
    expect(readStatusJson(JSON.stringify({ favicon: uriOf(png) })).icon).toEqual(
      Uint8Array.from(png),
    );
  });

  const header = headerChunk(picture);
  const pixels = chunk('IDAT', compressed(picture));
  const indexed = { ...picture, colourType: 3, bitDepth: 8 } as const;
  it.each<[string, Buffer]>([
    ['without pixels', joinPng(header, endChunk)],
    ['with words for pixels', joinPng(header, chunk('IDAT', Buffer.from('<script>')), endChunk)],
    ['of too few rows', pngOf(compressed({ ...picture, heightPx: 63 }))],
    ['of too many rows', pngOf(compressed({ ...picture, heightPx: 65 }))],
    ['that would be gigabytes', pngOf(deflateSync(Buffer.alloc(40_000_000)))],
    ['with a filter that is none', pngOf(deflateSync(Buffer.alloc(64 * 257, 9)))],
    ['with a wrong checksum', joinPng(header, chunk('IDAT', compressed(picture), 1), endChunk)],
    ['that lacks its palette', encodePicture({ ...indexed, sample: () => 0 })],
    ['of an unknown kind', joinPng(headerChunk({ ...picture, bitDepth: 4 }), pixels, endChunk)],
  ])('rejects as icon a PNG %s', (_name, png) => {
    expect(readStatusJson(JSON.stringify({ favicon: uriOf(png) })).icon).toBeNull();
  });

  function pngOf(data: Buffer): Buffer {
    return joinPng(header, chunk('IDAT', data), endChunk);
  }

  it('throws no other error, and its results stay within their bounds', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        const wrapped = JSON.stringify({
          version: value,
          players: value,
          description: value,
          favicon: value,
          modinfo: value,
          forgeData: value,
        });
        const { motd } = readStatusJson(wrapped);
        expect(plainText(motd.runs).length).toBeLessThanOrEqual(1024);
      }),
    );
  });
});

function uriOf(bytes: Buffer): string {
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

describe('readLegacyStatus', () => {
  it('reads versions 1.4 to 1.6', () => {
    expect(readLegacyStatus('§1\x0074\x001.6.2\0§cA §lserver\x003\x0020')).toMatchObject({
      version: { name: '1.6.2', protocol: 74, protocolName: '1.6.2' },
      players: { online: 3, max: 20, sample: [], info: [] },
      motd: { raw: '§cA §lserver' },
    });
  });

  it('reads NULs within the message', () => {
    expect(readLegacyStatus('§1\x0074\x001.6.2\0a\0b\x003\x0020')).toMatchObject({
      players: { online: 3, max: 20 },
      motd: { raw: 'a\0b', runs: [expect.objectContaining({ text: 'ab' })] },
    });
  });

  it('reads earlier versions', () => {
    expect(readLegacyStatus('A §c server§5§10')).toMatchObject({
      version: null,
      players: { online: 5, max: 10 },
      motd: { raw: 'A §c server' },
    });
  });

  it.each(['', 'motd', 'motd§x§y', '§1\0', '§1\x0074\x001.6\0motd\0many\0most', '§3'])(
    '%j is no status',
    (text) => {
      expect(() => readLegacyStatus(text)).toThrow(
        expect.objectContaining({ kind: 'invalid-response' }),
      );
    },
  );
});

it.each([
  [47, '1.8–1.8.9', '1.4.2'],
  [340, '1.12.2', null],
  [766, '1.20.5–1.20.6', null],
  [775, '26.1–26.1.2', null],
  [777, '26.3', null],
  [78, null, '1.6.4'],
  [-1, null, null],
  // A snapshot, and a number that nobody has.
  [0x4000_0001, null, null],
  [0, null, null],
])('the number %i is that of %s, before 1.7 of %s', (protocol, name, older) => {
  expect([protocolName(protocol), olderProtocolName(protocol)]).toEqual([name, older]);
});

it('the name is null without a number', () => {
  expect([protocolName(null), olderProtocolName(null)]).toEqual([null, null]);
});

it('the handshake names the newest release that we know', () => {
  expect(Object.keys(protocols.releases).at(-1)).toBe(String(currentProtocol));
});

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\n', '\\', '"', '\0', '\x7f'), fc.string()),
});

it('reads any text of which only quotes and backslashes are escaped', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = text.replaceAll(/["\\]/g, String.raw`\$&`);
      expect(parseLenientJson(`{"a":"${written}","b":1}`)).toEqual({ a: text, b: 1 });
    }),
  );
});

it('reads what is JSON as JSON, and refuses everything else with one error', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, length) => {
      expect(parseLenientJson(json)).toEqual(JSON.parse(json));
      try {
        parseLenientJson(json.slice(0, length % (json.length + 1)));
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid-response' });
      }
    }),
  );
});
