import { defaultSkins } from '../../../upstreams/players/default-skins.ts';
import type {
  AccountProfile,
  CompatProfile,
  CompatRequest,
  CompatRow,
  CompatRows,
  ProfileFacts,
} from './picture.ts';
import {
  boxed,
  clampedNumber,
  drawn,
  notOffered,
  playerOf,
  square,
  type Range,
} from './read-values.ts';

type Profile = Omit<CompatProfile, 'kind' | 'player' | 'unknown'> & {
  readonly path: string;
  readonly shows: string;
  readonly unknown?: ((player: string) => CompatProfile['unknown']) | undefined;
  /** The player in the request; by default the only segment. */
  readonly namedIn?: (request: CompatRequest) => string | undefined;
};

const onlySegment = ({ pathValues: [player, ...rest] }: CompatRequest) =>
  rest.length > 0 ? undefined : player;

/** A path with a player for facts about the account. */
export function profileRow(row: Profile): CompatRow {
  const { path, shows, unknown, namedIn = onlySegment, ...profile } = row;
  return {
    path,
    shows,
    size: '–',
    read: (request) => {
      const named = namedIn(request);
      if (named === undefined) return null;
      const missing = unknown?.(named);
      const player = playerOf(named);
      return { kind: 'profile', player, ...profile, ...(missing && { unknown: missing }) };
    },
  };
}

/** The UUID without dashes. */
export const plainId = ({ uuid }: AccountProfile): string => uuid.replaceAll('-', '');

/** Whether an account has a skin of its own. */
function isCustom({ skin }: AccountProfile): boolean {
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
export function texturesOf(profile: AccountProfile, nowMs: number): string {
  return Buffer.from(JSON.stringify(decodedTextures(profile, nowMs))).toString('base64');
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
  'api/player/hytale': notOffered('/api/player/hytale/{player}', 'only players of Minecraft are'),
};

/** The errors of ashcon: a sentence in the first version, JSON in the second. */
const ashconUnknown: Readonly<Record<'v1' | 'v2', Profile['unknown']>> = {
  v1: (player: string) => ({
    status: 404,
    body: `404 - Not Found (No user with the name '${player}' was found)`,
  }),
  v2: (player: string) => ({
    status: 404,
    body: { code: 404, error: 'Not Found', reason: `No user with the name '${player}' was found` },
  }),
};

/** What both versions have in the same form. */
function ashconUser(profile: AccountProfile, { sheets }: ProfileFacts) {
  const { skin, cape } = profile;
  return {
    uuid: profile.uuid,
    username: profile.name,
    username_history: [{ username: profile.name }],
    textures: {
      custom: isCustom(profile),
      slim: profile.model === 'slim',
      skin: { url: skin.url, data: sheets.skin ?? '' },
      ...(cape && { cape: { url: cape.url, data: sheets.cape ?? '' } }),
    },
  };
}

const faceSizes: Range = { min: 8, max: 1024, standard: 8 };

/** `/{player}` or `/{player}/{size}`. */
function faceRow(version: 'v1' | 'v2'): CompatRow {
  return {
    path: `/mojang/${version}/avatar/{player}/64`,
    shows: 'the face, flat',
    size: `${faceSizes.min}–${faceSizes.max}, ${faceSizes.standard}`,
    read: ({ pathValues: [player, size, ...rest] }) => {
      if (player === undefined || rest.length > 0) return null;
      return drawn(player, boxed(['front', 'face'], square(clampedNumber(size, faceSizes)), {}));
    },
  };
}

function uuidRow(version: 'v1' | 'v2'): CompatRow {
  return profileRow({
    path: `/mojang/${version}/uuid/{player}`,
    shows: 'the UUID as text',
    write: ({ uuid }) => uuid,
    unknown: ashconUnknown[version],
  });
}

/** api.ashcon.app. */
export const ashcon: CompatRows = {
  'mojang/v2/user': profileRow({
    path: '/mojang/v2/user/{player}',
    shows: 'the profile, with its textures in base64; the signature is empty',
    hasSheets: true,
    write: (profile, facts) => {
      const { textures, ...user } = ashconUser(profile, facts);
      const raw = { value: texturesOf(profile, facts.nowMs), signature: '' };
      return { ...user, textures: { ...textures, raw }, created_at: null };
    },
    unknown: ashconUnknown.v2,
  }),
  'mojang/v2/uuid': uuidRow('v2'),
  'mojang/v2/avatar': faceRow('v2'),
  'mojang/v1/user': profileRow({
    path: '/mojang/v1/user/{player}',
    shows: 'the profile, with its textures in base64',
    hasSheets: true,
    write: (profile, facts) => ({
      ...ashconUser(profile, facts),
      cached_at: new Date(facts.nowMs).toISOString(),
    }),
    unknown: ashconUnknown.v1,
  }),
  'mojang/v1/uuid': uuidRow('v1'),
  'mojang/v1/avatar': faceRow('v1'),
  minecraft: notOffered('/minecraft/user/{player}', 'only its two versions are'),
};
