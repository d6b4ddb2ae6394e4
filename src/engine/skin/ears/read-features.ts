import type { RgbaImage } from '../../image/canvas.ts';
import {
  earAnchors,
  earModes,
  legModes,
  protrusions,
  tailModes,
  wingModes,
  wingMotions,
  type EarAnchor,
  type EarMode,
  type EarsShape,
  type LegMode,
  type Snout,
  type Tail,
  type WingMotion,
  type Wings,
} from './shape.ts';
import { createBitReader, type BitReader } from './alfalfa.ts';

/** Everything that the Ears data of a sheet say, as they are written there. */
export type EarsFeatures = EarsShape & {
  /** Whether the colours of a palette on the sheet glow. */
  readonly isEmissive: boolean;
  /** Whether the back of the jacket and the tail exchange their texels. */
  readonly swapsTail: boolean;
};

/** The sheet's configuration: 4×4 texels, from left to right and top to bottom. */
const configRect = { x: 0, y: 32, width: 4, height: 4 } as const;

/** Red, green and blue of the first texel of the configuration, by version. */
const magic = { 0: 0x3f_23_d8, 1: 0xea_25_01 } as const;

/** What the data of a sheet say; `null` if it has none. Only 64×64 sheets can. */
export function readFeatures({ widthPx, heightPx, data }: RgbaImage): EarsFeatures | null {
  if (widthPx !== 64 || heightPx !== 64) return null;
  const first = (configRect.y * widthPx + configRect.x) * 4;
  const colour = (data[first]! << 16) | (data[first + 1]! << 8) | data[first + 2]!;
  if (colour !== magic[0] && colour !== magic[1]) return null;
  const texels = Array.from({ length: 16 }, (_, index): ConfigTexel => {
    const [x, y] = [configRect.x + (index & 3), configRect.y + (index >> 2)];
    const at = (y * widthPx + x) * 4;
    return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
  });
  if (colour === magic[0]) return readVersion0(texels);
  return readVersion1(Uint8Array.from(texels.slice(1).flatMap((texel) => texel.slice(0, 3))));
}

/** Where ears are; those that have one place only are in the same, whatever is said. */
function anchorOf(mode: EarMode, anchor: EarAnchor): EarAnchor {
  const isPlaced = mode !== 'none' && mode !== 'behind' && mode !== 'floppy';
  return isPlaced ? anchor : 'centre';
}

/** A snout that reaches above the head is moved down, but not below it. */
function snoutOffset(offset: number, height: number): number {
  return Math.max(0, Math.min(offset, 8 - height));
}

/** A texel of the configuration. */
type ConfigTexel = readonly [red: number, green: number, blue: number, alpha: number];

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
const words: { readonly [Key in keyof Meanings]: Words<Meanings[Key]> } = {
  ears: {
    blue: 'above',
    green: 'sides',
    purple: 'behind',
    cyan: 'around',
    orange: 'floppy',
    pink: 'cross',
    violet: 'out',
    white: 'tall',
    grey: 'tall_cross',
  },
  anchor: { green: 'front', red: 'back' },
  protrusions: {
    green: { claws: true, crown: 'none' },
    purple: { claws: false, crown: 'horn' },
    cyan: { claws: true, crown: 'horn' },
    white: { claws: false, crown: 'halo' },
    grey: { claws: false, crown: 'double_halo' },
    violet: { claws: true, crown: 'halo' },
    pink: { claws: true, crown: 'double_halo' },
  },
  tail: {
    blue: 'down',
    green: 'back',
    purple: 'up',
    orange: 'vertical',
    pink: 'cross',
    violet: 'cross_overlap',
    white: 'star',
    grey: 'star_overlap',
  },
  wings: {
    pink: 'symmetric_dual',
    green: 'symmetric_single',
    cyan: 'asymmetric_left',
    orange: 'asymmetric_right',
    purple: 'asymmetric_dual',
    violet: 'flat',
  },
  wingMotion: { red: 'none', green: 'no_flight' },
  legs: { green: 'partial', pink: 'full' },
};

