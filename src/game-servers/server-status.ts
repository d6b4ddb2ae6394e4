import type { TextRun } from './motd/text-run.ts';
import type { Edition } from './target.ts';

/** The message of the day: what a server says about itself in the list of servers. */
export type Motd = {
  /** With `§` codes, lines divided by `\n`. */
  readonly raw: string;
  /** The same as styled text. */
  readonly runs: readonly TextRun[];
};

export type Mod = { readonly id: string; readonly version: string | null };

/** What a server that is online tells of itself; null is what it does not tell. */
export type ServerDetails = {
  readonly version: { readonly name: string; readonly protocol: number | null } | null;
  readonly players: {
    readonly online: number;
    readonly max: number;
    /** Some of those who are there, as the server likes; their ids can be made up. */
    readonly sample: readonly { readonly name: string; readonly id: string | null }[];
  } | null;
  readonly motd: Motd;
  /** A whole PNG of 64×64 pixels. */
  readonly icon: Uint8Array | null;
  readonly mods: readonly Mod[] | null;
  readonly gamemode: string | null;
  /** The server's number of itself, which Bedrock sends. */
  readonly serverId: string | null;
};

/** What a server answered. */
export type Reply = { readonly details: ServerDetails; readonly latencyMs: number };

/** How a server is: online with its details, or offline. */
export type ServerStatus = {
  readonly edition: Edition;
  /** The port that was asked for, or the usual one of the edition. */
  readonly port: number;
  /** Where an SRV record said that the server is. */
  readonly srv: { readonly host: string; readonly port: number } | null;
  readonly latencyMs: number | null;
  /** Milliseconds since 1970. */
  readonly retrievedAtMs: number;
  /** Null: offline. */
  readonly details: ServerDetails | null;
};

/** How long a status is good, and what it weighs in memory; being offline is a status like any other. */
export const statusRule = { freshMs: 30_000, staleMs: 0, sizeBytes: statusBytes } as const;

/** Generous: a run is an object of seven fields, and a letter has one byte or two. */
function statusBytes({ details }: ServerStatus): number {
  if (details === null) return 256;
  const { motd, icon, mods, players, version, gamemode, serverId } = details;
  const entries = [
    ...motd.runs.map(({ text }) => text.length),
    ...(mods ?? []).map((mod) => mod.id.length + (mod.version?.length ?? 0)),
    ...(players?.sample ?? []).map(({ name, id }) => name.length + (id?.length ?? 0)),
  ];
  const texts = [motd.raw, version?.name, gamemode, serverId];
  const chars = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const entryChars = entries.reduce((sum, length) => sum + length, 0);
  return 1024 + (chars + entryChars) * 2 + (icon?.byteLength ?? 0) + entries.length * 192;
}
