import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  addNotch,
  compositionPath,
  detailOf,
  pictureOf,
  startWorld,
  type Answer,
  type World,
} from '../support/composition-world.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/redis-server.ts';
import { dataUrl, pixelsOf, skinFile } from '../support/skin-files.ts';
import { createDrawing } from '../../src/service/queue/drawing.ts';

/** A real queue with one worker, which outlives the services. Nothing waits too long, however slow the machine. */
const drawing = await createDrawing({ threads: 1, clock: createFakeClock() });
let world: World;
afterEach(() => world.close());
afterAll(() => drawing.close());

async function start(): Promise<void> {
  const open = async () => ({ ...drawing, close: async () => {} });
  world = await startWorld({ drawing: { open }, env: { TRUST_PROXY: '1' } });
  addNotch(world);
}

/** Two clients of different networks. */
const greedy = { 'x-forwarded-for': '192.0.2.1' };
const modest = { 'x-forwarded-for': '198.51.100.1' };

let turn = 0;
/** Takes a worker the better part of a second: many large figures, and a plan that nobody has yet. */
const longQuery = () => `height=1024&gap=0&overlay=raised&yaw=${(turn += 1)}`;
const longItems = Array.from({ length: 10 }, (_, index) => ({
  value: dataUrl(skinFile(index, { overlay: true })),
}));
/** As many as may wait for one worker. */
const maxWaiting = 32;

/** Starts the long drawing; settles once a worker is at it. */
async function startLong(): Promise<{ readonly done: Promise<Answer> }> {
  const done = world.compose(longItems, longQuery(), greedy);
  await untilBusy();
  return { done };
}

async function untilBusy(): Promise<void> {
  await until(() => drawing.load().running > 0);
}

/** A small picture of its own; needs no look-up, so it comes to the queue at once. */
const ask = (label: string, headers: typeof greedy): Promise<Answer> =>
  world.compose([{ value: 'sample-fox', label }], undefined, headers);

/** Fills the queue with small pictures of the greedy client; `greedy 31` is the newest. */
async function fillQueue(): Promise<Promise<Answer>[]> {
  const answers = Array.from({ length: maxWaiting - 1 }, (_, index) =>
    ask(`greedy ${index}`, greedy),
  );
  await untilWaiting(maxWaiting - 1);
  answers.push(ask(`greedy ${maxWaiting - 1}`, greedy));
  await untilWaiting(maxWaiting);
  return answers;
}

async function untilWaiting(count: number): Promise<void> {
  await until(() => drawing.load().waiting >= count || drawing.load().running === 0);
  expect(drawing.load()).toMatchObject({ running: 1, waiting: count });
}

const refusal = 'The service is overloaded; try again shortly.';

describe('a full queue', () => {
  it('refuses at once with 503 and Retry-After, and recovers', async () => {
    await start();
    const long = await startLong();
    const waiting = await fillQueue();
    const refused = await ask('one more', greedy);
    expect(detailOf(refused, 503)).toBe(refusal);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(drawing.load()).toMatchObject({ running: 1, waiting: maxWaiting });

    for (const answer of await Promise.all([long.done, ...waiting])) pictureOf(answer);
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
    const after = await ask('one more', greedy);
    expect([after.statusCode, after.headers['x-cache']]).toEqual([200, 'MISS']);
  });

  it('of one client does not keep another from its pictures', async () => {
    await start();
    const long = await startLong();
    const waiting = await fillQueue();
    const ended: string[] = [];
    void waiting[0]!.then(() => ended.push('greedy'));
    const other = await ask('small', modest).finally(() => ended.push('modest'));
    pictureOf(other);
    // Its turn came before all that waited; for its place the newest of them was refused.
    expect(ended).toEqual(['modest']);
    const answers = await Promise.all([long.done, ...waiting]);
    expect(detailOf(answers.pop()!, 503)).toBe(refusal);
    for (const answer of answers) pictureOf(answer);
  });

  it('does not refuse a picture to a client because of another who asked for it first', async () => {
    await start();
    const long = await startLong();
    const waiting = await fillQueue();
    const newest = 'greedy 31';
    const joined = ask(newest, modest);
    const alsoJoined = ask(newest, greedy);
    await new Promise(setImmediate);
    const displacing = ask('modest', modest);
    pictureOf(await joined);
    pictureOf(await displacing);
    expect(detailOf((await Promise.all(waiting)).pop()!, 503)).toBe(refusal);
    expect(detailOf(await alsoJoined, 503)).toBe(refusal);
    pictureOf(await long.done);
  });

  it('still serves cached pictures and 304s', async () => {
    await start();
    const items = [{ value: 'Notch' }, { value: 'sample-fox' }, { value: dataUrl(skinFile(77)) }];
    const first = await world.compose(items);
    pictureOf(first);
    const long = await startLong();
    const waiting = await fillQueue();
    const hit = await world.compose(items, undefined, greedy);
    pictureOf(hit);
    expect(hit.headers['x-cache']).toBe('HIT');
    const headers = { ...greedy, 'if-none-match': String(first.headers.etag) };
    expect((await world.compose(items, undefined, headers)).statusCode).toBe(304);
    expect(drawing.load()).toMatchObject({ running: 1, waiting: maxWaiting });
    await Promise.all([long.done, ...waiting]);
  });

  it('does not lead to a default skin', async () => {
    await start();
    pictureOf(await world.compose([{ value: 'Notch' }], 'height=32', greedy));
    const long = await startLong();
    const waiting = await fillQueue();
    const query = 'height=48&fallback=default';
    detailOf(await world.compose([{ value: dataUrl(skinFile(99)) }], query, greedy), 503);
    detailOf(await world.compose([{ value: 'Notch' }], query, greedy), 503);
    await Promise.all([long.done, ...waiting]);
  });
});

describe('closing', () => {
  it('waits for a requested picture, from its skins to its last byte', async () => {
    await start();
    const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
    // A connection of its own that is not kept open: what is waited for is the answer.
    const asked = request(`${origin}${compositionPath}?height=512`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    }).end(JSON.stringify(longItems));
    await untilBusy();
    const closed = world.app.close();
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    expect(answer?.statusCode).toBe(200);
    expect(pixelsOf(await buffer(answer!)).heightPx).toBe(512);
    await closed;
  });
});
