import { mix, paint, type Paint } from '../scenes/art/art.ts';
import type { Rarity, rarityNames } from '../scenes/layout/cards.ts';

/** The colours of a card. */
export type CardLook = {
  /** Of its metal or stone, from its highlights to the line around it. */
  readonly light: Paint;
  readonly base: Paint;
  readonly dark: Paint;
  readonly line: Paint;
  /** Of the title. */
  readonly text: string;
  /** Whether it is rough stone instead of polished metal. */
  readonly isRough: boolean;
  /** Jewels that tell the rarity. */
  readonly jewels: number;
  /** Of the bands that glint; none on a dull card. */
  readonly foil: readonly Paint[];
};

type NamedRarity = (typeof rarityNames)[number];

const looks = {
  common: {
    light: paint('#b9b1a3'),
    base: paint('#8b8479'),
    dark: paint('#5e584f'),
    line: paint('#221f1b'),
    text: '#f3ecdc',
    isRough: true,
    jewels: 1,
    foil: [],
  },
  rare: {
    light: paint('#9fd2ff'),
    base: paint('#3f86e0'),
    dark: paint('#22509f'),
    line: paint('#0c1a38'),
    text: '#d3ecff',
    isRough: false,
    jewels: 2,
    foil: [paint('#d6f0ff'), paint('#8ff0ff'), paint('#b9c8ff')],
  },
  epic: {
    light: paint('#e2b0ff'),
    base: paint('#9d50dc'),
    dark: paint('#5c2796'),
    line: paint('#210b3a'),
    text: '#f3dcff',
    isRough: false,
    jewels: 3,
    foil: [paint('#f6d2ff'), paint('#ff9fe0'), paint('#b7b0ff')],
  },
  legendary: {
    light: paint('#fff0a0'),
    base: paint('#e9ab2c'),
    dark: paint('#9c5f12'),
    line: paint('#3a2005'),
    text: '#fff1ae',
    isRough: false,
    jewels: 4,
    foil: [paint('#fff3b8'), paint('#ffc7e6'), paint('#b8f2ff'), paint('#d9ffb8')],
  },
} as const satisfies Record<NamedRarity, CardLook>;

const [white, black] = [paint('#ffffff'), paint('#000000')];

/** The look of a rarity, or of a border in a colour of one's own. */
export function cardLookOf(rarity: Rarity): CardLook {
  if (isNamed(rarity)) return looks[rarity];
  const base = paint(rarity);
  return {
    light: mix(base, white, 0.5),
    base,
    dark: mix(base, black, 0.42),
    line: mix(base, black, 0.82),
    text: '#ffffff',
    isRough: false,
    jewels: 0,
    foil: [mix(base, white, 0.85), mix(base, white, 0.6)],
  };
}

function isNamed(rarity: Rarity): rarity is NamedRarity {
  return Object.hasOwn(looks, rarity);
}
