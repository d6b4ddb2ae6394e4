import type { Sprite } from '../sprite.ts';

const colours = {
  k: '3f2716',
  B: 'b9793f',
  b: '8a5530',
  h: 'd9a05f',
  R: 'c9403a',
  r: '8e2438',
  s: 'd3dae3',
  a: 'e2c38d',
  t: 'cfdbe6',
  T: '8aa0b5',
  f: 'f4f6fb',
  F: 'd7505a',
} as const;

export const bow = {
  colours,
  rows: [
    '....kkk.........',
    '....shbkk.......',
    '....skBbbk......',
    '....s.khBbk.....',
    '....s..khBk.....',
    '....s...khBk....',
    '....s...kRrk....',
    '....s...kRrk....',
    '....s...kRrk....',
    '....s...kRrk....',
    '....s...kBBk....',
    '....s..khBk.....',
    '....s.khBbk.....',
    '....skBbbk......',
    '....shbkk.......',
    '....kkk.........',
  ],
} as const satisfies Sprite;

/** Full draw, with an arrow on the string. */
export const drawnBow = {
  colours,
  rows: [
    '......kkk.......',
    '......shkk......',
    '.....s.khbk.....',
    '....s...khBk....',
    '...s.....khBk...',
    '..s.......khbk..',
    '.s........kRrk..',
    'ff........kRrkt.',
    'sfaaaaaaaaaaaaTt',
    'FF........kRrkt.',
    '.s........kRrk..',
    '..s.......khbk..',
    '...s.....khBk...',
    '....s...khBk....',
    '.....s.khbk.....',
    '......skkk......',
  ],
} as const satisfies Sprite;
