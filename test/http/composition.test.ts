import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  detailOf,
  pictureOf,
  small,
  startWorld,
  type World,
} from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { worldHooks } from '../support/world-hooks.ts';

const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' };
const alexa = { name: 'Alexa_99', uuid: '853c80ef3c3749fdaa49938b674adae6' };
const blocky = skinFile(1);
const thin = skinFile(2, { slim: true });
const blockyHash = 'ab'.repeat(32);
const thinHash = 'cd'.repeat(20);

const drawing = await watchDrawing();
let world: World;

async function openWorld(): Promise<void> {
  world = await startWorld({ drawing });
  world.accounts.addPlayer({ ...notch, skin: { hash: blockyHash } });
  world.accounts.addPlayer({ ...alexa, skin: { hash: thinHash, model: 'slim' } });
  world.accounts.addTexture(blockyHash, blocky);
  world.accounts.addTexture(thinHash, thin);
  drawing.forget();
}

const { useWorlds, useOneWorld } = worldHooks(openWorld, () => ({ world, drawing }));

/** The bytes of a composition; it must be one. */
async function bytesOf(items: unknown, query?: string): Promise<Buffer> {
  const answer = await world.compose(items, query);
  pictureOf(answer);
  return answer.rawPayload;
}

describe('one request', () => {
  useWorlds();

  it('returns a picture: figures on a transparent background, as wide as the row', async () => {
    const one = pictureOf(await world.compose([{ value: 'Notch', label: '' }]));
    const items = [
      { value: 'Notch', label: '' },
      { value: dataUrl(skinFile(3)) },
      { value: 'sample-fox', label: '' },
    ];
    const answer = await world.compose(items);
    const three = pictureOf(answer);

    expect(one.heightPx).toBe(48);
    expect(three.heightPx).toBe(48);
    const gapOf = ({ widthPx }: typeof three) => (widthPx - 3 * one.widthPx) / 2;
    expect(gapOf(three)).toBe(Math.round(48 * 0.05));
    for (const gap of [0, 1, 256]) {
      expect(gapOf(pictureOf(await world.compose(items, `${small}&gap=${gap}`)))).toBe(gap);
    }
    expect(three.data.readUInt32LE(0)).toBe(0);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=900',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'x-cache': 'MISS',
      'content-disposition': 'inline; filename="lineup-composition.png"',
      'content-length': String(answer.rawPayload.length),
    });
    expect(answer.headers['x-fallback']).toBeUndefined();
  });

  it('draws the items in their order, left to right', async () => {
    const [a, b] = [{ value: dataUrl(blocky) }, { value: dataUrl(skinFile(3)) }];
    const [ab, ba] = [
      pictureOf(await world.compose([a, b])),
      pictureOf(await world.compose([b, a])),
    ];
    const alone = pictureOf(await world.compose([a]));
    const column = ({ data, widthPx }: typeof ab, left: number) =>
      Buffer.concat(
        Array.from({ length: 48 }, (_, y) =>
          data.subarray((y * widthPx + left) * 4, (y * widthPx + left + alone.widthPx) * 4),
        ),
      );
    const right = ab.widthPx - alone.widthPx;
    expect(column(ab, 0)).toEqual(alone.data);
    expect(column(ba, right)).toEqual(alone.data);
    expect(column(ab, right)).not.toEqual(alone.data);
  });

  it('draws figures 512 px high by default', async () => {
    expect(pictureOf(await world.compose([{ value: 'Notch', label: '' }], '')).heightPx).toBe(512);
  });

  it('accepts ten items, even ten data URLs of 75 kB each', async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({
      value: dataUrl(skinFile(100 + index, { widthPx: 128, heightPx: 128, overlay: true })),
      label: `${index}`,
    }));
    expect(JSON.stringify(items).length).toBeGreaterThan(700_000);
    pictureOf(await world.compose(items));
    expect(drawing.rows.map(({ figures }) => figures.length)).toEqual([10]);
  });
});

