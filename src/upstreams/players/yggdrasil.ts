import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { entriesOf, invalidResponse, mapOf, readJson } from '../net/read-json.ts';
import type { ServiceClient } from '../net/service-client.ts';
import { pathOf } from '../net/upstream-client.ts';
import { createBulkLookup } from './bulk-lookup.ts';
import type { Account, ServiceRoot } from './cached.ts';
import { findProfile, readAccounts, readUrlTextureSet } from './profile-format.ts';

// The protocol of other account services ("Yggdrasil", as authlib-injector documents it).

const maxBulkNames = 10;

const locationHeader = 'x-authlib-injector-api-location';
const rootResponse = Compile(
  mapOf(
    Type.Object({
      skinDomains: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 })),
    }),
  ),
);

/**
 * Reads the metadata of a service. A page that only points to it (`X-Authlib-Injector-API-Location`) is
 * followed once.
 * @param place the URL of the root; `open` opens a client for the URL that the page points to
 * @param client for whom
 * @throws {LineupError} like `ServiceClient.call`
 */
export async function discoverRoot(
  service: ServiceClient,
  { rootUrl, open }: { readonly rootUrl: string; readonly open: (apiUrl: string) => ServiceClient },
  client: string,
): Promise<ServiceRoot> {
  const call = { path: '/', clients: [client] };
  const found = await service.call({
    ...call,
    read: (bytes, headers) => {
      const apiUrl = locationOf(headers[locationHeader], rootUrl);
      // A page that points elsewhere needs no metadata of its own.
      return { apiUrl, skinDomains: apiUrl === rootUrl ? readSkinDomains(bytes) : null };
    },
  });
  if (found === null) throw noRoot(service);
  const { apiUrl, skinDomains } = found;
  if (skinDomains !== null) return { apiUrl, skinDomains };
  const api = service.attempt(() => open(apiUrl));
  const pointedTo = await api.call({ ...call, read: readSkinDomains });
  if (pointedTo === null) throw noRoot(api);
  return { apiUrl, skinDomains: pointedTo };
}

/** The error of a service without metadata. */
export const noRoot = ({ failure }: ServiceClient) => failure(invalidResponse('there is no root'));

const readSkinDomains = (bytes: Uint8Array) =>
  entriesOf(readJson(rootResponse, bytes)).skinDomains ?? [];

/** The URL in the header, without a slash at the end. */
function locationOf(header: string | undefined, from: string): string {
  if (header === undefined) return from;
  const url = URL.parse(header, `${from}/`);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw invalidResponse('an API location that is no plain web address');
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** The accounts of these names, by lower-case name. */
const requestOf = (names: readonly string[]) => ({
  path: '/api/profiles/minecraft',
  json: names,
  read: (bytes: Uint8Array): ReadonlyMap<string, Account> =>
    new Map(readAccounts(bytes).map((one) => [one.name.toLowerCase(), one])),
});

export function createYggdrasilApi(api: ServiceClient) {
  return {
    /** Looks up the account of a name; concurrent look-ups share a call. */
    findAccount: createBulkLookup<Account>({
      service: api,
      maxKeys: maxBulkNames,
      // A single name that the service refuses belongs to nobody.
      single: async (name, clients) =>
        (await api.call({ ...requestOf([name]), clients, isGuess: true }))?.get(name) ?? null,
      // A service may accept fewer names in a call, or refuse one of them.
      bulk: async (names) => (await api.call(requestOf(names))) ?? new Map(),
    }),
    /** @param uuid 32 hex digits, lower case */
    findProfile: (uuid: string, client: string) => {
      const path = pathOf('sessionserver', 'session', 'minecraft', 'profile', uuid);
      return findProfile(api, { path, uuid, clients: [client] }, readUrlTextureSet);
    },
  };
}
