import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type FakeAccountService,
  startFakeAccountService,
} from '../../test/support/fake-account-service.ts';
import { createFakeClock, type FakeClock } from '../../test/support/fake-clock.ts';
import type { CacheContext } from '../cache/context.ts';
import { playerCacheRules } from './cached.ts';
import { createCache } from '../cache/swr-cache.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { createServiceClient } from '../net/service-client.ts';
import { createUpstreamClient, type UpstreamClient } from '../net/upstream-client.ts';
import { createAccountService } from './account-service.ts';
import { createAccountServices } from './account-services.ts';
import { createBedrockService } from './bedrock-service.ts';
import { defaultSkinFor } from './default-skins.ts';
import type { Player } from './player.ts';
import { accountRules } from './service-rules.ts';
import { createPlayers, type PlayerResult, type Players } from './players.ts';
import type { PlayerReference } from './reference.ts';
import type { Sample } from './sample-file.ts';
import type { SampleFolder } from './sample-folder.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function picture(shade: number): Uint8Array {
  const png = new PNG({ width: 64, height: 64 });
  png.data.fill(shade);
  return new Uint8Array(PNG.sync.write(png));
}

const notch = {
  name: 'Notch',
  uuid: '069a79f444e94726a5befca90e38aaf5',
  skin: { hash: '1a'.repeat(32) },
} as const;
const alice = {
  name: 'Alice_01',
  uuid: '853c80ef3c3749fdaa49938b674adae6',
  skin: { hash: '2b'.repeat(32), model: 'slim' },
  cape: '3c'.repeat(32),
} as const;
/** Without a skin; the default for this UUID is `bareDefault`. */
const bare = { name: 'Bare', uuid: '61699b2ed3274a019f1e0ea8c3f06bc6' } as const;
const bareDefault = defaultSkinFor(bare.uuid);
const fallbackSheets = { classic: picture(201), slim: picture(202) };

const pirate: Sample = {
  stem: 'sample-pirate',
  model: 'slim',
  revision: 'f'.repeat(64),
  sheet: picture(7),
  problem: null,
};
const huge: Sample = { ...pirate, stem: 'huge', problem: 'is larger than 1024 pixels' };
const folder: Pick<SampleFolder, 'find'> = {
  find: (stem) => [pirate, huge].find((sample) => sample.stem === stem.toLowerCase()) ?? null,
};

let fake: FakeAccountService;
let clock: FakeClock;
let clients: UpstreamClient[] = [];
let players: Players;

/** As the composition root wires it, but for the clock. */
function createTestPlayers(): Players {
  const upstream = (name: string) => {
    const client = createUpstreamClient({ baseUrl: fake.url, name, userAgent: 'test' });
    clients.push(client);
    return createServiceClient(accountRules('Mojang'), { client, clock, name });
  };
  const [api, session, textures] = [upstream('api'), upstream('session'), upstream('textures')];
  const base = { clock, maxBytes: 4_000_000 };
  const { xuids, gamertags, bedrockSkins, serviceTextures } = playerCacheRules;
  const { accounts, profiles, textures: sheets } = playerCacheRules;
  return createPlayers({
    bedrock: createBedrockService(upstream('Bedrock players')),
    services: createAccountServices([], async () => ({ bytes: new Uint8Array() })),
    service: createAccountService({ api, session, textures, texturesUrl: fake.url }),
    caches: {
      serviceTextures: createCache({ ...base, ...serviceTextures }),
      xuids: createCache({ ...base, ...xuids }),
      gamertags: createCache({ ...base, ...gamertags }),
      bedrockSkins: createCache({ ...base, ...bedrockSkins }),
      accounts: createCache({ ...base, ...accounts, ...api.guards }),
      profiles: createCache({ ...base, ...profiles, ...session.guards }),
      textures: createCache({ ...base, ...sheets, ...textures.guards }),
    },
    folder,
    fallbackSheets,
  });
}

beforeEach(async () => {
  fake = await startFakeAccountService();
  clock = createFakeClock();
  players = createTestPlayers();
  for (const player of [notch, alice, bare]) fake.addPlayer(player);
  fake.addTexture(notch.skin.hash, picture(1));
  fake.addTexture(alice.skin.hash, picture(2));
  fake.addTexture(alice.cape, picture(3));
  fake.addTexture(bareDefault.hash, picture(4));
});
afterEach(async () => {
  fake.release();
  await fake.close();
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});