describe('the type of a value', () => {
  useWorlds();

  it.each(['http', 'HTTP', 'hTTp', 'https', 'HTTPS', 'data', 'DATA', 'Data'])(
    '%s: at its start makes it a URL',
    async (scheme) => {
      const isData = /^data$/i.test(scheme);
      const url = world.host.put('/skin', page.png(blocky)).replace('http', scheme);
      const answer = await world.compose([{ value: isData ? dataUrl(blocky, scheme) : url }]);
      // The host of the skins has no TLS.
      if (/s$/i.test(scheme)) expect(detailOf(answer, 502)).toMatch(/^items\[0\]\.value: /);
      else expect(answer.rawPayload).toEqual(await bytesOf([{ value: dataUrl(blocky) }]));
      expect(world.host.asked).toEqual(/^http$/i.test(scheme) ? ['/skin'] : []);
      expect(world.accounts.count()).toBe(0);
    },
  );

  it.each([
    ['Notch', 'http_player', 'data', 'https'],
    ['NOTCH', 'HTTP_player', 'DATA', 'HTTPS'],
  ])('unusual names are names: %s, %s, %s and %s', async (...names) => {
    for (const [index, name] of names.entries()) {
      world.accounts.addPlayer({ name, uuid: String(index).padStart(32, '4') });
      pictureOf(await world.compose([{ value: name }]));
    }
    expect(world.accounts.calls.filter(({ endpoint }) => endpoint === 'lookup')).toHaveLength(4);
  });

  it('a player is a name, or a UUID with or without dashes, in any letter case', async () => {
    const label = 'same';
    const wanted = await bytesOf([{ value: 'Notch', label }]);
    const dashed = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    const ways = [
      'notch',
      'NOTCH',
      notch.uuid,
      notch.uuid.toUpperCase(),
      dashed,
      dashed.toUpperCase(),
    ];
    for (const value of ways) expect(await bytesOf([{ value, label }]), value).toEqual(wanted);
  });

  it('a texture is a hash in any letter case, drawn with the classic model', async () => {
    const wanted = await bytesOf([{ value: dataUrl(thin) }]);
    expect(await bytesOf([{ value: thinHash }])).toEqual(wanted);
    expect(await bytesOf([{ value: thinHash.toUpperCase() }])).toEqual(wanted);
    expect(world.accounts.calls.map(({ path }) => path)).toEqual([`/texture/${thinHash}`]);
  });

  it('a sample is the name of its file, without any request', async () => {
    const folder = join(import.meta.dirname, '../../samples/skins');
    const fox = await readFile(join(folder, 'sample-fox.png'));
    expect(await bytesOf([{ value: 'sample-fox', label: '' }])).toEqual(
      await bytesOf([{ value: dataUrl(fox) }]),
    );
    const princess = await bytesOf([{ value: 'sample-princess' }]);
    expect(drawing.rows.at(-1)?.figures).toMatchObject([
      { sheet: 0, model: 'slim', label: 'sample-princess' },
    ]);
    expect(await bytesOf([{ value: 'SAMPLE-Princess' }])).toEqual(princess);
    expect(world.accounts.count()).toBe(0);
  });
});

describe('the wrong type of a value', () => {
  useOneWorld();

  it.each([
    ['nick', dataUrl(blocky), /^items\[0\]\.value: must be a player name/],
    ['nick', 'https://example.com/skin.png', /^items\[0\]\.value: must be a player name/],
    ['url', 'Notch', /^items\[0\]\.value: The address is not a valid URL\.$/],
    ['url', 'sample-fox', /^items\[0\]\.value: The address is not a valid URL\.$/],
    ['url', 'ftp://example.com/skin.png', /^items\[0\]\.value: Only http, https and data URLs/],
    [undefined, 'ftp://example.com/skin.png', /^items\[0\]\.value: must be a player name/],
    [undefined, ' http://example.com/skin.png', /^items\[0\]\.value: must be a player name/],
  ])('type %s with %s is refused', async (type, value, sentence) => {
    expect(detailOf(await world.compose([{ type, value }]), 400)).toMatch(sentence);
    expect(world.accounts.count()).toBe(0);
  });
});

