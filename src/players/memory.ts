import type { Account, Profile } from './profile-format.ts';

/** What one request learns on its way through the memories; one `{ asked: false }` a request. */
export type Trace = {
  /** True as soon as anything was asked of the account service. */
  asked: boolean;
  /** When this request stops waiting for newer answers where older ones are known. */
  patientUntilMs?: number;
  /** Until when all that the answer was made of is fresh; 0 when some of it is not. Set by the caches. */
  freshUntilMs?: number;
};

/** A memory of answers, as far as it is used here: single flight, older answers in times of trouble. */
export type Memory<T> = {
  /** `orElse` stands in where the load fails or is slow and no older answer is known. */
  readonly get: (key: string, load: () => Promise<T>, trace: Trace, orElse?: T) => Promise<T>;
  /** A promise for each key; what is not remembered is loaded in one call. */
  readonly getEach: (
    keys: readonly string[],
    loadEach: (keys: readonly string[]) => Promise<readonly T[]>,
    trace: Trace,
  ) => ReadonlyMap<string, Promise<T>>;
};

/** What is remembered of the account service; null is "there is none". */
export type PlayerMemories = {
  /** By name in lower case. */
  readonly accounts: Memory<Account | null>;
  /** By UUID. */
  readonly profiles: Memory<Profile | null>;
  /** PNG files by hash. */
  readonly textures: Memory<Uint8Array | null>;
};

type MemoryRule<T> = {
  readonly freshMs: number;
  readonly staleMs: number;
  readonly negativeMs: number;
  readonly sizeBytes: (value: T) => number;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Generous for an object of a few short strings, each 16 bytes and its letters. */
const accountBytes = 256;
const profileBytes = 512;

/** How long each kind of answer is good, and what it weighs in memory. */
export const memoryRules = {
  accounts: {
    freshMs: hourMs,
    staleMs: dayMs,
    negativeMs: minuteMs,
    sizeBytes: (account) => (account === null ? 0 : accountBytes),
  },
  profiles: {
    freshMs: 15 * minuteMs,
    staleMs: dayMs,
    negativeMs: minuteMs,
    sizeBytes: (profile) => (profile === null ? 0 : profileBytes),
  },
  // The content of a hash never changes: kept as long as it fits.
  textures: {
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    negativeMs: minuteMs,
    sizeBytes: (png) => png?.byteLength ?? 0,
  },
} as const satisfies {
  [Kind in keyof PlayerMemories]: PlayerMemories[Kind] extends Memory<infer T>
    ? MemoryRule<T>
    : never;
};
