import type { Sprite } from '../sprite.ts';

export const trophy = {
  colours: {
    k: '7a4a10',
    Y: 'fff3b0',
    G: 'ffd75e',
    g: 'eab03a',
    d: 'c07f22',
    W: 'ffffff',
    B: '5b3a2a',
    b: '3f2716',
    p: 'ffd75e',
  },
  rows: [
    '...kkkkkkkkkk...',
    '...kYYGGGGggk...',
    '.kkkYGGGGGggkkk.',
    'kGGkYGGWWGgdkGgk',
    'kGkkYGWWWWgdkkgk',
    'kGk.kYGWWGgk.kgk',
    'kGgkkYGWWGgkkgdk',
    '.kGgkYGGGgdkgdk.',
    '..kkkkYGGdkkkk..',
    '......kGdk......',
    '......kGdk......',
    '.....kYGgdk.....',
    '....kkkkkkkk....',
    '....bBBGGBBb....',
    '....bBBBBBBb....',
    '....bbbbbbbb....',
  ],
} as const satisfies Sprite;
