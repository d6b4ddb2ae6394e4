import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NetError } from '../net/net-error.ts';
import { pathOf } from '../net/upstream-client.ts';
import { askProfile } from './ask-profile.ts';
import { createBulkLookup } from './bulk-lookup.ts';
import type { Account, ServiceRoot, UrlProfile } from './cached.ts';
import { checked, parseJson, readAccounts, readUrlTextureSet } from './profile-format.ts';
import { ask, askOrNone, GarbageError, type Upstream, upstreamError } from './upstream.ts';

// The protocol of other account services ("Yggdrasil", as authlib-injector documents it).

export type YggdrasilApi = {
  /** Looks up the account of a name; concurrent look-ups share a call. */
  readonly findAccount: (name: string, client: string) => Promise<Account | null>;
  /** @param uuid 32 hex digits, lower case */
  readonly findProfile: (uuid: string, client: string) => Promise<UrlProfile | null>;
};

const maxJsonBytes = 64 * 1024;
const maxBulkNames = 10;

const locationHeader = 'x-authlib-injector-api-location';
const rootAnswer = Compile(
  Type.Object({
    skinDomains: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 })),
  }),
);

/**
 * Reads the metadata of a service. A page that only points to it (`X-Authlib-Injector-API-Location`) is
 * followed once.
 * @param place the URL of the root; `open` opens a client for the URL that the page points to
 * @param client for whom
 * @throws {LineupError} like `ask`
 */
export async function discoverRoot(
  service: Upstream,
  { rootUrl, open }: { readonly rootUrl: string; readonly open: (apiUrl: string) => Upstream },
  client: string,
): Promise<ServiceRoot> {
  const first = await askRoot(service, rootUrl, client);
  if (first.location === rootUrl) return { apiUrl: rootUrl, skinDomains: first.read() };
  const next = await askRoot(opened(service, first.location, open), first.location, client);
  return { apiUrl: first.location, skinDomains: next.read() };
}

/** @throws {LineupError} for a URL that the service may not connect to */
function opened(service: Upstream, url: string, open: (apiUrl: string) => Upstream): Upstream {
  try {
    return open(url);
  } catch (error) {
    throw error instanceof NetError ? upstreamError(service, error) : error;
  }
}

async function askRoot(service: Upstream, url: string, client: string) {
  const clients = [client];
  const request = { method: 'GET', path: '/', maxBytes: maxJsonBytes, clients } as const;
  const found = await ask(service, request, (bytes, headers) => {
    const location = locationOf(headers[locationHeader], url);
    const read = () => checked(rootAnswer, parseJson(bytes)).skinDomains ?? [];
    // A page that points elsewhere needs no metadata of its own.
    if (location === url) read();
    return { location, read };
  });
  if (found === null) throw upstreamError(service, new GarbageError('there is no root'));
  return {
    ...found,
    read: () => {
      try {
        return found.read();
      } catch (error) {
        throw error instanceof GarbageError ? upstreamError(service, error) : error;
      }
    },
  };
}

/** The URL in the header, without a slash at the end. */
function locationOf(header: string | undefined, from: string): string {
  if (header === undefined) return from;
  const url = URL.parse(header, `${from}/`);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw new GarbageError('an API location that is no plain web address');
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** The endpoints of a service. */
export function createYggdrasilApi(api: Upstream): YggdrasilApi {
  return {
    findAccount: createBulkLookup({
      upstream: api,
      maxKeys: maxBulkNames,
      // A single name that the service refuses belongs to nobody.
      single: async (name, clients) =>
        (await askOrNone(api, accountsRequest([name], clients), byName([name])))?.get(name) ?? null,
      // A service may accept fewer names in a call, or refuse one of them.
      bulk: async (names, clients) =>
        (await ask(api, accountsRequest(names, clients), byName(names))) ?? new Map(),
    }),
    findProfile: (uuid, client) => {
      const path = pathOf('sessionserver', 'session', 'minecraft', 'profile', uuid);
      return askProfile(api, { path, uuid, clients: [client] }, readUrlTextureSet);
    },
  };
}

/** @param names in lower case */
function accountsRequest(names: readonly string[], clients: readonly string[] | null) {
  const path = '/api/profiles/minecraft';
  return { method: 'POST', path, json: names, maxBytes: maxJsonBytes, clients } as const;
}

/** Reads the accounts that were requested, by lower-case name. */
function byName(names: readonly string[]): (bytes: Uint8Array) => ReadonlyMap<string, Account> {
  return (bytes) => {
    const accounts = readAccounts(bytes).map((one) => [one.name.toLowerCase(), one] as const);
    return new Map(accounts.filter(([name]) => names.includes(name)));
  };
}
