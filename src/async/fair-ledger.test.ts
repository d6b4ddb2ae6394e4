import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createFairLedger } from './fair-ledger.ts';

/** Clients are called `network/name`. */
const networkOf = (client: string): string => client.split('/', 1)[0]!;

function setUp() {
  const clock = createFakeClock();
  return { clock, ledger: createFairLedger({ nowMs: clock.nowMs, networkOf }) };
}

describe('a ledger', () => {
  it('knows nothing of who used nothing', () => {
    const { ledger } = setUp();
    ledger.charge('a/1', 100);
    expect([ledger.usedBy('b/1'), ledger.ownUseOf('b/1')]).toEqual([0, 0]);
  });

  it('adds up what is charged, and takes back what was too much', () => {
    const { ledger } = setUp();
    ledger.charge('a/1', 100);
    ledger.charge('a/1', 50);
    ledger.charge('a/1', -30);
    expect([ledger.usedBy('a/1'), ledger.ownUseOf('a/1')]).toEqual([120, 120]);
  });

  it('lends nothing: no correction leads below zero', () => {
    const { ledger } = setUp();
    ledger.charge('a/1', 10);
    ledger.charge('a/1', -1000);
    expect(ledger.usedBy('a/1')).toBe(0);
    ledger.charge('a/1', 10);
    expect(ledger.usedBy('a/1')).toBe(10);
  });

  it('halves everything in 30 s', async () => {
    const { clock, ledger } = setUp();
    for (const client of ['a/1', 'a/2']) ledger.charge(client, 400);
    await clock.advance(30_000);
    expect([ledger.usedBy('a/1'), ledger.ownUseOf('a/1')]).toEqual([200, 200]);
    ledger.charge('a/1', 100);
    await clock.advance(30_000);
    expect(ledger.usedBy('a/1')).toBe(150);
  });

  it('counts a network of many as four clients', () => {
    const { ledger } = setUp();
    for (let name = 0; name < 100; name++) ledger.charge(`a/${name}`, 10);
    expect([ledger.usedBy('a/0'), ledger.ownUseOf('a/0')]).toEqual([250, 10]);
    expect(ledger.usedBy('a/never')).toBe(250);
  });

  it('counts three clients of a network as three', () => {
    const { ledger } = setUp();
    for (const client of ['a/1', 'a/2', 'a/3']) ledger.charge(client, 10);
    expect(ledger.usedBy('a/1')).toBe(10);
  });

  it('remembers what a client had used before its last turn', async () => {
    const { clock, ledger } = setUp();
    ledger.charge('a/2', 1000);
    ledger.charge('a/1', 100);
    ledger.noteGrant('a/1');
    ledger.charge('a/1', 60);
    expect(ledger.beforeGrant('a/1')).toEqual({ used: 275, own: 100 });
    await clock.advance(30_000);
    expect(ledger.beforeGrant('a/1')).toEqual({ used: 137.5, own: 50 });
    expect(ledger.beforeGrant('a/3')).toEqual({ used: 0, own: 0 });
  });

  it('raises a client and its network, and lowers nobody', () => {
    const { ledger } = setUp();
    ledger.charge('a/1', 10);
    ledger.raiseTo('a/1', { used: 100, own: 40 });
    expect([ledger.usedBy('a/1'), ledger.ownUseOf('a/1')]).toEqual([100, 40]);
    ledger.raiseTo('a/1', { used: 1, own: 1 });
    expect([ledger.usedBy('a/1'), ledger.ownUseOf('a/1')]).toEqual([100, 40]);
    expect(ledger.beforeGrant('a/1')).toEqual({ used: 100, own: 40 });
    // Its neighbours have saved up nothing either.
    expect([ledger.usedBy('a/2'), ledger.ownUseOf('a/2')]).toEqual([100, 0]);
  });

  it('forgets the oldest of more than fifty thousand clients', () => {
    const { ledger } = setUp();
    ledger.charge('old/1', 10);
    for (let name = 0; name < 100_000; name++) ledger.charge(`${name}/1`, 1);
    expect([ledger.usedBy('old/1'), ledger.usedBy('99999/1')]).toEqual([0, 1]);
  });
});
