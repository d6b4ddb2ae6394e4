import { afterEach, describe, expect, it, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import {
  startNameServer,
  typeA,
  typeAaaa,
  type Zone,
  typeSrv,
} from '../../../test/support/name-server.ts';
import {
  createNameResolver,
  type NameResolverOptions,
  withFamily,
  createSrvLookup,
  orderTargets,
  createDnsHealth,
} from './name-lookup.ts';
import { NetError } from './net-error.ts';

const cleanUps: (() => void)[] = [];

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const never = (): AbortSignal => new AbortController().signal;

/** Enough for a name server on loopback, however busy the machine is. */
const patient = { attemptTimeoutMs: 30_000, lookupTimeoutMs: 60_000 };

async function setUp(zone: Zone, options: NameResolverOptions = {}) {
  const names = await startNameServer(zone);
  cleanUps.push(names.close);
  const resolver = createNameResolver({
    servers: [names.server],
    ...patient,
    ...options,
  });
  return { ...names, ...resolver };
}

const skins = { a: ['93.184.216.34', '93.184.216.35'], aaaa: [[0x2606, 0x2800, 0, 0, 0, 0, 0, 1]] };
const found = ['93.184.216.34', '93.184.216.35', '2606:2800::1'];

const addresses = async (lookup: Promise<readonly { readonly address: string }[]>) =>
  (await lookup).map(({ address }) => address);

describe('a look-up of a name from a client', () => {
  it('queries and returns both address families', async () => {
    const { lookupPublic, askedTypes } = await setUp({ 'skins.example': skins });
    expect(await lookupPublic('skins.example', never())).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '93.184.216.35', family: 4 },
      { address: '2606:2800::1', family: 6 },
    ]);
    expect(askedTypes.toSorted((a, b) => a - b)).toEqual([typeA, typeAaaa]);
  });

  it('succeeds with one family, even if the other query is never answered', async () => {
    const names = await startNameServer({ 'skins.example': skins }, [typeAaaa]);
    cleanUps.push(names.close);
    const { lookupPublic } = createNameResolver({ servers: [names.server], attemptTimeoutMs: 500 });
    expect(await addresses(lookupPublic('skins.example', never()))).toEqual(found.slice(0, 2));
  });

  it.each([typeA, typeAaaa])(
    'fails if there is no address, and nobody tells of those of type %i',
    async (silent) => {
      const names = await startNameServer({ 'x.example': {} }, [silent]);
      cleanUps.push(names.close);
      const { lookupPublic } = createNameResolver({
        servers: [names.server],
        attemptTimeoutMs: 30,
      });
      const kind = 'dns-failure';
      await expect(lookupPublic('x.example', never())).rejects.toMatchObject({ kind });
    },
  );

  it.each<[string, Zone[string], string]>([
    ['does not exist', 'NXDOMAIN', 'unresolvable'],
    ['has no address', {}, 'unresolvable'],
    ['breaks its server', 'SERVFAIL', 'dns-failure'],
    ['is refused by the server', 'REFUSED', 'dns-failure'],
    ['is answered by nobody', 'silent', 'dns-failure'],
  ])('reports a name that %s', async (_what, entry, kind) => {
    const { lookupPublic } = await setUp(
      { 'x.example': entry },
      entry === 'silent' ? { attemptTimeoutMs: 30 } : {},
    );
    await expect(lookupPublic('x.example', never())).rejects.toMatchObject({ kind });
  });

  it.each(['a..b', `${'x'.repeat(64)}.example`, 'x.'.repeat(200)])(
    'finds nothing for an invalid name: %s',
    async (name) => {
      const { lookupPublic } = await setUp({});
      await expect(lookupPublic(name, never())).rejects.toMatchObject({ kind: 'unresolvable' });
    },
  );

  it('ignores the hosts file', async () => {
    const { lookupPublic, asked } = await setUp({});
    await expect(lookupPublic('localhost', never())).rejects.toMatchObject({
      kind: 'unresolvable',
    });
    expect(new Set(asked)).toEqual(new Set(['localhost']));
  });

  it('ends with the reason of its signal', async () => {
    const { lookupPublic } = await setUp({ 'x.example': 'silent' }, { attemptTimeoutMs: 600_000 });
    const controller = new AbortController();
    const lookup = lookupPublic('x.example', controller.signal);
    controller.abort(new NetError('busy'));
    await expect(lookup).rejects.toMatchObject({ kind: 'busy' });
  });

  it('ends with a timeout if nobody answers', async () => {
    const { lookupPublic } = await setUp(
      { 'x.example': 'silent' },
      { attemptTimeoutMs: 600_000, lookupTimeoutMs: 30 },
    );
    await expect(lookupPublic('x.example', never())).rejects.toMatchObject({ kind: 'dns-failure' });
  });
});

