import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { bytesCodec, jsonCodec, orNull } from './codecs.ts';
import { residentBytes } from './entries.ts';
import type { CacheRules } from './rules.ts';
import type { SwrCache } from './swr-cache.ts';
import type { BedrockAccount, BedrockName, BedrockSkin } from '../players/bedrock-service.ts';
import type { Account, Profile } from '../players/profile-format.ts';
import type { ServiceRoot, UrlProfile } from '../players/yggdrasil.ts';
import { hasPngSignature } from '../png/png.ts';

/** What is cached of account services, of Bedrock players and of skin URLs; null is "there is none". */
type Values = {
  /** By name in lower case. */
  readonly accounts: Account | null;
  /** By UUID. */
  readonly profiles: Profile | null;
  /** PNG files by hash. */
  readonly textures: Uint8Array | null;
  /** Bedrock accounts by gamertag in lower case. */
  readonly xuids: BedrockAccount | null;
  /** Their names by XUID. */
  readonly gamertags: BedrockName | null;
  /** Their skins by XUID. */
  readonly bedrockSkins: BedrockSkin | null;
  /** Accounts of another service by name in lower case, and its profiles by UUID. */
  readonly serviceAccounts: Account | null;
  readonly serviceProfiles: UrlProfile | null;
  /** What its root says, by that root. */
  readonly serviceRoots: ServiceRoot | null;
  /** PNG files of all other services by revision. */
  readonly serviceTextures: Uint8Array | null;
  /** What is behind a URL, whatever that is. */
  readonly urlSkins: Uint8Array | null;
};

export type PlayerCaches = { readonly [Name in keyof Values]: SwrCache<Values[Name]> };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Generous for an object of a few short strings, each 16 bytes and its letters. */
const accountBytes = 256;
const profileBytes = 512;

const uuid = Type.String({ pattern: '^[0-9a-f]{32}$' });
const textureHash = Type.String({ pattern: '^[0-9a-f]{1,128}$' });
const account = Type.Object({ uuid, name: Type.String({ minLength: 1, maxLength: 64 }) });
const skin = Type.Object({
  hash: textureHash,
  model: Type.Union([Type.Literal('classic'), Type.Literal('slim')]),
});
const profile = Type.Object({
  ...account.properties,
  skin: Type.Union([skin, Type.Null()]),
  cape: Type.Union([textureHash, Type.Null()]),
});
const xuidCheck = Compile(Type.Object({ xuid: Type.String({ pattern: '^[0-9]{1,20}$' }) }));
const gamertagCheck = Compile(
  Type.Object({ gamertag: Type.String({ minLength: 1, maxLength: 64 }) }),
);
const skinCheck = Compile(skin);
const url = Type.String({ minLength: 1, maxLength: 512 });
const urlProfileCheck = Compile(
  Type.Object({
    ...account.properties,
    skin: Type.Union([Type.Object({ url, model: skin.properties.model }), Type.Null()]),
    cape: Type.Union([url, Type.Null()]),
  }),
);
const rootCheck = Compile(
  Type.Object({
    apiUrl: Type.String({ minLength: 1, maxLength: 2048 }),
    skinDomains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 }),
  }),
);
const accountCheck = Compile(account);
const profileCheck = Compile(profile);

/** What a request waits for sources in all, over all of its look-ups. */
const timeoutMs = 5000;

/** What all of these have in common. */
const lookUp = { timeoutMs, staleMs: dayMs, negativeMs: minuteMs } as const;

/** How long each kind of value is good, what it weighs, and how it travels between instances. */
export const playerCacheRules: { readonly [Name in keyof Values]: CacheRules<Values[Name]> } = {
  accounts: {
    ...lookUp,
    name: 'accounts',
    freshMs: hourMs,
    sizeBytes: (value) => (value === null ? 0 : accountBytes),
    codec: orNull(jsonCodec((value): value is Account => accountCheck.Check(value))),
  },
  profiles: {
    ...lookUp,
    name: 'profiles',
    freshMs: 15 * minuteMs,
    sizeBytes: (value) => (value === null ? 0 : profileBytes),
    codec: orNull(jsonCodec((value): value is Profile => profileCheck.Check(value))),
  },
  xuids: {
    ...lookUp,
    name: 'xuids',
    freshMs: hourMs,
    sizeBytes: (value) => (value === null ? 0 : accountBytes),
    codec: orNull(jsonCodec((value): value is BedrockAccount => xuidCheck.Check(value))),
  },
  gamertags: {
    ...lookUp,
    name: 'gamertags',
    freshMs: hourMs,
    sizeBytes: (value) => (value === null ? 0 : accountBytes),
    codec: orNull(jsonCodec((value): value is BedrockName => gamertagCheck.Check(value))),
  },
  bedrockSkins: {
    ...lookUp,
    name: 'bedrockSkins',
    freshMs: 15 * minuteMs,
    sizeBytes: (value) => (value === null ? 0 : profileBytes),
    codec: orNull(jsonCodec((value): value is BedrockSkin => skinCheck.Check(value))),
  },
  // The content of a hash never changes: kept as long as it fits.
  textures: {
    ...lookUp,
    name: 'textures',
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    sizeBytes: (png) => residentBytes(png?.byteLength ?? 0),
    codec: orNull(bytesCodec(hasPngSignature)),
  },
  serviceAccounts: {
    ...lookUp,
    name: 'serviceAccounts',
    freshMs: hourMs,
    sizeBytes: (value) => (value === null ? 0 : accountBytes),
    codec: orNull(jsonCodec((value): value is Account => accountCheck.Check(value))),
  },
  serviceProfiles: {
    ...lookUp,
    name: 'serviceProfiles',
    freshMs: 15 * minuteMs,
    // Two addresses of at most 512 letters.
    sizeBytes: (value) => (value === null ? 0 : 3 * profileBytes),
    codec: orNull(jsonCodec((value): value is UrlProfile => urlProfileCheck.Check(value))),
  },
  serviceRoots: {
    ...lookUp,
    name: 'serviceRoots',
    freshMs: hourMs,
    sizeBytes: (value) => 2 * JSON.stringify(value).length,
    codec: orNull(jsonCodec((value): value is ServiceRoot => rootCheck.Check(value))),
  },
  serviceTextures: {
    ...lookUp,
    name: 'serviceTextures',
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    sizeBytes: (png) => residentBytes(png?.byteLength ?? 0),
    codec: orNull(bytesCodec(hasPngSignature)),
  },
  // What is behind a URL can change, so it is fetched again as often as a profile is.
  urlSkins: {
    ...lookUp,
    name: 'urlSkins',
    freshMs: 15 * minuteMs,
    sizeBytes: (bytes) => residentBytes(bytes?.byteLength ?? 0),
    codec: orNull(bytesCodec(() => true)),
  },
};

/** Finished pictures by validator: known by what they show, so they never grow old. */
export const pictureCacheRules: CacheRules<Uint8Array> = {
  name: 'pictures',
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  // Pictures are many and large, and soon drawn again.
  sharedMs: 60 * 60 * 1000,
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
