import { describe, expect, it } from 'vitest';
import { plainStyle } from '../../upstreams/game-servers/motd/text-run.ts';
import { motdLines } from './motd-lines.ts';
import { palettes } from './palette.ts';

describe('motdLines', () => {
  it('hides obfuscated text, but for its spaces', () => {
    const secret = { ...plainStyle, text: 'a secret', obfuscated: true };
    const [line] = motdLines([secret], palettes.dark, new Map());
    const shown = line?.pieces.map(({ text, style }) => [text, style.hidden ?? false]);
    expect(shown).toEqual([
      ['a', true],
      [' ', false],
      ['secret', true],
    ]);
  });

  it.each<[string, number | null]>([
    ['at the left', null],
    ['  two spaces are none', null],
    // As counted for the game: 270 of its pixels, four for a space, six for most letters.
    [`${' '.repeat(26)}Welcome here`, 0.5],
    [`${' '.repeat(22)}The Sunny Hills Network`, 0.5],
    [`${' '.repeat(60)}far right`, 1],
    [`${' '.repeat(8)}indented`, 0.2],
    ['   ', null],
  ])('finds the middle of %j as the game does', (text, middle) => {
    const [line] = motdLines([{ ...plainStyle, text }], palettes.dark, new Map());
    if (middle === null) expect(line?.middle).toBeNull();
    else expect(line?.middle).toBeCloseTo(middle, 1);
  });
});
