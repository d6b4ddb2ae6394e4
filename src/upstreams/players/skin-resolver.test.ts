import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import { createCache } from '../../common/cache/swr-cache.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { playerCaches } from './cached.ts';
import type { ServiceTexture } from '../../common/player.ts';
import { createSkinResolver, defaultSkinFor, defaultSkins } from './skin-resolver.ts';

const uuid = '069a79f444e94726a5befca90e38aaf5';
const sheet = Buffer.from('89504e470d0a1a0a', 'hex');

/** A resolver for which only textures with these revisions are available; `cc` does not exist. */
function setUp(available: readonly string[]) {
  const clock = createFakeClock();
  const base = { clock, maxBytes: 1_000_000 };
  const fetch = async (revision: string) => {
    if (available.includes(revision)) return sheet;
    if (revision === 'cc') return null;
    throw new LineupError('upstream-failed');
  };
  const skins = createSkinResolver({
    service: { fetchTexture: fetch, textureUrl: (hash) => `https://textures.example/${hash}` },
    fetchServiceTexture: ({ revision }) => fetch(revision),
    caches: {
      textures: createCache({ ...base, ...playerCaches.textures }),
      serviceTextures: createCache({ ...base, ...playerCaches.serviceTextures }),
    },
    fallbackSheets: { classic: sheet, slim: sheet },
  });
  const at = async (service: string, revision: string) => {
    const context: CacheContext = { sourceHit: false };
    const url = `https://${service}.example/${revision}`;
    const source: ServiceTexture = { kind: 'service-texture', revision, url, service };
    const profile = { service, uuid, skin: { source, model: 'classic' }, cape: null } as const;
    const { skin } = await skins.resolveServiceTextures(profile, context);
    return { revision: skin.revision, expiresAt: context.expiresAt };
  };
  return { skins, at };
}

describe('the last skin of a player', () => {
  it('is drawn while a new one is not available, and is not fresh', async () => {
    const { skins } = setUp(['aa']);
    const resolve = async (hash: string) => {
      const context: CacheContext = { sourceHit: false };
      const profile = { uuid, name: 'N', skin: { hash, model: 'slim' }, cape: null } as const;
      const { skin } = await skins.resolveTextures(profile, context);
      return { revision: skin.revision, expiresAt: context.expiresAt };
    };
    expect(await resolve('aa')).toEqual({ revision: 'aa', expiresAt: undefined });
    for (const hash of ['bb', 'cc']) {
      expect(await resolve(hash)).toEqual({ revision: 'aa', expiresAt: 0 });
    }
  });

  it('is that of the same account service', async () => {
    const { at } = setUp(['one']);
    expect((await at('ely', 'one')).revision).toBe('one');
    expect((await at('drasl', 'two')).revision).toBe('two');
    expect(await at('ely', 'new')).toEqual({ revision: 'one', expiresAt: 0 });
  });
});

it('a texture that is missing is the mistake of who named it', async () => {
  const { skins } = setUp([]);
  const context: CacheContext = { sourceHit: false };
  const profile = { uuid, name: 'N', skin: { hash: 'cc', model: 'slim' }, cape: null } as const;
  const named = await skins.resolveTextures(profile, context);
  for (const [{ skin }, code] of [
    [named, 'upstream-failed'],
    [skins.textureOnly('cc'), 'unknown-skin'],
  ] as const) {
    await expect(skins.loadSheet(skin, context)).rejects.toMatchObject({ code });
  }
});

/** The rule once more, word by word as Java has it, in integers without bounds. */
function indexByTheBook(digits: string): number {
  const high = BigInt(`0x${digits.slice(0, 16)}`);
  const low = BigInt(`0x${digits.slice(16)}`);
  const both = high ^ low;
  const folded = BigInt.asIntN(32, (both >> 32n) ^ both);
  return Number(((folded % 18n) + 18n) % 18n);
}

describe('defaultSkinFor', () => {
  it('follows the game’s rule for many UUIDs, in any letter case', () => {
    const seen = new Set<number>();
    for (let round = 0n; round < 2000n; round += 1n) {
      const number = BigInt.asUintN(128, (round + 1n) * 0x9e3779b97f4a7c15f39cc0605cedc835n);
      const digits = number.toString(16).padStart(32, '0');
      const index = indexByTheBook(digits);
      seen.add(index);
      expect(defaultSkinFor(digits)).toBe(defaultSkins[index]);
      expect(defaultSkinFor(digits.toUpperCase())).toBe(defaultSkins[index]);
    }
    expect(seen.size).toBe(18);
  });

  it('has nine characters in two models, with eighteen textures', () => {
    expect(defaultSkins.length).toBe(18);
    expect(new Set(defaultSkins.map((skin) => skin.hash)).size).toBe(18);
    for (const skin of defaultSkins) expect(skin.hash).toMatch(/^[0-9a-f]{64}$/);
    const names = defaultSkins.map((skin) => skin.character);
    expect(names.slice(0, 9)).toEqual(names.slice(9));
    expect(names.slice(0, 9)).toEqual(names.slice(0, 9).toSorted());
    expect(defaultSkins.slice(0, 9).every((skin) => skin.model === 'slim')).toBe(true);
  });
});
