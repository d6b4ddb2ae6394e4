import type { Account } from './cached.ts';
import { readProfile } from './profile-format.ts';
import { ask, GarbageError, type Upstream, upstreamError } from './upstream.ts';

/** A signed profile is 2 kB. */
const maxJsonBytes = 64 * 1024;

/**
 * Requests the profile of an account with its textures; null if there is none.
 *
 * Textures are parsed outside of the call on purpose: a broken profile does not count as a failure of the
 * service, or anybody who knows one could open the circuit for all.
 *
 * @param readTextures decodes the textures property; throws GarbageError
 * @throws {LineupError} like `ask`
 */
export async function askProfile<Textures extends object>(
  service: Upstream,
  question: { readonly path: string; readonly uuid: string; readonly clients: readonly string[] },
  readTextures: (packedTextures: string | null) => Textures,
): Promise<(Account & Textures) | null> {
  const { uuid, ...request } = question;
  const asked = { method: 'GET', ...request, maxBytes: maxJsonBytes } as const;
  const packed = await ask(service, asked, (bytes) => {
    const profile = readProfile(bytes);
    if (profile.uuid !== uuid) throw new GarbageError('another account');
    return profile;
  });
  if (packed === null) return null;
  try {
    return { uuid, name: packed.name, ...readTextures(packed.packedTextures) };
  } catch (error) {
    throw error instanceof GarbageError ? upstreamError(service, error) : error;
  }
}
