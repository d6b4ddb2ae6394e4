import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerNow,
  composeAt,
  detailOf,
  pictureOf,
  startWorld,
  type Answer,
  type Item,
  type World,
} from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const [hash, nextHash] = ['ab'.repeat(32), 'cd'.repeat(32)];
const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' };
const minuteMs = 60_000;

const drawing = await watchDrawing();
let world: World;

beforeEach(async () => {
  world = await startWorld({ drawing });
  world.accounts.addPlayer({ ...notch, skin: { hash } });
  world.accounts.addPlayer({ name: 'Second', uuid: 'a'.repeat(32), skin: { hash } });
  world.accounts.addTexture(hash, skinFile(1));
  world.accounts.addTexture(nextHash, skinFile(2));
  drawing.forget();
});
afterEach(() => world.close());

const notchItem: Item[] = [{ value: 'Notch' }];

/** All that was asked of anybody and drawn so far. */
const work = () => [world.accounts.count(), world.host.asked.length, drawing.rows.length];

const etagOf = (answer: Answer): string => {
  pictureOf(answer);
  return String(answer.headers.etag);
};

describe('a picture', () => {
  it('comes from memory the second time: no request, no drawing', async () => {
    const items = [
      { value: 'Notch' },
      { value: world.host.put('/skin', page.png(skinFile(3))) },
      { value: 'sample-fox' },
      { value: dataUrl(skinFile(4)) },
      { value: nextHash },
    ];
    const miss = await world.compose(items);
    const done = work();
    expect(done).toEqual([4, 1, 1]);
    const hit = await world.compose(items);
    expect(hit.headers['x-cache']).toBe('HIT');
    expect(hit.rawPayload).toEqual(miss.rawPayload);
    expect(hit.headers.etag).toBe(miss.headers.etag);
    expect(work()).toEqual(done);
  });

  it('is a MISS if only the profile had to be fetched again', async () => {
    await world.compose(notchItem);
    await world.clock.advance(15 * minuteMs);
    const again = await world.compose(notchItem);
    expect(again.headers['x-cache']).toBe('MISS');
    expect(drawing.rows).toHaveLength(1);
    expect(world.accounts.count('profile')).toBe(2);
  });
});

describe('the validator', () => {
  const base: Item[] = [{ value: 'Notch' }, { value: 'sample-fox' }];

  it('does not depend on how the same picture is requested', async () => {
    const url = world.host.put('/skin', page.png(skinFile(3)));
    const plain = etagOf(await world.compose([...base, { value: dataUrl(skinFile(3)) }]));
    const items = [{ value: notch.uuid }, { value: 'Sample-FOX' }, { value: url }];
    const ways: [unknown, string?][] = [
      [items],
      [items.map((item) => ({ ...item }))],
      [items, 'fallback=none&height=48'],
      [items, 'crop=full&height=48&render_type=default&fallback=default'],
      [items, 'height=048'],
      [[{ type: 'nick', value: 'nOtCh', label: 'Notch' }, items[1], { label: '', ...items[2] }]],
      // The same texture, worn on the same model, under the same label.
      [[{ value: hash, label: 'Notch' }, items[1], items[2]]],
    ];
    for (const [sent, query] of ways) {
      expect(etagOf(await world.compose(sent, query)), JSON.stringify(sent)).toBe(plain);
    }
    expect(drawing.rows).toHaveLength(1);
  });

  it('changes with the player’s skin, as soon as the profile is fetched again', async () => {
    const before = etagOf(await world.compose(notchItem));
    world.accounts.addPlayer({ ...notch, skin: { hash: nextHash } });
    await world.clock.advance(15 * minuteMs - 1);
    expect(etagOf(await world.compose(notchItem))).toBe(before);
    await world.clock.advance(1);
    const changed = await world.compose(notchItem, undefined, { 'if-none-match': before });
    expect(etagOf(changed)).not.toBe(before);
    expect(changed.headers['x-cache']).toBe('MISS');
    world.accounts.addPlayer({ ...notch, skin: { hash: nextHash, model: 'slim' } });
    await world.clock.advance(15 * minuteMs);
    expect(etagOf(await world.compose(notchItem))).not.toBe(changed.headers.etag);
    world.accounts.addPlayer({ ...notch, skin: { hash } });
    await world.clock.advance(15 * minuteMs);
    const back = await world.compose(notchItem);
    expect(etagOf(back)).toBe(before);
    expect(drawing.rows).toHaveLength(3);
  });

  it('changes with the player’s name', async () => {
    const before = etagOf(await world.compose([{ value: notch.uuid }]));
    world.accounts.removePlayer('Notch');
    world.accounts.addPlayer({ ...notch, name: 'Renamed', skin: { hash } });
    await world.clock.advance(15 * minuteMs);
    expect(etagOf(await world.compose([{ value: notch.uuid }]))).not.toBe(before);
  });

  it('is the same at another instance that has drawn nothing yet', async () => {
    const other = await world.openApp();
    const items = [...base, { value: dataUrl(skinFile(3)), label: 'mine' }];
    const here = await world.compose(items);
    const there = await composeAt(other, { items });
    expect(etagOf(there)).toBe(etagOf(here));
    expect(there.headers['x-cache']).toBe('MISS');
    expect(there.rawPayload).toEqual(here.rawPayload);
    expect(drawing.rows).toHaveLength(2);
  });
});

