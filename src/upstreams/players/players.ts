import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import type { AccountService } from './account-service.ts';
import type { AccountServices } from './account-services.ts';
import type { BedrockService } from './bedrock-service.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { PlayerCaches } from './cached.ts';
import type { Player } from '../../common/player.ts';
import { createPlayerSources, type PlayerSource } from './player-sources.ts';
import {
  parsePlayerReference,
  nameAt,
  referenceAt,
  type PlayerReference,
  type ReferenceKind,
} from './reference.ts';
import type { SampleFolder } from './sample-folder.ts';
import { createSkinResolver, type FallbackSheets } from './skin-resolver.ts';

/** One player, or an error; an unknown player must not hide the others. */
type PlayerResult =
  | { readonly ok: true; readonly player: Player }
  | { readonly ok: false; readonly error: LineupError };

export type Players = ReturnType<typeof createPlayers>;

type PlayersOptions = {
  readonly service: AccountService;
  readonly bedrock: BedrockService;
  readonly services: AccountServices;
  readonly caches: Omit<PlayerCaches, 'urlSkins'>;
  readonly folder: Pick<SampleFolder, 'find'>;
  readonly fallbackSheets: FallbackSheets;
};

/** The most players of a picture, who are looked up at once. */
const picturePlayers = 10;
/**
 * A longer list is looked up by as many: it waits for its tokens, instead of being refused because it requests more
 * of them than come within a second. Three lists of one client together still request fewer.
 */
const listPlayers = 8;

/** Resolves references of all kinds to players; other services are called last. */
export function createPlayers(options: PlayersOptions) {
  const { folder, services } = options;
  const skins = createSkinResolver({
    ...options,
    fetchServiceTexture: services.fetchTexture,
  });
  const sources = createPlayerSources({ ...options, skins });

  /** Turns LineupErrors into results; rejects for other errors. */
  async function resolve<Kind extends ReferenceKind>(
    reference: PlayerReference<Kind>,
    context: CacheContext,
  ): Promise<PlayerResult> {
    const { find, unknown }: PlayerSource<Kind> = sources[reference.kind];
    try {
      const player = await find(reference, context);
      if (player !== null) return { ok: true, player };
      return { ok: false, error: new LineupError('unknown-player', unknown) };
    } catch (error) {
      if (error instanceof LineupError) return { ok: false, error };
      throw error;
    }
  }

  return {
    /**
     * Parses a player reference; null if it is invalid.
     * @param service from `readService`; by default Mojang's
     */
    parseReference: (value: string, service: string | null = null): PlayerReference | null => {
      const reference = parsePlayerReference(value, (text) => folder.find(text)?.stem ?? null);
      return reference === null ? nameAt(value, service) : referenceAt(reference, service);
    },
    /**
     * The account service of this name; null without a name, which means Mojang's.
     * @throws {LineupError} `bad-request` that lists the existing services
     */
    readService: (name: string | undefined, fieldPath: string): string | null => {
      if (name === undefined) return null;
      if (services.names.includes(name)) return name;
      const known = services.names.length === 0 ? 'none here' : services.names.join(', ');
      throw badRequest(`${fieldPath}: must be the name of an account service; there is ${known}`);
    },
    /**
     * Looks up all these players and their textures, in order. Errors in the results are
     * `unknown-player`, `upstream-failed`, `upstream-timeout` and `overloaded`.
     */
    resolveMany: async (references: readonly PlayerReference[], context: CacheContext) => {
      const results: PlayerResult[] = [];
      const atOnce = references.length > picturePlayers ? listPlayers : picturePlayers;
      for (let from = 0; from < references.length; from += atOnce) {
        const some = references.slice(from, from + atOnce);
        results.push(...(await Promise.all(some.map((one) => resolve(one, context)))));
      }
      return results;
    },
    loadSheet: skins.loadSheet,
    fallbackPlayer: skins.fallbackPlayer,
  };
}
