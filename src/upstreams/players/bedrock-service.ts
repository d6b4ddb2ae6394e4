import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { entriesOf, mapOf, readJson } from '../net/read-json.ts';
import type { ServiceClient } from '../net/service-client.ts';
import { pathOf } from '../net/upstream-client.ts';
import { createBulkLookup } from './bulk-lookup.ts';
import type { BedrockAccount, BedrockName, BedrockSkin } from './cached.ts';

export type BedrockService = ReturnType<typeof createBedrockService>;

/** Longest gamertag, including the digits of its suffix. */
const longestGamertag = 16;
/** The most that GeyserMC accepts in one call. */
const maxXuids = 75;

// The API returns `{}` for unknown players.
const xuidResponse = Compile(
  mapOf(
    Type.Object({
      xuid: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          Type.String({ pattern: '^[0-9]{1,20}$' }),
        ]),
      ),
    }),
  ),
);
const gamertag = Type.String({ minLength: 1, maxLength: 64 });
const gamertagResponse = Compile(mapOf(Type.Object({ gamertag: Type.Optional(gamertag) })));
const gamertagsResponse = Compile(
  Type.Object({ data: mapOf(Type.Record(Type.String(), gamertag)) }),
);
const skinResponse = Compile(
  mapOf(
    Type.Object({
      texture_id: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{32,64}$' })),
      /** Whether its arms are four pixels wide. */
      is_steve: Type.Optional(Type.Boolean()),
    }),
  ),
);

/**
 * Client of GeyserMC's API for Bedrock players, without caching. Null always means that it knows none;
 * every failure is a LineupError `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export function createBedrockService(api: ServiceClient) {
  const get = <T>(
    parts: readonly string[],
    clients: readonly string[] | undefined,
    read: (bytes: Uint8Array) => T | null,
  ) => api.call({ path: `/v2${pathOf(...parts)}`, clients, read, isGuess: true });
  return {
    findXuid: async (name: string, client: string) =>
      name.length > longestGamertag ? null : get(['xbox', 'xuid', name], [client], readXuid),
    findSkin: (xuid: string, client: string) => get(['skin', xuid], [client], readSkin),
    /** Concurrent look-ups share a call. */
    findGamertag: createBulkLookup<BedrockName>({
      service: api,
      maxKeys: maxXuids,
      single: (xuid, clients) => get(['xbox', 'gamertag', xuid], clients, readGamertag),
      bulk: (xuids) =>
        api.call({ path: '/v2/xbox/batch/gamertag', json: { xuids }, read: readGamertags }),
    }),
  };
}

function readXuid(bytes: Uint8Array): BedrockAccount | null {
  const { xuid } = entriesOf(readJson(xuidResponse, bytes));
  return xuid === undefined ? null : { xuid: String(xuid) };
}

function readGamertag(bytes: Uint8Array): BedrockName | null {
  const { gamertag: name } = entriesOf(readJson(gamertagResponse, bytes));
  return name === undefined ? null : { gamertag: name };
}

function readGamertags(bytes: Uint8Array): Map<string, BedrockName> {
  const { data } = readJson(gamertagsResponse, bytes);
  return new Map(Object.entries(data).map(([xuid, name]) => [xuid, { gamertag: name }]));
}

function readSkin(bytes: Uint8Array): BedrockSkin | null {
  const { texture_id: hash, is_steve: isClassic = true } = entriesOf(readJson(skinResponse, bytes));
  if (hash === undefined) return null;
  return { hash: hash.toLowerCase(), model: isClassic ? 'classic' : 'slim' };
}
