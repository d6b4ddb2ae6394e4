import { describe, expect, it } from 'vitest';
import { defaultSkinFor, defaultSkins } from './default-skins.ts';

/** The rule once more, word by word as Java has it, in integers without bounds. */
function indexByTheBook(uuid: string): number {
  const high = BigInt(`0x${uuid.slice(0, 16)}`);
  const low = BigInt(`0x${uuid.slice(16)}`);
  const both = high ^ low;
  const folded = BigInt.asIntN(32, (both >> 32n) ^ both);
  return Number(((folded % 18n) + 18n) % 18n);
}

describe('defaultSkinFor', () => {
  it('follows the game’s rule for many UUIDs, in any letter case', () => {
    const seen = new Set<number>();
    for (let round = 0n; round < 2000n; round += 1n) {
      const number = BigInt.asUintN(128, (round + 1n) * 0x9e3779b97f4a7c15f39cc0605cedc835n);
      const uuid = number.toString(16).padStart(32, '0');
      const index = indexByTheBook(uuid);
      seen.add(index);
      expect(defaultSkinFor(uuid)).toBe(defaultSkins[index]);
      expect(defaultSkinFor(uuid.toUpperCase())).toBe(defaultSkins[index]);
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
