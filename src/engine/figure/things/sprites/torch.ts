import type { Sprite } from '../sprite.ts';

export const torch = {
  colours: {
    y: 'fff6c2',
    Y: 'ffd84d',
    o: 'ff9a2e',
    r: 'e8551f',
    c: '4a3323',
    m: '4a2f1a',
    B: 'b9793f',
    b: '8a5530',
    h: 'd9a05f',
  },
  glows: 'yYor',
  rows: [
    '.......o........',
    '.......oo.......',
    '......oYo.......',
    '......oYYor.....',
    '.....oYyYYo.....',
    '.....oYyyYo.....',
    '......oYYo......',
    '......cccc......',
    '......cbbc......',
    '......mhBm......',
    '......mhbm......',
    '......mBbm......',
    '......mhbm......',
    '......mhBm......',
    '......mBbm......',
    '.......mm.......',
  ],
} as const satisfies Sprite;
