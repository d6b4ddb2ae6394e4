import type { Sprite } from '../sprite.ts';

const colours = {
  k: '4a1526',
  R: 'c23b4b',
  r: '93283c',
  h: 'e0606a',
  G: 'ffd75e',
  g: 'd08f2a',
  p: 'fbf3dc',
  P: 'e3d3ad',
  q: 'bfa97c',
  i: '9b8b73',
  j: '9b8b73',
  e: 'fbf3dc',
} as const;

export const book = {
  colours,
  rows: [
    '................',
    '..kkkkkkkkkkk...',
    '.krhhhhhhhhhRk..',
    '.krhGRRRRRGRRk..',
    '.krhRRRRRRRRRk..',
    '.krhRRRGGRRRRk..',
    '.krhRRGGGGRRRk..',
    '.krhRRGggGRRRk..',
    '.krhRRRGGRRRRk..',
    '.krhRRRRRRRRRk..',
    '.krhRRRRRRRRRk..',
    '.krhGRRRRRGRRk..',
    '.krrRRRRRRRRRk..',
    '.krPPPPPPPPPPk..',
    '.kkqpppppppppk..',
    '..kkkkkkkkkkkk..',
  ],
} as const satisfies Sprite;

/** Open, its pages to the reader. */
export const openBook = {
  colours,
  back: {
    p: 'c23b4b',
    P: '93283c',
    q: '93283c',
    i: 'b03445',
    j: 'ffd75e',
    e: 'd08f2a',
    R: 'c23b4b',
  },
  rows: [
    '................',
    '................',
    '..kkkk....kkkk..',
    '.kppppkkkkppppk.',
    'kRpppppPPpppppRk',
    'kRpiiipPPpiiipRk',
    'kRppeppPPpppppRk',
    'kRpjjjpPPpiiipRk',
    'kRppeppPPpppppRk',
    'kRpiipPPPPiiipRk',
    'kRpppppPPpppppRk',
    'kRPPPpqqqqpPPPRk',
    'kRRRRRqqqqRRRRRk',
    '.kkkkkRRRRkkkkk.',
    '......kkkk......',
    '................',
  ],
} as const satisfies Sprite;
