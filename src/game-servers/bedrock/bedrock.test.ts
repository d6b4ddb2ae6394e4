import { describe, expect, it } from 'vitest';
import { bedrockPing, readBedrockPong } from './packets.ts';
import { readBedrockStatus } from './status-text.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const magic = '00ffff00fefefefefdfdfdfd12345678';

describe('the datagrams', () => {
  it('ask as it is described', () => {
    expect(bedrockPing(258n, -1n)).toEqual(hex(`01 0000000000000102 ${magic} ffffffffffffffff`));
    expect(bedrockPing(0n, 0n)).toHaveLength(33);
  });

  it('are read', () => {
    const pong = hex(`1c 0000000000000102 0000000000000007 ${magic} 0003 4d4350`);
    expect(readBedrockPong(pong)).toEqual({ time: 258n, text: 'MCP' });
  });

  it.each([
    ['nothing', ''],
    ['another packet', `1d 0000000000000102 0000000000000007 ${magic} 0003 4d4350`],
    [
      'another magic',
      `1c 0000000000000102 0000000000000007 ${magic.replace('12', '13')} 0003 4d4350`,
    ],
    ['less text than it says', `1c 0000000000000102 0000000000000007 ${magic} 0004 4d4350`],
    ['no text', `1c 0000000000000102 0000000000000007 ${magic}`],
    ['its own question', `01 0000000000000102 ${magic} 0000000000000007`],
  ])('%s is none', (_name, bytes) => {
    expect(readBedrockPong(hex(bytes))).toBeNull();
  });
});

describe('readBedrockStatus', () => {
  it('reads all fields', () => {
    const text =
      'MCPE;§gGold §lserver;766;1.21.50;3;30;13253860892328930865;§bSecond;Survival;1;19132;19133;';
    expect(readBedrockStatus(text)).toEqual({
      version: { name: '1.21.50', protocol: 766 },
      players: { online: 3, max: 30, sample: [] },
      motd: {
        raw: '§gGold §lserver\n§bSecond',
        runs: [
          expect.objectContaining({ text: 'Gold ', color: '#ddd605', bold: false }),
          expect.objectContaining({ text: 'server\n', color: '#ddd605', bold: true }),
          expect.objectContaining({ text: 'Second', color: '#55ffff', bold: true }),
        ],
      },
      icon: null,
      mods: null,
      gamemode: 'Survival',
      serverId: '13253860892328930865',
    });
  });

  it('does without the trailing ones', () => {
    expect(readBedrockStatus('MCPE;Old;2;0.15;0;10')).toMatchObject({
      players: { online: 0, max: 10 },
      motd: { raw: 'Old' },
      gamemode: null,
      serverId: null,
    });
  });

  it.each(['', 'MCPE', 'MCPE;motd;1;2', 'MCPE;motd;1;2;many;30'])('%j is no status', (text) => {
    expect(() => readBedrockStatus(text)).toThrow(expect.objectContaining({ kind: 'garbage' }));
  });
});