describe('If-None-Match', () => {
  const matching: [string, (etag: string) => string][] = [
    ['the validator', (etag) => etag],
    ['a list of weak ones', (etag) => `W/"a" ,W/${etag}`],
    ['a star', () => '*'],
  ];
  it.each(matching)('%s: 304 without a body, on POST, GET and HEAD', async (_what, header) => {
    const first = await world.compose(notchItem);
    const done = work();
    const headers = { 'if-none-match': header(etagOf(first)) };
    for (const answer of [
      await world.compose(notchItem, undefined, headers),
      await world.get('value=Notch', headers),
      await world.get('value=Notch', headers, 'HEAD'),
    ]) {
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0]);
      expect(answer.headers).toMatchObject({
        etag: first.headers.etag,
        'cache-control': 'public, max-age=900',
        'x-cache': 'HIT',
      });
      expect(answer.headers['content-type']).toBeUndefined();
    }
    expect(work()).toEqual(done);
  });

  it('at an instance that has never drawn it: 304, without drawing', async () => {
    const etag = etagOf(await world.compose(notchItem));
    const other = await world.openApp();
    drawing.forget();
    world.accounts.forgetCalls();
    const answer = await composeAt(other, { items: notchItem, headers: { 'if-none-match': etag } });
    expect(answer.statusCode).toBe(304);
    // Who wears what had to be asked; neither the sheet nor the picture was needed.
    expect(answer.headers['x-cache']).toBe('MISS');
    expect(world.accounts.calls.map(({ endpoint }) => endpoint)).toEqual(['lookup', 'profile']);
    expect(drawing.rows).toHaveLength(0);
  });

  it('never hides an error', async () => {
    const headers = { 'if-none-match': '*' };
    detailOf(await world.compose([{ value: 'nobody' }], undefined, headers), 404);
    detailOf(await world.compose([{ value: '' }], undefined, headers), 400);
    detailOf(await world.compose([{ value: 'data:,x' }], undefined, headers), 400);
    const sick = world.host.put('/sick', page.status(500));
    detailOf(await world.compose([{ value: sick }], undefined, headers), 502);
  });

  it('other conditional headers have no effect', async () => {
    const etag = etagOf(await world.compose(notchItem));
    const headers = {
      'if-modified-since': new Date(Date.UTC(2100, 0)).toUTCString(),
      'if-match': '"other"',
      range: 'bytes=0-9',
    };
    expect(etagOf(await world.get('value=Notch', headers))).toBe(etag);
  });
});

