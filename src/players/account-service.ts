import { NetError } from '../net/net-error.ts';
import { pathOf } from '../net/upstream-client.ts';
import { hasPngSignature } from '../png/png.ts';
import { createBulkLookup } from './bulk-lookup.ts';
import type { Account, Profile } from './cached.ts';
import { askProfile } from './ask-profile.ts';
import { readAccount, readAccounts, readTextureSet } from './profile-format.ts';
import { ask, GarbageError, type Upstream, upstreamError } from './upstream.ts';

/**
 * Client of the account service, without caching. Null always means that the service knows none; every
 * failure is a LineupError `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export type AccountService = {
  /** Looks up the account of a name, in any case, for a client; concurrent look-ups share a call. */
  readonly findAccount: (name: string, client: string) => Promise<Account | null>;
  /** @param uuid 32 hex digits, lower case */
  readonly findProfile: (uuid: string, client: string) => Promise<Profile | null>;
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
/** Ten accounts are 1 kB. */
const maxJsonBytes = 64 * 1024;
const maxTextureBytes = 1024 * 1024;

export function createAccountService(options: AccountServiceOptions): AccountService {
  const { api, session, textures } = options;
  const findByLowerName = createBulkLookup({
    upstream: api,
    maxKeys: maxBulkNames,
    single: (name, clients) => findAccount(api, name, clients),
    bulk: (names, clients) => findInBulk(api, names, clients),
  });
  const texturesBase = options.texturesUrl.replace(/(?<!\/)\/+$/, '');
  return {
    findAccount: (name, client) => findByLowerName(name.toLowerCase(), client),
    findProfile: (uuid, client) => {
      const path = pathOf('session', 'minecraft', 'profile', uuid);
      return askProfile(session, { path, uuid, clients: [client] }, readTextureSet);
    },
    fetchTexture: (hash) =>
      ask(
        textures,
        { method: 'GET', path: pathOf('texture', hash), maxBytes: maxTextureBytes, clients: null },
        readPng,
      ),
    textureUrl: (hash) => texturesBase + pathOf('texture', hash),
  };
}

function findAccount(
  api: Upstream,
  name: string,
  clients: readonly string[] | null,
): Promise<Account | null> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'name', name);
  return ask(api, { method: 'GET', path, maxBytes: maxJsonBytes, clients }, (bytes) => {
    const account = readAccount(bytes);
    if (account.name.toLowerCase() !== name.toLowerCase()) throw new GarbageError('another name');
    return account;
  });
}

async function findInBulk(
  api: Upstream,
  names: readonly string[],
  clients: readonly string[] | null,
): Promise<ReadonlyMap<string, Account>> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'bulk', 'byname');
  const request = { method: 'POST', path, json: names, maxBytes: maxJsonBytes, clients } as const;
  const accounts = await ask(api, request, readAccounts);
  // A missing path means that this is not the account service; it says nothing about the names.
  if (accounts === null) throw upstreamError(api, new NetError('http-status', { status: 404 }));
  return new Map(accounts.map((account) => [account.name.toLowerCase(), account]));
}

/** @throws {GarbageError} if the bytes are not a PNG file */
export function readPng(bytes: Uint8Array): Uint8Array {
  if (!hasPngSignature(bytes)) throw new GarbageError('not a PNG file');
  return bytes;
}
