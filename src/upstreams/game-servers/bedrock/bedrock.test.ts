import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankDetails } from '../server-status.ts';
import { bedrockPing, readBedrockPong, readBedrockStatus } from './ping-bedrock.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const magic = '00ffff00fefefefefdfdfdfd12345678';

describe('the datagrams', () => {
  it('follow the protocol’s description', () => {
    expect(bedrockPing(258n, -1n)).toEqual(hex(`01 0000000000000102 ${magic} ffffffffffffffff`));
    expect(bedrockPing(0n, 0n)).toHaveLength(33);
  });

  it('are parsed', () => {
    const pong = hex(`1c 0000000000000102 0000000000000007 ${magic} 0003 4d4350`);
    expect(readBedrockPong(pong)).toEqual({ time: 258n, text: 'MCP' });
  });

  it.each([
    ['no text', '', ''],
    ['half a length', '00', ''],
    ['an empty text', '0000', ''],
    ['less text than they say', '0004 4d4350', 'MCP'],
    ['more text than they say', '0002 4d4350', 'MC'],
  ])('are a pong with %s', (_name, bytes, text) => {
    const pong = hex(`1c 0000000000000102 0000000000000007 ${magic} ${bytes}`);
    expect(readBedrockPong(pong)).toEqual({ time: 258n, text });
  });

  it.each([
    ['nothing', ''],
    ['another packet', `1d 0000000000000102 0000000000000007 ${magic} 0003 4d4350`],
    [
      'another magic',
      `1c 0000000000000102 0000000000000007 ${magic.replace('12', '13')} 0003 4d4350`,
    ],
    ['its own question', `01 0000000000000102 ${magic} 0000000000000007`],
  ])('%s is no status', (_name, bytes) => {
    expect(readBedrockPong(hex(bytes))).toBeNull();
  });
});

describe('readBedrockStatus', () => {
  it('reads all fields', () => {
    const text =
      'MCPE;§gGold §lserver;766;1.21.50;3;30;13253860892328930865;§bSecond;Survival;1;19132;19133;';
    expect(readBedrockStatus(text)).toEqual({
      ...blankDetails,
      brand: 'MCPE',
      version: {
        name: '1.21.50',
        text: { raw: '1.21.50', runs: [expect.objectContaining({ text: '1.21.50' })] },
        protocol: 766,
        protocolName: null,
      },
      players: { online: 3, max: 30, sample: [], info: [], listed: [] },
      motd: {
        raw: '§gGold §lserver\n§bSecond',
        runs: [
          expect.objectContaining({ text: 'Gold ', color: '#ddd605', bold: false }),
          expect.objectContaining({ text: 'server\n', color: '#ddd605', bold: true }),
          expect.objectContaining({ text: 'Second', color: '#55ffff', bold: true }),
        ],
      },
      gamemode: 'Survival',
      serverId: '13253860892328930865',
    });
  });

  it.each<[string, string | null]>([
    ['MCEE;School;1;1.21;0;10', 'MCEE'],
    ['Other;x;1;1.21;0;10', null],
  ])('recognises the brand of %j', (text, brand) => {
    expect(readBedrockStatus(text).brand).toBe(brand);
  });

  it('accepts missing fields at the end', () => {
    expect(readBedrockStatus('MCPE;Old;2;0.15;0;10')).toMatchObject({
      players: { online: 0, max: 10 },
      motd: { raw: 'Old' },
      gamemode: null,
      serverId: null,
    });
  });

  // What servers make of a name with semicolons: escaped, bare, and some that look like fields.
  it.each<[string, string, string, readonly number[]]>([
    [
      'MCPE;Proto\\; escaped;800;1.21.80;3;42;77;Two;Survival',
      'Proto; escaped\nTwo',
      '1.21.80',
      [3, 42],
    ],
    ['MCPE;a;b;c;800;1.21.80;3;42;77;Two;Survival;1', 'a;b;c\nTwo', '1.21.80', [3, 42]],
    ['MCPE;a;b;800;1.21.80;;42;77', 'a;b', '1.21.80', [0, 42]],
    ['MCPE;1;2;3;800;1.21.80;3;42;77', '1;2;3', '1.21.80', [3, 42]],
    ['MCPE;;800;1.21.80;3;42', '', '1.21.80', [3, 42]],
    ['MCPE;a;800;next;3;42', 'a', 'next', [3, 42]],
    ['MCPE;a;b;800;next;3;42', 'a;b', 'next', [3, 42]],
    ['MCPE;a;800;1.21.80;;;77', 'a', '1.21.80', [0, 0]],
    ['MCPE;a;800;1.21.80;-4;-1;77', 'a', '1.21.80', [0, 0]],
  ])('reads %j', (text, motd, version, [online, max]) => {
    expect(readBedrockStatus(text)).toMatchObject({
      motd: { raw: motd },
      version: { name: version },
      players: { online, max },
    });
  });

  it.each<readonly [string, string, string | null]>([
    ...['Survival', 'creative', 'ADVENTURE', 'Spectator'].map(
      (mode) => [`Cube; Craft;${mode};1`, 'a\nCube; Craft', mode] as const,
    ),
    ['Creative;Survival;Creative;0;19132', 'a\nCreative;Survival', 'Creative'],
    ['Cube;Survival;1', 'a\nCube', 'Survival'],
    [';Survival;1', 'a', 'Survival'],
    ['Survival', 'a\nSurvival', null],
    ['Cube;SMP;1', 'a\nCube', 'SMP'],
  ])('reads a second line and a mode from %j', (rest, motd, gamemode) => {
    expect(readBedrockStatus(`MCPE;a;800;1.21.80;3;42;77;${rest}`)).toMatchObject({
      motd: { raw: motd },
      gamemode,
    });
  });

  it('reads any bytes, in linear time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(';', '\\', '1', '1.2', '-', 'a', '§')),
        (parts) => void readBedrockStatus(parts.join('')),
      ),
    );
    expect(readBedrockStatus(`MCPE;${';1'.repeat(30_000)}`).brand).toBe('MCPE');
  });
});
