import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { clearRect } from '../../src/engine/skin/rects.ts';
import { readFeatures } from '../../src/engine/skin/ears/read-features.ts';
import { detailOf, startWorld, type Answer } from '../support/composition-world.ts';
import { hiddenBytes, hide, noEars, writeVersion1 } from '../support/ears-encoder.ts';
import { dataUrl, pixelsOf, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

/** Ears on every picture of players, and the arms of skins that nobody says anything about. */

const [earsHash, plainHash, capeHash] = ['ea'.repeat(32), '91'.repeat(32), 'ca'.repeat(32)];
const deadmau5 = '1e18d5ff643d45c8b50943b8461d8614';
const earsSkin = withEars(skinFile(41, { overlay: true }));

function withEars(png: Buffer): Buffer {
  const sheet = decodePng(png);
  writeVersion1(sheet, { ...noEars, ears: 'above', cape: true, wings: null });
  const cape = encodePng({ widthPx: 20, heightPx: 16, data: sheet.data.slice(0, 20 * 16 * 4) });
  hide(sheet, hiddenBytes([{ key: 3, bytes: cape.length < 1300 ? cape : Buffer.of() }]));
  return encodePng(sheet);
}

const drawing = await watchDrawing();
const world = await startWorld({ drawing });
const { accounts } = world;
accounts.addTexture(earsHash, earsSkin);
accounts.addTexture(plainHash, skinFile(42));
accounts.addTexture(capeHash, skinFile(43, { heightPx: 32 }));
accounts.addPlayer({ name: 'Kitty', uuid: '1'.repeat(32), skin: { hash: earsHash } });
accounts.addPlayer({ name: 'Plain', uuid: '2'.repeat(32), skin: { hash: plainHash } });
accounts.addPlayer({ name: 'deadmau5', uuid: deadmau5, skin: { hash: plainHash } });
afterAll(() => world.close());
beforeEach(() => drawing.forget());

const get = (path: string): Promise<Answer> => world.app.inject({ url: `/api/blockgame/${path}` });

async function render(player: string, query = '', heightPx = 64) {
  const answer = await get(`render/default/${player}/full?height=${heightPx}${query}`);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return pixelsOf(answer.rawPayload);
}

describe('a skin with Ears', () => {
  it('is drawn with them unless they are turned off', async () => {
    const [auto, written, none] = [
      await render('Kitty'),
      await render('Kitty', '&ears=auto'),
      await render('Kitty', '&ears=none'),
    ];
    expect(written).toEqual(auto);
    expect(none).not.toEqual(auto);
    // As high as the others, with room for ears above the head.
    expect(none.widthPx).toBeGreaterThan(auto.widthPx);
  });

  it('is drawn with them whoever wears it: by hash, URL or file, and in groups', async () => {
    const auto = await render('Kitty');
    expect(await render(earsHash)).toEqual(auto);
    const posted = await world.app.inject({
      method: 'POST',
      url: '/api/blockgame/render/default/full?height=64',
      headers: { 'content-type': 'image/png' },
      payload: earsSkin,
    });
    expect(pixelsOf(posted.rawPayload)).toEqual(auto);
    const row = await world.compose([{ value: 'Kitty', label: '' }], 'height=64');
    // A row has room for its Ears: this one is a single figure of its height.
    const { heightPx } = pixelsOf(row.rawPayload);
    expect(heightPx).toBeGreaterThan(64);
    expect(pixelsOf(row.rawPayload)).toEqual(await render('Kitty', '', heightPx));
  });

  it('is an option of each item', async () => {
    const of = async (items: unknown, query = ''): Promise<Buffer> => {
      const answer = await world.compose(items, query);
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
      return answer.rawPayload;
    };
    const plain = await of([{ value: 'Kitty', ears: 'none' }]);
    expect(await of([{ value: 'Kitty' }], 'ears=none')).toEqual(plain);
    expect(await of([{ value: 'Kitty', ears: 'auto' }], 'ears=none')).toEqual(
      await of([{ value: 'Kitty' }]),
    );
    const scene = 'scene=meadow&size=320x200';
    expect(await of([{ value: 'Kitty', ears: 'none' }], scene)).not.toEqual(
      await of([{ value: 'Kitty' }], scene),
    );
  });

  it('is drawn with those of its head in flat poses seen from one side', async () => {
    const flat = async (type: string, ears: string) =>
      pixelsOf((await get(`render/${type}/Kitty/face?height=64&ears=${ears}`)).rawPayload);
    for (const type of ['front', 'back']) {
      const [auto, none] = [await flat(type, 'auto'), await flat(type, 'none')];
      // Sixteen by sixteen texels: ears are as wide as they are above the head.
      expect([auto.widthPx, auto.heightPx]).toEqual([64, 64]);
      expect(none).not.toEqual(auto);
    }
    const pixel = async (ears: string) =>
      (await get(`render/pixel/Kitty?height=64&ears=${ears}`)).rawPayload;
    expect(await pixel('auto')).toEqual(await pixel('none'));
  });

  it('keeps the size of avatars, heads, and faces of other services', async () => {
    const path = async (url: string) => pixelsOf((await world.app.inject({ url })).rawPayload);
    const face = await render('Kitty', '&render_type=front&crop=face&ears=none');
    expect(await path('/avatar/Kitty?size=64')).toEqual(face);
    expect(await path('/api/compat/crafatar/avatars/Kitty?size=64&overlay')).toEqual(face);
    const heads = await path('/api/blockgame/render/heads?value=Kitty&height=64');
    expect(heads).toEqual(face);
    const round = await path('/avatar/deadmau5?size=64');
    expect(round).toEqual(await render('Plain', '&render_type=front&crop=face'));
  });

  it('changes nothing about other skins', async () => {
    expect(await render('Plain')).toEqual(await render('Plain', '&ears=none'));
  });

  it('refuses other values, by their names', async () => {
    expect(detailOf(await get('render/default/Kitty/full?ears=fox'), 400)).toBe(
      'query.ears: must be "auto", "none" or "deadmau5"',
    );
  });
});

describe('round ears', () => {
  it('belong to one account, however it is named', async () => {
    const round = await render('deadmau5');
    expect(round).not.toEqual(await render('Plain'));
    expect(await render(deadmau5)).toEqual(round);
    expect(await render('deadmau5', '&ears=none')).toEqual(await render('Plain'));
    await world.get('value=deadmau5&value=Plain');
    expect(drawing.rows.at(-1)?.figures.map(({ ears }) => ears)).toEqual(['deadmau5', 'auto']);
  });

  it('are for everyone who asks, but for skins that say more', async () => {
    expect(await render('Plain', '&ears=deadmau5')).toEqual(await render('deadmau5'));
    expect(await render('Kitty', '&ears=deadmau5')).toEqual(await render('Kitty'));
  });
});

describe('the sheet of a skin with Ears', () => {
  it('is returned as it is', async () => {
    expect((await get('skin/Kitty')).rawPayload).toEqual(earsSkin);
  });

  it.each(['processed', 'barebones'])('keeps its data when it is %s', async (form) => {
    const answer = await get(`skin/Kitty?${form}=true`);
    expect(readFeatures(decodePng(answer.rawPayload))).toEqual(readFeatures(decodePng(earsSkin)));
  });
});

describe('paths of NMSR', () => {
  const nmsr = async (query: string) =>
    pixelsOf(
      (await world.app.inject({ url: `/api/compat/nmsr/fullbody/Kitty?h=96${query}` })).rawPayload,
    );

  it('have Ears, unless they are excluded', async () => {
    expect(await nmsr('')).not.toEqual(await nmsr('&no=ears'));
    expect(await nmsr('&deadmau5ears')).toEqual(await nmsr(''));
  });

  it.each(['frontfull', 'frontbust', 'face'])(
    'have those of the head when flat: %s',
    async (mode) => {
      const flat = async (player: string, query: string) =>
        pixelsOf(
          (await world.app.inject({ url: `/api/compat/nmsr/${mode}/${player}?h=64${query}` }))
            .rawPayload,
        );
      const [auto, none] = [await flat('Kitty', ''), await flat('Kitty', '&no=ears')];
      expect(auto).not.toEqual(none);
      expect([auto.widthPx, auto.heightPx]).toEqual([none.widthPx, none.heightPx]);
      const round = await flat('deadmau5', '');
      expect(round).not.toEqual(await flat('Plain', ''));
      expect(await flat('Plain', '&deadmau5ears')).toEqual(round);
    },
  );
});

describe('model=auto', () => {
  const slimFile = (): Buffer => {
    const sheet = decodePng(skinFile(44, { slim: true }));
    for (const x of [50, 42]) clearRect(sheet, { x, y: x === 50 ? 16 : 48, width: 2, height: 4 });
    return encodePng(sheet);
  };
  const url = (png: Buffer, query = '') =>
    get(
      `render/default/from-url/full?height=64&skin=${encodeURIComponent(dataUrl(png))}${query}`,
    ).then(({ rawPayload }) => pixelsOf(rawPayload));

  it('finds the arms of a skin at a URL, which is classic otherwise', async () => {
    const thin = slimFile();
    expect(await url(thin, '&model=auto')).toEqual(await url(thin, '&model=slim'));
    expect(await url(thin)).toEqual(await url(thin, '&model=classic'));
    expect(await url(thin)).not.toEqual(await url(thin, '&model=slim'));
    const wide = skinFile(45);
    expect(await url(wide, '&model=auto')).toEqual(await url(wide, '&model=classic'));
  });

  it('is an option of an item of its own', async () => {
    const value = dataUrl(slimFile());
    const of = async (item: object) => (await world.compose([{ value, ...item }])).rawPayload;
    expect(await of({ model: 'auto' })).toEqual(await of({ model: 'slim' }));
    expect((await world.compose([{ value }], 'model=auto&height=48')).rawPayload).toEqual(
      await of({}),
    );
  });

  it('changes nothing for players', async () => {
    expect(await render('Plain', '&model=auto')).toEqual(await render('Plain'));
  });
});
