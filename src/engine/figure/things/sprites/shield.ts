import type { Sprite } from '../sprite.ts';

export const shield = {
  colours: {
    k: '3a2a2a',
    M: 'dfe7f0',
    m: '97a8bd',
    B: '3f7fd0',
    b: '2c5ea6',
    h: '6fa8ee',
    G: 'ffd75e',
    g: 'd08f2a',
  },
  back: { B: '9a6a3c', b: '7d5330', h: '9a6a3c', G: '9a6a3c', g: '7d5330' },
  rows: [
    '..kkkkkkkkkkkk..',
    '..kMMMMMMMMMMk..',
    '..kMhhhhBBBBmk..',
    '..kMhhhBBBBBmk..',
    '..kMhhBGGBBBmk..',
    '..kMhhBGGBBBmk..',
    '..kMhBGGGGBbmk..',
    '..kMhGGGGGgbmk..',
    '..kMhBGGGgBbmk..',
    '..kMBBBGgBBbmk..',
    '..kMBBBGgBbbmk..',
    '...kMBBBBbbmk...',
    '...kMMBBbbmmk...',
    '....kkMBbmkk....',
    '......kmmk......',
    '.......kk.......',
  ],
} as const satisfies Sprite;
