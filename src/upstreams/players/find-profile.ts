import { invalidResponse } from '../net/read-json.ts';
import type { ServiceClient } from '../net/service-client.ts';
import type { Account } from './cached.ts';
import { readProfile } from './profile-format.ts';

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
    const profile = readProfile(bytes);
    if (profile.uuid !== uuid) throw invalidResponse('another account');
    return profile;
  };
  const found = await service.call({ ...call, read });
  if (found === null) return null;
  // Outside of the call, so that a broken profile does not count.
  return service.attempt(() => ({ uuid, name: found.name, ...readTextures(found.packedTextures) }));
}
