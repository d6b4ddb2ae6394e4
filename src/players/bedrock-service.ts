import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { createBatcher } from '../async/batcher.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { pathOf } from '../net/upstream-client.ts';
import type { BedrockAccount, BedrockName, BedrockSkin } from './cached.ts';
import { checked, parseJson } from './profile-format.ts';
import { ask, isRefusedQuestion, type Upstream } from './upstream.ts';

/**
 * Client of GeyserMC's API for Bedrock players, without caching. Null always means that it knows none;
 * every failure is a LineupError `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export type BedrockService = {
  readonly findXuid: (gamertag: string) => Promise<BedrockAccount | null>;
  /** Concurrent look-ups share a call. */
  readonly findGamertag: (xuid: string) => Promise<BedrockName | null>;
  readonly findSkin: (xuid: string) => Promise<BedrockSkin | null>;
};

/** Longest gamertag, including the digits of its suffix. */
const longestGamertag = 16;
/** The most that GeyserMC accepts in one call. */
const mostXuids = 75;
const batchWindowMs = 2;
/** A skin comes with its signed textures, 3 kB. */
const maxJsonBytes = 64 * 1024;

// The API returns `{}` for unknown players.
const xuidAnswer = Compile(
  Type.Object({
    xuid: Type.Optional(
      Type.Union([
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ pattern: '^[0-9]{1,20}$' }),
      ]),
    ),
  }),
);
const gamertag = Type.String({ minLength: 1, maxLength: 64 });
const gamertagAnswer = Compile(Type.Object({ gamertag: Type.Optional(gamertag) }));
const gamertagsAnswer = Compile(Type.Object({ data: Type.Record(Type.String(), gamertag) }));
const skinAnswer = Compile(
  Type.Object({
    texture_id: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{32,64}$' })),
    /** Whether its arms are four pixels wide. */
    is_steve: Type.Optional(Type.Boolean()),
  }),
);

export function createBedrockService(api: Upstream): BedrockService {
  const get = <T>(parts: readonly string[], read: (bytes: Uint8Array) => T | null) =>
    askOrNone(api, { method: 'GET', path: `/v2${pathOf(...parts)}` }, read);
  return {
    findXuid: async (name) =>
      name.length > longestGamertag ? null : get(['xbox', 'xuid', name], readXuid),
    findSkin: (xuid) => get(['skin', xuid], readSkin),
    findGamertag: createBatcher({
      windowMs: batchWindowMs,
      maxKeys: mostXuids,
      load: (xuids) => findGamertags(api, xuids),
    }),
  };
}

type Names = ReadonlyMap<string, BedrockName>;

async function findGamertags(api: Upstream, xuids: readonly string[]): Promise<Names> {
  if (xuids.length === 1) return findSingly(api, xuids);
  const request = { method: 'POST', path: '/v2/xbox/batch/gamertag', json: { xuids } } as const;
  return (await askOrNone(api, request, readGamertags)) ?? findSingly(api, xuids);
}

async function findSingly(api: Upstream, xuids: readonly string[]): Promise<Names> {
  const found = new Map<string, BedrockName>();
  const find = async (xuid: string): Promise<void> => {
    const path = `/v2${pathOf('xbox', 'gamertag', xuid)}`;
    const name = await askOrNone(api, { method: 'GET', path }, readGamertag);
    if (name !== null) found.set(xuid, name);
  };
  await Promise.all(xuids.map(find));
  return found;
}

/** A request that the API refuses (400) is about a player it cannot know. */
async function askOrNone<T>(
  api: Upstream,
  request: Omit<Parameters<typeof ask>[1], 'maxBytes'>,
  read: (bytes: Uint8Array) => T | null,
): Promise<T | null> {
  try {
    return await ask(api, { ...request, maxBytes: maxJsonBytes }, read);
  } catch (error) {
    if (error instanceof LineupError && isRefusedQuestion(error)) return null;
    throw error;
  }
}

function readXuid(bytes: Uint8Array): BedrockAccount | null {
  const { xuid } = checked(xuidAnswer, parseJson(bytes));
  return xuid === undefined ? null : { xuid: String(xuid) };
}

function readGamertag(bytes: Uint8Array): BedrockName | null {
  const answer = checked(gamertagAnswer, parseJson(bytes));
  return answer.gamertag === undefined ? null : { gamertag: answer.gamertag };
}

function readGamertags(bytes: Uint8Array): Map<string, BedrockName> {
  const { data } = checked(gamertagsAnswer, parseJson(bytes));
  return new Map(Object.entries(data).map(([xuid, name]) => [xuid, { gamertag: name }]));
}

function readSkin(bytes: Uint8Array): BedrockSkin | null {
  const { texture_id: hash, is_steve: isClassic = true } = checked(skinAnswer, parseJson(bytes));
  if (hash === undefined) return null;
  return { hash: hash.toLowerCase(), model: isClassic ? 'classic' : 'slim' };
}
