import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { createBatcher } from '../async/batcher.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import { pathOf } from '../net/upstream-client.ts';
import type { Account, ServiceRoot, UrlProfile } from './cached.ts';
import {
  checked,
  parseJson,
  readAccounts,
  readProfile,
  readUrlTextureSet,
} from './profile-format.ts';
import { ask, GarbageError, isRefusedQuestion, type Upstream, upstreamError } from './upstream.ts';

// The protocol of other account services ("Yggdrasil", as authlib-injector documents it).

export type YggdrasilApi = {
  /** Looks up the account of a name; concurrent look-ups share a call. */
  readonly findAccount: (name: string) => Promise<Account | null>;
  /** @param uuid 32 hex digits, lower case */
  readonly findProfile: (uuid: string) => Promise<UrlProfile | null>;
};

const maxJsonBytes = 64 * 1024;
const maxBulkNames = 10;
const batchWindowMs = 2;

const locationHeader = 'x-authlib-injector-api-location';
const rootAnswer = Compile(
  Type.Object({
    skinDomains: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 })),
  }),
);

/**
 * Reads the metadata of a service. A page that only points to it (`X-Authlib-Injector-API-Location`) is
 * followed once.
 * @param open opens a client for the URL that the page points to
 * @throws {LineupError} like `ask`
 */
export async function discoverRoot(
  service: Upstream,
  rootUrl: string,
  open: (apiUrl: string) => Upstream,
): Promise<ServiceRoot> {
  const first = await askRoot(service, rootUrl);
  if (first.location === rootUrl) return { apiUrl: rootUrl, skinDomains: first.read() };
  const next = await askRoot(opened(service, first.location, open), first.location);
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

async function askRoot(service: Upstream, url: string) {
  const request = { method: 'GET', path: '/', maxBytes: maxJsonBytes } as const;
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
  return url.href.replace(/\/+$/, '');
}

/** The endpoints of a service. */
export function createYggdrasilApi(api: Upstream): YggdrasilApi {
  const findFound = createBatcher({
    windowMs: batchWindowMs,
    maxKeys: maxBulkNames,
    load: (names) => findAccounts(api, names),
  });
  return {
    findAccount: async (name) => {
      const found = await findFound(name);
      if (found !== null && 'error' in found) throw found.error;
      return found;
    },
    findProfile: (uuid) => findProfile(api, uuid),
  };
}

type Found = Account | { readonly error: LineupError };
type FoundByName = ReadonlyMap<string, Found>;

/** @param names in lower case */
async function findAccounts(api: Upstream, names: readonly string[]): Promise<FoundByName> {
  const path = '/api/profiles/minecraft';
  const request = { method: 'POST', path, json: names, maxBytes: maxJsonBytes } as const;
  try {
    const accounts = (await ask(api, request, readAccounts)) ?? [];
    const requested = accounts.filter(({ name }) => names.includes(name.toLowerCase()));
    return new Map(requested.map((account) => [account.name.toLowerCase(), account]));
  } catch (error) {
    if (!(error instanceof LineupError && isRefusedQuestion(error))) throw error;
    // A service may accept fewer names in a call, or refuse one of them; a single name that it
    // refuses belongs to nobody.
    if (names.length === 1) return new Map();
    return new Map((await Promise.all(names.map((name) => findAlone(api, name)))).flat());
  }
}

async function findAlone(api: Upstream, name: string): Promise<[string, Found][]> {
  try {
    return [...(await findAccounts(api, [name]))];
  } catch (error) {
    if (error instanceof LineupError) return [[name, { error }]];
    throw error;
  }
}

async function findProfile(api: Upstream, uuid: string): Promise<UrlProfile | null> {
  const path = pathOf('sessionserver', 'session', 'minecraft', 'profile', uuid);
  const packed = await ask(api, { method: 'GET', path, maxBytes: maxJsonBytes }, (bytes) => {
    const profile = readProfile(bytes);
    if (profile.uuid !== uuid) throw new GarbageError('another account');
    return profile;
  });
  if (packed === null) return null;
  try {
    return { uuid, name: packed.name, ...readUrlTextureSet(packed.packedTextures) };
  } catch (error) {
    // A broken profile does not count as a failure of the service.
    throw error instanceof GarbageError ? upstreamError(api, error) : error;
  }
}
