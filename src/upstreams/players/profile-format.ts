import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { absentOr, entriesOf, invalidResponse, mapOf, readJson } from '../net/read-json.ts';
import type { ServiceClient } from '../net/service-client.ts';
import type { Account, TextureSet, UrlTextureSet } from './cached.ts';
import type { PlayerModel } from '../../common/player.ts';

const accountSchema = Type.Object({
  id: Type.String({ pattern: '^[0-9a-fA-F]{32}$' }),
  name: Type.String({ minLength: 1, maxLength: 64 }),
});
const profileSchema = Type.Object({
  ...accountSchema.properties,
  properties: absentOr(
    Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), { maxItems: 32 }),
  ),
});

const textureSchema = Type.Object({
  url: Type.String({ maxLength: 512 }),
  metadata: absentOr(mapOf(Type.Object({ model: absentOr(Type.String()) }))),
});
const texturesSchema = Type.Object({
  textures: mapOf(
    Type.Object({
      SKIN: absentOr(mapOf(textureSchema)),
      CAPE: absentOr(mapOf(textureSchema)),
    }),
  ),
});

const account = Compile(accountSchema);
const accounts = Compile(Type.Array(accountSchema, { maxItems: 100 }));
const profile = Compile(profileSchema);
const textures = Compile(texturesSchema);

/** Parses `{"id","name"}`. Throws NetError `invalid-response`. */
export function readAccount(bytes: Uint8Array): Account {
  return toAccount(readJson(account, bytes));
}

/** Parses `[{"id","name"},…]`. Throws NetError `invalid-response`. */
export function readAccounts(bytes: Uint8Array): Account[] {
  return readJson(accounts, bytes).map(toAccount);
}

/** A profile whose textures property is not decoded yet. */
type PackedProfile = Account & { readonly packedTextures: string | null };

/** Parses a session profile without decoding its textures property. Throws NetError `invalid-response`. */
export function readProfile(bytes: Uint8Array): PackedProfile {
  const read = readJson(profile, bytes);
  const packed = read.properties?.find((property) => property.name === 'textures');
  return { ...toAccount(read), packedTextures: packed?.value ?? null };
}

/**
 * Requests the profile of an account with its textures; null if there is none.
 * @param call the path and for whom
 * @param readTextures decodes the textures property; throws NetErrors
 * @throws {LineupError} like `ServiceClient.call`
 */
export async function findProfile<Textures extends object>(
  service: ServiceClient,
  { uuid, ...call }: { readonly path: string; readonly uuid: string; readonly clients: string[] },
  readTextures: (packedTextures: string | null) => Textures,
): Promise<(Account & Textures) | null> {
  const read = (bytes: Uint8Array) => {
    const one = readProfile(bytes);
    if (one.uuid !== uuid) throw invalidResponse('another account');
    return one;
  };
  const found = await service.call({ ...call, read });
  if (found === null) return null;
  // Outside of the call, so that a broken profile does not count.
  return service.attempt(() => ({ uuid, name: found.name, ...readTextures(found.packedTextures) }));
}

/** Decodes the textures property (base64 of JSON). Throws NetError `invalid-response`. */
export function readUrlTextureSet(packedTextures: string | null): UrlTextureSet {
  if (packedTextures === null) return { skin: null, cape: null };
  const named = entriesOf(readJson(textures, Buffer.from(packedTextures, 'base64')).textures);
  const skin = entriesOf(named.SKIN);
  return {
    skin: skin.url === undefined ? null : { url: skin.url, model: modelOf(skin.metadata) },
    cape: entriesOf(named.CAPE).url ?? null,
  };
}

/** The same for Mojang's service, of whose texture URLs only the hash is used. Throws `invalid-response`. */
export function readTextureSet(packedTextures: string | null): TextureSet {
  const { skin, cape } = readUrlTextureSet(packedTextures);
  return {
    skin: skin && { hash: hashOf(skin.url), model: skin.model },
    cape: cape === null ? null : hashOf(cape),
  };
}

function toAccount(read: Static<typeof accountSchema>): Account {
  return { uuid: read.id.toLowerCase(), name: read.name };
}

/** The model is given only if it is slim. */
function modelOf(metadata: Static<typeof textureSchema>['metadata']): PlayerModel {
  return entriesOf(metadata).model === 'slim' ? 'slim' : 'classic';
}

function hashOf(url: string): string {
  const hash = /^\/(?:.*\/)?texture\/(?<hash>[0-9a-f]{32,64})$/i.exec(
    URL.parse(url)?.pathname ?? '',
  )?.groups?.['hash'];
  if (hash === undefined) throw invalidResponse('a texture URL without a hash');
  return hash.toLowerCase();
}