type Meanings = {
  readonly ears: EarMode;
  readonly anchor: EarAnchor;
  readonly protrusions: (typeof protrusions)[number];
  readonly tail: Tail['mode'];
  readonly wings: Wings['mode'];
  readonly wingMotion: WingMotion;
  readonly legs: LegMode;
};

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
function readVersion0(texels: readonly ConfigTexel[]): EarsFeatures {
  const nameAt = (index: number): ColourName | null => colourName(texels[index]!);
  const word = <Key extends keyof Meanings>(key: Key): Meanings[Key] | undefined => {
    const name = nameAt(at[key]);
    const known: Words<Meanings[Key]> = words[key];
    return name === null ? undefined : known[name];
  };
  const isSaid = (index: number): boolean => nameAt(index) !== 'blue';
  const [etcRed, , etcBlue] = texels[at.etc]!;
  const flags = isSaid(at.flags) ? texels[at.flags]![2] : 1;
  const ears = word('ears') ?? 'none';
  const mode = word('tail');
  const wings = word('wings');
  const motion = word('wingMotion') ?? 'normal';
  const { claws, crown } = word('protrusions') ?? protrusions[0]!;
  const shape: EarsShape = {
    ears,
    anchor: anchorOf(ears, word('anchor') ?? 'centre'),
    claws,
    crown,
    tail: mode === undefined ? null : tailOf(mode, texels, (flags & 1) !== 0),
    snout: isSaid(at.snout) ? snoutOf(texels) : null,
    chest: isSaid(at.etc) ? Math.min(etcRed / 128, 1) : 0,
    wings: wings === undefined ? null : { mode: wings, motion },
    cape: isSaid(at.etc) && (etcBlue & 16) !== 0,
    legs: word('legs') ?? 'plantigrade',
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

/**
 * Reads version 1 and its additions up to version 3, which are all at the end. Unknown numbers have
 * their defaults. The longest configuration takes 87 bits.
 * @param bytes red, green and blue of the 15 texels after the first: 360 bits
 */
function readVersion1(bytes: Uint8Array): EarsFeatures {
  const { read } = createBitReader(bytes);
  const version = read(8);
  const earNumber = read(6);
  // Three anchors for each mode but none.
  const ears = named(earModes, Math.floor((earNumber + 2) / 3), 'none');
  const lowProtrusions = read(2);
  const tailNumber = read(3);
  const bendsDegrees = tailNumber === 0 ? [] : readBends(read);
  const snout = readSnout(read);
  const chest = read(5) / 31;
  const wings = named(wingModes, read(3), 'none');
  const hasWings = wings !== 'none';
  const ownMotion = hasWings && read(1) === 1 ? 'normal' : 'none';
  const cape = read(1) === 1;
  const isEmissive = read(1) === 1;
  const isLongTail = version >= 1 && tailNumber === maxInThreeBits;
  const tail = named(tailModes, tailNumber + (isLongTail ? read(3) : 0), 'none');
  const { legs, motion, flags } = readSecond(read, version, hasWings, ownMotion);
  const number = lowProtrusions + (version >= 3 ? read(2) << 2 : 0);
  const { claws, crown } = named(protrusions, number, protrusions[0]!);
  const shape: EarsShape = {
    ears,
    anchor: anchorOf(ears, named(earAnchors, (earNumber + 2) % 3, 'centre')),
    claws,
    crown,
    tail: tail === 'none' ? null : { mode: tail, bendsDegrees, isMoving: (flags & 2) !== 0 },
    snout,
    chest,
    wings: wings === 'none' ? null : { mode: wings, motion },
    cape,
    legs,
  };
  return { ...shape, isEmissive, swapsTail: (flags & 1) !== 0 };
}

type Read = BitReader['read'];

/** The tail modes from this one on are told apart further on. */
const maxInThreeBits = 7;

function named<Name>(names: readonly Name[], number: number, unknown: Name): Name {
  return names[number] ?? unknown;
}

/** One to four angles, each of a sign and six bits: −90° … 90°. */
function readBends(read: Read): number[] {
  const segments = read(2) + 1;
  return Array.from({ length: segments }, () => {
    const sign = read(1) === 1 ? -1 : 1;
    // `+ 0` turns −0 into 0.
    return (sign * read(6) * 90) / 63 + 0;
  });
}

function readSnout(read: Read): Snout | null {
  const width = read(3);
  if (width === 0) return null;
  const height = read(2) + 1;
  const depth = read(3) + 1;
  return { width, height, depth, offset: snoutOffset(read(3), height) };
}

/** What version 2 added, or what was so before. */
function readSecond(read: Read, version: number, hasWings: boolean, own: WingMotion) {
  if (version < 2) return { legs: 'plantigrade', motion: own, flags: 2 } as const;
  const legs = named(legModes, read(3), 'plantigrade');
  const motion = hasWings ? named(wingMotions, read(3), own) : own;
  return { legs, motion, flags: read(2) };
}
