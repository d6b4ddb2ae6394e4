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
  /** Clients it holds; the array has twice as many slots, so that they are found in a step or two. */
  readonly mostClients: number;
  /** A random number, so that nobody can choose addresses that meet in one slot. */
  readonly seed: number;
};

export function createAddressTable({ mostClients, seed }: TableOptions): AddressTable {
  const slotBits = Math.max(1, Math.ceil(Math.log2(mostClients * 2)));
  const lastSlot = 2 ** slotBits - 1;
  // The pages of a large array cost nothing until they are written to.
  const words = new Uint32Array((lastSlot + 1) * wordsPerSlot);
  let clients = 0;

  /** Index of the first word of the client's slot, or of the free one that it would get. */
  function seek({ high, low }: Client): number {
    let slot = mix(high, low, seed) >>> (32 - slotBits);
    for (;;) {
      const at = slot * wordsPerSlot;
      if (words[at + 2] === 0 || (words[at] === high && words[at + 1] === low)) return at;
      slot = (slot + 1) & lastSlot;
    }
  }

  return {
    find: (client) => {
      const at = seek(client);
      const [endsAfterMs = 0, taken = 0] = [words[at + 2], words[at + 3]];
      return endsAfterMs === 0 ? undefined : { endsAfterMs, taken };
    },
    write: (client, { endsAfterMs, taken }) => {
      const at = seek(client);
      if (words[at + 2] === 0) {
        if (clients >= mostClients) return false;
        clients += 1;
      }
      words[at] = client.high;
      words[at + 1] = client.low;
      words[at + 2] = endsAfterMs;
      words[at + 3] = taken;
      return true;
    },
  };
}

// The finishing steps of murmur3 (public domain), over both words and the seed.
function mix(high: number, low: number, seed: number): number {
  let bits = Math.imul(high ^ seed, 0xcc_9e_2d_51) ^ Math.imul(low ^ (seed >>> 7), 0x1b_87_35_93);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return bits ^ (bits >>> 16);
}
