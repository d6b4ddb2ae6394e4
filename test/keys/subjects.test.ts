import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../src/common/async/clock.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import {
  type FakeJavaServer,
  modernScript,
  startFakeJavaServer,
  statusPacket,
} from '../support/fake-game-server.ts';
import { startFakeAccountService } from '../support/fake-account-service.ts';
import { startFakeGuildPlatform } from '../support/fake-guild-platform.ts';
import { startFakeRoblox } from '../support/fake-roblox.ts';
import { expectKeys } from '../support/keys.ts';
import { openApp } from '../support/open-app.ts';
import { robloxPicture } from '../support/roblox-world.ts';
import { skinFile } from '../support/skin-files.ts';

const [one, other] = [robloxPicture([20, 90, 200]), robloxPicture([200, 90, 20])];
const creator = { id: 1, name: 'Maker', type: 'User', hasVerifiedBadge: false };
const owner = { userId: 1, username: 'Owner' };
const players = { online: 3, max: 20 };
const favicon = `data:image/png;base64,${robloxPicture([1, 2, 3], { sizePx: 64 }).toString('base64')}`;

const [hash, otherHash] = ['a7'.repeat(32), 'b7'.repeat(32)];
const [cape, otherCape] = ['c7'.repeat(32), 'd7'.repeat(32)];
const [blockgame, roblox, chat] = ['/api/blockgame', '/api/roblox', '/api/chat'];

/** What may be another of each subject; the empty ones are the picture of its icon, or nothing. */
const subjects = {
  player: {
    clothed: { skin: { hash: otherHash } },
    slender: { skin: { hash, model: 'slim' } },
    caped: { cape },
    winged: { cape: otherCape },
    upsideDown: { name: 'Dinnerbone' },
    eared: { uuid: '1e18d5ff643d45c8b50943b8461d8614' },
    twin: {},
  },
  user: { icon: {}, displayName: { displayName: 'Other' } },
  game: {
    name: { name: 'Other' },
    creator: { wire: { creator: { ...creator, name: 'Other' } } },
    verified: { wire: { creator: { ...creator, hasVerifiedBadge: true } } },
    playing: { playing: 11 },
    visits: { visits: 21 },
    favourites: { favourites: 31 },
    likes: { likes: 60 },
    dislikes: { dislikes: 60 },
    icon: {},
    description: { description: 'Other' },
  },
  group: {
    name: { name: 'Other' },
    owner: { owner: { ...owner, username: 'Other' } },
    orphan: { owner: null },
    verified: { verified: true },
    members: { members: 41 },
    icon: {},
    description: { description: 'Other' },
  },
  invite: {
    name: { guild: { name: 'Other' } },
    description: { guild: { description: 'Other' } },
    unverified: { guild: { features: [] } },
    partnered: { guild: { features: ['PARTNERED'] } },
    both: { guild: { features: ['PARTNERED', 'VERIFIED'] } },
    icon: { guild: { icon: 'abc' } },
    banner: { guild: { banner: 'abc' } },
    splash: { guild: { splash: 'abc' } },
    members: { approximate_member_count: 51 },
    online: { approximate_presence_count: 52 },
    boosts: { guild: { premium_subscription_count: 53 } },
  },
  guild: {
    name: { name: 'Other' },
    online: { presence_count: 61 },
    invite: { instant_invite: null },
    channels: { channels: [] },
  },
  server: {
    motd: { description: 'Other' },
    online: { players: { ...players, online: 4 } },
    max: { players: { ...players, max: 21 } },
    uncounted: { players: undefined },
    version: { version: { name: 'Other', protocol: 1 } },
    icon: { favicon },
    sample: { players: { ...players, sample: [{ name: 'Ann', id: '1'.repeat(32) }] } },
  },
} as const;

type Kind = keyof typeof subjects;
const kinds = ['player', 'user', 'game', 'group', 'invite', 'guild', 'server'] as const;

const servers: FakeJavaServer[] = [];
const [accounts, games, platform] = await Promise.all([
  startFakeAccountService(),
  startFakeRoblox(),
  startFakeGuildPlatform(),
]);
let app: HttpServer;

/** Adds a subject to its platform. @returns by what it is found there */
const add: Record<Kind, (changes: object, id: number, icon: Buffer) => string | Promise<string>> = {
  player: (changes, id) => {
    const player = { name: `A${id}`, uuid: `${id}`.padEnd(32, 'e'), skin: { hash }, ...changes };
    accounts.addPlayer(player);
    return player.name;
  },
  user: (changes, id, icon) => {
    games.addUser({ id, name: `A${id}`, ...changes });
    games.addPicture(id, icon);
    return `${id}`;
  },
  game: (changes, universeId, icon) => {
    const counts = { playing: 10, visits: 20, favourites: 30, likes: 40, dislikes: 50 };
    const plain = { placeId: 1, name: 'A', ...counts, wire: { creator } };
    games.addGame({ universeId, ...plain, ...changes });
    games.addPicture(universeId, icon);
    return `universe:${universeId}`;
  },
  group: (changes, id, icon) => {
    games.addGroup({ id, name: 'A', owner, members: 40, ...changes });
    games.addPicture(id, icon);
    return `${id}`;
  },
  invite: (changes, id) => {
    platform.addInvite(`i${id}`, { ...changes });
    return `i${id}`;
  },
  guild: (changes, id) => {
    platform.addWidget(`30832305659248${id}`, { ...changes });
    return `30832305659248${id}`;
  },
  server: async (changes) => {
    const status = { version: { name: 'A', protocol: 1 }, players, description: 'A', ...changes };
    const started = await startFakeJavaServer(modernScript(statusPacket(status)));
    servers.push(started);
    return `127.0.0.1:${started.port}`;
  },
};

