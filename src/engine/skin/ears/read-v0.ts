import type {
  Crown,
  EarAnchor,
  EarMode,
  EarsShape,
  LegMode,
  Snout,
  Tail,
  TailMode,
  WingMode,
  WingMotion,
} from './shape.ts';
import { anchorOf, snoutOffset, type EarsFeatures } from './parts.ts';

/** A texel of the configuration. */
export type ConfigTexel = readonly [red: number, green: number, blue: number, alpha: number];

/** The colours that version 0 uses as words. */
const colours = [
  [0x3f_23_d8, 'blue'],
  [0x23_d8_48, 'green'],
  [0xd8_23_50, 'red'],
  [0xb9_23_d8, 'purple'],
  [0x23_d8_c6, 'cyan'],
  [0xd8_78_23, 'orange'],
  [0xd8_23_b7, 'pink'],
  [0xd8_23_ff, 'violet'],
  [0xfe_fd_f2, 'white'],
  [0x5e_60_5a, 'grey'],
] as const;
type ColourName = (typeof colours)[number][1];

/** What a colour means, by texel of the configuration; others mean the default. */
const earModes: Words<EarMode> = {
  blue: 'above',
  green: 'sides',
  purple: 'behind',
  cyan: 'around',
  orange: 'floppy',
  pink: 'cross',
  violet: 'out',
  white: 'tall',
  grey: 'tall_cross',
};
const anchors: Words<EarAnchor> = { green: 'front', red: 'back' };
const protrusions: Words<{ readonly claws: boolean; readonly crown: Crown }> = {
  green: { claws: true, crown: 'none' },
  purple: { claws: false, crown: 'horn' },
  cyan: { claws: true, crown: 'horn' },
  white: { claws: false, crown: 'halo' },
  grey: { claws: false, crown: 'double_halo' },
  violet: { claws: true, crown: 'halo' },
  pink: { claws: true, crown: 'double_halo' },
};
const tailModes: Words<Exclude<TailMode, 'none'>> = {
  blue: 'down',
  green: 'back',
  purple: 'up',
  orange: 'vertical',
  pink: 'cross',
  violet: 'cross_overlap',
  white: 'star',
  grey: 'star_overlap',
};
const wingModes: Words<Exclude<WingMode, 'none'>> = {
  pink: 'symmetric_dual',
  green: 'symmetric_single',
  cyan: 'asymmetric_left',
  orange: 'asymmetric_right',
  purple: 'asymmetric_dual',
  violet: 'flat',
};
const wingMotions: Words<WingMotion> = { red: 'none', green: 'no_flight' };
const legModes: Words<LegMode> = { green: 'partial', pink: 'full' };

type Words<Meaning> = Readonly<Partial<Record<ColourName, Meaning>>>;

/** The position of each meaning in the configuration. */
const at = {
  ears: 1,
  anchor: 2,
  protrusions: 3,
  tail: 4,
  bends: 5,
  snout: 6,
  etc: 7,
  wings: 8,
  wingMotion: 9,
  emissive: 10,
  legs: 11,
  flags: 12,
} as const;

/** @param texels the 16 of the configuration. Texels of unknown colours have their defaults. */
export function readVersion0(texels: readonly ConfigTexel[]): EarsFeatures {
  const nameAt = (index: number): ColourName | null => colourName(texels[index]!);
  const word = <Meaning>(index: number, words: Words<Meaning>): Meaning | undefined => {
    const name = nameAt(index);
    return name === null ? undefined : words[name];
  };
  const isSaid = (index: number): boolean => nameAt(index) !== 'blue';
  const [etcRed, , etcBlue] = texels[at.etc]!;
  const flags = isSaid(at.flags) ? texels[at.flags]![2] : 1;
  const ears = word(at.ears, earModes) ?? 'none';
  const mode = word(at.tail, tailModes);
  const wings = word(at.wings, wingModes);
  const motion = word(at.wingMotion, wingMotions) ?? 'normal';
  const { claws, crown } = word(at.protrusions, protrusions) ?? { claws: false, crown: 'none' };
  const shape: EarsShape = {
    ears,
    anchor: anchorOf(ears, word(at.anchor, anchors) ?? 'centre'),
    claws,
    crown,
    tail: mode === undefined ? null : tailOf(mode, texels, (flags & 1) !== 0),
    snout: isSaid(at.snout) ? snoutOf(texels) : null,
    chest: isSaid(at.etc) ? Math.min(etcRed / 128, 1) : 0,
    wings: wings === undefined ? null : { mode: wings, motion },
    cape: isSaid(at.etc) && (etcBlue & 16) !== 0,
    legs: word(at.legs, legModes) ?? 'plantigrade',
  };
  return {
    ...shape,
    isEmissive: nameAt(at.emissive) === 'orange',
    swapsTail: (flags & 2) !== 0,
  };
}

function colourName([red, green, blue]: ConfigTexel): ColourName | null {
  const colour = (red << 16) | (green << 8) | blue;
  return colours.find(([rgb]) => rgb === colour)?.[1] ?? null;
}

/** An angle as a part of 90°: zero stays zero, and all other values move by one. */
function bendDegrees(value: number): number {
  if (value === 0) return 0;
  return (90 * (value < 128 ? value - 129 : value - 127)) / 128;
}

/** The first angle is in alpha; a further segment ends the tail where its angle is zero. */
function tailOf(mode: Tail['mode'], texels: readonly ConfigTexel[], isMoving: boolean): Tail {
  const [red, green, blue, alpha] = texels[at.bends]!;
  if (colourName(texels[at.bends]!) === 'blue') return { mode, bendsDegrees: [0], isMoving };
  const further = [red, green, blue].map(bendDegrees);
  const end = further.indexOf(0);
  const bends = [bendDegrees(255 - alpha), ...(end < 0 ? further : further.slice(0, end))];
  return { mode, bendsDegrees: bends, isMoving };
}

function snoutOf(texels: readonly ConfigTexel[]): Snout | null {
  const [red, green, blue] = texels[at.snout]!;
  const [width, height, depth] = [Math.min(red, 7), Math.min(green, 4), Math.min(blue, 8)];
  if (width === 0 || height === 0 || depth === 0) return null;
  // The mod limits the offset by the height that is written, even where it is not drawn so high.
  return { width, height, depth, offset: snoutOffset(texels[at.etc]![1], green) };
}
