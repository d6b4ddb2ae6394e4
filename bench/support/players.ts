import {
  startFakeAccountService,
  type FakeAccountService,
} from '../../test/support/fake-account-service.ts';
import { skinFile } from '../../test/support/skin-files.ts';

/** An account service with players `P0` to `P…` and these skins in turn, by default a few dozen. */
export async function accountsWithPlayers(
  players: number,
  sheets = Array.from({ length: Math.min(players, 40) }, (_, seed): Uint8Array => skinFile(seed)),
): Promise<FakeAccountService> {
  const accounts = await startFakeAccountService();
  const hashOf = (index: number) => index.toString(16).padStart(64, '0');
  for (let index = 0; index < players; index += 1) {
    const uuid = (index + 1).toString(16).padStart(12, '0').padStart(32, 'a');
    accounts.addPlayer({ name: `P${index}`, uuid, skin: { hash: hashOf(index) } });
    accounts.addTexture(hashOf(index), sheets[index % sheets.length]!);
  }
  return accounts;
}

/** Settings for an instance that uses it. */
export const playersAt = ({ url }: FakeAccountService) => ({
  MOJANG_API_URL: url,
  MOJANG_SESSION_URL: url,
  MOJANG_TEXTURES_URL: url,
});
