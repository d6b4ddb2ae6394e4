import { asWords, type RgbaImage } from '../canvas.ts';

/** The colours of a GIF, and which of them a pixel gets. */
export type Palette = {
  /** `0xBBGGRR`, at most 255; the index after the last is transparent. */
  readonly colours: readonly number[];
  /** Open hash table of the colours that are kept exactly, and the index of each. */
  readonly keys: Uint32Array;
  readonly indices: Uint8Array;
  /** The index of the others, by `bucketOf`. */
  readonly buckets: Uint8Array;
  /** Whether no frame has a transparent pixel. */
  readonly isOpaque: boolean;
};

/** One index is for transparent pixels. */
const maxColours = 255;
/** Most colours that are kept exactly if an animation has more than fit. */
const maxExact = 170;
/** A colour with this share of all pixels is one of a side, not of an edge. */
const minShare = 1 / 3000;

/** Colours that are told apart; those that an animation shows after so many others are not kept exactly. */
const maxDistinct = 60_000;
const slots = 2 ** 17;
/** Slots for the exact colours, which every frame of the animation needs, on any thread. */
const exactSlots = 1024;
/** Marks an empty slot: no colour has a fourth byte. */
const empty = 0xffffffff;

/**
 * Finds the palette of an animation: exact if it has up to 255 colours. Otherwise the most frequent ones, those
 * of the sides of figures, are exact, and the rest, mostly of edges, shares what is left: colours that are
 * alike in the first bits of each channel get the same index.
 */
export function paletteOf(frames: () => Iterable<RgbaImage>): Palette {
  const counted = countColours(frames());
  const exact = exactOf(counted);
  const keys = new Uint32Array(new SharedArrayBuffer(exactSlots * 4)).fill(empty);
  const indices = new Uint8Array(new SharedArrayBuffer(exactSlots));
  for (const [index, { colour }] of exact.entries()) {
    const slot = slotOf(keys, colour);
    keys[slot] = colour;
    indices[slot] = index;
  }
  const rest = bucketsOf(counted, keys);
  const boxes = boxesOf(rest, maxColours - exact.length);
  const colours = [...exact.map(({ colour }) => colour), ...boxes.map(colourOf)];
  const buckets = new Uint8Array(new SharedArrayBuffer(bucketCount));
  for (const { bucket, colour } of rest) buckets[bucket] = nearestOf(colours, colour);
  return { colours, keys, indices, buckets, isOpaque: counted.isOpaque };
}

/** The index of an opaque pixel. */
export function indexOf({ keys, indices, buckets }: Palette, word: number): number {
  const colour = word & 0xffffff;
  const slot = slotOf(keys, colour);
  return keys[slot] === colour ? indices[slot]! : buckets[bucketOf(colour)]!;
}

/** The slot of a colour, or the empty one where it belongs. */
function slotOf(keys: Uint32Array, colour: number): number {
  const mask = keys.length - 1;
  let slot = (Math.imul(colour, 0x9e3779b1) >>> 15) & mask;
  while (keys[slot] !== colour && keys[slot] !== empty) slot = (slot + 1) & mask;
  return slot;
}

/** Eyes tell shades of green apart best. */
const bucketCount = 2 ** 16;

function bucketOf(colour: number): number {
  return ((colour >>> 3) & 0x1f) | ((colour >>> 5) & 0x7e0) | ((colour >>> 8) & 0xf800);
}

/** Sums of the colours in each bucket. */
type Sums = Readonly<Record<'counts' | 'red' | 'green' | 'blue', Float64Array>>;

function createSums(): Sums {
  const [counts, red, green, blue] = [0, 1, 2, 3].map(() => new Float64Array(bucketCount));
  return { counts: counts!, red: red!, green: green!, blue: blue! };
}

function countColours(frames: Iterable<RgbaImage>) {
  const counted = {
    keys: new Uint32Array(slots).fill(empty),
    counts: new Uint32Array(slots),
    /** Of the colours that found no slot. */
    sums: createSums(),
    distinct: 0,
    pixels: 0,
    isOpaque: true,
  };
  for (const frame of frames) {
    const words = asWords(frame);
    for (let at = 0; at < words.length;) {
      const word = words[at]!;
      const start = at;
      while (at < words.length && words[at] === word) at++;
      if (word === 0) counted.isOpaque = false;
      else addPixels(counted, word & 0xffffff, at - start);
    }
  }
  return counted;
}

type Counted = ReturnType<typeof countColours>;

function addPixels(counted: Counted, colour: number, pixels: number): void {
  const { keys, counts, sums } = counted;
  counted.pixels += pixels;
  const slot = slotOf(keys, colour);
  if (keys[slot] === empty) {
    if (counted.distinct === maxDistinct) {
      addTo(sums, colour, pixels);
      return;
    }
    keys[slot] = colour;
    counted.distinct++;
  }
  counts[slot]! += pixels;
}

function addTo({ counts, red, green, blue }: Sums, colour: number, pixels: number): void {
  const bucket = bucketOf(colour);
  counts[bucket]! += pixels;
  red[bucket]! += pixels * channelOf(colour, 0);
  green[bucket]! += pixels * channelOf(colour, 8);
  blue[bucket]! += pixels * channelOf(colour, 16);
}

type Exact = { readonly colour: number; readonly count: number };

