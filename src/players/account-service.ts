import { LineupError } from '../errors/lineup-error.ts';
import { pathOf } from '../net/upstream-client.ts';
import { hasPngSignature } from './png-signature.ts';
import {
  type Account,
  type Outfit,
  type Profile,
  readAccount,
  readAccounts,
  readOutfit,
  readProfile,
} from './profile-format.ts';
import { ask, GarbageError, type Upstream } from './upstream.ts';

/**
 * Asks the account service, keeps nothing. null always means that the service knows none; every
 * trouble is a LineupError `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export type AccountService = {
  /** The accounts of these names (any case), in their order; ten and fewer in one call. */
  readonly findAccounts: (names: readonly string[]) => Promise<(Account | null)[]>;
  /** @param uuid 32 hex digits, lower case */
  readonly findProfile: (uuid: string) => Promise<Profile | null>;
  /** The PNG file of a texture. @param hash lower case */
  readonly fetchTexture: (hash: string) => Promise<Uint8Array | null>;
  /** Where a texture is; `url` of the JSON that describes a player. */
  readonly textureUrl: (hash: string) => string;
};

type AccountServiceOptions = {
  /** Name look-ups. */
  readonly api: Upstream;
  /** Profiles. */
  readonly session: Upstream;
  readonly textures: Upstream;
  /** Base URL of `textures`, replacing the host that profiles name. */
  readonly texturesUrl: string;
};

const maxBulkNames = 10;
/** Ten accounts are 1 kB, a signed profile 2 kB. */
const maxJsonBytes = 64 * 1024;
const maxTextureBytes = 1024 * 1024;

export function createAccountService(options: AccountServiceOptions): AccountService {
  const { api, session, textures } = options;
  const texturesBase = options.texturesUrl.replace(/\/+$/, '');
  return {
    findAccounts: (names) => findAccounts(api, names),
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

async function findAccounts(api: Upstream, names: readonly string[]): Promise<(Account | null)[]> {
  if (names.length === 1) return Promise.all(names.map((name) => findAccount(api, name)));
  const found = new Map<string, Account>();
  for (let start = 0; start < names.length; start += maxBulkNames) {
    for (const account of await findSome(api, names.slice(start, start + maxBulkNames))) {
      found.set(account.name.toLowerCase(), account);
    }
  }
  return names.map((name) => found.get(name.toLowerCase()) ?? null);
}

function findAccount(api: Upstream, name: string): Promise<Account | null> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'name', name);
  return ask(api, { method: 'GET', path, maxBytes: maxJsonBytes }, (bytes) => {
    const account = readAccount(bytes);
    if (account.name.toLowerCase() !== name.toLowerCase()) throw new GarbageError('another name');
    return account;
  });
}

async function findSome(api: Upstream, names: readonly string[]): Promise<Account[]> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'bulk', 'byname');
  const request = { method: 'POST', path, json: names, maxBytes: maxJsonBytes } as const;
  const accounts = await ask(api, request, readAccounts);
  // No such path: this is not the account service, and says nothing about these names.
  if (accounts === null) throw new LineupError('upstream-failed');
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
  return { uuid, name: packed.name, ...readWorn(packed.packedTextures) };
}

/**
 * Read outside of the call on purpose: one broken profile is no reason to think the service ill, or
 * anybody who knows of one could open the circuit for everyone.
 */
function readWorn(packedTextures: string | null): Outfit {
  try {
    return readOutfit(packedTextures);
  } catch (error) {
    throw new LineupError('upstream-failed', undefined, { cause: error });
  }
}

function readPng(bytes: Uint8Array): Uint8Array {
  if (!hasPngSignature(bytes)) throw new GarbageError('not a PNG file');
  return bytes;
}