const newContext = (): CacheContext => ({ sourceHit: false });

function parse(value: string): PlayerReference {
  const reference = players.parseReference(value);
  if (reference === null) throw new Error(`not a reference: ${value}`);
  return reference;
}
const resolve = (values: readonly string[], context = newContext()) =>
  players.resolveMany(values.map(parse), context);

/** What a result says, short enough for a table. */
function told(result: PlayerResult | undefined): string {
  if (result === undefined) return 'nothing';
  if (!result.ok) return result.error.code;
  const { name, model, skin } = result.player;
  return `${name} ${model} ${skin.revision.slice(0, 4)}`;
}
const tell = async (...values: string[]) => (await resolve(values)).map(told);
async function playerOf(value: string): Promise<Player> {
  const [result] = await resolve([value]);
  if (!result?.ok) throw new Error('no player');
  return result.player;
}
const calls = () => fake.calls.map((call) => call.endpoint);

async function rejectionOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  return error instanceof LineupError ? error.code : 'no LineupError';
}

describe('resolveMany', () => {
  it('resolves a name to account, spelling and textures', async () => {
    expect(await resolve(['aLICE_01'])).toEqual([
      {
        ok: true,
        player: {
          name: 'Alice_01',
          uuid: alice.uuid,
          model: 'slim',
          skin: {
            kind: 'texture',
            revision: alice.skin.hash,
            url: `${fake.url}/texture/${alice.skin.hash}`,
            namedBy: 'profile',
          },
          cape: {
            kind: 'texture',
            revision: alice.cape,
            url: `${fake.url}/texture/${alice.cape}`,
            namedBy: 'profile',
          },
        },
      },
    ]);
    expect(calls()).toEqual(['lookup', 'profile']);
  });

  it.each([
    ['a UUID', alice.uuid, 'Alice_01 slim 2b2b', ['profile']],
    ['a texture hash', 'E'.repeat(64), 'null classic eeee', []],
    ['a sample', 'Sample-Pirate', 'sample-pirate slim ffff', []],
    ['a name', 'notch', 'Notch classic 1a1a', ['lookup', 'profile']],
  ])('resolves %s', async (_what, value, expected, asked) => {
    expect(await tell(value)).toEqual([expected]);
    expect(calls()).toEqual(asked);
  });

  it('looks all names up in one call, each player once, and answers in order', async () => {
    const values = ['Notch', 'sample-pirate', 'alice_01', 'NOTCH', notch.uuid, 'a'.repeat(64)];
    expect(await tell(...values)).toEqual([
      'Notch classic 1a1a',
      'sample-pirate slim ffff',
      'Alice_01 slim 2b2b',
      'Notch classic 1a1a',
      'Notch classic 1a1a',
      'null classic aaaa',
    ]);
    expect(fake.calls.find((call) => call.endpoint === 'bulk')?.names).toEqual([
      'notch',
      'alice_01',
    ]);
    expect(calls().toSorted()).toEqual(['bulk', 'profile', 'profile']);
  });

  it('asks only for names that are not cached', async () => {
    await tell('Notch');
    fake.forgetCalls();
    await tell('Notch', 'Alice_01');
    expect(calls()).toEqual(['lookup', 'profile']);
    expect(fake.calls[0]?.path).toContain('alice_01');
  });

  it('shares one load between a bulk look-up and single ones of the same names', async () => {
    fake.behave({ kind: 'hang' }, 'bulk', 'lookup');
    const bulk = tell('Notch', 'Alice_01');
    await fake.counted(1);
    const single = tell('alice_01');
    const other = tell('Bare', 'Notch');
    await fake.counted(2);
    fake.behave({ kind: 'normal' });
    fake.release();
    expect(await bulk).toEqual(['Notch classic 1a1a', 'Alice_01 slim 2b2b']);
    expect(await single).toEqual(['Alice_01 slim 2b2b']);
    expect((await other)[1]).toBe('Notch classic 1a1a');
    expect(fake.calls.flatMap((call) => call.names ?? [])).toEqual(['notch', 'alice_01']);
    expect(fake.calls.filter((call) => call.endpoint === 'lookup').length).toBe(1);
    expect(fake.count('profile')).toBe(3);
  });

  it('resolves the others if one player is unknown', async () => {
    const unknownUuid = '00000000000040008000000000000000';
    expect(await tell('nobody', 'Notch', unknownUuid, 'sample-pirate')).toEqual([
      'unknown-player',
      'Notch classic 1a1a',
      'unknown-player',
      'sample-pirate slim ffff',
    ]);
  });

  it('reports what is wrong with an invalid file, without any request', async () => {
    const [result] = await resolve(['huge']);
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'unusable-skin',
        message: 'The skin file “huge” is larger than 1024 pixels.',
      },
    });
    expect(fake.count()).toBe(0);
  });

  it('is unknown if the account has no profile', async () => {
    fake.behave({ kind: 'status', status: 204 }, 'profile');
    expect(await tell('Notch')).toEqual(['unknown-player']);
  });

  it('fails only players whose profile fails', async () => {
    fake.addPlayer({ ...alice, packedTextures: 'AAAA' });
    expect(await tell('Notch', 'Alice_01')).toEqual(['Notch classic 1a1a', 'upstream-failed']);
  });

  it('returns nothing for no players', async () => {
    expect(await tell()).toEqual([]);
    expect(fake.count()).toBe(0);
  });

  it('reports in the context whether any request was made', async () => {
    const contexts = [newContext(), newContext(), newContext()];
    await resolve(['Notch'], contexts[0]);
    await resolve(['Notch'], contexts[1]);
    await resolve(['sample-pirate', 'f'.repeat(64)], contexts[2]);
    expect(contexts.map((context) => context.sourceHit)).toEqual([true, false, false]);
  });
});