describe('look-ups that are never answered', () => {
  it('do not delay others', async () => {
    const zone = { 'skins.example': skins, 'hangs.example': 'silent' } as const;
    const resolver = await setUp(zone, { attemptTimeoutMs: 600_000, lookupTimeoutMs: 600_000 });
    const controller = new AbortController();
    const hanging = Promise.allSettled(
      Array.from({ length: 40 }, () => resolver.lookupPublic('hangs.example', controller.signal)),
    );
    await expect.poll(() => resolver.asked.length).toBeGreaterThanOrEqual(80);
    expect(await addresses(resolver.lookupPublic('skins.example', never()))).toEqual(found);
    controller.abort(new NetError('aborted'));
    await hanging;
  });
});

describe('a look-up of a name from the operator', () => {
  it('finds what the machine itself knows, without a query of ours', async () => {
    const { lookupLocal, asked } = await setUp({});
    expect(await addresses(lookupLocal('localhost', never()))).toContain('127.0.0.1');
    expect(asked).toEqual([]);
  });

  it.each([
    ['ENOTFOUND', 'unresolvable'],
    ['EAI_AGAIN', 'dns-failure'],
    ['EAI_FAIL', 'dns-failure'],
  ])('reports %s of the system as %s', async (code, kind) => {
    const lookupSystem = () => Promise.reject(Object.assign(new Error(code), { code }));
    const { lookupLocal } = await setUp({}, { lookupSystem });
    await expect(lookupLocal('nas', never())).rejects.toMatchObject({ kind });
  });

  it('ends in time although the system goes on', async () => {
    const lookupSystem = () => new Promise<never>(() => {});
    const { lookupLocal } = await setUp({}, { lookupSystem, lookupTimeoutMs: 30 });
    await expect(lookupLocal('nas', never())).rejects.toMatchObject({ kind: 'dns-failure' });
  });
});

describe('isHealthy', () => {
  it('ignores names whose own servers fail', async () => {
    const { lookupPublic, isHealthy, asked } = await setUp({ 'x.example': 'SERVFAIL', '': {} });
    await expect(lookupPublic('x.example', never())).rejects.toMatchObject({ kind: 'dns-failure' });
    await expect.poll(() => asked).toContain('');
    await new Promise(setImmediate);
    expect(isHealthy()).toBe(true);
  });

  it('is false while no query is answered, and true again afterwards', async () => {
    const clock = createFakeClock();
    const { lookupPublic, isHealthy, change } = await setUp(
      { 'x.example': 'REFUSED', '': 'REFUSED' },
      { clock },
    );
    await expect(lookupPublic('x.example', never())).rejects.toMatchObject({ kind: 'dns-failure' });
    await expect.poll(isHealthy).toBe(false);
    change({ '': {} });
    await clock.advance(5000);
    expect(isHealthy()).toBe(false);
    await expect.poll(isHealthy).toBe(true);
  });

  it.each([
    ['lookupPublic', 'skins.example'],
    ['lookupLocal', 'nas'],
  ] as const)('is true again as soon as %s finds any name', async (how, name) => {
    const lookupSystem = async () => [{ address: '10.0.0.1' }];
    const zone: Zone = { '': 'SERVFAIL', 'x.example': 'SERVFAIL', 'skins.example': skins };
    const resolver = await setUp(zone, { lookupSystem });
    await resolver.lookupPublic('x.example', never()).catch(() => {});
    await expect.poll(resolver.isHealthy).toBe(false);
    await resolver[how](name, never());
    expect(resolver.isHealthy()).toBe(true);
  });
});

