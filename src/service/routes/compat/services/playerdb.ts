import { defineService } from '../define-service.ts';
import { plainId, profileRow, texturesOf } from '../read-profile.ts';
import { notOffered } from '../read-values.ts';

const notHere = notOffered('only players of Minecraft are', '/{player}');

/** Names of the past are not known to anybody any more. */
export const playerdb = defineService({
  host: 'playerdb.co',
  rows: {
    'api/player/minecraft': profileRow({
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
            properties: [texturesOf(profile, nowMs)],
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
    'api/player/steam': notHere,
    'api/player/xbox': notHere,
    'api/player/hytale': notHere,
  },
});
