import { expect, it } from 'vitest';
import type { RobloxEndpoint } from '../support/fake-roblox.ts';
import { robloxPicture, startRobloxWorld } from '../support/roblox-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

/** What is asked for, each by what it needs least of. */
const features = {
  userByName: 'user/Builderman',
  user: 'user/156',
  avatar: 'render/avatar/156/face?size=48',
  composition: 'render/composition?value=156&height=32&labels=none',
  game: 'game/920',
  gameText: 'game/universe:383/status-text',
  gameIcon: 'game/universe:383/icon',
  gameThumbnail: 'game/universe:383/thumbnail/1',
  gameWidget: 'game/universe:383/widget',
  gameBadges: 'game/universe:383/badges',
  group: 'group/7',
  groupByName: 'group/Uplift',
  groupIcon: 'group/7/icon',
  groupWidget: 'group/7/widget',
} as const satisfies Record<string, string>;

type Feature = keyof typeof features;

/** What each endpoint takes along when it wants an account one day. */
const takes: readonly (readonly [RobloxEndpoint, readonly Feature[]])[] = [
  ['names', ['userByName']],
  ['users', ['composition']],
  ['user', ['userByName', 'user']],
  ['friends', []],
  ['followers', []],
  ['pictures', ['avatar', 'composition', 'gameIcon', 'groupIcon']],
  ['file', ['avatar', 'composition', 'gameIcon', 'gameThumbnail', 'groupIcon']],
  ['universe', ['game']],
  ['games', ['game', 'gameText', 'gameWidget']],
  ['votes', []],
  ['media', ['gameThumbnail']],
  ['badges', ['gameBadges']],
  ['group', ['group', 'groupByName', 'groupIcon', 'groupWidget']],
  ['groupByName', ['groupByName']],
  ['groupCreated', []],
];

const picture = robloxPicture([20, 90, 200]);
const drawing = await watchDrawing();

it.each(takes)('a closed endpoint affects only its own data: %s', async (name, gone) => {
  const world = await startRobloxWorld({ drawing });
  try {
    const { roblox } = world;
    roblox.addUser({ id: 156, name: 'Builderman' });
    roblox.addGame({ universeId: 383, placeId: 920, name: 'Adopt Me!', media: [501] });
    roblox.addGroup({ id: 7, name: 'Uplift' });
    for (const id of [156, 383, 501, 7]) roblox.addPicture(id, picture);
    roblox.behave({ kind: 'status', status: 401 }, name);
    const asked = Object.entries(features).map(async ([feature, path]) => {
      const { statusCode } = await world.get(path);
      return [feature, statusCode] as const;
    });
    const failed = (await Promise.all(asked)).filter(([, status]) => status !== 200);
    expect(failed).toEqual(gone.map((feature) => [feature, 502]));
  } finally {
    await world.close();
  }
});
