import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasAngles, renderTypeNames } from '../../src/engine/figure/render-types.ts';
import { motionNames } from '../../src/engine/figure/motions.ts';
import { formatOfFile } from '../../src/engine/options/picture-formats.ts';
import { addNotch, detailOf, startWorld, type Answer } from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

/** Players as 3D models. What is in them is tested beside what writes them. */

const drawing = await watchDrawing();
const world = await startWorld({ drawing });
beforeAll(() => addNotch(world));
afterAll(() => world.close());

const root = '/api/blockgame/model';
type Headers = Readonly<Record<string, string>>;

const get = (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> =>
  world.app.inject({ method, url, headers });

function post(payload: Buffer, type = 'image/png', query = ''): Promise<Answer> {
  const headers = { 'content-type': type };
  return world.app.inject({ method: 'POST', url: `${root}${query}`, headers, payload });
}

function form(parts: Readonly<Record<string, Buffer>>, query = ''): Promise<Answer> {
  const chunks = Object.entries(parts).flatMap(([name, bytes]) => {
    const head = `--cut\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`;
    return [Buffer.from(head), bytes, Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...chunks, Buffer.from('--cut--\r\n')]);
  return post(body, 'multipart/form-data; boundary=cut', query);
}

/** The names of the animations of a model, which is whole and has the headers of one. */
function animationsOf({ statusCode, headers, rawPayload }: Answer): string[] {
  expect([statusCode, headers['content-type']]).toEqual([200, 'model/gltf-binary']);
  expect(formatOfFile(rawPayload)).toBe('glb');
  const end = 20 + rawPayload.readUInt32LE(12);
  const { animations = [] }: { animations?: readonly { readonly name: string }[] } = JSON.parse(
    rawPayload.toString('utf8', 20, end),
  );
  return animations.map(({ name }) => name);
}

const etagOf = async (query: string): Promise<unknown> =>
  (await get(`${root}/sample-fox${query}`)).headers.etag;

const skin = skinFile(61);
const cape = skinFile(62, { heightPx: 32 });

describe('a model of a player', () => {
  it('is sent like a picture: with a validator, from the cache, to any page', async () => {
    const first = await get(`${root}/Notch?motion=walk`);
    expect(animationsOf(first)).toEqual(['walk']);
    const { etag } = first.headers;
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]+"$/),
      'cache-control': expect.stringContaining('max-age=900'),
      'content-disposition': 'inline; filename="Notch-model.glb"',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-cache': 'MISS',
    });
    const again = await get(`${root}/Notch?motion=walk`);
    expect([again.headers['x-cache'], again.headers.etag]).toEqual(['HIT', etag]);
    expect(again.rawPayload).toEqual(first.rawPayload);
    const known = await get(`${root}/Notch?motion=walk`, { 'if-none-match': String(etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const head = await get(`${root}/Notch?motion=walk`, {}, 'HEAD');
    expect([head.statusCode, head.headers.etag, head.rawPayload.length]).toEqual([200, etag, 0]);
  });

  it.each([
    '/Notch.glb',
    '/Notch.GLB?scene=meadow',
    `${root}/Notch.glb`,
    '/api/minecraft/model/Notch',
  ])('is the same at %s', async (path) => {
    const [one, other] = [await get(path), await get(`${root}/Notch`)];
    expect(animationsOf(one)).toEqual([]);
    expect(one.rawPayload).toEqual(other.rawPayload);
  });

  it('has the animations that are named, each once and in one order', async () => {
    const named = async (motion: string) =>
      animationsOf(await get(`${root}/sample-fox?motion=${encodeURIComponent(motion)}`));
    expect(await named('wave, Walk,,walk')).toEqual(['walk', 'wave']);
    expect(await named('all')).toEqual(motionNames);
    expect(await named(motionNames.join(','))).toEqual(motionNames);
    expect(await named('none')).toEqual([]);
    expect(await named('')).toEqual([]);
  });

  it('is of a fallback skin if that is wanted, and says so', async () => {
    expect(detailOf(await get(`${root}/Nobody`), 404)).toContain('path.player: ');
    for (const fallback of ['default', 'silhouette']) {
      const model = await get(`${root}/Nobody?fallback=${fallback}&motion=idle`);
      expect(animationsOf(model)).toEqual(['idle']);
      expect(model.headers['x-fallback']).toBe('0');
    }
  });
});

describe('a model of a sheet', () => {
  it('is the same from a URL, from its bytes and from a form', async () => {
    const url = encodeURIComponent(world.host.put('/skin.png', page.png(skin)));
    const [first, ...others] = [
      await get(`${root}/from-url?motion=run&skin=${url}`),
      await get(`${root}/from-url.glb?motion=run&skin=${encodeURIComponent(dataUrl(skin))}`),
      await post(skin, 'image/png', '?motion=run'),
      await form({ skin }, '?motion=run'),
    ];
    expect(animationsOf(first)).toEqual(['run']);
    expect(first.headers['content-disposition']).toBe('inline; filename="skin-model.glb"');
    for (const { rawPayload, headers } of others) {
      expect([headers.etag, rawPayload.equals(first.rawPayload)]).toEqual([
        first.headers.etag,
        true,
      ]);
    }
  });

  it('wears the cape or the wings of its form', async () => {
    const models = [
      await form({ skin }),
      await form({ skin, cape }),
      await form({ skin, elytra: cape }),
    ];
    for (const model of models) animationsOf(model);
    expect(new Set(models.map(({ headers }) => headers.etag)).size).toBe(3);
    expect(new Set(models.map(({ rawPayload }) => rawPayload.toString('latin1'))).size).toBe(3);
    expect((await form({ skin, elytra: cape }, '?elytra=false')).headers.etag).toBe(
      models[0]!.headers.etag,
    );
  });
});

it('its validator is none of a picture', async () => {
  const picture = await get('/api/blockgame/render/default/sample-fox/full');
  expect(await etagOf('')).not.toBe(picture.headers.etag);
});

it.each(renderTypeNames.filter(hasAngles))('%s is a pose that a model may have', async (type) => {
  animationsOf(await get(`${root}/sample-fox?render_type=${type}&motion=idle`));
});

it.each([
  [
    '/sample-fox?motion=walk,fly',
    'query.motion: must be all, none, or motions separated by commas: turn, idle, walk, run, wave, cheer, dance, float',
  ],
  ['/sample-fox?motion=walk&motion=run', 'query.motion: must be given only once'],
  [
    '/sample-fox?render_type=front',
    /^query\.render_type: must be "default", "isometric", .*"mojavatar"$/,
  ],
  [
    '/sample-fox?pose=wing:1,2,3',
    'query.pose: must be parts joined by ;, each once: head, body, right_arm, left_arm, right_leg, left_leg',
  ],
  ['/sample-fox?overlay=round', /^query\.overlay: must be "flat", "raised", "none"/],
  ['/sample-fox?hold=spoon', /^query\.hold: must be /],
  ['/sample-fox?cape=red', /^query\.cape: must be true, false, a texture hash/],
  ['/no:name', /^path\.player: must be a player name/],
  ['/sample-fox.png', 'path: the ending must be .glb'],
  ['/from-url', 'query.skin: is missing'],
])('%s is refused by its name', async (path, says) => {
  expect(detailOf(await get(root + path), 400)).toEqual(expect.stringMatching(says));
});

it('a sheet that cannot be a model is refused by its name', async () => {
  const fine = skinFile(63, { widthPx: 256, heightPx: 256 });
  expect(detailOf(await post(fine, 'image/png', '?overlay=raised'), 400)).toBe(
    'query.overlay: must be flat or none for a skin of 256×256 px; raised is for skins of up to 128 px',
  );
  animationsOf(await post(fine));
  expect(detailOf(await post(Buffer.from('no')), 400)).toBe('body.skin: The skin is not a PNG.');
  const noPicture = encodeURIComponent(world.host.put('/no.png', page.png(Buffer.from('no'))));
  const fromUrl = await get(`${root}/from-url?skin=${noPicture}`);
  expect(detailOf(fromUrl, 400)).toBe('query.skin: The skin is not a PNG.');
  expect(detailOf(await form({ cape }), 400)).toBe('body.skin: must be a file');
  expect(detailOf(await post(skin, 'text/plain'), 415)).toBe(
    'The request body must be image/png or multipart/form-data.',
  );
});
