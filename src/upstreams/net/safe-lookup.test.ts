import { describe, expect, it } from 'vitest';
import { NetError } from './net-error.ts';
import { createSafeLookup } from './safe-lookup.ts';
import { fakeLookup } from '../../../test/support/net-fakes.ts';

const signal = (): AbortSignal => new AbortController().signal;

const names = {
  'good.example': ['93.184.216.34', '2606:2800::1'],
  'private.example': ['10.0.0.1'],
  'split.example': ['93.184.216.34', '127.0.0.1'],
  'split6.example': ['93.184.216.34', '::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'zone.example': ['fe80::1%eth0'],
  'empty.example': [],
  'nonsense.example': ['nonsense'],
  'printer.local': ['93.184.216.34'],
} as const;

function safeLookup(allowPrivateAddresses = false) {
  const { lookup, asked } = fakeLookup(names);
  return { resolve: createSafeLookup({ allowPrivateAddresses, lookup }), asked };
}

describe('createSafeLookup', () => {
  it('returns all addresses of a public name, after one look-up of its canonical form', async () => {
    const { resolve, asked } = safeLookup();
    expect(await resolve('GOOD.example', signal())).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800::1', family: 6 },
    ]);
    expect(asked).toEqual(['good.example']);
  });

  it.each(['private.example', 'split.example', 'split6.example', 'mapped.example', 'zone.example'])(
    'refuses %s',
    async (name) => {
      const { resolve } = safeLookup();
      await expect(resolve(name, signal())).rejects.toMatchObject({ kind: 'blocked-address' });
    },
  );

  it.each(['printer.local', 'localhost', 'x.localhost', '127.1', '[::1]', '0x7f000001'])(
    'refuses %s without a query',
    async (host) => {
      const { resolve, asked } = safeLookup();
      await expect(resolve(host, signal())).rejects.toMatchObject({ kind: 'blocked-address' });
      expect(asked).toEqual([]);
    },
  );

  it.each(['unknown.example', 'empty.example', 'nonsense.example'])(
    'finds nothing for %s',
    async (name) => {
      const { resolve } = safeLookup();
      await expect(resolve(name, signal())).rejects.toMatchObject({ kind: 'unresolvable' });
    },
  );

  it.each(['', 'a b', '1.2.3.4.5', 'a/b', ':::'])('%j is no host', async (host) => {
    const { resolve, asked } = safeLookup();
    await expect(resolve(host, signal())).rejects.toMatchObject({ kind: 'bad-url' });
    expect(asked).toEqual([]);
  });

  it('returns a public literal as it is', async () => {
    const { resolve, asked } = safeLookup();
    expect(await resolve('0x5db8d822', signal())).toEqual([
      { address: '93.184.216.34', family: 4 },
    ]);
    expect(asked).toEqual([]);
  });

  it('allows every address if private addresses are allowed', async () => {
    const { resolve } = safeLookup(true);
    expect(await resolve('split.example', signal())).toHaveLength(2);
    expect(await resolve('printer.local', signal())).toHaveLength(1);
    expect(await resolve('127.1', signal())).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(resolve('nonsense.example', signal())).rejects.toMatchObject({
      kind: 'unresolvable',
    });
  });

  it('does not wait for a look-up that hangs', async () => {
    const controller = new AbortController();
    const hanging = createSafeLookup({
      allowPrivateAddresses: false,
      lookup: () => new Promise(() => {}),
    });
    const found = hanging('slow.example', controller.signal);
    controller.abort(new NetError('timeout'));
    await expect(found).rejects.toMatchObject({ kind: 'timeout' });
  });
});

it.each([
  [64, 'refused'],
  [65, 'not even read'],
])('of many addresses, a private one at place %i is %s', async (place, outcome) => {
  const many = Array.from({ length: 100 }, (_, i) => (i + 1 === place ? '10.0.0.1' : '1.1.1.1'));
  const { lookup } = fakeLookup({ 'many.example': many });
  const resolve = createSafeLookup({ allowPrivateAddresses: false, lookup });
  const found = resolve('many.example', signal()).then(
    () => 'not even read',
    () => 'refused',
  );
  expect(await found).toBe(outcome);
});

it('uses at most two addresses of a family', async () => {
  const four = Array.from({ length: 4000 }, (_, i) => `93.184.${i >> 8}.${i & 255}`);
  const { lookup } = fakeLookup({ 'many.example': ['2606:2800::1', ...four] });
  const resolve = createSafeLookup({ allowPrivateAddresses: false, lookup });
  const found = await resolve('many.example', signal());
  expect(found.map(({ address }) => address)).toEqual(['93.184.0.0', '93.184.0.1', '2606:2800::1']);
});
