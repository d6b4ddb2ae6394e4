import type { Sprite } from '../sprite.ts';

export const flower = {
  colours: {
    R: 'f2495c',
    r: 'c22748',
    h: 'ff8a8f',
    y: 'ffe27a',
    Y: 'e0a52e',
    G: '4caf50',
    g: '2f7d3b',
    L: '7ed36f',
  },
  rows: [
    '................',
    '.....hRR.RRr....',
    '....hhRRrRRRr...',
    '....hRRRrRRrr...',
    '.....RRyyyRr....',
    '...hRrRyYyrRRr..',
    '..hRRRRyyyRRRRr.',
    '..hRRRrRrRrRRRr.',
    '...rRr.RRr.rRr..',
    '......hRRr......',
    '.......rGr......',
    '...LG...G..GL...',
    '...LGG..gGGGG...',
    '....gGg.gGg.....',
    '......gGg.......',
    '........G.......',
  ],
} as const satisfies Sprite;