describe('requests to the account service', () => {
  useWorlds();

  it('ten names need one bulk look-up', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Player_${index}`);
    for (const [index, name] of names.entries()) {
      const uuid = index.toString(16).padStart(32, '0');
      world.accounts.addPlayer({ name, uuid, skin: { hash: blockyHash } });
    }
    pictureOf(await world.compose(names.map((value) => ({ value }))));
    const { accounts } = world;
    expect([accounts.count('bulk'), accounts.count('lookup')]).toEqual([1, 0]);
    expect(accounts.calls[0]?.names?.toSorted()).toEqual(
      names.map((name) => name.toLowerCase()).toSorted(),
    );
    expect([accounts.count('profile'), accounts.count('texture')]).toEqual([10, 1]);
  });

  it('one player ten times, in any spelling, needs one look-up, one profile and one figure', async () => {
    const values = ['Notch', 'notch', 'NOTCH', notch.uuid, notch.uuid.toUpperCase()];
    const items = [...values, ...values].map((value) => ({ value }));
    pictureOf(await world.compose(items));
    expect(world.accounts.calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'lookup',
      'profile',
      'texture',
    ]);
    const [row] = drawing.rows;
    expect(row?.sheets).toHaveLength(1);
    expect(row?.figures).toMatchObject(
      items.map(() => ({ sheet: 0, model: 'classic', label: 'Notch' })),
    );
  });

  it('one URL twice is fetched once', async () => {
    const value = world.host.put('/skin', page.png(blocky));
    pictureOf(await world.compose([{ value }, { value, label: 'again' }]));
    expect(world.host.asked).toEqual(['/skin']);
    expect(drawing.rows[0]?.sheets).toHaveLength(1);
  });

  it('cached names are omitted from the bulk look-up', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      world.accounts.addPlayer({ name, uuid: Buffer.from(name.padEnd(16)).toString('hex') });
    }
    await world.compose([{ value: 'One' }]);
    await world.compose([{ value: 'one' }, { value: 'Two' }, { value: 'Three' }]);
    const bulk = world.accounts.calls.filter(({ endpoint }) => endpoint === 'bulk');
    expect(bulk.map(({ names }) => names?.toSorted())).toEqual([['three', 'two']]);
  });
});

describe('labels', () => {
  useOneWorld();

  it('of a name is the account’s spelling; of a UUID the account’s name', async () => {
    const wanted = await bytesOf([{ value: 'Notch', label: 'Notch' }]);
    expect(await bytesOf([{ value: 'nOTCH' }])).toEqual(wanted);
    expect(await bytesOf([{ value: notch.uuid }])).toEqual(wanted);
    expect(await bytesOf([{ value: 'Notch', label: 'nOTCH' }])).not.toEqual(wanted);
  });

  it.each([
    ['a URL', () => dataUrl(blocky)],
    ['a texture hash', () => blockyHash],
  ])('of %s is empty unless given', async (_what, value) => {
    const bare = pictureOf(await world.compose([{ value: value() }]));
    expect(bare.heightPx).toBe(48);
    const given = pictureOf(await world.compose([{ value: value(), label: 'mine' }]));
    expect(given.heightPx).toBeGreaterThan(48);
  });

  it.each(['', ' ', '\u0000\u0007', '\n', '\u200b\u00a0'])(
    '%j is not drawn, and without labels there is no band for them',
    async (label) => {
      const answer = await world.compose([{ value: 'Notch', label }]);
      expect(pictureOf(answer).heightPx).toBe(48);
      expect(answer.rawPayload).toEqual(await bytesOf([{ value: 'Notch', label: '' }]));
    },
  );

  it('a single label adds the band for all', async () => {
    const one = pictureOf(await world.compose([{ value: 'Notch' }]));
    const three = await world.compose(
      ['', 'Notch', ''].map((label) => ({ value: 'Notch', label })),
    );
    expect(pictureOf(three).heightPx).toBe(one.heightPx);
  });

  it.each([2048, 2049, 100_000])('of %i letters is refused with the limit', async (length) => {
    const answer = await world.compose([{ value: 'Notch', label: 'a'.repeat(length) }]);
    const max = length > 2048 ? 2048 : 64;
    expect(detailOf(answer, 400)).toBe(`items[0].label: must be at most ${max} characters long`);
  });
});

describe('models', () => {
  useWorlds();

  it('a slim player has slim arms, as the profile says', async () => {
    pictureOf(await world.compose([{ value: 'Alexa_99' }, { value: 'Notch' }]));
    expect(drawing.rows[0]?.figures.map(({ model }) => model)).toEqual(['slim', 'classic']);
    const slim = pictureOf(await world.compose([{ value: 'Alexa_99', label: '' }]));
    const classic = pictureOf(await world.compose([{ value: 'Notch', label: '' }]));
    expect(slim.widthPx).toBeLessThan(classic.widthPx);
  });

  it('one hash may be slim for one player and classic for another', async () => {
    const uuid = 'f'.repeat(32);
    world.accounts.addPlayer({ name: 'Wide', uuid, skin: { hash: thinHash } });
    pictureOf(await world.compose([{ value: 'Wide' }, { value: 'Alexa_99' }]));
    const [row] = drawing.rows;
    expect(row?.sheets).toHaveLength(1);
    expect(row?.figures.map(({ model }) => model)).toEqual(['classic', 'slim']);
  });

  it('a URL is always drawn with the classic model, also a skin that looks slim', async () => {
    const url = world.host.put('/slim.png', page.png(thin));
    const uuid = 'f'.repeat(32);
    world.accounts.addPlayer({ name: 'Wide', uuid, skin: { hash: thinHash } });
    const classic = await bytesOf([{ value: 'Wide', label: '' }]);
    expect(await bytesOf([{ value: url }])).toEqual(classic);
    expect(await bytesOf([{ value: url, type: 'url' }])).toEqual(classic);
    expect(await bytesOf([{ value: dataUrl(thin) }])).toEqual(classic);
    expect(await bytesOf([{ value: 'Alexa_99', label: '' }])).not.toEqual(classic);
  });
});

describe('the two well-known upside-down players', () => {
  useWorlds();

  it('are drawn upside down, however they are referenced; namesakes are not', async () => {
    const dinnerbone = { name: 'Dinnerbone', uuid: '61699b2ed3274a019f1e0ea8c3f06bc6' };
    world.accounts.addPlayer({ ...dinnerbone, skin: { hash: blockyHash } });
    world.accounts.addPlayer({ name: 'Grumm', uuid: 'e'.repeat(32), skin: { hash: blockyHash } });
    const label = 'Dinnerbone';
    pictureOf(
      await world.compose([
        { value: 'dinnerbone', label: '' },
        { value: dinnerbone.uuid },
        { value: 'GRUMM' },
        { value: 'Notch', label },
        { value: dataUrl(blocky), label },
      ]),
    );
    const [row] = drawing.rows;
    expect(row?.figures.map(({ upsideDown }) => upsideDown)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const items = [{ value: 'Notch', label }];
    expect(await bytesOf([{ value: 'Dinnerbone' }])).not.toEqual(await bytesOf(items));
  });
});

/**
 * The hash of such a UUID is its number, so a player's default is that row of the game's table: nine
 * slim ones (alex first, steve seventh), then nine wide ones.
 */
const uuid = (index: number) => index.toString(16).padStart(32, '0');

describe('players without a skin', () => {
  useWorlds();

  const wideSteve = '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb';
  const slimAlex = '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7';

  it.each([
    [15, wideSteve, 'classic'],
    [0, slimAlex, 'slim'],
  ] as const)(
    'number %i gets the default skin of the UUID, with its model',
    async (index, hash, model) => {
      world.accounts.addPlayer({ name: 'Plain', uuid: uuid(index) });
      const sheet = skinFile(7, { slim: model === 'slim' });
      world.accounts.addTexture(hash, sheet);
      world.accounts.addPlayer({ name: 'Layered', uuid: uuid(77), skin: { hash, model } });
      const answer = await world.compose([{ value: 'Plain', label: '' }]);
      expect(answer.rawPayload).toEqual(await bytesOf([{ value: 'Layered', label: '' }]));
      expect(drawing.rows[0]?.figures).toMatchObject([{ sheet: 0, model, label: '' }]);
      expect(answer.headers['x-fallback']).toBeUndefined();
    },
  );

  it.each([
    [15, 'classic', 404],
    [0, 'slim', 404],
    [15, 'classic', 500],
    [0, 'slim', 429],
  ] as const)(
    'number %i gets the bundled skin (%s) if the default is a %i',
    async (index, model, status) => {
      world.accounts.addPlayer({ name: 'Plain', uuid: uuid(index) });
      if (status !== 404) world.accounts.behave({ kind: 'status', status }, 'texture');
      const answer = await world.compose([{ value: 'plain' }]);
      pictureOf(answer);
      expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=900' });
      expect(answer.headers['x-fallback']).toBeUndefined();
      const file = join(import.meta.dirname, `../../samples/fallback/${model}.png`);
      expect(drawing.rows[0]?.figures).toMatchObject([{ sheet: 0, model, label: 'Plain' }]);
      expect(Buffer.from(drawing.rows[0]?.sheets[0]?.png ?? [])).toEqual(await readFile(file));
    },
  );
});

describe('the GET route', () => {
  useWorlds();

  it('is the same operation: same bytes, same validator, same cache', async () => {
    const posted = await world.compose([
      { value: 'Notch' },
      { value: dataUrl(blocky), type: 'url', label: 'mine' },
      { value: 'sample-fox', label: '' },
    ]);
    const query = new URLSearchParams([
      ['value', 'Notch'],
      ['value', dataUrl(blocky)],
      ['value', 'sample-fox'],
      ['label', 'Notch'],
      ['label', 'mine'],
      ['label', ''],
    ]);
    const got = await world.get(query.toString());
    expect(got.headers.etag).toBe(posted.headers.etag);
    expect(got.rawPayload).toEqual(posted.rawPayload);
    expect([posted.headers['x-cache'], got.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect(drawing.rows).toHaveLength(1);
  });

  it('applies the n-th label and type to the n-th value; omitted ones have the default', async () => {
    const url = world.host.put('/skin', page.png(blocky));
    const query = `value=Notch&value=${url}&value=alexa_99&label=&label=second&type=nick`;
    pictureOf(await world.get(query));
    expect(drawing.rows[0]?.figures.map(({ label }) => label)).toEqual(['', 'second', 'Alexa_99']);
    pictureOf(await world.get(`label=x&value=alexa_99&type=nick&type=url&value=${url}`));
    expect(drawing.rows[1]?.figures.map(({ label }) => label)).toEqual(['x', '']);
  });

  it('decodes labels like every query: + and %20 are spaces, %2B a plus, the rest UTF-8', async () => {
    pictureOf(await world.get('value=Notch&label=a+b%20c%2Bd%E2%82%AC%F0%9F%98%80'));
    expect(drawing.rows[0]?.figures[0]?.label).toBe('a b c+d€😀');
  });
});
