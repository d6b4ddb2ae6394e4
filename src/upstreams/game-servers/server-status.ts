import type { StyledText } from './motd/section-codes.ts';
import type { Edition } from './target.ts';

export type Mod = { readonly id: string; readonly version: string | null };

/** A player listed as online; `id` may be a made-up UUID. */
export type ListedPlayer = {
  /** Plain text, one line. */
  readonly name: string;
  readonly id: string | null;
  readonly text: StyledText;
};

export type ServerVersion = {
  /** As reported, plain text. */
  readonly name: string;
  readonly text: StyledText;
  readonly protocol: number | null;
  /** The releases of the Java edition with this protocol: `1.20.5–1.20.6`. */
  readonly protocolName: string | null;
};

export type ServerPlayers = {
  /** Never below zero. */
  readonly online: number;
  readonly max: number;
  /** Some of the players, chosen by the server. */
  readonly sample: readonly ListedPlayer[];
  /** Lines of the sample that are text instead of players. */
  readonly info: readonly StyledText[];
  /** Both, in the server's order. */
  readonly listed: readonly ListedPlayer[];
};

/** What an online server reports; null for what it does not report. */
export type ServerDetails = {
  /** Bedrock: MCPE, or MCEE for the education edition. */
  readonly brand: 'MCPE' | 'MCEE' | null;
  readonly version: ServerVersion | null;
  readonly players: ServerPlayers | null;
  /** The message of the day, shown in the server list. */
  readonly motd: StyledText;
  /** A complete PNG of 64×64 pixels with only the chunks of its pixels. */
  readonly icon: Uint8Array | null;
  readonly mods: readonly Mod[] | null;
  /** Whether the server shortened the list of mods. */
  readonly modsTruncated: boolean | null;
  readonly enforcesSecureChat: boolean | null;
  readonly gamemode: string | null;
  /** The id that a Bedrock server chose for itself. */
  readonly serverId: string | null;
};

/** A status with only a MOTD, as a base for the others. */
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

/** What the query protocol reports. */
export type QueryDetails = {
  readonly software: string | null;
  readonly plugins: readonly Mod[];
  readonly map: string | null;
  readonly online: number | null;
  readonly max: number | null;
  /** All players that fit into the reply. */
  readonly players: readonly StyledText[];
};

export type Reply = {
  readonly details: ServerDetails;
  readonly latencyMs: number;
  /** Null if it was not requested, or is switched off. */
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

/** The status of a server: online with details, offline, or unknown (its name is unresolved). */
export type ServerStatus = {
  readonly edition: Edition;
  /** The requested port, or the default of the edition. */
  readonly port: number;
  /** The address that was contacted. */
  readonly ip: string | null;
  /** The target of the SRV record. */
  readonly srv: { readonly host: string; readonly port: number } | null;
  readonly latencyMs: number | null;
  /** Milliseconds since 1970. */
  readonly retrievedAtMs: number;
  /** Null if offline or unknown. */
  readonly details: ServerDetails | null;
  /** Why there are no details; `dns_failure` means unknown. */
  readonly offlineReason: OfflineReason | null;
  readonly query: QueryDetails | null;
};

export type ServerState = 'online' | 'offline' | 'unknown';

export const stateWords = {
  online: 'Online',
  offline: 'Offline',
  unknown: 'Unknown',
} as const satisfies Record<ServerState, string>;

export function stateOf({ details, offlineReason }: ServerStatus): ServerState {
  if (details !== null) return 'online';
  return offlineReason === 'dns_failure' ? 'unknown' : 'offline';
}

/** Offline is a status like any other; only in this process. */
export const statusRule = {
  name: 'statuses',
  freshMs: 30_000,
  staleMs: 0,
  sizeBytes: statusBytes,
  weight: 4,
} as const;

/** An upper estimate: a run has seven fields, a character one or two bytes. */
function statusBytes({ details, query }: ServerStatus): number {
  const texts = [...textsIn(details), ...textsIn(query)];
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return 1024 + chars * 2 + texts.length * 192 + (details?.icon?.byteLength ?? 0);
}

/** All strings in plain data, at any depth; no bytes. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap((part) => textsIn(part));
}
