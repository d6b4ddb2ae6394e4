import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cropsOf, renderTypeNames } from '../../src/render/render-types.ts';
import { detailOf, startWorld, type Answer, type World } from '../support/composition-world.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';
import { watchDrawing, type WatchedDrawing } from '../support/watched-drawing.ts';
import { worldHooks } from '../support/world-hooks.ts';

const [hash, nextHash, capeHash] = ['ab'.repeat(32), 'cd'.repeat(32), 'ef'.repeat(32)];
const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let drawing: WatchedDrawing;
let world: World;

beforeAll(async () => {
  drawing = await watchDrawing();
});
afterAll(() => drawing.close());

async function openWorld(): Promise<void> {
  world = await startWorld({ drawing });
  const { accounts } = world;
  accounts.addPlayer({ ...notch, skin: { hash } });
  accounts.addTexture(hash, skinFile(1));
  accounts.addTexture(nextHash, skinFile(2));
  accounts.addTexture(capeHash, skinFile(3, { heightPx: 32 }));
  drawing.forget();
}

const { useWorlds, useOneWorld } = worldHooks(openWorld, () => ({ world, drawing }));

type Method = 'GET' | 'HEAD';

/** A render below `/api/blockgame/render/`; small, unless the path says otherwise. */
function render(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: Method = 'GET',
): Promise<Answer> {
  const url = `/api/blockgame/render/${path}${path.includes('?') ? '&' : '?'}`;
  return world.app.inject({
    method,
    url: /height=/.test(path) ? url.slice(0, -1) : `${url}height=48`,
    headers,
  });
}

function pictureOf(answer: Answer): ReturnType<typeof pixelsOf> {
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  return pixelsOf(answer.rawPayload);
}

function pixelAt({ widthPx, data }: ReturnType<typeof pixelsOf>, x: number, y: number): number[] {
  const at = (y * widthPx + x) * 4;
  return [...data.subarray(at, at + 4)];
}

/** All that was asked of anybody and drawn so far. */
const work = () => [world.accounts.count(), drawing.figures.length];

describe('types and crops', () => {
  useOneWorld();

  const pairs = renderTypeNames.flatMap((type) => cropsOf(type).map((crop) => [type, crop]));

  it('are 32 types, each with its expected crops', () => {
    expect(renderTypeNames).toHaveLength(32);
    expect(pairs).toHaveLength(32 * 3 - 4 * 2 - 2);
  });

  it.each(pairs)('%s/%s is a picture of the height asked for', async (type, crop) => {
    const { heightPx, widthPx } = pictureOf(await render(`${type}/sample-fox/${crop}`));
    expect(heightPx).toBe(48);
    expect(widthPx).toBeGreaterThan(8);
    expect(widthPx).toBeLessThanOrEqual(96);
  });

  it.each([
    ['standing/Notch/full', 'path.render_type', renderTypeNames],
    ['default/Notch/legs', 'path.crop', ['full', 'bust', 'face']],
    ['head/Notch/bust', 'path.crop', ['full']],
    ['pixel/Notch/face', 'path.crop', ['full']],
    ['sleeping/Notch/face', 'path.crop', ['full', 'bust']],
    ['mojavatar/Notch/face', 'path.crop', ['full', 'bust']],
    ['default/Notch/full?crop=half', 'query.crop', ['"full"', '"bust"', '"face"']],
    ['default/Notch/full?render_type=nope', 'query.render_type', ['"default"', '"pixel"']],
    ['default/Notch/bust?render_type=head', 'path.crop', ['full']],
  ])('%s is refused with the allowed values', async (path, place, allowed) => {
    const detail = detailOf(await render(path), 400);
    expect(detail).toMatch(new RegExp(`^${place.replace('.', '\\.')}: must be `));
    for (const name of allowed) expect(detail).toContain(name);
    expect(work()).toEqual([0, 0]);
  });

  it('in the query override the path', async () => {
    const plain = await render('cheering/sample-fox/bust');
    const asked = await render('nonsense/sample-fox/nonsense?render_type=cheering&crop=bust');
    expect(asked.headers.etag).toBe(plain.headers.etag);
  });
});

