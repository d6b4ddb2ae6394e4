import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { dayMs, hourMs, minuteMs } from '../async/clock.ts';
import type { CachesOf } from '../cache/rules.ts';
import { pngFile } from '../png/png.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const orNull = <T extends TSchema>(schema: T) => Compile(nullable(schema));

const uuid = Type.String({ pattern: '^[0-9a-f]{32}$' });
const textureHash = Type.String({ pattern: '^[0-9a-f]{1,128}$' });
const name = Type.String({ minLength: 1, maxLength: 64 });
const account = Type.Object({ uuid, name });
const model = Type.Union([Type.Literal('classic'), Type.Literal('slim')]);
const skin = Type.Object({ hash: textureHash, model });
const textureSet = Type.Object({ skin: nullable(skin), cape: nullable(textureHash) });
const url = Type.String({ minLength: 1, maxLength: 512 });
const urlTextureSet = Type.Object({
  skin: nullable(Type.Object({ url, model })),
  cape: nullable(url),
});
const profile = Type.Object({ ...account.properties, ...textureSet.properties });
const urlProfile = Type.Object({ ...account.properties, ...urlTextureSet.properties });
const serviceRoot = Type.Object({
  apiUrl: Type.String({ minLength: 1, maxLength: 2048 }),
  skinDomains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 }),
});
const bedrockAccount = Type.Object({ xuid: Type.String({ pattern: '^[0-9]{1,20}$' }) });
const bedrockName = Type.Object({ gamertag: name });

/** An account: its UUID (32 hex digits, lower case) and its name as it spells it. */
export type Account = Readonly<Static<typeof account>>;

/** What a player wears: texture hashes, lower case; a null skin: the account has none of its own. */
export type TextureSet = Readonly<Static<typeof textureSet>>;

export type Profile = Account & TextureSet;

/** What a profile of another account service says that a player wears, by the addresses of textures. */
export type UrlTextureSet = Readonly<Static<typeof urlTextureSet>>;

export type UrlProfile = Account & UrlTextureSet;

/**
 * What the root of an account service says of it: where its endpoints are, without a slash at the end,
 * and the hosts that textures may be on; one that begins with a dot stands for all names below it.
 */
export type ServiceRoot = Readonly<Static<typeof serviceRoot>>;

/** The number of a Bedrock account, decimal digits. */
export type BedrockAccount = Readonly<Static<typeof bedrockAccount>>;
export type BedrockName = Readonly<Static<typeof bedrockName>>;
/** A texture of the Java account service: Geyser uploads what it has converted. */
export type BedrockSkin = Readonly<Static<typeof skin>>;

/** What all of these have in common; `timeoutMs` is over all look-ups of a request. */
const shared = { timeoutMs: 5000, negativeMs: minuteMs, staleMs: dayMs } as const;
const accounts = { ...shared, freshMs: hourMs } as const;
const profiles = { ...shared, freshMs: 15 * minuteMs } as const;
/** The content of a hash never changes: kept as long as it fits. */
const textures = {
  ...shared,
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  shape: pngFile,
} as const;

/**
 * What is cached of account services, of Bedrock players and of skin URLs, and how long each kind is
 * good; null is "there is none".
 */
export const playerCacheRules = {
  /** By name in lower case. */
  accounts: { ...accounts, name: 'accounts', shape: orNull(account) },
  /** By UUID. */
  profiles: { ...profiles, name: 'profiles', shape: orNull(profile) },
  /** PNG files by hash. */
  textures: { ...textures, name: 'textures' },
  /** Bedrock accounts by gamertag in lower case. */
  xuids: { ...accounts, name: 'xuids', shape: orNull(bedrockAccount) },
  /** Their names by XUID. */
  gamertags: { ...accounts, name: 'gamertags', shape: orNull(bedrockName) },
  /** Their skins by XUID. */
  bedrockSkins: { ...profiles, name: 'bedrockSkins', shape: orNull(skin) },
  /** Accounts of another service by name in lower case, and its profiles by UUID. */
  serviceAccounts: { ...accounts, name: 'serviceAccounts', shape: orNull(account) },
  serviceProfiles: { ...profiles, name: 'serviceProfiles', shape: orNull(urlProfile) },
  /** What its root says, by that root. */
  serviceRoots: { ...accounts, name: 'serviceRoots', shape: orNull(serviceRoot) },
  /** PNG files of all other services by revision. */
  serviceTextures: { ...textures, name: 'serviceTextures' },
  /** What is behind a URL, whatever that is; it can change, so it is fetched as often as a profile. */
  urlSkins: {
    ...profiles,
    name: 'urlSkins',
    shape: {
      Check: (value: unknown): value is Uint8Array | null =>
        value === null || value instanceof Uint8Array,
    },
  },
} as const;

export type PlayerCaches = CachesOf<typeof playerCacheRules>;
