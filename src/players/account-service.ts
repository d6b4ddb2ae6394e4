import { createBatcher } from '../async/batcher.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import { pathOf } from '../net/upstream-client.ts';
import { hasPngSignature } from '../png/png.ts';
import type { Account, Profile, TextureSet } from './cached.ts';
import { readAccount, readAccounts, readProfile, readTextureSet } from './profile-format.ts';
import { ask, GarbageError, isRefusedQuestion, type Upstream, upstreamError } from './upstream.ts';

/**
 * Client of the account service, without caching. Null always means that the service knows none; every
 * failure is a LineupError `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export type AccountService = {
  /** Looks up the account of a name, in any case; concurrent look-ups share a call. */
  readonly findAccount: (name: string) => Promise<Account | null>;
  /** @param uuid 32 hex digits, lower case */
  readonly findProfile: (uuid: string) => Promise<Profile | null>;
  /** The PNG file of a texture. @param hash lower case */
  readonly fetchTexture: (hash: string) => Promise<Uint8Array | null>;
  /** URL of a texture; `url` in the JSON of a player. */
  readonly textureUrl: (hash: string) => string;
};

type AccountServiceOptions = {
  /** Name look-ups. */
  readonly api: Upstream;
  /** Profiles. */
  readonly session: Upstream;
  readonly textures: Upstream;
  /** Base URL of `textures`, which replaces the host in profiles. */
  readonly texturesUrl: string;
};

const maxBulkNames = 10;
/** Long enough to collect the names of one picture, even after each was looked up in Redis. */
const batchWindowMs = 2;
/** Ten accounts are 1 kB, a signed profile 2 kB. */
const maxJsonBytes = 64 * 1024;
const maxTextureBytes = 1024 * 1024;

export function createAccountService(options: AccountServiceOptions): AccountService {
  const { api, session, textures } = options;
  const findAccountOf = createBatcher({
    windowMs: batchWindowMs,
    maxKeys: maxBulkNames,
    load: (names) => findAccounts(api, names),
  });
  const texturesBase = options.texturesUrl.replace(/\/+$/, '');
  return {
    findAccount: async (name) => {
      const found = await findAccountOf(name.toLowerCase());
      if (found !== null && 'error' in found) throw found.error;
      return found;
    },
    findProfile: (uuid) => findProfile(session, uuid),
    fetchTexture: (hash) =>
      ask(
        textures,
        { method: 'GET', path: pathOf('texture', hash), maxBytes: maxTextureBytes },
        readPng,
      ),
    textureUrl: (hash) => texturesBase + pathOf('texture', hash),
  };
}

/** The result for one of several names. */
type Found = Account | { readonly error: LineupError };

/** Looks up these names; returns the accounts by lower-case name, without unknown names. */
async function findAccounts(
  api: Upstream,
  names: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  if (names.length === 1) return findSingly(api, names);
  try {
    const accounts = await findInBulk(api, names);
    return new Map(accounts.map((account) => [account.name.toLowerCase(), account]));
  } catch (error) {
    // A name that the service refuses must not fail the names of other requests.
    if (error instanceof LineupError && isRefusedQuestion(error)) return findSingly(api, names);
    throw error;
  }
}

/** One call for each name, so at most as many as fit into a bulk call. */
async function findSingly(
  api: Upstream,
  names: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  const find = async (name: string): Promise<void> => {
    const account = await findAccount(api, name).catch(asFound);
    if (account !== null) found.set(name, account);
  };
  await Promise.all(names.map(find));
  return found;
}

function asFound(error: unknown): Found {
  if (error instanceof LineupError) return { error };
  throw error;
}

function findAccount(api: Upstream, name: string): Promise<Account | null> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'name', name);
  return ask(api, { method: 'GET', path, maxBytes: maxJsonBytes }, (bytes) => {
    const account = readAccount(bytes);
    if (account.name.toLowerCase() !== name.toLowerCase()) throw new GarbageError('another name');
    return account;
  });
}

async function findInBulk(api: Upstream, names: readonly string[]): Promise<Account[]> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'bulk', 'byname');
  const request = { method: 'POST', path, json: names, maxBytes: maxJsonBytes } as const;
  const accounts = await ask(api, request, readAccounts);
  // A missing path means that this is not the account service; it says nothing about the names.
  if (accounts === null) throw upstreamError(api, new NetError('http-status', { status: 404 }));
  return accounts;
}

async function findProfile(session: Upstream, uuid: string): Promise<Profile | null> {
  const path = pathOf('session', 'minecraft', 'profile', uuid);
  const packed = await ask(session, { method: 'GET', path, maxBytes: maxJsonBytes }, (bytes) => {
    const profile = readProfile(bytes);
    if (profile.uuid !== uuid) throw new GarbageError('another account');
    return profile;
  });
  if (packed === null) return null;
  return { uuid, name: packed.name, ...readWorn(session, packed.packedTextures) };
}

/**
 * Parsed outside of the call on purpose: a broken profile does not count as a failure of the service,
 * or anybody who knows one could open the circuit for all.
 */
function readWorn(session: Upstream, packedTextures: string | null): TextureSet {
  try {
    return readTextureSet(packedTextures);
  } catch (error) {
    if (error instanceof GarbageError) throw upstreamError(session, error);
    throw error;
  }
}

/** @throws {GarbageError} if the bytes are not a PNG file */
export function readPng(bytes: Uint8Array): Uint8Array {
  if (!hasPngSignature(bytes)) throw new GarbageError('not a PNG file');
  return bytes;
}
