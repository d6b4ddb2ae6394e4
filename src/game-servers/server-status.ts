import type { StyledText } from './motd/styled-text.ts';
import type { Edition } from './target.ts';

export type Mod = { readonly id: string; readonly version: string | null };

/** Somebody whom a server names as online; `id` is a UUID that can be made up. */
export type ListedPlayer = {
  /** Plain text, one line. */
  readonly name: string;
  readonly id: string | null;
  readonly text: StyledText;
};

export type ServerVersion = {
  /** As the server calls it, plain text. */
  readonly name: string;
  readonly text: StyledText;
  readonly protocol: number | null;
  /** The releases of the Java edition that speak this protocol: `1.20.5–1.20.6`. */
  readonly protocolName: string | null;
};

export type ServerPlayers = {
  /** Never below zero. */
  readonly online: number;
  readonly max: number;
  /** Some of those who are there, as the server likes. */
  readonly sample: readonly ListedPlayer[];
  /** Lines among them that are no players. */
  readonly info: readonly StyledText[];
};

/** What a server that is online tells of itself; null is what it does not tell. */
export type ServerDetails = {
  /** Bedrock: MCPE, or MCEE of the education edition. */
  readonly brand: 'MCPE' | 'MCEE' | null;
  readonly version: ServerVersion | null;
  readonly players: ServerPlayers | null;
  /** The message of the day: what a server says about itself in the list of servers. */
  readonly motd: StyledText;
  /** A whole PNG of 64×64 pixels, with nothing in it but these. */
  readonly icon: Uint8Array | null;
  readonly mods: readonly Mod[] | null;
  /** Whether the server left mods out for want of room. */
  readonly modsTruncated: boolean | null;
  readonly enforcesSecureChat: boolean | null;
  readonly gamemode: string | null;
  /** The server's number of itself, which Bedrock sends. */
  readonly serverId: string | null;
};

/** A status with nothing but a message: the others fill in what they have. */
export const blankDetails = {
  brand: null,
  version: null,
  players: null,
  icon: null,
  mods: null,
  modsTruncated: null,
  enforcesSecureChat: null,
  gamemode: null,
  serverId: null,
} as const satisfies Omit<ServerDetails, 'motd'>;

/** What the query protocol tells beside the status. */
export type QueryDetails = {
  readonly software: string | null;
  readonly plugins: readonly Mod[];
  readonly map: string | null;
  readonly online: number | null;
  readonly max: number | null;
  /** All who are there, as long as a reply has room for them. */
  readonly players: readonly StyledText[];
};

/** What a server answered. */
export type Reply = {
  readonly details: ServerDetails;
  readonly latencyMs: number;
  /** Null: not asked for, or it does not answer. */
  readonly query: QueryDetails | null;
};

export const offlineReasons = [
  'timeout',
  'refused',
  'unknown_host',
  'dns_failure',
  'not_a_game_server',
] as const;
export type OfflineReason = (typeof offlineReasons)[number];

/** How a server is: online with its details, offline, or unknown because its name can't be resolved. */
export type ServerStatus = {
  readonly edition: Edition;
  /** The port that was asked for, or the default of the edition. */
  readonly port: number;
  /** The address that was called. */
  readonly ip: string | null;
  /** Where an SRV record said that the server is. */
  readonly srv: { readonly host: string; readonly port: number } | null;
  readonly latencyMs: number | null;
  /** Milliseconds since 1970. */
  readonly retrievedAtMs: number;
  /** Null: offline, or unknown. */
  readonly details: ServerDetails | null;
  /** Why there are no details; `dns_failure` means that nobody knows. */
  readonly offlineReason: OfflineReason | null;
  readonly query: QueryDetails | null;
};

export type ServerState = 'online' | 'offline' | 'unknown';

/** In so many words. */
export const stateWords = {
  online: 'Online',
  offline: 'Offline',
  unknown: 'Unknown',
} as const satisfies Record<ServerState, string>;

export function stateOf({ details, offlineReason }: ServerStatus): ServerState {
  if (details !== null) return 'online';
  return offlineReason === 'dns_failure' ? 'unknown' : 'offline';
}

/** How long a status is fresh, and what it takes up; being offline is a status like any other. */
export const statusRule = { freshMs: 30_000, staleMs: 0, sizeBytes: statusBytes } as const;

/** Generous: a run is an object of seven fields, and a letter has one byte or two. */
function statusBytes({ details, query }: ServerStatus): number {
  const texts = [...textsIn(details), ...textsIn(query)];
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return 1024 + chars * 2 + texts.length * 192 + (details?.icon?.byteLength ?? 0);
}

/** All texts of plain data, however deep; bytes are none. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap((part) => textsIn(part));
}