describe('twenty equal requests at once', () => {
  const names = Array.from({ length: 10 }, (_, index) => `Player_${index}`);
  const items = names.map((value) => ({ value }));

  it('make one bulk call, one request for each profile, and one drawing', async () => {
    for (const [index, name] of names.entries()) {
      const uuid = index.toString(16).padStart(32, '0');
      world.accounts.addPlayer({ name, uuid, skin: { hash } });
    }
    world.accounts.behave({ kind: 'hang' }, 'bulk');
    const all = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? world.compose(items)
        : world.get(names.map((name) => `value=${name.toUpperCase()}`).join('&')),
    );
    await world.accounts.counted(1, 'bulk');
    world.accounts.release();
    const answers = await Promise.all(all);
    const [first] = answers;
    for (const answer of answers) {
      expect(etagOf(answer)).toBe(first?.headers.etag);
      expect(answer.rawPayload).toEqual(first?.rawPayload);
      expect(answer.headers['x-cache']).toBe('MISS');
    }
    const { accounts } = world;
    expect([accounts.count('bulk'), accounts.count('lookup'), accounts.count('profile')]).toEqual([
      1, 0, 10,
    ]);
    expect([accounts.count('texture'), drawing.rows.length]).toEqual([1, 1]);
  });
});

describe('a drawing that fails', () => {
  it('is a plain 500, is not cached, and the next one succeeds', async () => {
    drawing.failNext(new Error('secret detail of /srv/pool.ts'));
    expect(detailOf(await world.compose(notchItem), 500)).toBe(
      'Something went wrong inside the service.',
    );
    const next = await world.compose(notchItem);
    pictureOf(next);
    expect(next.headers['x-cache']).toBe('MISS');
    expect(drawing.rows).toHaveLength(2);
  });
});

describe('while an upstream fails', () => {
  const troubles = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429 },
    { kind: 'garbage' },
    { kind: 'close' },
  ] as const;
  it.each(troubles)('with $kind $status, the last good data is used', async (trouble) => {
    const before = etagOf(await world.compose(notchItem));
    world.accounts.behave(trouble);
    await world.clock.advance(2 * 60 * minuteMs);
    const answer = await world.compose(notchItem);
    expect(etagOf(answer)).toBe(before);
    expect(answer.headers['cache-control']).toBe('public, max-age=900');
    expect(answer.headers['x-fallback']).toBeUndefined();
    await world.clock.advance(20 * 60 * minuteMs);
    expect(etagOf(await world.compose(notchItem))).toBe(before);
  });

  it('the last good data is used for a day, no longer', async () => {
    pictureOf(await world.compose(notchItem));
    world.accounts.behave({ kind: 'status', status: 500 });
    await world.clock.advance(24 * 60 * minuteMs + 1);
    detailOf(await world.compose(notchItem), 502);
  });

  it('no request waits longer than 0.8 s for one that hangs', async () => {
    const before = etagOf(await world.compose(notchItem));
    world.accounts.behave({ kind: 'hang' });
    await world.clock.advance(2 * 60 * minuteMs);
    world.accounts.forgetCalls();
    const waiting = world.compose(notchItem);
    await world.accounts.counted(1, 'lookup');
    await world.clock.advance(800);
    expect(etagOf(await answerNow(waiting, 'after 0.8 s'))).toBe(before);
    world.accounts.release();
  });

  it.each([
    [503, 200],
    [404, 404],
  ])('a URL that now returns %i is a %i: its last good skin, or unknown', async (status, told) => {
    const value = world.host.put('/skin', page.png(skinFile(3)));
    const before = etagOf(await world.compose([{ value }]));
    world.host.put('/skin', page.status(status));
    await world.clock.advance(15 * minuteMs - 1);
    expect(etagOf(await world.compose([{ value }]))).toBe(before);
    await world.clock.advance(1);
    const answer = await world.compose([{ value }]);
    expect(answer.statusCode).toBe(told);
    expect(answer.headers.etag).toBe(told === 200 ? before : undefined);
  });

  it('an uncached player is an error, never a wrong face', async () => {
    await world.compose(notchItem);
    world.accounts.behave({ kind: 'status', status: 500 });
    expect(detailOf(await world.compose([...notchItem, { value: 'Second' }]), 502)).toMatch(
      /^items\[1\]\.value: /,
    );
  });
});
