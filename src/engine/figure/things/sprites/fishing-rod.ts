import type { Sprite } from '../sprite.ts';

export const fishingRod = {
  colours: {
    m: '3f2716',
    B: 'b9793f',
    b: '8a5530',
    h: 'd9a05f',
    k: '2b3350',
    l: 'c3d6e6',
    s: 'e9edf2',
    R: 'ef5350',
    W: 'ffffff',
    H: '8aa3bd',
  },
  rows: [
    '.............mm.',
    '............mhsm',
    '...........mhm.s',
    '..........mhm..s',
    '.........mBm...s',
    '........mBm....s',
    '.......mBm.....s',
    '......mBm......s',
    '.....mBm.......s',
    '....mBbkk.....RR',
    '...mBbkllk....RR',
    '..mBbmkllk....WW',
    '..kkm..kk......H',
    '.kBk.........H.H',
    '.kbk..........H.',
    '..k.............',
  ],
} as const satisfies Sprite;