describe('what is cached', () => {
  it.each([
    ['everything at first', 15 * minuteMs - 1, []],
    ['the name for an hour, the profile for a quarter', 15 * minuteMs, ['profile']],
    ['the name until the hour is over', hourMs - 1, ['profile']],
    ['nothing without asking after an hour', hourMs, ['lookup', 'profile']],
  ])('%s', async (_what, ageMs, asked) => {
    await tell('Notch');
    fake.forgetCalls();
    await clock.advance(ageMs);
    expect(await tell('Notch')).toEqual(['Notch classic 1a1a']);
    expect(calls()).toEqual(asked);
  });

  it('a new skin is used as soon as the profile is fetched again', async () => {
    await tell('Notch');
    fake.addTexture('9e'.repeat(32), picture(9));
    fake.addPlayer({ ...notch, skin: { hash: '9e'.repeat(32), model: 'slim' } });
    await clock.advance(15 * minuteMs - 1);
    expect(await tell('Notch')).toEqual(['Notch classic 1a1a']);
    await clock.advance(1);
    expect(await tell('Notch')).toEqual(['Notch slim 9e9e']);
  });

  it.each([
    ['a name', 'nobody', 'lookup'],
    ['a UUID', 'f'.repeat(12) + '4fff8' + 'f'.repeat(15), 'profile'],
  ] as const)(
    '%s without a player is cached as unknown for a minute',
    async (_what, value, endpoint) => {
      expect(await tell(value)).toEqual(['unknown-player']);
      await clock.advance(minuteMs - 1);
      const context = newContext();
      expect((await resolve([value], context)).map(told)).toEqual(['unknown-player']);
      expect([context.sourceHit, fake.count(endpoint)]).toEqual([false, 1]);
      fake.addPlayer({
        ...notch,
        name: 'Nobody',
        uuid: value === 'nobody' ? '4d'.repeat(16) : value,
      });
      await clock.advance(1);
      expect(await tell(value)).toEqual(['Nobody classic 1a1a']);
    },
  );
});

const troubles: [string, Behaviour][] = [
  ['429', { kind: 'status', status: 429 }],
  ['403', { kind: 'status', status: 403 }],
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ['garbage', { kind: 'garbage' }],
  ['a closed connection', { kind: 'close' }],
  ['no end', { kind: 'endless' }],
];

