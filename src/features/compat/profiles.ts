import { defaultSkins } from '../../players/default-skins.ts';
import type { AccountProfile, CompatProfile, CompatRow, CompatRows } from './picture.ts';
import { notOffered } from './read-values.ts';

type Profile = Omit<CompatProfile, 'kind' | 'player' | 'unknown'> & {
  readonly path: string;
  readonly shows: string;
  readonly unknown?: (player: string) => CompatProfile['unknown'];
};

function profileRow({ path, shows, unknown, ...profile }: Profile): CompatRow {
  return {
    path,
    shows,
    size: '–',
    read: ({ pathValues: [player, ...rest] }) => {
      if (player === undefined || rest.length > 0) return null;
      const missing = unknown?.(player);
      return { kind: 'profile', player, ...profile, ...(missing && { unknown: missing }) };
    },
  };
}

const plainId = ({ uuid }: AccountProfile): string => uuid.replaceAll('-', '');

/** Whether an account has a skin of its own. */
function isCustom({ skin }: AccountProfile): boolean {
  return defaultSkins.every(({ hash }) => hash !== skin.hash);
}

/** The property in which profiles contain their textures, as Mojang's session service packs it. */
function texturesOf(profile: AccountProfile, nowMs: number): string {
  const { skin, cape, model, name } = profile;
  const slim = model === 'slim' && { metadata: { model: 'slim' } };
  const textures = {
    ...(isCustom(profile) && { SKIN: { url: skin.url, ...slim } }),
    ...(cape && { CAPE: { url: cape.url } }),
  };
  // Readers take a whole number; the clock has fractions.
  const timestamp = Math.floor(nowMs);
  const packed = { timestamp, profileId: plainId(profile), profileName: name, textures };
  return Buffer.from(JSON.stringify(packed)).toString('base64');
}

/** A profile in the form of Mojang's session service. */
export function mojangProfileRow(path: string): CompatRow {
  return profileRow({
    path,
    shows: 'the profile, in the form of Mojang’s; without a signature',
    write: (profile, { nowMs }) => ({
      id: plainId(profile),
      name: profile.name,
      properties: [{ name: 'textures', value: texturesOf(profile, nowMs) }],
    }),
  });
}

/** playerdb.co. Names of the past are not known to anybody any more. */
export const playerdb: CompatRows = {
  'api/player/minecraft': profileRow({
    path: '/api/player/minecraft/{player}',
    shows: 'the profile',
    write: (profile, { nowMs, baseUrl }) => ({
      code: 'player.found',
      message: 'Successfully found player by given ID.',
      data: {
        player: {
          meta: { cached_at: Math.round(nowMs / 1000) },
          username: profile.name,
          id: profile.uuid,
          raw_id: plainId(profile),
          avatar: `${baseUrl}/avatar/${plainId(profile)}`,
          skin_texture: profile.skin.url,
          properties: [{ name: 'textures', value: texturesOf(profile, nowMs) }],
          name_history: [],
        },
      },
      success: true,
    }),
    unknown: () => ({
      status: 400,
      body: {
        message: 'No Minecraft user could be found.',
        code: 'minecraft.invalid_username',
        data: {},
        success: false,
        error: false,
      },
    }),
  }),
  'api/player/steam': notOffered('/api/player/steam/{player}', 'only players of Minecraft are'),
  'api/player/xbox': notOffered('/api/player/xbox/{player}', 'only players of Minecraft are'),
};

/** The body of ashcon's errors. */
const ashconUnknown = (player: string): CompatProfile['unknown'] => ({
  status: 404,
  body: { code: 404, error: 'Not Found', reason: `No user with the name '${player}' was found` },
});

/** api.ashcon.app. */
export const ashcon: CompatRows = {
  'mojang/v2/user': profileRow({
    path: '/mojang/v2/user/{player}',
    shows: 'the profile, with its textures in base64; the signature is empty',
    hasSheets: true,
    write: (profile, { nowMs, sheets }) => ({
      uuid: profile.uuid,
      username: profile.name,
      username_history: [{ username: profile.name }],
      textures: {
        custom: isCustom(profile),
        slim: profile.model === 'slim',
        skin: { url: profile.skin.url, data: sheets.skin ?? '' },
        ...(profile.cape && { cape: { url: profile.cape.url, data: sheets.cape ?? '' } }),
        raw: { value: texturesOf(profile, nowMs), signature: '' },
      },
      created_at: null,
    }),
    unknown: ashconUnknown,
  }),
  'mojang/v2/uuid': profileRow({
    path: '/mojang/v2/uuid/{player}',
    shows: 'the UUID as text',
    write: ({ uuid }) => uuid,
    unknown: ashconUnknown,
  }),
};