describe('options', () => {
  useOneWorld();

  it.each([
    ['height=15', 'query.height: must be a whole number from 16 to 1024'],
    ['height=1025', 'query.height: must be a whole number from 16 to 1024'],
    ['height=12.5', 'query.height: must be a whole number from 16 to 1024'],
    ['height=abc', 'query.height: must be a whole number from 16 to 1024'],
    ['format=gif', 'query.format: must be png, webp or avif without a motion'],
    ['model=thin', 'query.model: must be "classic", "slim", "steve" or "alex"'],
    ['overlay=yes', 'query.overlay: must be "flat", "raised"'],
    ['cape=1', 'query.cape: must be true, false, a texture hash or the URL of an image'],
    ['shading=', 'query.shading: must be true or false'],
    ['shadow=on', 'query.shadow: must be true or false'],
    ['yaw=181', 'query.yaw: must be a number from -180 to 180'],
    ['pitch=-90.5', 'query.pitch: must be a number from -90 to 90'],
    ['yaw=Infinity', 'query.yaw: must be a number from -180 to 180'],
    ['background=red', 'query.background: must be a colour of 3, 4, 6 or 8 hexadecimal digits'],
    ['background=%2312345', 'query.background: must be a colour of 3, 4, 6 or 8'],
    ['fallback=steve', 'query.fallback: must be "none", "default"'],
    ['height=64&height=65', 'query.height: must be given only once'],
  ])('%s is refused', async (query, says) => {
    const answer = await render(
      `default/Notch/full?${query}${query.includes('height') ? '' : '&height=48'}`,
    );
    expect(detailOf(answer, 400)).toContain(says);
    expect(work()).toEqual([0, 0]);
  });

  it.each([
    'overlay=false',
    'overlay=raised',
    'mirror=true',
    'roll=20',
    'fov=80',
    'outline=f00',
    'shading=false',
    'shadow=true',
    'yaw=90',
    'pitch=-20',
    'model=slim',
    'background=1e90ff',
  ])('%s changes the picture and its validator', async (query) => {
    const plain = await render('default/sample-fox/full');
    const changed = await render(`default/sample-fox/full?${query}`);
    expect(changed.headers.etag).not.toBe(plain.headers.etag);
    expect(pictureOf(changed)).not.toEqual(pictureOf(plain));
  });

  it.each([
    ['abc', 'aabbccff'],
    ['%23AABBCC', 'aabbccff'],
    ['aabbccff', 'aabbccff'],
  ])('the background %s has the colour %s', async (text, full) => {
    const plain = await render(`default/sample-fox/full?background=${full}`);
    const same = await render(`default/sample-fox/full?background=${text}`);
    expect(same.headers.etag).toBe(plain.headers.etag);
    expect(pixelAt(pictureOf(same), 0, 0)).toEqual([0xaa, 0xbb, 0xcc, 0xff]);
  });

  it.each([
    ['full.webp', '', 'image/webp', 'RIFF'],
    ['full', 'format=webp', 'image/webp', 'RIFF'],
    ['full.png', 'format=webp', 'image/webp', 'RIFF'],
    ['full.avif', '', 'image/avif', 'ftypavif'],
    ['full.PNG', '', 'image/png', 'PNG'],
  ])('%s with "%s" is %s', async (crop, query, type, magic) => {
    const answer = await render(`default/sample-fox/${crop}?${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.rawPayload.subarray(0, 16).toString('latin1')).toContain(magic);
  });

  it('an unknown file extension is refused', async () => {
    expect(detailOf(await render('default/Notch/full.gif'), 400)).toContain('png, webp or avif');
  });
});

describe('equal options', () => {
  useWorlds();

  it.each([
    ['defaults written out', 'overlay=true&cape=true&shading=true&shadow=false&yaw=0&pitch=0'],
    ['another order', 'pitch=0&yaw=0&shading=true'],
    ['the format written out', 'format=png'],
    ['its own model', 'model=classic'],
    ['its own model by its other name', 'model=steve'],
    ['an angle of less than a twentieth of a degree', 'yaw=0.04'],
    ['minus zero', 'yaw=-0'],
    ['another case', 'render_type=Default&crop=FULL&format=PNG&model=Classic&overlay=TRUE'],
    ['a transparent background', 'background=0000'],
  ])('%s yield the same picture: one drawing', async (_, query) => {
    const plain = await render('default/sample-fox/full');
    const same = await render(`DEFAULT/Sample-Fox/FULL.png?${query}`);
    expect(same.headers.etag).toBe(plain.headers.etag);
    expect(same.headers['x-cache']).toBe('HIT');
    expect(drawing.figures).toHaveLength(1);
  });

  it.each([
    ['yaw=-180', 'yaw=180'],
    ['pitch=90', 'pitch=89'],
  ])('%s is equivalent to %s', async (query, other) => {
    const one = await render(`default/sample-fox/full?${query}`);
    const same = await render(`default/sample-fox/full?${other}`);
    expect(same.headers.etag).toBe(one.headers.etag);
    expect(drawing.figures).toHaveLength(1);
  });
});

describe('capes and turned figures', () => {
  useWorlds();

  it('a cape is drawn if there is one, and omitted on request', async () => {
    world.accounts.addPlayer({ ...notch, skin: { hash }, cape: capeHash });
    const withCape = await render('back/Notch/full');
    const without = await render('back/Notch/full?cape=false');
    expect(withCape.headers.etag).not.toBe(without.headers.etag);
    expect(drawing.figures.map(({ cape }) => cape?.revision)).toEqual([capeHash, undefined]);
  });

  it.each(['head', 'front', 'pixel'])(
    'the picture of %s does not wait for a cape',
    async (type) => {
      const plain = await render(`${type}/Notch/full`);
      world.accounts.addPlayer({
        name: 'Caped',
        uuid: 'e'.repeat(32),
        skin: { hash },
        cape: '0'.repeat(64),
      });
      const caped = await render(`${type}/Caped/full`);
      const without = await render(`${type}/Caped/full?cape=false`);
      expect([caped.statusCode, caped.headers.etag]).toEqual([200, without.headers.etag]);
      expect(pictureOf(caped)).toEqual(pictureOf(plain));
      expect(world.accounts.count('texture')).toBe(1);
    },
  );

  it.each([
    ['that can’t be had', '0'.repeat(64), 'no-store'],
    ['that is no cape', nextHash, 'public, max-age=900'],
  ])('a cape %s is omitted', async (_name, cape, policy) => {
    world.accounts.addPlayer({ ...notch, skin: { hash }, cape });
    const caped = await render('back/Notch/full?fallback=default');
    const without = await render('back/Notch/full?cape=false');
    expect([caped.statusCode, caped.headers['cache-control']]).toEqual([200, policy]);
    expect(caped.headers['x-fallback']).toBeUndefined();
    expect(caped.headers.etag).toBe(without.headers.etag);
    expect(pictureOf(caped)).toEqual(pictureOf(without));
  });

  it.each(['Dinnerbone', 'Grumm'])('%s is drawn upside down, others are not', async (name) => {
    world.accounts.addPlayer({ name, uuid: 'b'.repeat(31) + '1', skin: { hash } });
    const turned = pictureOf(await render(`front/${name}/full`));
    const plain = pictureOf(await render('front/Notch/full'));
    expect(turned).not.toEqual(plain);
    expect(drawing.figures.map(({ upsideDown }) => upsideDown)).toEqual([true, false]);
    const [right, bottom] = [plain.widthPx - 1, plain.heightPx - 1];
    expect(pixelAt(turned, right - 9, bottom - 4)).toEqual(pixelAt(plain, 9, 4));
  });
});

describe('the player', () => {
  useWorlds();

  it('is refused without any request if it is malformed', async () => {
    expect(detailOf(await render('head/no-such-sample/full'), 400)).toMatch(
      /^path\.player: must be/,
    );
    expect(work()).toEqual([0, 0]);
  });

  it('is a 404 if unknown', async () => {
    expect(detailOf(await render('head/Nobody/full'), 404)).toBe(
      'path.player: There is no player with this name.',
    );
  });

  it('gets a default skin on request, marked in a header', async () => {
    const answer = await render('head/Nobody/full?fallback=default');
    pictureOf(answer);
    expect(answer.headers['x-fallback']).toBe('0');
    expect(answer.headers['cache-control']).toBe('public, max-age=900');
  });

  it('is never a wrong face: an uncached player while the account service fails is an error', async () => {
    for (const status of [429, 403, 500, 503]) {
      world.accounts.behave({ kind: 'status', status });
      detailOf(await render('head/Notch/full'), 502);
    }
    const standIn = await render('head/Notch/full?fallback=default');
    expect([standIn.statusCode, standIn.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(standIn.headers['x-fallback']).toBe('0');
  });

  it('is looked up again after a failure, which is not cached', async () => {
    world.accounts.behave({ kind: 'status', status: 500 });
    detailOf(await render('head/Notch/full'), 502);
    world.accounts.behave({ kind: 'normal' });
    expect((await render('head/Notch/full')).statusCode).toBe(200);
  });
});

describe('caching', () => {
  useWorlds();

  it('has the headers of a render, with HIT or MISS as it happened', async () => {
    const [miss, hit] = [await render('head/Notch/full'), await render('head/Notch/full')];
    for (const { headers } of [miss, hit]) {
      expect(headers['cache-control']).toBe('public, max-age=900');
      expect(headers.etag).toMatch(/^"[\w-]+"$/);
    }
    expect([miss.headers['x-cache'], hit.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect(hit.rawPayload).toEqual(miss.rawPayload);
    expect(work()).toEqual([3, 1]);
  });

  it.each([
    (etag: string) => etag,
    (etag: string) => `W/${etag}`,
    (etag: string) => `"other", ${etag}`,
    () => '*',
  ])('answers a matching validator with 304, without drawing', async (headerFor) => {
    const etag = String((await render('head/Notch/full')).headers.etag);
    drawing.forget();
    const answer = await render('head/Notch/full', { 'if-none-match': headerFor(etag) });
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    expect(answer.headers['x-cache']).toBe('HIT');
    expect(drawing.figures).toHaveLength(0);
  });

  it('has the validator before the picture was ever drawn', async () => {
    const etag = String((await render('head/Notch/full')).headers.etag);
    const other = await world.openApp();
    drawing.forget();
    const answer = await other.inject({
      url: '/api/blockgame/render/head/Notch/full?height=48',
      headers: { 'if-none-match': etag },
    });
    expect(answer.statusCode).toBe(304);
    expect(answer.headers['x-cache']).toBe('MISS');
    expect(drawing.figures).toHaveLength(0);
  });

  it('answers HEAD like GET, without the picture', async () => {
    const got = await render('head/Notch/full');
    const headed = await render('head/Notch/full', {}, 'HEAD');
    expect([headed.statusCode, headed.body]).toEqual([200, '']);
    expect(headed.headers['content-length']).toBe(got.headers['content-length']);
    expect(headed.headers.etag).toBe(got.headers.etag);
  });

  it('draws once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => render('head/Notch/full')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(work()).toEqual([3, 1]);
  });

  it('shows a new skin with a new validator as soon as the profile is fetched again', async () => {
    const before = await render('head/Notch/full');
    world.accounts.addPlayer({ ...notch, skin: { hash: nextHash } });
    await world.clock.advance(14 * minuteMs);
    expect((await render('head/Notch/full')).headers.etag).toBe(before.headers.etag);
    await world.clock.advance(2 * minuteMs);
    const after = await render('head/Notch/full');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(pictureOf(after)).not.toEqual(pictureOf(before));
  });

  it.each([
    ['is in trouble', () => world.accounts.behave({ kind: 'status', status: 503 }, 'texture')],
    ['has lost it', () => world.accounts.removeTexture(nextHash)],
  ])('keeps the previous skin while the host of the new one %s', async (_name, break_) => {
    const before = await render('head/Notch/full');
    world.accounts.addPlayer({ ...notch, skin: { hash: nextHash, model: 'slim' } });
    break_();
    await world.clock.advance(16 * minuteMs);
    const during = await render('head/Notch/full');
    expect([during.statusCode, during.headers.etag]).toEqual([200, before.headers.etag]);
    expect(pictureOf(await render('front/Notch/full'))).toEqual(
      pictureOf(await render(`front/${hash}/full`)),
    );
    world.accounts.behave({ kind: 'normal' });
    world.accounts.addTexture(nextHash, skinFile(2));
    await world.clock.advance(16 * minuteMs);
    const after = await render('head/Notch/full');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('does not wait long for a new skin', async () => {
    const before = await render('head/Notch/full');
    world.accounts.addPlayer({ ...notch, skin: { hash: nextHash } });
    world.accounts.behave({ kind: 'hang' }, 'texture');
    await world.clock.advance(16 * minuteMs);
    const answering = render('head/Notch/full');
    await world.accounts.counted(2, 'texture');
    // The clock is ours: were this a longer wait than 1 s, the answer would never come.
    await world.clock.advance(1000);
    const during = await answering;
    expect([during.statusCode, during.headers.etag]).toEqual([200, before.headers.etag]);
    world.accounts.release();
  });

  it.each([429, 403, 500, 503])(
    'keeps the last good data for a day while the account service returns %i',
    async (status) => {
      const before = await render('head/Notch/full');
      world.accounts.behave({ kind: 'status', status });
      await world.clock.advance(23 * hourMs);
      const during = await render('head/Notch/full');
      expect([during.statusCode, during.headers.etag]).toEqual([200, before.headers.etag]);
      await world.clock.advance(2 * hourMs);
      detailOf(await render('head/Notch/full'), 502);
    },
  );

  it('does not wait for a hanging account service if the player is cached', async () => {
    const before = await render('head/Notch/full');
    await world.clock.advance(16 * minuteMs);
    world.accounts.behave({ kind: 'hang' });
    const answering = render('head/Notch/full');
    await world.accounts.counted(4);
    // The clock is ours: were this a longer wait than 1 s, the answer would never come.
    await world.clock.advance(1000);
    const during = await answering;
    expect([during.statusCode, during.headers.etag]).toEqual([200, before.headers.etag]);
    expect(during.headers['x-cache']).toBe('MISS');
    world.accounts.release();
  });

  it('caches an unknown player for a minute', async () => {
    detailOf(await render('head/Nobody/full'), 404);
    world.accounts.addPlayer({ name: 'Nobody', uuid: 'c'.repeat(32), skin: { hash } });
    const asked = world.accounts.count();
    await world.clock.advance(59_000);
    detailOf(await render('head/Nobody/full'), 404);
    expect(world.accounts.count()).toBe(asked);
    await world.clock.advance(2000);
    expect((await render('head/Nobody/full')).statusCode).toBe(200);
  });
});
