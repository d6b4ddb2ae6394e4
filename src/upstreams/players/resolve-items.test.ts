import { describe, expect, it } from 'vitest';
import { asRobloxItems, pictureSideFor, readItems } from './resolve-items.ts';

const plain = {
  label: null,
  model: null,
  hasOwnModel: false,
  worn: { cape: false, named: null },
  crop: 'bust',
} as const;

const place = (option: string, item?: number) => `items[${item}].${option}`;

describe('readItems', () => {
  it.each([
    ['a reference', 'a'.repeat(129), /must be a player name/],
    [
      'one whose normal form takes minutes',
      `a${'\u0301'.repeat(300_000)}`,
      /must be a player name/,
    ],
    ['a URL', `https://a.example/${'a'.repeat(8192)}`, /must be at most 8192 characters long/],
  ])('%s that is too long is refused before it is parsed', (_what, value, sentence) => {
    const parseReference = () => {
      throw new Error('this was walked');
    };
    const players = { parseReference, readService: () => null };
    const read = () => readItems([{ ...plain, value }], { players, place, service: null });
    expect(read).toThrow(sentence);
  });
});

describe('users of Roblox', () => {
  it('are the default type on their own route, except for URLs and explicit types', () => {
    const items = [
      { value: 'Notch' },
      { value: 'Notch', type: 'nick' as const },
      { value: 'HTTP://a.example/' },
      { value: 'data:,', label: 'x' },
    ];
    expect(asRobloxItems(items)).toEqual([{ value: 'Notch', type: 'roblox' }, ...items.slice(1)]);
  });

  it('use the smaller of two pictures if it is large enough', () => {
    expect([16, 378, 379, 1024].map(pictureSideFor)).toEqual([420, 420, 720, 720]);
  });
});