describe.each(troubles)('while the account service answers with %s', (_what, behaviour) => {
  it('a cached player is served for up to a day; then it fails', async () => {
    await tell('Notch', 'Alice_01');
    fake.behave(behaviour);
    await clock.advance(dayMs);
    expect(await tell('Notch', 'Alice_01')).toEqual(['Notch classic 1a1a', 'Alice_01 slim 2b2b']);
    await clock.advance(1);
    expect(await tell('Notch', 'Alice_01')).toEqual(['upstream-failed', 'upstream-failed']);
  });

  it('an uncached player fails, a sample does not, and the failure is not cached', async () => {
    fake.behave(behaviour);
    expect(await tell('Notch', 'sample-pirate')).toEqual([
      'upstream-failed',
      'sample-pirate slim ffff',
    ]);
    expect(await tell(alice.uuid)).toEqual(['upstream-failed']);
    fake.behave({ kind: 'normal' });
    await clock.advance(minuteMs);
    expect(await tell('Notch', alice.uuid)).toEqual(['Notch classic 1a1a', 'Alice_01 slim 2b2b']);
  });

  it('requests back off, for cached and uncached players', async () => {
    await tell('Notch');
    await clock.advance(hourMs);
    fake.forgetCalls();
    fake.behave(behaviour);
    for (let times = 0; times < 30; times += 1) {
      expect(await tell('Notch')).toEqual(['Notch classic 1a1a']);
      expect(await tell(`stranger_${times}`)).toEqual(['upstream-failed']);
    }
    // Two hosts, five failures each at most; a closed connection is tried twice.
    expect(fake.count()).toBeLessThanOrEqual(20);
    const context = newContext();
    await resolve(['Notch'], context);
    expect(context.sourceHit).toBe(false);
  });
});

describe('while the account service hangs', () => {
  it('a cached player waits 800 ms in total, for name and profile together', async () => {
    await tell('Notch');
    await clock.advance(hourMs);
    fake.forgetCalls();
    fake.behave({ kind: 'hang' });
    const context = newContext();
    let answer: string[] | null = null;
    const asking = resolve(['Notch'], context).then((results) => (answer = results.map(told)));
    await fake.counted(1);
    await clock.advance(799);
    expect(answer).toBeNull();
    await clock.advance(1);
    await asking;
    expect(answer).toEqual(['Notch classic 1a1a']);
    expect(context.sourceHit).toBe(true);
  });

  it('its late response is cached', async () => {
    await tell('Notch');
    fake.addTexture('9e'.repeat(32), picture(9));
    fake.addPlayer({ ...notch, skin: { hash: '9e'.repeat(32) } });
    await clock.advance(15 * minuteMs);
    fake.forgetCalls();
    fake.behave({ kind: 'hang' }, 'profile');
    const first = tell('Notch');
    await fake.counted(1);
    await clock.advance(800);
    expect(await first).toEqual(['Notch classic 1a1a']);
    fake.behave({ kind: 'normal' });
    fake.release();
    while ((await tell('Notch'))[0] !== 'Notch classic 9e9e') await clock.advance(0);
    expect(fake.count('profile')).toBe(1);
  });

  it('a cached player does not wait for an uncached one of another request', async () => {
    await tell('Notch');
    fake.behave({ kind: 'hang' });
    const stranger = tell('Alice_01');
    await fake.counted(3);
    expect(await tell('Notch')).toEqual(['Notch classic 1a1a']);
    fake.behave({ kind: 'normal' });
    fake.release();
    expect(await stranger).toEqual(['Alice_01 slim 2b2b']);
  });
});

