import {
  defineService,
  upTo,
  type AccountProfile,
  type ProfileFacts,
  type UnknownResponse,
} from '../define-service.ts';
import { isCustom, profileRow, texturesOf, uuidRow } from '../read-profile.ts';
import { clampedNumber, notOffered, pictureRow, square, views } from '../read-values.ts';

/** The first version has a sentence for unknown players, the second JSON. */
const unknown = {
  v1: (player: string): UnknownResponse => ({
    status: 404,
    body: `404 - Not Found (No user with the name '${player}' was found)`,
  }),
  v2: (player: string): UnknownResponse => ({
    status: 404,
    body: { code: 404, error: 'Not Found', reason: `No user with the name '${player}' was found` },
  }),
};

/** What both versions have in the same form. */
function userOf(profile: AccountProfile, { sheets }: ProfileFacts) {
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

const sizes = { min: 8, max: 1024, standard: 8 };

const faceRow = pictureRow({
  ...views.face,
  after: '/{player}/64',
  size: `${sizes.min}–${sizes.max}, ${sizes.standard}`,
  subjectIn: upTo(2),
  draw: ({ pathValues: [, size] }) => square(clampedNumber(size, sizes)),
});

export const ashcon = defineService({
  host: 'api.ashcon.app',
  rows: {
    'mojang/v2/user': profileRow({
      shows: 'the profile, with its textures in base64; the signature is empty',
      hasSheets: true,
      write: (profile, facts) => {
        const { textures, ...user } = userOf(profile, facts);
        const raw = { value: texturesOf(profile, facts.nowMs).value, signature: '' };
        return { ...user, textures: { ...textures, raw }, created_at: null };
      },
      unknown: unknown.v2,
    }),
    'mojang/v2/uuid': uuidRow(unknown.v2),
    'mojang/v2/avatar': faceRow,
    'mojang/v1/user': profileRow({
      shows: 'the profile, with its textures in base64',
      hasSheets: true,
      write: (profile, facts) => ({
        ...userOf(profile, facts),
        cached_at: new Date(facts.nowMs).toISOString(),
      }),
      unknown: unknown.v1,
    }),
    'mojang/v1/uuid': uuidRow(unknown.v1),
    'mojang/v1/avatar': faceRow,
    minecraft: notOffered('only its two versions are', '/user/{player}'),
  },
});