/** All colours if they fit, otherwise the frequent ones. */
function exactOf({ keys, counts, distinct, pixels }: Counted): readonly Exact[] {
  const areAll = distinct <= maxColours;
  const min = areAll ? 1 : pixels * minShare;
  const found: Exact[] = [];
  for (let slot = 0; slot < slots; slot++) {
    if (counts[slot]! >= min) found.push({ colour: keys[slot]!, count: counts[slot]! });
  }
  return found
    .toSorted((a, b) => b.count - a.count || a.colour - b.colour)
    .slice(0, areAll ? maxColours : maxExact);
}

/** Colours that share an index: their mean, and how many pixels have one of them. */
type Entry = {
  readonly bucket: number;
  readonly colour: number;
  readonly count: number;
  readonly weight: number;
};
type Box = readonly Entry[];

/** All but the exact colours. */
function bucketsOf({ keys, counts, sums }: Counted, exact: Uint32Array): Box {
  for (let slot = 0; slot < slots; slot++) {
    const colour = keys[slot]!;
    if (colour !== empty && exact[slotOf(exact, colour)] === empty)
      addTo(sums, colour, counts[slot]!);
  }
  const entries: Entry[] = [];
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const pixels = sums.counts[bucket]!;
    if (pixels > 0) entries.push(entryOf(bucket, pixels, sums));
  }
  return entries;
}

/** Fewer pixels than a share of the animation count more than they are, so that small eyes keep their colour. */
function entryOf(bucket: number, pixels: number, { red, green, blue }: Sums): Entry {
  const [r, g, b] = [red, green, blue].map((sums) => Math.round(sums[bucket]! / pixels));
  return { bucket, colour: r! | (g! << 8) | (b! << 16), count: pixels, weight: pixels ** 0.6 };
}

/** The index of the colour that looks most alike. */
function nearestOf(colours: readonly number[], colour: number): number {
  let nearest = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let index = 0; index < colours.length; index++) {
    const other = colours[index]!;
    const red = (colour & 255) - (other & 255);
    const green = ((colour >>> 8) & 255) - ((other >>> 8) & 255);
    const blue = (colour >>> 16) - (other >>> 16);
    const distance = red * red * sight[0] + green * green * sight[8] + blue * blue * sight[16];
    if (distance < min) [nearest, min] = [index, distance];
  }
  return nearest;
}

/** Cuts the colours into boxes: always the one whose colours differ most, in the middle of its spread. */
function boxesOf(entries: Box, max: number): readonly Box[] {
  if (entries.length === 0) return [];
  const boxes = [measured(entries)];
  while (boxes.length < max) {
    let widest = 0;
    for (let i = 1; i < boxes.length; i++) {
      if (boxes[i]!.spread > boxes[widest]!.spread) widest = i;
    }
    const { box, channel, mean, spread } = boxes[widest]!;
    if (spread === 0) break;
    const halves = [
      box.filter(({ colour }) => channelOf(colour, channel) <= mean),
      box.filter(({ colour }) => channelOf(colour, channel) > mean),
    ];
    boxes.splice(widest, 1, ...halves.map(measured));
  }
  return boxes.map(({ box }) => box);
}

type Channel = 0 | 8 | 16;

function channelOf(colour: number, shift: Channel): number {
  return (colour >>> shift) & 255;
}

/** Weights of red, green and blue in a difference that eyes see. */
const sight = { 0: 0.3, 8: 0.59, 16: 0.11 } as const satisfies Record<Channel, number>;

function measured(box: Box): {
  readonly box: Box;
  readonly channel: Channel;
  readonly mean: number;
  readonly spread: number;
} {
  const along = ([0, 8, 16] as const).map((channel) => {
    let [weights, sum, squares] = [0, 0, 0];
    for (const entry of box) {
      const { weight } = entry;
      const value = channelOf(entry.colour, channel);
      weights += weight;
      sum += weight * value;
      squares += weight * value * value;
    }
    const mean = sum / weights;
    const spread = Math.max(0, squares - mean * sum) * sight[channel];
    return { channel, mean, spread: spread < 1e-6 ? 0 : spread };
  });
  const max = along.reduce((one, other) => (other.spread > one.spread ? other : one));
  return { box, ...max };
}

/** The most frequent colour of a box if it is half of it, so that faces keep theirs; else the mean. */
function colourOf(box: Box): number {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  const max = box.reduce((one, other) => (other.count > one.count ? other : one));
  if (max.count * 2 >= total) return max.colour;
  const mean = (shift: Channel): number =>
    Math.round(box.reduce((sum, one) => sum + channelOf(one.colour, shift) * one.count, 0) / total);
  return (mean(16) << 16) | (mean(8) << 8) | mean(0);
}

/** One picture of an animation, and what its encoders need to know. */
export type AnimationFrame = {
  readonly index: number;
  readonly image: RgbaImage;
  /** `null` for the first frame. */
  readonly previous: RgbaImage | null;
  readonly delayMs: number;
  /** Of a GIF. */
  readonly palette: Palette | null;
};

/** An animation with its encoded frames. */
export type AnimationFile = Pick<RgbaImage, 'widthPx' | 'heightPx'> & {
  readonly frames: readonly Uint8Array[];
  readonly palette: Palette | null;
  /** Metadata of a WebP. */
  readonly xmp: string | null;
};
