import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRedisServer, type RedisServer } from '../../../../test/support/redis-server.ts';
import { clientsOfNetwork, networkOf } from '../../../common/async/fair-queue.ts';
import { dayMs, hourMs } from '../../../common/async/clock.ts';
import { createFairPlaces } from '../../../common/async/fair-pool.ts';
import { once } from '../idempotency.ts';
import { createMessageRecords, type MessageRecords, type Outcome } from './message-records.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());
beforeEach(() => server.client.flushall());

const startMs = 1_800_000_000_000;
const turnsKey = 'lineup:queue:turns';
const nowKey = 'lineup:queue:now';
const sent: Outcome = { kind: 'sent', pauseMs: 0 };
const originOf = (client: string, line: string) => ({ client, network: networkOf(client), line });

/** Five clients of three networks. */
const client = constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.1', '203.0.113.1');

describe('places', () => {
  it('are granted as by the rule of the process', async () => {
    const step = oneof(
      record({ kind: constantFrom('admit' as const), client }),
      record({ kind: constantFrom('end' as const), index: integer({ min: 0, max: 20 }) }),
    );
    const steps = array(step, { maxLength: 60, size: 'max' });
    await assert(
      asyncProperty(integer({ min: 0, max: 14 }), steps, async (total, all) => {
        await server.client.flushall();
        const records = createMessageRecords(server.client, total);
        const places = createFairPlaces({ total });
        const held: { id: string; client: string; leave: () => void }[] = [];
        for (const [index, one] of all.entries()) {
          if (one.kind === 'admit') {
            const id = `message ${index}`;
            const leave = places.take(one.client);
            const place = await records.admit(id, '{}', originOf(one.client, 'line'), startMs);
            expect(place !== 0, id).toBe(leave !== null);
            if (leave !== null) held.push({ id, client: one.client, leave });
          } else if (held.length > 0) {
            const [ended] = held.splice(one.index % held.length, 1);
            ended!.leave();
            await records.end(ended!.id, originOf(ended!.client, 'line'), sent);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are free again at the end of the life of a message, also if nobody has ended it yet', async () => {
    const records = createMessageRecords(server.client, 8);
    const admit = (id: string, own: string, nowMs: number) =>
      records.admit(id, '{}', originOf(own, 'line'), nowMs);
    for (let index = 0; index < 4; index += 1)
      await admit(`${index}`, '192.0.2.1', startMs + index);
    expect(await admit('one too many', '192.0.2.2', startMs + 10)).toBe(0);
    expect(await admit('after the first', '192.0.2.2', startMs + dayMs)).toBe(5);
    expect(await admit('one too many', '192.0.2.2', startMs + dayMs)).toBe(0);
    // It still waits until its end is recorded, and is in its line once.
    expect(await records.find('0')).toEqual({ state: 'waiting' });
    expect(await admit('0', '192.0.2.1', startMs + dayMs)).toBe(1);
    expect(await server.client.llen('lineup:queue:line:line')).toBe(5);
  });
});

/** The rule of turns with numbers that are never forgotten while something waits. */
function createModel() {
  const due = new Map<string, number>();
  let now = 0;
  const dueOf = (who: string) => due.get(who) ?? 0;
  return {
    isPast: (turn: number) => turn <= now,
    take: (own: string): number => {
      const network = `network of ${networkOf(own)}`;
      const start = Math.max(now, dueOf(own), dueOf(network));
      due.set(own, start + 1);
      due.set(network, Math.max(now, dueOf(network)) + 1 / clientsOfNetwork);
      return Math.floor(start) + 1;
    },
    end: (turn: number): void => {
      now = Math.max(now, turn - 1);
    },
    reset: (): void => {
      due.clear();
      now = 0;
    },
  };
}

async function turnOf(records: MessageRecords, line: string): Promise<number | undefined> {
  return (await records.head(line))?.priority;
}

describe('turns', () => {
  it('are those of start-time fair queuing, whatever is forgotten meanwhile', async () => {
    const line = constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const step = oneof(
      record({ kind: constantFrom('admit' as const), client, line }),
      record({ kind: constantFrom('end' as const, 'load' as const, 'retry' as const), line }),
    );
    await assert(
      asyncProperty(array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        await server.client.flushall();
        const records = createMessageRecords(server.client);
        const model = createModel();
        const lines = new Map<string, { id: string; client: string; turn?: number }[]>();
        for (const [index, one] of steps.entries()) {
          const own = lines.get(one.line) ?? [];
          lines.set(one.line, own);
          const [first] = own;
          if (one.kind === 'admit') {
            const id = `message ${index}`;
            own.push({ id, client: one.client });
            await records.admit(id, '{}', originOf(one.client, one.line), startMs);
          } else if (first?.turn !== undefined && one.kind === 'load') {
            if (model.isPast(first.turn)) first.turn = model.take(first.client);
            expect((await records.load(first.id))?.priority).toBe(first.turn);
          } else if (first?.turn !== undefined && one.kind === 'retry') {
            model.end(first.turn);
            await records.retry(first.id, originOf(first.client, one.line));
            first.turn = model.take(first.client);
            expect((await records.load(first.id))?.priority).toBe(first.turn);
          } else if (first?.turn !== undefined) {
            own.shift();
            model.end(first.turn);
            if ([...lines.values()].every(({ length }) => length === 0)) model.reset();
            await records.end(first.id, originOf(first.client, one.line), sent);
          }
          const [head] = own;
          if (head !== undefined) head.turn ??= model.take(head.client);
          expect(await turnOf(records, one.line)).toBe(head?.turn);
        }
      }),
      { numRuns: 80 },
    );
  });

  /** Adds a message to a line of its own. */
  async function add(records: MessageRecords, id: string, own: string): Promise<number> {
    await records.admit(id, '{}', originOf(own, id), startMs);
    return (await turnOf(records, id)) ?? 0;
  }

  it('an attempt takes a turn, though it sends nothing', async () => {
    const records = createMessageRecords(server.client);
    const [own, other] = ['192.0.2.1', '198.51.100.1'];
    expect(await add(records, 'refused', own)).toBe(1);
    expect(await add(records, 'first', other)).toBe(1);
    // Its job is added again with a turn, if it is gone.
    await records.retry('refused', originOf(own, 'refused'));
    expect(await turnOf(records, 'refused')).toBe(2);
    // What has ended meanwhile stays so.
    await records.end('first', originOf(other, 'first'), sent);
    await records.retry('first', originOf(other, 'first'));
    expect(await records.load('first')).toBeNull();
    await records.retry('never stored', originOf(other, 'never stored'));
    expect(await server.client.exists('lineup:queue:message:never stored')).toBe(0);
  });

  it('end at the highest priority number, and are then all the same', async () => {
    const records = createMessageRecords(server.client);
    const highest = 2 ** 21 - 1;
    await add(records, 'waits', '203.0.113.1');
    await server.client.set(nowKey, highest - 3);
    const turns: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      turns.push(await add(records, `${index}`, '192.0.2.1'));
    }
    expect(turns).toEqual([highest - 2, highest - 1, highest, highest, highest]);
    await records.end('4', originOf('192.0.2.1', '4'), sent);
    // It has not passed, so it is not given anew for ever.
    expect((await records.load('3'))?.priority).toBe(highest);
    expect(await add(records, 'another', '198.51.100.1')).toBe(highest);
  });

  it('are forgotten when nothing waits, and never more than could wait', async () => {
    const records = createMessageRecords(server.client);
    await add(records, 'waits', '203.0.113.1');
    const others = Array.from({ length: 40_000 }, (_, index) => [0.5, `client ${index}`]);
    await server.client.zadd(turnsKey, ...others.flat());
    await server.client.set(nowKey, 0);
    for (let index = 0; index < 3; index += 1) await add(records, `${index}`, '192.0.2.1');
    expect(await server.client.zcard(turnsKey)).toBe(40_000);
    for (const key of [turnsKey, nowKey]) {
      expect(await server.client.pttl(key)).toBeGreaterThan(dayMs - 60_000);
    }
    // Those who are due last, as they have had most.
    expect(await server.client.zscore(turnsKey, 'client 192.0.2.1')).toBe('3');
    for (let index = 0; index < 3; index += 1) {
      await records.end(`${index}`, originOf('192.0.2.1', `${index}`), sent);
    }
    // What is due before now is as if it were not known.
    expect(await server.client.zcount(turnsKey, 0, 2)).toBe(0);
    await records.end('waits', originOf('203.0.113.1', 'waits'), sent);
    const keys = await server.client.keys('*');
    expect(keys.every((key) => key.startsWith('lineup:queue:message:'))).toBe(true);
  });
});

it.each([
  ['sent', { kind: 'sent', pauseMs: 90_000.5 }, hourMs, 90_001],
  ['failed', { kind: 'failed', reason: 'No.' }, dayMs, -2],
] as const)('nothing of a message is left when it is %s, but how it ended', async (...row) => {
  const [state, outcome, lifetimeMs, pauseMs] = row;
  const records = createMessageRecords(server.client);
  const origin = originOf('192.0.2.1', 'line');
  await records.admit('id', '{}', origin, startMs);
  await records.head('line');
  await records.noteGuarded('line', startMs);
  await records.end('id', origin, outcome);
  const left = new Map<string, number>();
  for (const key of await server.client.keys('*')) left.set(key, await server.client.pttl(key));
  const [own, pause] = ['lineup:queue:message:id', 'lineup:queue:pause:line'];
  expect([...left.keys()].toSorted()).toEqual(pauseMs > 0 ? [own, pause] : [own]);
  for (const [key, maxMs] of [
    [own, lifetimeMs],
    [pause, pauseMs],
  ] as const) {
    expect(left.get(key) ?? -2, key).toBeLessThanOrEqual(maxMs);
    expect(left.get(key) ?? -2, key).toBeGreaterThan(Math.max(maxMs - 60_000, -3));
  }
  expect((await records.find('id'))?.state).toBe(state);
});

/** The record of a response, or of a request in progress, as `once` keeps it. */
async function recordOf(status: number | null): Promise<string> {
  const kept: string[] = [];
  const keep = async (_key: string, text: string) => void kept.push(text);
  const store = { claim: async (...args: [string, string]) => (await keep(...args), null), keep };
  const request = {
    key: 'k',
    webhook: { id: '1', token: 'a' },
    client: 'c',
    parts: async () => [],
  };
  const response = { contentType: null, bytes: new Uint8Array() };
  await once({ ...store, release: async () => {} }, request, async () => {
    if (status === null) throw new Error('in progress');
    return { ...response, status };
  }).catch(() => {});
  return kept.at(-1) ?? '';
}

describe('a message that may be posted again', () => {
  const origin = { ...originOf('192.0.2.1', 'line'), recordKey: 'key' };
  const answerKey = 'lineup:idempotency:key';
  const guarded: Outcome = { kind: 'failed', reason: 'Guarded.', mayRepeat: true };

  it('waits again when it is, with what it says then', async () => {
    const records = createMessageRecords(server.client);
    await records.admit('id', 'first', origin, startMs);
    await records.end('id', origin, guarded);
    expect(await records.find('id')).toEqual({ state: 'failed', reason: 'Guarded.' });
    expect(await records.load('id')).toBeNull();
    expect(await records.admit('id', 'second', origin, startMs)).toBe(1);
    expect(await records.find('id')).toEqual({ state: 'waiting' });
    expect((await records.head('line'))?.jobId).toBe('id');
    expect((await records.load('id'))?.data).toBe('second');
    // It does not expire while it waits, and a third one is the same message.
    expect(await server.client.pttl('lineup:queue:message:id')).toBe(-1);
    expect(await records.admit('id', 'third', origin, startMs)).toBe(1);
    expect((await records.load('id'))?.data).toBe('second');
    expect(await server.client.llen('lineup:queue:line:line')).toBe(1);
    await records.end('id', origin, sent);
    expect(await records.admit('id', 'fourth', origin, startMs)).toBe(1);
    expect(await records.find('id')).toEqual({ state: 'sent' });
  });

  it('only if there is room', async () => {
    const records = createMessageRecords(server.client, 2);
    await records.admit('id', 'first', origin, startMs);
    await records.end('id', origin, guarded);
    await records.admit('other', '{}', originOf('192.0.2.2', 'other'), startMs);
    expect(await records.admit('id', 'second', origin, startMs)).toBe(0);
    expect(await records.find('id')).toEqual({ state: 'failed', reason: 'Guarded.' });
  });

  it.each([
    ['its own 202', 202, guarded, 0],
    ['another response', 200, guarded, 1],
    ['a request in progress', null, guarded, 1],
    ['its own 202, when sent', 202, sent, 1],
    ['its own 202, when refused', 202, { kind: 'failed', reason: 'No.' }, 1],
  ] as const)('of the records of its key, it removes: %s', async (_what, status, outcome, left) => {
    const records = createMessageRecords(server.client);
    await records.admit('id', 'first', origin, startMs);
    await server.client.set(answerKey, await recordOf(status));
    await records.end('id', origin, outcome);
    expect(await server.client.exists(answerKey)).toBe(left);
  });
});
