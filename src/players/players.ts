import { LineupError } from '../errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import type { PlayerMemories, Trace } from './memory.ts';
import type { Player, SkinSource } from './player.ts';
import type { Account } from './profile-format.ts';
import { parsePlayerReference, type PlayerReference } from './reference.ts';
import type { Sample, SampleFolder } from './sample-folder.ts';
import { createWardrobe, type FallbackSheets } from './wardrobe.ts';

/** One player, or why there is none; one unknown player must not hide the others. */
export type PlayerResult =
  | { readonly ok: true; readonly player: Player }
  | { readonly ok: false; readonly error: LineupError };

export type Players = {
  /** Whom this text means; null when it can't mean anybody. */
  readonly parseReference: (value: string) => PlayerReference | null;
  /**
   * Who all these are and what they wear, in their order. The errors in the results are
   * `unknown-player`, `upstream-failed`, `upstream-timeout` and `overloaded`.
   */
  readonly resolveMany: (
    references: readonly PlayerReference[],
    trace: Trace,
  ) => Promise<PlayerResult[]>;
  /**
   * The PNG file of a skin or cape. Throws LineupError: `unknown-skin` for a texture that a client
   * named and nobody has, `upstream-failed` and `upstream-timeout` for one that should be there;
   * `overloaded`.
   */
  readonly loadSheet: (source: SkinSource, trace: Trace) => Promise<Uint8Array>;
  /** What is drawn in place of a player that can't be had, where the client asked for that. */
  readonly fallbackPlayer: Player;
};

type PlayersOptions = {
  readonly service: AccountService;
  readonly memories: PlayerMemories;
  readonly folder: SampleFolder;
  readonly fallbackSheets: FallbackSheets;
};

/** The look-up of each name under way, by name in lower case. */
type AccountsByName = ReadonlyMap<string, Promise<Account | null>>;

/** Names, UUIDs, texture hashes and samples → players; the account service is asked last. */
export function createPlayers(options: PlayersOptions): Players {
  const { service, memories, folder } = options;
  const wardrobe = createWardrobe(options);

  /** All together, so that what is not remembered costs one call. */
  function findAccounts(references: readonly PlayerReference[], trace: Trace): AccountsByName {
    const keys = references.flatMap((one) => (one.kind === 'name' ? [keyOf(one.name)] : []));
    return memories.accounts.getEach(keys, service.findAccounts, trace);
  }

  async function dressAccount(uuid: string, trace: Trace): Promise<Player | null> {
    const profile = await memories.profiles.get(uuid, () => service.findProfile(uuid), trace);
    if (profile === null) return null;
    return { name: profile.name, uuid, ...(await wardrobe.dress(profile, trace)) };
  }

  async function resolve(
    reference: PlayerReference,
    accounts: AccountsByName,
    trace: Trace,
  ): Promise<Player | null> {
    if (reference.kind === 'name') {
      const account = await accounts.get(keyOf(reference.name));
      return account ? dressAccount(account.uuid, trace) : null;
    }
    if (reference.kind === 'uuid') return dressAccount(reference.uuid, trace);
    if (reference.kind === 'sample') return samplePlayer(folder.find(reference.stem));
    return { name: null, uuid: null, ...wardrobe.dressInTexture(reference.hash) };
  }

  return {
    parseReference: (value) =>
      parsePlayerReference(value, (text) => folder.find(text)?.stem ?? null),
    resolveMany: (references, trace) => {
      const accounts = findAccounts(references, trace);
      return Promise.all(
        references.map((reference) => toResult(reference, resolve(reference, accounts, trace))),
      );
    },
    loadSheet: wardrobe.loadSheet,
    fallbackPlayer: wardrobe.fallbackPlayer,
  };
}

/** Names differ in nothing but case, and only in ASCII. */
function keyOf(name: string): string {
  return name.toLowerCase();
}

function samplePlayer(sample: Sample | null): Player | null {
  if (sample === null) return null;
  const { stem, model, revision, sheet } = sample;
  return {
    name: stem,
    uuid: null,
    model,
    skin: { kind: 'own', revision, url: null, sheet },
    cape: null,
  };
}

const unknownSentences = {
  name: 'There is no player with this name.',
  uuid: 'There is no player with this UUID.',
  texture: 'There is no texture with this hash.',
  sample: 'There is no sample with this name.',
} as const satisfies Record<PlayerReference['kind'], string>;

/** An error of ours becomes a result; any other is a fault of this program and stays a rejection. */
async function toResult(
  reference: PlayerReference,
  resolving: Promise<Player | null>,
): Promise<PlayerResult> {
  try {
    const player = await resolving;
    if (player !== null) return { ok: true, player };
    const error = new LineupError('unknown-player', unknownSentences[reference.kind]);
    return { ok: false, error };
  } catch (error) {
    if (error instanceof LineupError) return { ok: false, error };
    throw error;
  }
}
