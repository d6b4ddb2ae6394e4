import type { Sprite } from '../sprite.ts';

export const banner = {
  colours: {
    G: 'ffd75e',
    g: 'd08f2a',
    B: 'b9793f',
    b: '8a5530',
    h: 'd9a05f',
    P: '7a4fd0',
    p: '5d38a8',
    q: '9b78e6',
    Y: 'ffe08a',
    y: 'd08f2a',
  },
  rows: [
    '..G.............',
    '.gGg............',
    '..BGGGGGGGGGGGg.',
    '..BqPPPPPPPPPPp.',
    '..BqPPPPPPPPPPp.',
    '..BqPYPPYYPPYPp.',
    '..BqPYYPYYPYYPp.',
    '..BqPYYYYYYYYPp.',
    '..BqPYYYYYYYYPp.',
    '..BqPyyyyyyyyPp.',
    '..BqPPPPPPPPPPp.',
    '..BqPPpp..pPPPp.',
    '..Bqpp......ppp.',
    '..B.............',
    '..b.............',
    '..b.............',
  ],
} as const satisfies Sprite;
