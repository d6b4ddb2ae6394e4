import type { Sprite } from '../sprite.ts';

export const axe = {
  colours: {
    k: '2b3350',
    w: 'f4fbff',
    l: 'c3d6e6',
    s: '8aa3bd',
    d: '5d7391',
    m: '3f2716',
    B: 'b9793f',
    b: '8a5530',
  },
  rows: [
    '.......kkk......',
    '......kwlkk.mm..',
    '.....kwllslmBBm.',
    '....kwllslsmBbm.',
    '....kwlslsmBbm..',
    '....kwllsmBblk..',
    '.....kwlmBbslk..',
    '......kmBbsllk..',
    '.......mbmkwwk..',
    '......mBbm.kk...',
    '.....mBbm.......',
    '....mBbm........',
    '...mBbm.........',
    '..mBbm..........',
    '.mBbm...........',
    '.mmm............',
  ],
} as const satisfies Sprite;