let nowMs = systemClock.nowMs();
/** Stands still, so that every server is as fast as any other. */
const clock: Clock = {
  nowMs: () => nowMs,
  // Nobody is late for being slow, as the test machine may be busy.
  startTimer: (delayMs, run) =>
    systemClock.startTimer(delayMs < 1000 ? delayMs : delayMs * 10, run),
};

/** By what each is found, by kind and what is another. */
const places = new Map<string, string>();

beforeAll(async () => {
  const env = {
    RATE_LIMIT_MAX: '1000000',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    DISCORD_API_URL: platform.url,
    MOJANG_API_URL: accounts.url,
    MOJANG_SESSION_URL: accounts.url,
    MOJANG_TEXTURES_URL: accounts.url,
    ...games.settings,
  };
  app = await openApp(env, { clock });
  for (const [index, skin] of [hash, otherHash].entries()) {
    accounts.addTexture(skin, skinFile(index));
  }
  for (const [index, sheet] of [cape, otherCape].entries()) {
    accounts.addTexture(sheet, skinFile(index, { heightPx: 32 }));
  }
  for (const kind of kinds) {
    for (const [name, changes] of Object.entries({ plain: {}, ...subjects[kind] })) {
      const place = await add[kind](changes, 100 + places.size, name === 'icon' ? other : one);
      places.set(`${kind} ${name}`, place);
    }
  }
});
afterAll(async () => {
  await Promise.all([app.close(), ...servers.map((server) => server.close())]);
  await Promise.all([accounts.close(), games.close(), platform.close()]);
});

const render = `${blockgame}/render/default/{}/full?height=48`;
const composition = 'render/composition?height=48&label=a&value={}';
const server = `${blockgame}/server/java/{}`;
const inviteWords = 'name description unverified partnered icon banner splash members online';
const looks = 'clothed slender upsideDown eared';

test.each<[Kind, string, string]>([
  ['player', render, `${looks} caped winged`],
  ['player', `${render}&cape=false`, looks],
  ['player', `${blockgame}/${composition}`, looks],
  ['player', `${blockgame}/${composition}&scene=night`, `${looks} caped winged`],
  ['player', `${blockgame}/skin/{}`, 'clothed'],
  ['player', `${blockgame}/skin/{}?processed=true`, 'clothed'],
  ['user', `${roblox}/render/avatar/{}/full`, 'icon'],
  ['user', `${roblox}/${composition}`, 'icon'],
  ['game', `${roblox}/game/{}/widget`, 'name creator verified playing visits likes dislikes icon'],
  ['game', `${roblox}/game/{}/badge`, 'playing'],
  ['game', `${roblox}/game/{}/badge?metric=visits`, 'visits'],
  ['game', `${roblox}/game/{}/badge?metric=favourites`, 'favourites'],
  ['game', `${roblox}/game/{}/badge?metric=likes`, 'likes dislikes'],
  ['game', `${roblox}/game/{}/icon`, 'icon'],
  ['group', `${roblox}/group/{}/widget`, 'name owner orphan verified members icon'],
  ['group', `${roblox}/group/{}/badge`, 'members'],
  ['group', `${roblox}/group/{}/icon`, 'icon'],
  ['invite', `${chat}/invite/{}/widget`, inviteWords],
  ['invite', `${chat}/invite/{}/badge`, 'members'],
  ['invite', `${chat}/invite/{}/badge?metric=online`, 'online'],
  ['invite', `${chat}/invite/{}/icon?`, 'name icon plain&size=64 icon&size=64'],
  ['guild', `${chat}/guild/{}/widget`, 'name online invite'],
  ['guild', `${chat}/guild/{}/badge`, 'online'],
  ['server', `${server}/widget?title=a`, 'motd online max uncounted version icon'],
  ['server', `${server}/badge`, 'online max uncounted'],
  ['server', `${server}/badge?metric=version`, 'version'],
  ['server', `${server}/badge?metric=status`, ''],
  ['server', `${server}/icon`, 'icon'],
  [
    'server',
    `${server}/lineup?title=a&size=200x120`,
    'online max uncounted icon sample sample&render_type=back',
  ],
])('the validator of a %s at %s is of its %s alone', async (kind, path, shown) => {
  const etagOf = async (name: string): Promise<string> => {
    const [subject, ...options] = name.split('&');
    const place = encodeURIComponent(places.get(`${kind} ${subject}`)!);
    const url = [path.replace('{}', place), ...options].join('&');
    // Platforms are asked only every few seconds.
    nowMs += 3000;
    const answer = await app.inject({ url, headers: { 'if-none-match': '*' } });
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(304);
    return String(answer.headers.etag);
  };
  const different = shown.split(' ').filter((name) => name !== '');
  const same = Object.keys(subjects[kind]).filter((name) => !different.includes(name));
  await expectKeys(etagOf, 'plain', { [kind]: { different, equal: [['plain', ...same]] } });
});
