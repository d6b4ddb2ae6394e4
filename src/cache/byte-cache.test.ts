import { describe, expect, it } from 'vitest';
import { createByteCache } from './byte-cache.ts';

const sizeBytes = (value: Uint8Array) => value.byteLength;
const kilobytes = (count: number) => new Uint8Array(count * 1024);

describe('createByteCache', () => {
  it('answers what was put in, and nothing else', () => {
    const cache = createByteCache({ maxBytes: 10_000, sizeBytes });
    const value = kilobytes(1);
    cache.set('a', value);
    expect(cache.get('a')).toBe(value);
    expect(cache.get('b')).toBeUndefined();
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
    expect(cache.usedBytes()).toBe(0);
  });

  it('drops the least recently used when the ceiling is reached', () => {
    const cache = createByteCache({ maxBytes: 6000, sizeBytes });
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, kilobytes(1));
    cache.get('a');
    cache.set('e', kilobytes(1));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e']);
  });

  it('never holds more than its ceiling, counting what an entry costs beside its value', () => {
    const cache = createByteCache({ maxBytes: 50_000, sizeBytes });
    for (let index = 0; index < 5000; index += 1) {
      cache.set(`key ${index}`, new Uint8Array(index % 1000));
      expect(cache.usedBytes()).toBeLessThanOrEqual(50_000);
    }
    const empty = createByteCache({ maxBytes: 50_000, sizeBytes });
    for (let index = 0; index < 5000; index += 1) empty.set(`key ${index}`, kilobytes(0));
    const held = Array.from({ length: 5000 }, (_, index) => empty.get(`key ${index}`));
    expect(held.filter(Boolean).length).toBeLessThan(200);
  });

  it('replaces a value without counting it twice', () => {
    const cache = createByteCache({ maxBytes: 10_000, sizeBytes });
    cache.set('a', kilobytes(4));
    cache.set('a', kilobytes(1));
    expect(cache.usedBytes()).toBeLessThan(2048);
  });

  it('does not keep what is larger than the whole cache, and loses nothing for it', () => {
    const cache = createByteCache({ maxBytes: 4000, sizeBytes });
    cache.set('small', kilobytes(1));
    cache.set('large', kilobytes(8));
    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('small')).toBeDefined();
  });

  it('keeps nothing with a ceiling of nothing', () => {
    const cache = createByteCache({ maxBytes: 0, sizeBytes });
    cache.set('a', kilobytes(0));
    expect(cache.get('a')).toBeUndefined();
  });
});
