import { describe, expect, it } from 'vitest';
import { cropsOf, renderTypeNames } from '../../src/engine/figure/render-types.ts';
import {
  answerNow,
  detailOf,
  pictureOf,
  startWorld,
  type Answer,
  type World,
} from '../support/composition-world.ts';
import { skinFile, type Pixels } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { worldHooks } from '../support/world-hooks.ts';

const [hash, nextHash, capeHash] = ['ab'.repeat(32), 'cd'.repeat(32), 'ef'.repeat(32)];
const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' };
const minuteMs = 60_000;

const drawing = await watchDrawing();
let world: World;

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

function pixelAt({ widthPx, data }: Pixels, x: number, y: number): number[] {
  const at = (y * widthPx + x) * 4;
  return [...data.subarray(at, at + 4)];
}

/** All that was asked of anybody and drawn so far. */
const work = () => [world.accounts.count(), drawing.figures.length];

describe('types and crops', () => {
  useOneWorld();

  it.each(['front', 'back', 'pixel', 'bitzel'])('%s has one side, shaded or not', async (type) => {
    const path = `${type}/sample-fox/full`;
    const [plain, bare] = await Promise.all([render(path), render(`${path}?shading=false`)]);
    expect([plain.statusCode, bare.headers.etag]).toEqual([200, plain.headers.etag]);
  });

  const pairs = renderTypeNames.flatMap((type) => cropsOf(type).map((crop) => [type, crop]));

  it.each(pairs)('%s/%s is a picture of the height asked for', async (type, crop) => {
    const { heightPx, widthPx } = pictureOf(await render(`${type}/sample-fox/${crop}`));
    expect(heightPx).toBe(48);
    expect(widthPx).toBeGreaterThan(8);
    expect(widthPx).toBeLessThanOrEqual(96);
  });

  it.each([
    ['standing/Notch/full', 'path.render_type', renderTypeNames],
    ['head/no-such-sample/full', 'path.player', ['a player name']],
    ['default/Notch/legs', 'path.crop', ['full', 'bust', 'face']],
    ['head/Notch/bust', 'path.crop', ['full']],
    ['sleeping/Notch/face', 'path.crop', ['full', 'bust']],
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
    ['height=abc', 'query.height: must be a whole number from 16 to 1024'],
    ['format=gif', 'query.format: must be png, webp or avif without a motion'],
    ['model=thin', 'query.model: must be "classic", "slim", "steve", "alex" or "auto"'],
    ['overlay=yes', 'query.overlay: must be "flat", "raised"'],
    ['cape=1', 'query.cape: must be true, false, a texture hash or the URL of an image'],
    ['shading=', 'query.shading: must be true or false'],
    ['shadow=on', 'query.shadow: must be true or false'],
    ['yaw=181', 'query.yaw: must be a number from -180 to 180'],
    ['pitch=-90.5', 'query.pitch: must be a number from -90 to 90'],
    ['background=red', 'query.background: must be a colour of 3, 4, 6 or 8 hexadecimal digits'],
    ['hold=lamp', 'query.hold: must be "none", "sword", "bow", '],
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
    'hold=sword',
    'hold_left=fishing_rod',
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

  it('the background has its colour', async () => {
    const blue = await render('default/sample-fox/full?background=abc');
    expect(pixelAt(pictureOf(blue), 0, 0)).toEqual([0xaa, 0xbb, 0xcc, 0xff]);
  });

  it.each([
    ['full.webp', '', 'image/webp', 'RIFF'],
    ['full.png', 'format=webp', 'image/webp', 'RIFF'],
    ['full.avif', '', 'image/avif', 'ftypavif'],
    ['full.PNG', '', 'image/png', 'PNG'],
  ])('%s with "%s" is %s', async (crop, query, type, magic) => {
    const answer = await render(`default/sample-fox/${crop}?${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.rawPayload.subarray(0, 16).toString('latin1')).toContain(magic);
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

  it('is a grey figure on request, which stands still', async () => {
    const framesOf = (player: string) =>
      Promise.all(
        [0, 4].map(async (frame) =>
          pictureOf(
            await render(`default/${player}/full?fallback=silhouette&motion=walk&frame=${frame}`),
          ),
        ),
      );
    const [first, later] = await framesOf('Nobody');
    expect(later, 'a grey figure').toEqual(first);
    const [start, step] = await framesOf('Notch');
    expect(step, 'a player').not.toEqual(start);
  });
});

describe('caching', () => {
  useWorlds();

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
    await world.clock.advance(1000);
    const during = await answerNow(answering, 'after a second');
    expect([during.statusCode, during.headers.etag]).toEqual([200, before.headers.etag]);
    world.accounts.release();
  });
});
