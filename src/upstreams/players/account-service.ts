import { NetError } from '../net/net-error.ts';
import { invalidResponse } from '../net/read-json.ts';
import type { RateLimitPace, ServiceClient, ServiceRules } from '../net/service-client.ts';
import { pathOf } from '../net/upstream-client.ts';
import { hasPngSignature } from '../../common/png/png.ts';
import { createBulkLookup } from './bulk-lookup.ts';
import type { Account } from './cached.ts';
import { findProfile, readAccount, readAccounts, readTextureSet } from './profile-format.ts';

/** Calls to account services: up to two for a player, within five seconds; textures are free. */
export const paces = {
  /** At most the 200 in two minutes that Mojang accepts from an address: unofficial, as others found. */
  names: { ratePerSecond: 1.25, burst: 50, maxWaitMs: 3000 },
  /** At most 400 in ten seconds, likewise. */
  profiles: { ratePerSecond: 30, burst: 100, maxWaitMs: 1000 },
  /** Other services publish no limits; this is for all calls to one of them. */
  others: { ratePerSecond: 10, burst: 50, maxWaitMs: 1000 },
} as const satisfies Record<string, RateLimitPace>;

/** A signed profile is 2 kB, a Bedrock skin with its textures 3 kB. */
const maxJsonBytes = 64 * 1024;

/** How all hosts of account services are called. */
export const accountRules = (serviceName: string): ServiceRules => ({
  serviceName,
  request: { timeoutMs: 5000, maxBytes: maxJsonBytes },
  meanings: {
    200: 'found',
    204: 'none',
    404: 'none',
    // Mojang sends both for too many requests; continuing makes the ban longer.
    403: 'refused',
    429: 'refused',
    '4xx': 'invalid',
  },
  backOffMsOf: ({ headers }) => {
    const seconds = headers['retry-after'] ?? '';
    return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
  },
});

/** A host of an account service, which is degraded on its own. */
export function accountHost(name: string, url: string, serviceName: string, pace?: RateLimitPace) {
  return { name, health: name, url, rules: accountRules(serviceName), ...(pace && { pace }) };
}

export type AccountService = ReturnType<typeof createAccountService>;

type AccountServiceOptions = {
  /** Name look-ups. */
  readonly api: ServiceClient;
  /** Profiles. */
  readonly session: ServiceClient;
  readonly textures: ServiceClient;
  /** Base URL of `textures`, which replaces the host in profiles. */
  readonly texturesUrl: string;
};

const maxBulkNames = 10;
const maxTextureBytes = 1024 * 1024;

/**
 * Client of the account service, without caching. Null always means that the service knows none; every
 * failure is a LineupError `upstream-failed`, `upstream-timeout` or `overloaded`.
 */
export function createAccountService(options: AccountServiceOptions) {
  const { api, session, textures } = options;
  const findByLowerName = createBulkLookup<Account>({
    service: api,
    maxKeys: maxBulkNames,
    single: (name, clients) => {
      const path = pathOf('minecraft', 'profile', 'lookup', 'name', name);
      return api.call({ path, clients, read: (bytes) => readAccountOf(name, bytes) });
    },
    bulk: (names) => findInBulk(api, names),
  });
  const texturesBase = options.texturesUrl.replace(/(?<!\/)\/+$/, '');
  return {
    /** Looks up the account of a name, in any case, for a client; concurrent look-ups share a call. */
    findAccount: (name: string, client: string) => findByLowerName(name.toLowerCase(), client),
    /** @param uuid 32 hex digits, lower case */
    findProfile: (uuid: string, client: string) => {
      const path = pathOf('session', 'minecraft', 'profile', uuid);
      return findProfile(session, { path, uuid, clients: [client] }, readTextureSet);
    },
    /** The PNG file of a texture. @param hash lower case */
    fetchTexture: (hash: string) =>
      textures.call({
        path: pathOf('texture', hash),
        maxBytes: maxTextureBytes,
        read: readPng,
      }),
    /** URL of a texture; `url` in the JSON of a player. */
    textureUrl: (hash: string) => texturesBase + pathOf('texture', hash),
  };
}

function readAccountOf(name: string, bytes: Uint8Array): Account {
  const account = readAccount(bytes);
  if (account.name.toLowerCase() !== name) throw invalidResponse('another name');
  return account;
}

async function findInBulk(
  api: ServiceClient,
  names: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const path = pathOf('minecraft', 'profile', 'lookup', 'bulk', 'byname');
  const accounts = await api.call({ path, json: names, read: readAccounts });
  // A missing path means that this is not the account service; it says nothing about the names.
  if (accounts === null) throw api.failure(new NetError('http-status', { status: 404 }));
  return new Map(accounts.map((account) => [account.name.toLowerCase(), account]));
}

/** @throws {NetError} `invalid-response` if the bytes are not a PNG file */
export function readPng(bytes: Uint8Array): Uint8Array {
  if (!hasPngSignature(bytes)) throw invalidResponse('not a PNG file');
  return bytes;
}
