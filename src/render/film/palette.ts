import { asWords, type RgbaImage } from '../image/canvas.ts';

/** The colours of a GIF, and which of them a pixel gets. */
export type Palette = {
  /** `0xBBGGRR`, at most 255; the index after the last is transparent. */
  readonly colours: readonly number[];
  /** Open hash table of the colours of the film. */
  readonly keys: Uint32Array;
  readonly indices: Uint8Array;
  /** Bits of a colour that count: all, unless the film has too many colours. */
  readonly mask: number;
  /** Whether no frame has a transparent pixel. */
  readonly isOpaque: boolean;
};

/** One index is for transparent pixels. */
const mostColours = 255;

/** Colours that are told apart; a film with more loses the lowest bits of each. */
const mostDistinct = 60_000;
const slots = 2 ** 17;
const masks = [0xffffff, 0xfefefe, 0xfcfcfc, 0xf8f8f8, 0xf0f0f0] as const;
/** Marks an empty slot: no colour has a fourth byte. */
const empty = 0xffffffff;

type Histogram = Pick<Palette, 'keys' | 'mask' | 'isOpaque'> & { readonly counts: Uint32Array };

/**
 * Finds the palette of a film: exact if it has up to 255 colours. Otherwise the most frequent ones, those
 * of the sides of figures, are exact, and the rest, mostly of edges, gets the nearest one.
 */
export function paletteOf(frames: () => Iterable<RgbaImage>): Palette {
  const { keys, counts, mask, isOpaque } = histogramOf(frames);
  const used = [...keys.keys()].filter((slot) => keys[slot] !== empty);
  const entries = used
    .map((slot) => entryOf(slot, keys[slot]!, counts[slot]!))
    .toSorted((a, b) => b.count - a.count || a.colour - b.colour);
  const exact = exactOf(entries);
  const rest = entries.slice(exact.length);
  const boxes = boxesOf(rest, mostColours - exact.length);
  const colours = [...exact.map(({ colour }) => colour), ...boxes.map(colourOf)];
  // Every frame of the film needs them, on any thread.
  const indices = new Uint8Array(new SharedArrayBuffer(slots));
  exact.forEach(({ slot }, index) => (indices[slot] = index));
  for (const { slot, colour } of rest) indices[slot] = nearestOf(colours, colour);
  return { colours, keys, indices, mask, isOpaque };
}

/** Most colours that are kept exactly if a film has more than fit. */
const mostExact = 170;
/** A colour with this share of all pixels is one of a side, not of an edge. */
const leastShare = 1 / 3000;

/** @param entries the most frequent first */
function exactOf(entries: Box): Box {
  if (entries.length <= mostColours) return entries;
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  return entries.slice(0, mostExact).filter(({ count }) => count >= total * leastShare);
}

/** The index of the colour that looks most alike. */
function nearestOf(colours: readonly number[], colour: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < colours.length; index++) {
    const other = colours[index]!;
    const red = (colour & 255) - (other & 255);
    const green = ((colour >>> 8) & 255) - ((other >>> 8) & 255);
    const blue = (colour >>> 16) - (other >>> 16);
    const distance = red * red * sight[0] + green * green * sight[8] + blue * blue * sight[16];
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}

function histogramOf(frames: () => Iterable<RgbaImage>): Histogram {
  for (const mask of masks) {
    const found = countColours(frames(), mask);
    if (found !== null) return found;
  }
  throw new RangeError('4096 colours fit');
}

function countColours(frames: Iterable<RgbaImage>, mask: number): Histogram | null {
  const keys = new Uint32Array(new SharedArrayBuffer(slots * 4)).fill(empty);
  const counts = new Uint32Array(slots);
  let distinct = 0;
  let isOpaque = true;
  for (const frame of frames) {
    const words = asWords(frame);
    let [last, slot] = [0, 0];
    for (const word of words) {
      // The last word of a run is looked up once.
      if (word !== last || word === 0) {
        last = word;
        if (word === 0) {
          isOpaque = false;
          continue;
        }
        slot = slotOf(keys, word & mask);
        if (keys[slot] === empty) {
          keys[slot] = word & mask;
          distinct++;
        }
      }
      counts[slot]!++;
    }
    if (distinct > mostDistinct) return null;
  }
  return { keys, counts, mask, isOpaque };
}

/** The slot of a colour, or the empty one where it belongs. */
function slotOf(keys: Uint32Array, colour: number): number {
  let slot = Math.imul(colour, 0x9e3779b1) >>> 15;
  while (keys[slot] !== colour && keys[slot] !== empty) slot = (slot + 1) & (slots - 1);
  return slot;
}

/** The index of an opaque pixel. */
export function indexOf({ keys, indices, mask }: Palette, word: number): number {
  return indices[slotOf(keys, word & mask)]!;
}

type Entry = {
  readonly slot: number;
  readonly colour: number;
  readonly count: number;
  readonly weight: number;
};
type Box = readonly Entry[];

/** Cuts the colours into boxes: always the one whose colours differ most, in the middle of its spread. */
function boxesOf(entries: Box, most: number): readonly Box[] {
  if (entries.length === 0) return [];
  const boxes = [measured(entries)];
  while (boxes.length < most) {
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

/** Fewer pixels than a share of the film count more than they are, so that small eyes keep their colour. */
function entryOf(slot: number, colour: number, count: number): Entry {
  return { slot, colour, count, weight: count ** 0.6 };
}

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
  const most = along.reduce((one, other) => (other.spread > one.spread ? other : one));
  return { box, ...most };
}

/** The most frequent colour of a box if it is half of it, so that faces keep theirs; else the mean. */
function colourOf(box: Box): number {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  const most = box.reduce((one, other) => (other.count > one.count ? other : one));
  if (most.count * 2 >= total) return most.colour;
  const mean = (shift: Channel): number =>
    Math.round(box.reduce((sum, one) => sum + channelOf(one.colour, shift) * one.count, 0) / total);
  return (mean(16) << 16) | (mean(8) << 8) | mean(0);
}
