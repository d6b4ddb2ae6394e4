import { describe, expect, it } from 'vitest';
import { parsePlayerReference, type PlayerReference } from './reference.ts';

const stems = new Map([
  ['sample-pirate', 'sample-pirate'],
  ['notch', 'Notch'],
]);
const findStem = (value: string) => stems.get(value.toLowerCase()) ?? null;

const name = (text: string): PlayerReference => ({ kind: 'name', name: text });
const uuid = (text: string): PlayerReference => ({ kind: 'uuid', uuid: text });
const texture = (hash: string): PlayerReference => ({ kind: 'texture', hash });
const gamertag = (text: string): PlayerReference => ({ kind: 'gamertag', gamertag: text });
const xuid = (digits: string): PlayerReference => ({ kind: 'xuid', xuid: digits });
const sample = (stem: string): PlayerReference => ({ kind: 'sample', stem });

const plain = '069a79f444e94726a5befca90e38aaf5';
const dashed = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

describe('parsePlayerReference', () => {
  it.each<[string, string, PlayerReference]>([
    ['a name', 'jeb_', name('jeb_')],
    ['a name of sixteen', 'ABCDEFGHabcdefgh', name('ABCDEFGHabcdefgh')],
    ['a name of sixteen hex digits', '0123456789abcdef', name('0123456789abcdef')],
    ['a name that objects have', '__proto__', name('__proto__')],
    ['a UUID with dashes', dashed, uuid(plain)],
    ['a UUID without', plain, uuid(plain)],
    [
      'a UUID without version, with dashes',
      '00000000-0000-0001-0009-01f64f65c7c3',
      uuid('0000000000000001000901f64f65c7c3'),
    ],
    ['a Floodgate UUID', '00000000-0000-0000-0009-01f64f65c7c3', xuid('2535432196048835')],
    ['one without dashes', '0000000000000000000901F64F65C7C3', xuid('2535432196048835')],
    ['the last Floodgate UUID', `${'0'.repeat(16)}${'f'.repeat(16)}`, xuid('18446744073709551615')],
    ['33 digits that begin with zeros', '0'.repeat(33), texture('0'.repeat(33))],
    ['an XUID', 'xuid:2535432196048835', xuid('2535432196048835')],
    ['an XUID of 20 digits', `xuid:${'9'.repeat(20)}`, xuid('9'.repeat(20))],
    ['an XUID with zeros before it', 'xuid:00000000000000000007', xuid('7')],
    ['a gamertag', '.Tim203', gamertag('Tim203')],
    ['a gamertag with a space', '.Steve 123', gamertag('Steve 123')],
    ['one as Floodgate writes it', '.Steve_123', gamertag('Steve 123')],
    ['a gamertag with its suffix', '.Steve#1234', gamertag('Steve1234')],
    ['a gamertag of sixteen', `.${'a'.repeat(16)}`, gamertag('a'.repeat(16))],
    ['a gamertag of another script', '.Ñandú หมู', gamertag('Ñandú หมู')],
    [
      '32 digits of no UUID version',
      '069a79f444e90726a5befca90e38aaf5',
      texture('069a79f444e90726a5befca90e38aaf5'),
    ],
    [
      '32 digits of version 9',
      '069a79f444e99726a5befca90e38aaf5',
      texture('069a79f444e99726a5befca90e38aaf5'),
    ],
    [
      '32 digits of another variant',
      '069a79f444e9472675befca90e38aaf5',
      texture('069a79f444e9472675befca90e38aaf5'),
    ],
    ['a texture hash', 'a'.repeat(64), texture('a'.repeat(64))],
    ['a texture hash in capitals', 'AB'.repeat(32), texture('ab'.repeat(32))],
    ['a sample', 'sample-pirate', sample('sample-pirate')],
    ['a name that the folder has', 'NOTCH', sample('Notch')],
  ])('reads %s', (_what, value, expected) => {
    expect(parsePlayerReference(value, findStem)).toEqual(expected);
  });

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a name with a line end', 'jeb_\n'],
    ['a name of twenty-six', 'ABCDEFGHabcdefghi123456789'],
    ['a dash', 'some-one'],
    ['a sample that is not there', 'sample-nobody'],
    ['other letters', 'Nötch'],
    ['a lone dot', '.'],
    ['a gamertag of blanks', '.  '],
    ['a gamertag of seventeen', `.${'a'.repeat(17)}`],
    ['a gamertag with another sign', '.Tim-203'],
    ['a gamertag with a short suffix', '.Steve#123'],
    ['an XUID without digits', 'xuid:'],
    ['an XUID of 21 digits', `xuid:${'1'.repeat(21)}`],
    ['31 hex digits', 'a'.repeat(31)],
    ['65 hex digits', 'a'.repeat(65)],
    ['a UUID with its dashes elsewhere', '069a79f44-4e9-4726-a5be-fca90e38aaf5'],
    ['a URL', 'https://example.com/skin.png'],
    ['very much', 'a'.repeat(100_000)],
  ])('refuses %s', (_what, value) => {
    expect(parsePlayerReference(value, findStem)).toBeNull();
  });
});
