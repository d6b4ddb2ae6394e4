import { defaultSkins } from '../../../upstreams/players/skin-resolver.ts';
import type {
  AccountProfile,
  CompatProfile,
  CompatRow,
  UnknownResponse,
} from './define-service.ts';
import { playerOf } from './read-values.ts';

// Helpers for the rows of services that show the accounts of players.

type UnknownPlayer = (player: string) => UnknownResponse;

type Profile = Pick<CompatRow, 'after' | 'shows' | 'subjectIn'> &
  Pick<CompatProfile, 'write' | 'indent' | 'hasSheets'> & { readonly unknown?: UnknownPlayer };

/** A path with a player for facts about the account. */
export function profileRow({ write, indent, hasSheets, unknown, ...row }: Profile): CompatRow {
  return {
    ...row,
    read: (named) => ({
      kind: 'profile',
      player: playerOf(named),
      write,
      indent,
      hasSheets,
      unknown: unknown?.(named),
    }),
  };
}

/** The UUID alone, with its dashes. */
export function uuidRow(unknown: UnknownPlayer): CompatRow {
  return profileRow({ shows: 'the UUID as text', write: ({ uuid }) => uuid, unknown });
}

/** The UUID without dashes. */
export const plainId = ({ uuid }: AccountProfile): string => uuid.replaceAll('-', '');

/** Whether an account has a skin of its own. */
export function isCustom({ skin }: AccountProfile): boolean {
  return defaultSkins.every(({ hash }) => hash !== skin.hash);
}

/** What the session service packs into a property of a profile. */
export function decodedTextures(profile: AccountProfile, nowMs: number) {
  const { skin, cape, model, name } = profile;
  const slim = model === 'slim' && { metadata: { model: 'slim' } };
  const textures = {
    ...(isCustom(profile) && { SKIN: { url: skin.url, ...slim } }),
    ...(cape && { CAPE: { url: cape.url } }),
  };
  // Readers take a whole number; the clock has fractions.
  const timestamp = Math.floor(nowMs);
  return { timestamp, profileId: plainId(profile), profileName: name, textures };
}

/** The property in which profiles contain their textures, as Mojang's session service packs it. */
export function texturesOf(profile: AccountProfile, nowMs: number) {
  const packed = Buffer.from(JSON.stringify(decodedTextures(profile, nowMs)));
  return { name: 'textures', value: packed.toString('base64') };
}

/** A profile in the form of Mojang's session service. */
export const mojangProfileRow: CompatRow = profileRow({
  shows: 'the profile, in the form of Mojang’s; without a signature',
  write: (profile, { nowMs }) => ({
    id: plainId(profile),
    name: profile.name,
    properties: [texturesOf(profile, nowMs)],
  }),
});
