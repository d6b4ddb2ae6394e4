import type { Sprite } from '../sprite.ts';

export const pickaxe = {
  colours: {
    k: '1f4a4d',
    w: 'c9fff4',
    l: '6fe3d6',
    s: '35aaa8',
    d: '24777b',
    m: '3f2716',
    B: 'b9793f',
    b: '8a5530',
  },
  rows: [
    '.....kkkkk......',
    '....kwwllskk....',
    '....kllllsslkkm.',
    '.....kkkkdsslmBm',
    '.........kdsmBbm',
    '..........mBbmlk',
    '.........mBbmslk',
    '........mBbmdslk',
    '.......mBbm.kslk',
    '......mBbm..kdlk',
    '.....mBbm...kdsk',
    '....mBbm....kdsk',
    '...mBbm......kk.',
    '..mBbm..........',
    '.mBbm...........',
    '.mmm............',
  ],
} as const satisfies Sprite;
