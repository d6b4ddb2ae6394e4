import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { detailOf, pictureOf, startWorld, type Answer } from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

/** Renders of skins that are no player's: at a URL, or sent along; and of capes of one's own. */

const drawing = await watchDrawing();

const world = await startWorld({ drawing });
afterAll(() => world.close());
beforeEach(() => drawing.forget());

const skin = skinFile(11);
const cape = skinFile(12, { heightPx: 32 });
const root = '/api/blockgame/render';

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return world.app.inject({ url: `${root}/${path}&height=48`, headers });
}

function post(
  payload: Buffer,
  type: string,
  { query = '', headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  return world.app.inject({
    method: 'POST',
    url: `${root}/default/full?height=48${query}`,
    headers: { 'content-type': type, ...headers },
    payload,
  });
}

/** In the order of its parts; several of one name are a list. */
type Parts = Readonly<Record<string, Buffer | string | readonly Buffer[]>>;

function form(parts: Parts, query = ''): Promise<Answer> {
  const all = Object.entries(parts).flatMap(([name, given]) =>
    [given].flat().map((bytes) => ({ name, bytes })),
  );
  const chunks = all.flatMap(({ name, bytes }) => {
    const fileName = bytes.length === 0 ? '' : 'sheet.png';
    const file = typeof bytes === 'string' ? '' : `; filename="${fileName}"`;
    const head = `--cut\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...chunks, Buffer.from('--cut--\r\n')]);
  return post(body, 'multipart/form-data; boundary=cut', { query });
}

describe('one sheet', () => {
  it('is the same picture from a URL, from its bytes and from a form', async () => {
    // A skin that no other test draws.
    const drawn = skinFile(31);
    const url = world.host.put('/skin.png', page.png(drawn));
    const answers = [
      await get(`default/from-url/full?skin=${encodeURIComponent(url)}`),
      await get(`default/from-url/full?skin=${encodeURIComponent(dataUrl(drawn))}`),
      await post(drawn, 'image/png'),
      await form({ skin: drawn }),
      // The button of a web page, and what guards its form.
      await form({ csrf_token: 'a1b2', skin: drawn, go: 'Draw it' }),
    ];
    const [first] = answers.map(pictureOf);
    for (const answer of answers) {
      expect(pictureOf(answer)).toEqual(first);
      expect(answer.headers.etag).toBe(answers[0]?.headers.etag);
      expect(answer.headers['content-disposition']).toBe('inline; filename="skin-default.png"');
    }
    expect(drawing.figures).toHaveLength(1);
  });

  it('has arms of four texels, or of three with the slim model', async () => {
    const classic = await post(skin, 'image/png');
    const slim = await post(skin, 'image/png', { query: '&model=slim' });
    expect(pictureOf(slim)).not.toEqual(pictureOf(classic));
  });

  it('has a validator made of its bytes, known before anything is drawn', async () => {
    const { etag } = (await post(skin, 'image/png')).headers;
    drawing.forget();
    const again = await post(skin, 'image/png', { headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, drawing.figures.length]).toEqual([304, 0]);
    expect((await post(skinFile(13), 'image/png')).headers.etag).not.toBe(etag);
  });
});

describe('a cape', () => {
  const behind = '&yaw=150';

  it('is absent if no file was chosen in a form', async () => {
    const none = Buffer.alloc(0);
    const bare = pictureOf(await form({ skin }));
    expect(pictureOf(await form({ skin, cape: none, elytra: none }))).toEqual(bare);
    expect(detailOf(await form({ skin: none }), 400)).toBe('body.skin: must be a file');
  });

  it('is drawn from a form, a URL or a texture hash alike', async () => {
    const hash = '5e'.repeat(32);
    world.accounts.addTexture(hash, cape);
    const at = encodeURIComponent(world.host.put('/cape.png', page.png(cape)));
    const plain = pictureOf(await post(skin, 'image/png', { query: behind }));
    const sent = pictureOf(await form({ skin, cape }, behind));
    expect(sent).not.toEqual(plain);
    for (const query of [`${behind}&cape=${at}`, `${behind}&cape=${hash}`]) {
      expect(pictureOf(await post(skin, 'image/png', { query }))).toEqual(sent);
    }
    const off = await form({ skin, cape }, `${behind}&cape=false`);
    expect(pictureOf(off)).toEqual(plain);
  });

  it('can be drawn as wings, from its own or another sheet', async () => {
    const worn = (query: string) => form({ skin, cape }, `${behind}${query}`);
    const wings = pictureOf(await worn('&elytra=true'));
    expect(wings).not.toEqual(pictureOf(await worn('')));
    const given = await form({ skin, elytra: cape }, behind);
    expect(pictureOf(given)).toEqual(wings);
    const both = { skin, cape, elytra: cape };
    expect(pictureOf(await form(both, behind))).toEqual(wings);
    const folded = await form(both, `${behind}&elytra=false`);
    expect(pictureOf(folded)).toEqual(pictureOf(await worn('')));
  });

  it('can be given in a composition, for an item or for all', async () => {
    const items = [{ value: 'sample-fox', cape: dataUrl(cape) }];
    const [own, none] = [
      await world.compose(items, 'height=48&yaw=150'),
      await world.compose([{ value: 'sample-fox' }], 'height=48&yaw=150'),
    ];
    expect(pictureOf(own)).not.toEqual(pictureOf(none));
    const all = await world.get(
      `value=sample-fox&yaw=150&cape=${encodeURIComponent(dataUrl(cape))}`,
    );
    expect(all.headers.etag).toBe(own.headers.etag);
  });

  it.each([
    ['not an image', 'data:image/png;base64,AAAA', /^query\.cape: The cape is not a PNG/],
    ['a name', 'notch', /^query\.cape: must be true, false, a texture hash or the URL/],
    ['private', 'http://10.0.0.1:22/', /^query\.cape: /],
  ])('that is %s is refused', async (_, value, says) => {
    const answer = await get(`default/sample-fox/full?cape=${encodeURIComponent(value)}`);
    expect(detailOf(answer, 400)).toMatch(says);
  });
});

describe('invalid uploads are refused', () => {
  const big = Buffer.alloc(3 * 1024 * 1024 + 1);

  it.each<[string, () => Promise<Answer>, number, RegExp]>([
    [
      'nothing',
      () => post(Buffer.alloc(0), 'image/png'),
      400,
      /^body\.skin: The skin is not a PNG/,
    ],
    [
      'a cape that is a skin',
      () => form({ skin, cape: skin }),
      400,
      /^body\.cape: The cape is 64×64/,
    ],
    [
      'wings that are a skin',
      () => form({ skin, cape, elytra: skin }),
      400,
      /^body\.elytra: The cape is 64×64/,
    ],
    ['two files', () => form({ skin: [skin, skin] }), 400, /^body\.skin: must be one file only/],
    ['no skin', () => form({ cape }), 400, /^body\.skin: must be a file/],
    [
      'another part',
      () => form({ skin, hat: skin }),
      400,
      /^body\.hat: must be one of skin, cape, elytra/,
    ],
    ['an option', () => form({ skin, model: 'slim' }), 400, /^body\.model: must be in the query/],
    ['no form', () => post(skin, 'multipart/form-data'), 400, /^header\.content-type/],
    ['a torn form', () => post(skin, 'multipart/form-data; boundary=cut'), 400, /./],
    ['JSON', () => post(Buffer.from('{}'), 'application/json'), 415, /image\/png or multipart/],
    [
      'packed',
      () => post(skin, 'image/png', { headers: { 'content-encoding': 'gzip' } }),
      415,
      /content-encoding/,
    ],
    ['too much', () => post(big, 'image/png'), 413, /^body: must be at most 3 MiB/],
    ['too much in a form', () => form({ skin: big }), 413, /^body: must be at most 3 MiB/],
  ])('%s', async (_, send, status, says) => {
    expect(detailOf(await send(), status)).toMatch(says);
    expect(drawing.figures.filter(({ skin: { png } }) => png.length > 60)).toEqual([]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'the short form of compositions by %s, which an upload would look like',
    async (method) => {
      for (const url of [`${root}/composition/Notch`, '/Notch+jeb_.png']) {
        const answer = await world.app.inject({ method, url });
        detailOf(answer, 405);
        expect(answer.headers.allow, url).toBe('GET, HEAD');
      }
    },
  );

  it.each([
    ['from-url without a URL', () => get('default/from-url/full?x=1'), 'query.skin'],
    ['from-url of a name', () => get('default/from-url/full?skin=notch'), 'query.skin'],
    ['another type', () => get('jumping/from-url/full?skin=data:'), 'path.render_type'],
  ])('%s', async (_, send, says) => {
    expect(detailOf(await send(), 400)).toContain(says);
  });
});

describe('a fallback is drawn', () => {
  it('as a plain grey figure', async () => {
    const answer = await get('default/nobody_here/full?fallback=silhouette');
    const { data } = pictureOf(answer);
    expect(answer.headers['x-fallback']).toBe('0');
    const opaque = Array.from({ length: data.length / 4 }, (_, i) =>
      data.subarray(i * 4, i * 4 + 4),
    ).filter(([, , , alpha]) => alpha === 255);
    expect(opaque.length).toBeGreaterThan(100);
    for (const [red = 0, green = 0, blue = 0] of opaque) {
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(16);
    }
  });
});