describe('withFamily', () => {
  it('drops invalid addresses', () => {
    expect(withFamily(['1.2.3.4', 'nonsense', '', '::1'])).toEqual([
      { address: '1.2.3.4', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });
});

const service = '_minecraft._tcp.play.example';

async function setUpService(entry: Zone[string], attemptTimeoutMs: number) {
  const names = await startNameServer({ [service]: entry });
  cleanUps.push(names.close);
  const lookup = createSrvLookup({ servers: [names.server], attemptTimeoutMs });
  return { ...names, find: (signal = new AbortController().signal) => lookup(service, signal) };
}

describe('createSrvLookup', () => {
  it('finds the targets of a service, best first', async () => {
    const srv = [
      [10, 5, 25_570, 'second.example'],
      [5, 1, 25_571, 'light.example'],
      [5, 9, 25_572, 'heavy.example'],
    ] as const;
    const { find, asked, askedTypes } = await setUpService({ srv }, 30_000);
    expect(await find()).toEqual([
      { host: 'heavy.example', port: 25_572 },
      { host: 'light.example', port: 25_571 },
      { host: 'second.example', port: 25_570 },
    ]);
    expect([asked, askedTypes]).toEqual([[service], [typeSrv]]);
  });

  it.each([
    ['without a record', 'NXDOMAIN', 30_000],
    ['with other records only', {}, 30_000],
    ['whose server fails', 'SERVFAIL', 30_000],
    ['whose server is silent', 'silent', 30],
  ] as const)('returns none for a name %s', async (_what, entry, attemptTimeoutMs) => {
    const { find, asked } = await setUpService(entry, attemptTimeoutMs);
    expect(await find()).toEqual([]);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(1);
  });

  it('ends when its caller aborts', async () => {
    const controller = new AbortController();
    // Its own timeout is longer than a test may take.
    const { find } = await setUpService('silent', 600_000);
    const finding = find(controller.signal);
    setImmediate(() => controller.abort());
    expect(await finding).toEqual([]);
  });
});

describe('orderTargets', () => {
  it('omits targets that declare there is no service', () => {
    const record = { priority: 0, weight: 0 };
    expect(
      orderTargets([
        { ...record, name: '', port: 25_565 },
        { ...record, name: '.', port: 25_565 },
        { ...record, name: 'a.example', port: 0 },
      ]),
    ).toEqual([]);
  });
});

/** Names cannot be resolved until `recover` is called. */
function setUpHealth() {
  const clock = createFakeClock();
  let isAnswering = false;
  let probes = 0;
  const health = createDnsHealth({
    clock,
    probe: async () => {
      probes += 1;
      return isAnswering;
    },
  });
  const fail = (reason: unknown) => health.watch(Promise.reject(reason)).catch(() => {});
  return { ...health, clock, fail, probes: () => probes, recover: () => (isAnswering = true) };
}

test.each([
  ['dns-failure', false, 1],
  ['unresolvable', true, 0],
  ['timeout', true, 0],
  ['aborted', true, 0],
] as const)(
  'a look-up that ends with %s: well is %s after %i probes',
  async (kind, isHealthy, probes) => {
    const health = setUpHealth();
    await health.fail(new NetError(kind));
    await health.clock.advance(0);
    expect([health.isHealthy(), health.probes()]).toEqual([isHealthy, probes]);
  },
);

test.each([
  ['is found', (health) => health.watch(Promise.resolve('1.1.1.1')), true],
  ['does not exist', ({ fail }) => fail(new NetError('unresolvable')), true],
  ['fails as the others did', ({ fail }) => fail(new NetError('dns-failure')), false],
  ['was given up', ({ fail }) => fail(new NetError('aborted')), false],
  ['fails in another way', ({ fail }) => fail(new Error('a defect')), false],
] satisfies [string, (health: ReturnType<typeof setUpHealth>) => unknown, boolean][])(
  'after a failure, a name that %s',
  async (_what, lookUp, isHealthy) => {
    const health = setUpHealth();
    await health.fail(new NetError('dns-failure'));
    await health.clock.advance(0);
    await lookUp(health);
    expect([health.isHealthy(), health.probes()]).toEqual([isHealthy, 1]);
  },
);

test('while it is ill, a probe is made every five seconds, by whoever asks', async () => {
  const health = setUpHealth();
  await health.fail(new NetError('dns-failure'));
  await health.clock.advance(4999);
  await health.fail(new NetError('dns-failure'));
  expect([health.isHealthy(), health.probes()]).toEqual([false, 1]);
  health.recover();
  await health.clock.advance(1);
  expect([health.isHealthy(), health.probes()]).toEqual([false, 2]);
  await health.clock.advance(60_000);
  expect([health.isHealthy(), health.probes()]).toEqual([true, 2]);
});
