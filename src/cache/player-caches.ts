import { Type } from 'typebox';
import { bytesCodec, nullable, objectsOf, orNull, pngFiles } from './codecs.ts';
import { residentBytes } from './entries.ts';
import { dayMs, hourMs, minuteMs, type CacheRules, type CacheValue } from './rules.ts';
import type { SwrCache } from './swr-cache.ts';
import { hasPngSignature } from '../png/png.ts';

/** Generous for an object of a few short strings, each 16 bytes and its letters. */
const accountBytes = 256;
const profileBytes = 512;

const uuid = Type.String({ pattern: '^[0-9a-f]{32}$' });
const textureHash = Type.String({ pattern: '^[0-9a-f]{1,128}$' });
const name = Type.String({ minLength: 1, maxLength: 64 });
const account = Type.Object({ uuid, name });
const model = Type.Union([Type.Literal('classic'), Type.Literal('slim')]);
const skin = Type.Object({ hash: textureHash, model });
const profile = Type.Object({
  ...account.properties,
  skin: nullable(skin),
  cape: nullable(textureHash),
});
const url = Type.String({ minLength: 1, maxLength: 512 });
const urlProfile = Type.Object({
  ...account.properties,
  skin: nullable(Type.Object({ url, model })),
  cape: nullable(url),
});
const serviceRoot = Type.Object({
  apiUrl: Type.String({ minLength: 1, maxLength: 2048 }),
  skinDomains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 }),
});
const bedrockAccount = Type.Object({ xuid: Type.String({ pattern: '^[0-9]{1,20}$' }) });
const bedrockName = Type.Object({ gamertag: name });

/** What all of these have in common; `timeoutMs` is over all look-ups of a request. */
const accounts = {
  timeoutMs: 5000,
  freshMs: hourMs,
  staleMs: dayMs,
  negativeMs: minuteMs,
  ...objectsOf(account, accountBytes),
} as const;
const profiles = { ...accounts, freshMs: 15 * minuteMs } as const;
/** The content of a hash never changes: kept as long as it fits. */
const textures = {
  ...accounts,
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  ...pngFiles,
} as const;

/**
 * What is cached of account services, of Bedrock players and of skin URLs: how long each kind is good,
 * what it weighs, and how it travels between instances; null is "there is none".
 */
export const playerCacheRules = {
  /** By name in lower case. */
  accounts: { ...accounts, name: 'accounts' },
  /** By UUID. */
  profiles: { ...profiles, name: 'profiles', ...objectsOf(profile, profileBytes) },
  /** PNG files by hash. */
  textures: { ...textures, name: 'textures' },
  /** Bedrock accounts by gamertag in lower case. */
  xuids: { ...accounts, name: 'xuids', ...objectsOf(bedrockAccount, accountBytes) },
  /** Their names by XUID. */
  gamertags: { ...accounts, name: 'gamertags', ...objectsOf(bedrockName, accountBytes) },
  /** Their skins by XUID. */
  bedrockSkins: { ...profiles, name: 'bedrockSkins', ...objectsOf(skin, profileBytes) },
  /** Accounts of another service by name in lower case, and its profiles by UUID. */
  serviceAccounts: { ...accounts, name: 'serviceAccounts' },
  // Two addresses of at most 512 letters.
  serviceProfiles: {
    ...profiles,
    name: 'serviceProfiles',
    ...objectsOf(urlProfile, 3 * profileBytes),
  },
  /** What its root says, by that root. */
  serviceRoots: { ...accounts, name: 'serviceRoots', ...objectsOf(serviceRoot) },
  /** PNG files of all other services by revision. */
  serviceTextures: { ...textures, name: 'serviceTextures' },
  /** What is behind a URL, whatever that is; it can change, so it is fetched as often as a profile. */
  urlSkins: { ...profiles, ...pngFiles, name: 'urlSkins', codec: orNull(bytesCodec(() => true)) },
} as const;

export type PlayerCaches = {
  readonly [Name in keyof typeof playerCacheRules]: SwrCache<
    CacheValue<(typeof playerCacheRules)[Name]>
  >;
};

/** Finished pictures by validator: known by what they show, so they never grow old. */
export const pictureCacheRules: CacheRules<Uint8Array> = {
  name: 'pictures',
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  // Pictures are many and large, and soon drawn again.
  sharedMs: hourMs,
  sizeBytes: (bytes) => residentBytes(bytes.byteLength),
  // PNG, WebP (RIFF) or AVIF (a box called ftyp).
  codec: bytesCodec(
    (bytes) =>
      hasPngSignature(bytes) || asciiAt(bytes, 0) === 'RIFF' || asciiAt(bytes, 4) === 'ftyp',
  ),
};

function asciiAt(bytes: Uint8Array, start: number): string {
  return String.fromCodePoint(...bytes.subarray(start, start + 4));
}
