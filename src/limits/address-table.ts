import type { Client } from './client.ts';

/** Words of a slot: high and low word of the client, when its window ends, places taken. */
const wordsPerSlot = 4;

/**
 * Windows by client in one flat array, found by open addressing: 16 bytes a slot and nothing for
 * the garbage collector to visit. A `Map` of objects takes six times as much, and stands still for
 * 30 ms each time it grows to hold half a million.
 */
export type AddressTable = {
  /** The window of a client, or `undefined`. */
  readonly find: (client: Client) => Readonly<Slot> | undefined;
  /** Writes the window of a client; false when the table is full and the client not in it. */
  readonly write: (client: Client, slot: Slot) => boolean;
};

type Slot = {
  /** Milliseconds after the start of the table; at least 1, whole. */
  readonly endsAfterMs: number;
  readonly taken: number;
};

type TableOptions = {
  /** Clients it holds; there are twice as many slots, so that they are found in a step or two. */
  readonly mostClients: number;
  /** A random number, so that nobody can choose addresses that meet in one slot. */
  readonly seed: number;
};

/** So many clients fit into the array that a table begins with: 64 kB. */
const fewClients = 2048;

/**
 * It begins small and grows once, to its full size: most tables stay small, and to hand out and take
 * back the large array every minute would leave the memory of the process in pieces.
 */
export function createAddressTable({ mostClients, seed }: TableOptions): AddressTable {
  let slots = createSlots(Math.min(mostClients, fewClients), seed);
  let clients = 0;

  return {
    find: (client) => {
      const { words } = slots;
      const at = slots.seek(client);
      const [endsAfterMs = 0, taken = 0] = [words[at + 2], words[at + 3]];
      return endsAfterMs === 0 ? undefined : { endsAfterMs, taken };
    },
    write: (client, slot) => {
      let at = slots.seek(client);
      if (slots.words[at + 2] === 0) {
        if (clients >= mostClients) return false;
        clients += 1;
        if (clients > slots.mostClients) {
          slots = moved(slots, createSlots(mostClients, seed));
          at = slots.seek(client);
        }
      }
      put(slots.words, at, client, slot);
      return true;
    },
  };
}

type Slots = {
  readonly mostClients: number;
  readonly words: Uint32Array;
  /** Index of the first word of the client's slot, or of the free one that it would get. */
  readonly seek: (client: Client) => number;
};

function createSlots(mostClients: number, seed: number): Slots {
  const slotBits = Math.max(1, Math.ceil(Math.log2(mostClients * 2)));
  const lastSlot = 2 ** slotBits - 1;
  // The pages of a large array cost nothing until they are written to.
  const words = new Uint32Array((lastSlot + 1) * wordsPerSlot);
  return {
    mostClients,
    words,
    seek: ({ high, low }) => {
      let slot = mix(high, low, seed) >>> (32 - slotBits);
      for (;;) {
        const at = slot * wordsPerSlot;
        if (words[at + 2] === 0 || (words[at] === high && words[at + 1] === low)) return at;
        slot = (slot + 1) & lastSlot;
      }
    },
  };
}

function put(words: Uint32Array, at: number, client: Client, slot: Slot): void {
  words[at] = client.high;
  words[at + 1] = client.low;
  words[at + 2] = slot.endsAfterMs;
  words[at + 3] = slot.taken;
}

function moved({ words }: Slots, to: Slots): Slots {
  for (let at = 0; at < words.length; at += wordsPerSlot) {
    const [high = 0, low = 0, endsAfterMs = 0, taken = 0] = words.subarray(at, at + wordsPerSlot);
    if (endsAfterMs > 0)
      put(to.words, to.seek({ high, low }), { high, low }, { endsAfterMs, taken });
  }
  return to;
}

// The finishing steps of murmur3 (public domain), over both words and the seed.
function mix(high: number, low: number, seed: number): number {
  let bits = Math.imul(high ^ seed, 0xcc_9e_2d_51) ^ Math.imul(low ^ (seed >>> 7), 0x1b_87_35_93);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return bits ^ (bits >>> 16);
}
