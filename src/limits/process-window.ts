import { createAddressTable, type AddressTable } from './address-table.ts';
import type { Client } from './client.ts';

/** How a client's window stands. */
export type WindowState = {
  readonly taken: number;
  /** On the clock that the window was made with. */
  readonly endsAtMs: number;
};

export type Taking = WindowState & { readonly isTaken: boolean };

export type ProcessWindow = {
  /**
   * Takes places, all or none of them. With 0 it only looks, and starts no window: a client without
   * one is shown the window that would start now.
   */
  readonly take: (client: Client, places: number) => Taking;
  /** Returns one place, if the window that it was taken from still runs. */
  readonly giveBack: (client: Client, from: WindowState) => void;
  /** The window that runs, or `undefined`. */
  readonly find: (client: Client) => WindowState | undefined;
  /** Makes the client's window what another counter says it is. */
  readonly put: (client: Client, state: WindowState) => void;
};

type ProcessWindowOptions = {
  readonly nowMs: () => number;
  /** Places in a window. */
  readonly max: number;
  readonly windowMs: number;
  /** A random number; see the table. */
  readonly seed: number;
  /** Clients that are told apart at a time. When more come, the oldest half starts anew. */
  readonly mostClients?: number;
};

/** Two halves of 16 MB when full, all in all, whoever comes and from how many addresses. */
const defaultMostClients = 2 ** 20;

type Generation = { readonly startMs: number; readonly table: AddressTable };

/**
 * Fixed windows in the memory of this process: a client's window starts with its first request and
 * ends `windowMs` later.
 *
 * Windows live in two generations. A new one goes into the younger; once that is `windowMs` old, it
 * becomes the older, and the one before, in which every window has ended by then, is dropped whole.
 * So nothing has to be swept, no timer runs, and a flood of addresses can't grow it.
 */
export function createProcessWindow(options: ProcessWindowOptions): ProcessWindow {
  const { nowMs, max, windowMs, seed, mostClients = defaultMostClients } = options;
  const begin = (): Generation => ({
    startMs: Math.floor(nowMs()),
    table: createAddressTable({ mostClients: Math.ceil(mostClients / 2), seed }),
  });
  let younger = begin();
  let older: Generation | undefined;

  function findIn(generation: Generation | undefined, client: Client): WindowState | undefined {
    const slot = generation?.table.find(client);
    if (generation === undefined || slot === undefined) return undefined;
    const endsAtMs = generation.startMs + slot.endsAfterMs;
    return endsAtMs > nowMs() ? { taken: slot.taken, endsAtMs } : undefined;
  }

  const find = (client: Client) => findIn(younger, client) ?? findIn(older, client);

  function writeTo({ startMs, table }: Generation, client: Client, state: WindowState): boolean {
    const endsAfterMs = Math.max(1, Math.ceil(state.endsAtMs) - startMs);
    return table.write(client, { endsAfterMs, taken: state.taken });
  }

  function write(client: Client, state: WindowState): void {
    const home = [younger, older].find((generation) => findIn(generation, client) !== undefined);
    if (home !== undefined) {
      writeTo(home, client, state);
      return;
    }
    const isOver = nowMs() - younger.startMs >= windowMs;
    if (!isOver && writeTo(younger, client, state)) return;
    older = younger;
    younger = begin();
    writeTo(younger, client, state);
  }

  return {
    take: (client, places) => {
      const state = find(client) ?? { taken: 0, endsAtMs: Math.ceil(nowMs() + windowMs) };
      if (state.taken + places > max) return { ...state, isTaken: false };
      const after = { ...state, taken: state.taken + places };
      if (places > 0) write(client, after);
      return { ...after, isTaken: true };
    },
    giveBack: (client, { endsAtMs }) => {
      const state = find(client);
      if (state === undefined || state.endsAtMs !== endsAtMs || state.taken === 0) return;
      write(client, { ...state, taken: state.taken - 1 });
    },
    find,
    put: write,
  };
}
