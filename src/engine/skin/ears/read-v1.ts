import {
  earAnchors,
  earModes,
  legModes,
  protrusions,
  tailModes,
  wingModes,
  wingMotions,
  type EarsShape,
  type Snout,
  type WingMode,
  type WingMotion,
} from './shape.ts';
import { createBitReader, type BitReader } from './alfalfa.ts';
import { anchorOf, snoutOffset, type EarsFeatures } from './parts.ts';

/**
 * Reads version 1 and its additions up to version 3, which are all at the end. Unknown numbers have
 * their defaults. The longest configuration takes 87 bits.
 * @param bytes red, green and blue of the 15 texels after the first: 360 bits
 */
export function readVersion1(bytes: Uint8Array): EarsFeatures {
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
  const isAnimated = wings !== 'none' && read(1) === 1;
  const cape = read(1) === 1;
  const isEmissive = read(1) === 1;
  const isLongTail = version >= 1 && tailNumber === maxInThreeBits;
  const tail = named(tailModes, tailNumber + (isLongTail ? read(3) : 0), 'none');
  const { legs, motion, flags } = readSecond(read, { version, wings, isAnimated });
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

type Earlier = {
  readonly version: number;
  readonly wings: WingMode;
  readonly isAnimated: boolean;
};

/** What version 2 added, or what was so before. */
function readSecond(read: Read, { version, wings, isAnimated }: Earlier) {
  const own: WingMotion = isAnimated ? 'normal' : 'none';
  if (version < 2) return { legs: 'plantigrade', motion: own, flags: 2 } as const;
  const legs = named(legModes, read(3), 'plantigrade');
  const motion = wings === 'none' ? own : named(wingMotions, read(3), own);
  return { legs, motion, flags: read(2) };
}