describe('a player without a skin', () => {
  it('gets the default skin of the UUID, with its model', async () => {
    const player = await playerOf('Bare');
    expect(player).toMatchObject({
      name: 'Bare',
      model: bareDefault.model,
      skin: { kind: 'texture', revision: bareDefault.hash },
      cape: null,
    });
    expect(await players.loadSheet(player.skin, newContext())).toEqual(picture(4));
    expect(fake.count('texture')).toBe(1);
  });

  it.each<[string, () => void]>([
    ['is gone', () => fake.removeTexture(bareDefault.hash)],
    ['fails', () => fake.behave({ kind: 'status', status: 500 }, 'texture')],
    ['is no picture', () => fake.behave({ kind: 'garbage' }, 'texture')],
  ])(
    'gets the bundled fallback, with its own revision, while the default %s',
    async (_what, spoil) => {
      spoil();
      const player = await playerOf('Bare');
      expect(player.model).toBe(bareDefault.model);
      expect(player.skin).toMatchObject({ kind: 'own', url: null });
      expect(player.skin.revision).not.toBe(bareDefault.hash);
      expect(await players.loadSheet(player.skin, newContext())).toBe(
        fallbackSheets[bareDefault.model],
      );

      fake.behave({ kind: 'normal' });
      fake.addTexture(bareDefault.hash, picture(4));
      await clock.advance(minuteMs);
      expect((await playerOf('Bare')).skin.revision).toBe(bareDefault.hash);
    },
  );

  it('waits for it no longer than a cached player', async () => {
    fake.behave({ kind: 'hang' }, 'texture');
    const asking = playerOf('Bare');
    await fake.counted(1, 'texture');
    await clock.advance(800);
    expect((await asking).skin.kind).toBe('own');
  });

  it('shares the eighteen default textures with other players', async () => {
    await playerOf('Bare');
    // The same bit turned in two of the four words: the hash is the same.
    const twin = { name: 'Twin', uuid: '71699b2ec3274a019f1e0ea8c3f06bc6' };
    fake.addPlayer(twin);
    expect(defaultSkinFor(twin.uuid)).toBe(bareDefault);
    await playerOf('Twin');
    expect(fake.count('texture')).toBe(1);
  });
});

describe('loadSheet', () => {
  it('loads skin and cape once, while the cache has room', async () => {
    const { skin, cape } = await playerOf('Alice_01');
    const contexts = [newContext(), newContext()];
    for (const context of contexts) {
      expect(await players.loadSheet(skin, context)).toEqual(picture(2));
      await clock.advance(100 * dayMs);
    }
    expect(contexts.map((context) => context.sourceHit)).toEqual([true, false]);
    expect(cape && (await players.loadSheet(cape, newContext()))).toEqual(picture(3));
    expect(fake.count('texture')).toBe(2);
  });

  it('loads a texture once for concurrent requests', async () => {
    const { skin } = await playerOf('Notch');
    const context = newContext();
    await Promise.all(Array.from({ length: 20 }, () => players.loadSheet(skin, context)));
    expect(fake.count('texture')).toBe(1);
  });

  it('needs no request for samples and the fallback', async () => {
    const context = newContext();
    const sample = await playerOf('sample-pirate');
    expect(await players.loadSheet(sample.skin, context)).toBe(pirate.sheet);
    expect(await players.loadSheet(players.fallbackPlayer.skin, context)).toBe(
      fallbackSheets.classic,
    );
    expect(players.fallbackPlayer).toMatchObject({ name: null, uuid: null, model: 'classic' });
    expect([context.sourceHit, fake.count()]).toEqual([false, 0]);
  });

  it('caches a missing texture hash of a client as unknown for a minute', async () => {
    const hash = 'd'.repeat(64);
    const { skin } = await playerOf(hash);
    expect(await rejectionOf(players.loadSheet(skin, newContext()))).toBe('unknown-skin');
    fake.addTexture(hash, picture(9));
    await clock.advance(minuteMs - 1);
    expect(await rejectionOf(players.loadSheet(skin, newContext()))).toBe('unknown-skin');
    expect(fake.count('texture')).toBe(1);
    await clock.advance(1);
    expect(await players.loadSheet(skin, newContext())).toEqual(picture(9));
  });

  it('fails, without a fallback, if the texture of a profile is missing', async () => {
    fake.removeTexture(notch.skin.hash);
    const { skin } = await playerOf('Notch');
    expect(await rejectionOf(players.loadSheet(skin, newContext()))).toBe('upstream-failed');
  });

  it.each(troubles)('fails with %s, and does not cache the failure', async (_what, behaviour) => {
    const { skin } = await playerOf('Notch');
    fake.behave(behaviour, 'texture');
    expect(await rejectionOf(players.loadSheet(skin, newContext()))).toBe('upstream-failed');
    fake.behave({ kind: 'normal' });
    await clock.advance(minuteMs);
    expect(await players.loadSheet(skin, newContext())).toEqual(picture(1));
  });
});
