import { afterEach, describe, expect, it } from 'vitest';
import { startNameServer, typeSrv, type Zone } from '../../../test/support/name-server.ts';
import { createSrvLookup, orderTargets } from './srv-lookup.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const service = '_minecraft._tcp.play.example';

async function setUp(entry: Zone[string], attemptTimeoutMs: number) {
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
    const { find, asked, askedTypes } = await setUp({ srv }, 30_000);
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
    const { find, asked } = await setUp(entry, attemptTimeoutMs);
    expect(await find()).toEqual([]);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(1);
  });

  it('ends when its caller aborts', async () => {
    const controller = new AbortController();
    // Its own timeout is longer than a test may take.
    const { find } = await setUp('silent', 600_000);
    const found = find(controller.signal);
    setImmediate(() => controller.abort());
    expect(await found).toEqual([]);
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
