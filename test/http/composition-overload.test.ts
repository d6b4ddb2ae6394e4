import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createDrawing, type Drawing, type DrawingOptions } from '../../src/drawing/pool.ts';
import {
  compositionPath,
  detailOf,
  pictureOf,
  startWorld,
  type Answer,
  type World,
} from '../support/composition-world.ts';
import { dataUrl, pixelsOf, skinFile } from '../support/skin-files.ts';
import type { WatchedDrawing } from '../support/watched-drawing.ts';

let world: World;
let drawing: Drawing;
afterEach(() => world.close());

/** A service with a real queue of its own, which it closes itself. */
async function start(options: DrawingOptions): Promise<void> {
  const open: WatchedDrawing['open'] = async () => {
    drawing = await createDrawing(options);
    return drawing;
  };
  world = await startWorld({ drawing: { open } });
  world.accounts.addPlayer({
    name: 'Notch',
    uuid: 'a'.repeat(32),
    skin: { hash: 'ab'.repeat(32) },
  });
  world.accounts.addTexture('ab'.repeat(32), skinFile(1));
}

/** Takes a worker the better part of a second: many large figures, a plan that nobody has yet. */
const longQuery = 'height=1024&gap=0';
/** More than the quarter of the queue that long drawings leave to others. */
const largeQuery = 'height=1024&format=webp';
const longItems = Array.from({ length: 10 }, (_, index) => ({
  value: dataUrl(skinFile(index, { overlay: true })),
}));

/** Starts the long drawing; settles once a worker is at it. */
async function startLong(): Promise<{ readonly done: Promise<Answer> }> {
  // Its sheets are inspected beforehand, so that being busy means drawing.
  pictureOf(await world.compose(longItems, 'height=16'));
  const done = world.compose(longItems, longQuery);
  await untilBusy();
  return { done };
}

async function untilBusy(): Promise<void> {
  while (drawing.load().running === 0) await new Promise(setImmediate);
}

describe('a full queue', () => {
  it('refuses at once with 503 and Retry-After, and recovers', async () => {
    await start({ threads: 1, mostWaiting: 0 });
    // Known before, so that the second request comes to the queue while the first is being drawn.
    pictureOf(await world.compose([{ value: 'Notch' }], 'height=32'));
    const long = await startLong();
    const refused = await world.compose([{ value: 'Notch' }], largeQuery);
    expect(detailOf(refused, 503)).toBe(
      'The service has more to draw than it can take on now; try again shortly.',
    );
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 0 });

    pictureOf(await long.done);
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
    const after = await world.compose([{ value: 'Notch' }], largeQuery);
    expect([after.statusCode, after.headers['x-cache']]).toEqual([200, 'MISS']);
  });

  it('still draws small pictures beside one that alone exceeds it', async () => {
    await start({ threads: 1, mostWaiting: 0 });
    const long = await startLong();
    const small = world.compose([{ value: dataUrl(skinFile(99)) }], 'height=48');
    for (const answer of await Promise.all([small, long.done])) pictureOf(answer);
  });

  it('still serves cached pictures and 304s', async () => {
    await start({ threads: 1, mostWaiting: 0 });
    const items = [{ value: 'Notch' }, { value: 'sample-fox' }, { value: dataUrl(skinFile(77)) }];
    const first = await world.compose(items);
    pictureOf(first);
    const long = await startLong();
    const hit = await world.compose(items);
    pictureOf(hit);
    expect(hit.headers['x-cache']).toBe('HIT');
    const etag = String(first.headers.etag);
    expect((await world.compose(items, undefined, { 'if-none-match': etag })).statusCode).toBe(304);
    expect(drawing.load().running).toBe(1);
    pictureOf(await long.done);
  });

  it('does not lead to a default skin', async () => {
    await start({ threads: 1, mostWaiting: 0 });
    const long = await startLong();
    const items = [{ value: dataUrl(skinFile(99)) }];
    const query = `${largeQuery}&fallback=default`;
    detailOf(await world.compose(items, query), 503);
    detailOf(await world.compose([{ value: 'Notch' }], query), 503);
    pictureOf(await long.done);
  });

  it('accepts its number of rows, however many sheets have to be decoded', async () => {
    await start({ threads: 1, mostWaiting: 3 });
    const rowsOfTen = Array.from({ length: 4 }, (_, row) =>
      Array.from({ length: 10 }, (_each, column) => ({
        value: dataUrl(skinFile(1000 + row * 10 + column)),
      })),
    );
    const answers = await Promise.all(rowsOfTen.map((items) => world.compose(items)));
    for (const answer of answers) pictureOf(answer);
  });

  it('counts equal requests as one: a hundred at once are all served', async () => {
    await start({ threads: 1, mostWaiting: 1 });
    const names = 'astronaut beekeeper chef diver dj explorer fox ghost knight panda'.split(' ');
    const items = names.map((name) => ({ value: `sample-${name}` }));
    const all = Array.from({ length: 100 }, () => world.compose(items));
    const statuses = new Set((await Promise.all(all)).map(({ statusCode }) => statusCode));
    expect([...statuses]).toEqual([200]);
  });

  it('serves some of many different requests and refuses the others, none with a 500', async () => {
    await start({ threads: 1, mostWaiting: 1 });
    const all = Array.from({ length: 30 }, (_, index) =>
      world.compose([{ value: 'Notch', label: `${index}` }]),
    );
    const answers = await Promise.all(all);
    const count = (status: number) =>
      answers.filter(({ statusCode }) => statusCode === status).length;
    expect(count(200)).toBeGreaterThanOrEqual(2);
    expect(count(503)).toBeGreaterThan(0);
    expect(count(200) + count(503)).toBe(30);
    for (const answer of answers) {
      if (answer.statusCode === 503) expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    }
    pictureOf(await world.compose([{ value: 'Notch', label: 'after' }]));
  });
});

describe('a client’s share of look-ups', () => {
  it('is used up by uncached names: then 503, but not for others', async () => {
    await start({ threads: 1 });
    pictureOf(await world.compose([{ value: 'Notch' }]));
    const names = (from: number) =>
      Array.from({ length: 10 }, (_, index) => ({ value: `Name_${from + index}` }));
    const rows = Array.from({ length: 31 }, (_, row) => world.compose(names(row * 10)));
    const statuses = (await Promise.all(rows)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([404, 503]));
    const refused = await world.compose([{ value: 'sample-fox' }, { value: 'Newcomer' }]);
    expect(detailOf(refused, 503)).toMatch(/^items\[1\]\.value: /);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    // Who is cached, and who needs no look-up, takes nothing of it.
    pictureOf(await world.compose([{ value: 'notch', label: 'x' }, { value: 'sample-fox' }]));
    const other = await world.app.inject({
      url: `${compositionPath}?height=48&value=Newcomer`,
      remoteAddress: '192.0.2.7',
    });
    expect(other.statusCode).toBe(404);
  });
});

describe('closing', () => {
  it('waits for a requested picture, from its skins to its last byte', async () => {
    await start({ threads: 1 });
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
