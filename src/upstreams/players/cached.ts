import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { dayMs, hourMs, minuteMs } from '../../common/async/clock.ts';
import { pngFile } from '../../common/png/png.ts';
import { orNull } from '../../common/schemas/fields.ts';
import type { CachesOf } from '../../common/cache/swr-cache.ts';

const compiled = <T extends TSchema>(schema: T) => Compile(orNull(schema));

const uuid = Type.String({ pattern: '^[0-9a-f]{32}$' });
const textureHash = Type.String({ pattern: '^[0-9a-f]{1,128}$' });
const name = Type.String({ minLength: 1, maxLength: 64 });
const account = Type.Object({ uuid, name });
const model = Type.Union([Type.Literal('classic'), Type.Literal('slim')]);
const skin = Type.Object({ hash: textureHash, model });
const textureSet = Type.Object({ skin: orNull(skin), cape: orNull(textureHash) });
const url = Type.String({ minLength: 1, maxLength: 512 });
const urlTextureSet = Type.Object({
  skin: orNull(Type.Object({ url, model })),
  cape: orNull(url),
});
const profile = Type.Object({ ...account.properties, ...textureSet.properties });
const urlProfile = Type.Object({ ...account.properties, ...urlTextureSet.properties });
const serviceRoot = Type.Object({
  apiUrl: Type.String({ minLength: 1, maxLength: 2048 }),
  skinDomains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 256 }),
});
const bedrockAccount = Type.Object({ xuid: Type.String({ pattern: '^[0-9]{1,20}$' }) });
const bedrockName = Type.Object({ gamertag: name });

/** An account: its UUID (32 hex digits, lower case) and its name in the account's own spelling. */
export type Account = Readonly<Static<typeof account>>;

/** A player's texture hashes in lower case; the skin is null if the account has none of its own. */
export type TextureSet = Readonly<Static<typeof textureSet>>;

export type Profile = Account & TextureSet;

/** A player's texture URLs, from a profile of another account service. */
export type UrlTextureSet = Readonly<Static<typeof urlTextureSet>>;

/** The metadata of an account service; a leading dot in a domain stands for all subdomains. */
export type ServiceRoot = Readonly<Static<typeof serviceRoot>>;

/** The XUID of a Bedrock account, as decimal digits. */
export type BedrockAccount = Readonly<Static<typeof bedrockAccount>>;
export type BedrockName = Readonly<Static<typeof bedrockName>>;
/** A texture at the Java account service, to which Geyser uploads converted skins. */
export type BedrockSkin = Readonly<Static<typeof skin>>;

/** Common rules; `timeoutMs` is the limit for all look-ups of a request. */
const shared = { timeoutMs: 5000, negativeMs: minuteMs, staleMs: dayMs } as const;
const accounts = { ...shared, freshMs: hourMs } as const;
const profiles = { ...shared, freshMs: 15 * minuteMs } as const;
const bedrock = { weight: 1 / 3, of: 'bedrock' } as const;
/** The content of a hash never changes: cached until evicted. */
const textures = {
  ...shared,
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  shape: pngFile,
} as const;

/** What is cached of account services, Bedrock and skin URLs; null means "there is none". */
export const playerCaches = {
  /** By lower-case name. */
  accounts: { ...accounts, name: 'accounts', shape: compiled(account), weight: 4, of: 'api' },
  /** By UUID. */
  profiles: { ...profiles, name: 'profiles', shape: compiled(profile), weight: 4, of: 'session' },
  /** PNG files by hash. */
  textures: { ...textures, name: 'textures', weight: 11, of: 'textures' },
  /** Bedrock accounts by lower-case gamertag. */
  xuids: { ...accounts, ...bedrock, name: 'xuids', shape: compiled(bedrockAccount) },
  /** Their names by XUID. */
  gamertags: { ...accounts, ...bedrock, name: 'gamertags', shape: compiled(bedrockName) },
  /** Their skins by XUID. */
  bedrockSkins: { ...profiles, ...bedrock, name: 'bedrockSkins', shape: compiled(skin) },
  /** PNG files of other services by revision. */
  serviceTextures: { ...textures, name: 'serviceTextures', weight: 1 },
  /** The bytes behind a URL; they may change, so they are fetched as often as profiles. */
  urlSkins: {
    ...profiles,
    name: 'urlSkins',
    shape: {
      Check: (value: unknown): value is Uint8Array | null =>
        value === null || value instanceof Uint8Array,
    },
    weight: 7,
  },
} as const;

/** What is cached of each other account service; they divide these weights. */
export const serviceCaches = {
  /** By lower-case name. */
  serviceAccounts: {
    ...accounts,
    name: 'serviceAccounts',
    shape: compiled(account),
    weight: 1 / 3,
  },
  /** By UUID. */
  serviceProfiles: {
    ...profiles,
    name: 'serviceProfiles',
    shape: compiled(urlProfile),
    weight: 1 / 3,
  },
  /** Metadata by API root. */
  serviceRoots: { ...accounts, name: 'serviceRoots', shape: compiled(serviceRoot), weight: 1 / 3 },
} as const;

export type PlayerCaches = CachesOf<typeof playerCaches>;
