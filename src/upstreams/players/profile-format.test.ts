import { describe, expect, it } from 'vitest';
import { NetError } from '../net/net-error.ts';
import { readAccount, readAccounts, readTextureSet, readProfile } from './profile-format.ts';

const id = '069a79f444e94726a5befca90e38aaf5';
const hash = '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb';
const capeHash = 'b'.repeat(62);
const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const pack = (value: unknown) => Buffer.from(bytes(value)).toString('base64');
const url = (text: string) => `http://textures.minecraft.net/texture/${text}`;

describe('accounts', () => {
  it('are read with their UUID in lower case, ignoring other fields', () => {
    const sent = { id: id.toUpperCase(), name: 'Notch', legacy: true, demo: false };
    expect(readAccount(bytes(sent))).toEqual({ uuid: id, name: 'Notch' });
    expect(readAccounts(bytes([sent]))).toEqual([{ uuid: id, name: 'Notch' }]);
    expect(readAccounts(bytes([]))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['a list', [{ id, name: 'Notch' }]],
    ['no name', { id }],
    ['an empty name', { id, name: '' }],
    ['no id', { name: 'Notch' }],
    ['an id with dashes', { id: '069a79f4-44e9-4726-a5be-fca90e38aaf5', name: 'Notch' }],
    ['an id of another length', { id: `${id}0`, name: 'Notch' }],
  ])('are not read from %s', (_what, sent) => {
    expect(() => readAccount(bytes(sent))).toThrow(NetError);
    const list = typeof sent === 'string' ? sent : [sent];
    expect(() => readAccounts(bytes(list))).toThrow(NetError);
  });

  it('are not read from bytes that are no text', () => {
    const latin1 = Buffer.from(JSON.stringify({ id, name: 'Nötch' }), 'latin1');
    expect(() => readAccount(latin1)).toThrow(NetError);
  });
});

describe('profiles', () => {
  it.each<[string, unknown, string | null]>([
    [
      'the textures among other properties',
      [
        { name: 'x', value: 'y' },
        { name: 'textures', value: 'AA' },
      ],
      'AA',
    ],
    ['no textures', [{ name: 'x', value: 'y' }], null],
    ['no properties', [], null],
    ['no list of properties', undefined, null],
  ])('are read with %s', (_what, properties, packedTextures) => {
    expect(readProfile(bytes({ id, name: 'Notch', properties }))).toEqual({
      uuid: id,
      name: 'Notch',
      packedTextures,
    });
  });

  it.each<[string, unknown]>([
    ['properties that are no list', { id, name: 'Notch', properties: {} }],
    ['a property without a value', { id, name: 'Notch', properties: [{ name: 'textures' }] }],
    [
      'a value that is no text',
      { id, name: 'Notch', properties: [{ name: 'textures', value: {} }] },
    ],
    ['no id', { name: 'Notch', properties: [] }],
  ])('are not read from %s', (_what, sent) => {
    expect(() => readProfile(bytes(sent))).toThrow(NetError);
  });
});

describe('texture sets', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a classic skin',
      { SKIN: { url: url(hash) } },
      { skin: { hash, model: 'classic' }, cape: null },
    ],
    [
      'a slim skin',
      { SKIN: { url: url(hash), metadata: { model: 'slim' } } },
      { skin: { hash, model: 'slim' }, cape: null },
    ],
    [
      'an unknown model',
      { SKIN: { url: url(hash), metadata: { model: 'wide' } }, CAPE: null },
      { skin: { hash, model: 'classic' }, cape: null },
    ],
    [
      'a cape',
      { SKIN: { url: url(hash) }, CAPE: { url: url(capeHash) } },
      { skin: { hash, model: 'classic' }, cape: capeHash },
    ],
    ['only a cape', { CAPE: { url: url(capeHash) } }, { skin: null, cape: capeHash }],
    ['nothing', {}, { skin: null, cape: null }],
    ['nothing, as an empty list', [], { skin: null, cape: null }],
    [
      'no metadata, as an empty list',
      { SKIN: { url: url(hash), metadata: [] }, CAPE: [] },
      { skin: { hash, model: 'classic' }, cape: null },
    ],
    ['nothing, as null', { SKIN: null, CAPE: null }, { skin: null, cape: null }],
    [
      'no metadata, as null',
      { SKIN: { url: url(hash), metadata: null } },
      { skin: { hash, model: 'classic' }, cape: null },
    ],
    [
      'another host, port, scheme and prefix',
      { SKIN: { url: `https://evil.example:8443/a/b/texture/${hash.toUpperCase()}?x#y` } },
      { skin: { hash, model: 'classic' }, cape: null },
    ],
  ])('are read from %s', (_what, textures, textureSet) => {
    expect(readTextureSet(pack({ timestamp: 1, profileId: id, textures }))).toEqual(textureSet);
  });

  it('are empty without the property', () => {
    expect(readTextureSet(null)).toEqual({ skin: null, cape: null });
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['base64 of no JSON', pack('not json')],
    ['base64 of no text', '////'],
    ['no textures', pack({ timestamp: 1 })],
    ['textures that are a list', pack({ textures: [{ SKIN: url(hash) }] })],
    ['a skin that is a text', pack({ textures: { SKIN: url(hash) } })],
    ['a skin without URL', pack({ textures: { SKIN: {} } })],
    ['a hash that is too short', pack({ textures: { SKIN: { url: url('abc') } } })],
    ['a hash that leads elsewhere', pack({ textures: { SKIN: { url: url(`../${hash}`) } } })],
    ['more after the hash', pack({ textures: { SKIN: { url: url(`${hash}/x`) } } })],
    ['metadata that is a text', pack({ textures: { SKIN: { url: url(hash), metadata: 'slim' } } })],
  ])('are not read from %s', (_what, packed) => {
    expect(() => readTextureSet(packed)).toThrow(NetError);
  });
});
