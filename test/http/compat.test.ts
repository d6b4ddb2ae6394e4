import { afterAll, describe, expect, it } from 'vitest';
import { detailOf, startWorld } from '../support/composition-world.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const uuid = '853c80ef3c3749fdaa49938b674adae6';
const [skinHash, capeHash] = ['c0'.repeat(32), 'c1'.repeat(32)];
const skin = skinFile(1, { overlay: true });
const cape = skinFile(2, { heightPx: 32 });

const drawing = await watchDrawing();

const world = await startWorld({
  drawing,
  env: { COMPAT_HOSTS: 'avatars.example=crafatar,heads.example=mc-heads' },
});
world.accounts.addPlayer({ name: 'jeb_', uuid, skin: { hash: skinHash }, cape: capeHash });
world.accounts.addTexture(skinHash, skin);
world.accounts.addTexture(capeHash, cape);
afterAll(() => world.close());

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  world.app.inject({ url: `/api/compat/${path}`, headers });

type Row = readonly [path: string, size: readonly [number, number] | 'skin' | 'cape'];

/** What every row orders is told beside the table; these are of each kind, through all the way. */
const rows: readonly Row[] = [
  ['crafatar/avatars/853c80ef-3c37-49fd-aa49-938b674adae6?size=1', [1, 1]],
  ['crafatar/renders/body/jeb_?scale=10&overlay', [200, 451]],
  ['minotar/cube/jeb_/99.apng', [99, 99]],
  ['mc-heads/avatar/jeb_/100/k3j4h5', [100, 100]],
  ['vzge/face/50/X-Steve.webp', [48, 48]],
  ['vzge/face/64/jeb_.jxl', [64, 64]],
  ['nmsr/headiso/jeb_?w=5000', [1024, 1024]],
  ['starlight/render/ultimate/jeb_/full?cameraHeight=64&cameraWidth=80', [80, 64]],
  [`mineatar/head/${uuid}?scale=4`, [55, 64]],
  [`crafatar/skins/${uuid}`, 'skin'],
  ['starlight/render/skin/jeb_/default', 'skin'],
  ['starlight/render/skin/jeb_/barebones', [64, 64]],
  ['minotar/cape/jeb_', 'cape'],
];

type DataRow = readonly [path: string, status: number, type: string, maxAge?: number];
const [json, png, text] = ['application/json', 'image/png', 'text/plain; charset=utf-8'];
const [facts, card] = [30, 60];

/** What is JSON, text, or a picture of a server that is offline: one of each kind. */
const dataRows: readonly DataRow[] = [
  ['mc-heads/json/get_user?search&u=jeb_', 200, json, 900],
  ['mc-heads/json/get_user?u=Nobody', 200, json],
  ['mc-heads/json/get_user', 404, json],
  ['starlight/info/user/Nobody', 404, json],
  ['mineatar/uuid/jeb_', 200, text, 900],
  ['mineatar/uuid/Nobody', 404, text],
  ['playerdb/api/player/minecraft/no-such', 400, json],
  ['playerdb/api/player/steam/1', 404, json],
  ['ashcon/mojang/v2/avatar/jeb_/20', 200, png, 900],
  ['mcsrvstat/3/offline.invalid:25566', 200, json, facts],
  ['mcsrvstat/simple/offline.invalid', 404, json, facts],
  ['mcsrvstat/icon/offline.invalid', 200, png, facts],
  ['mcstatus/v2/icon', 200, png, 900],
  ['mcstatus/v2/widget/java/offline.invalid?dark=true&rounded=true', 200, png, card],
];

const dataCases = dataRows.map(([address, status, type, maxAge]) => ({
  address,
  expected: [status, type, maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`],
}));

describe('a path of another service', () => {
  it.each(rows)('%s', async (address, size) => {
    const answer = await ask(address);
    const isWebp = address.includes('.webp');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      isWebp ? 'image/webp' : 'image/png',
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=900');
    expect(answer.headers['etag']).toMatch(/^"[\w-]{22}"$/);
    expect(answer.headers['x-cache']).toMatch(/^(HIT|MISS)$/);
    expect(answer.headers).not.toHaveProperty('x-ignored-query');
    if (size === 'skin') expect(answer.rawPayload).toEqual(skin);
    else if (size === 'cape') expect(answer.rawPayload).toEqual(cape);
    else if (!isWebp) {
      const { widthPx, heightPx, data } = pixelsOf(answer.rawPayload);
      expect([widthPx, heightPx]).toEqual(size);
      expect(data.some((value, at) => at % 4 === 3 && value > 0)).toBe(true);
    }
  });

  it.each(dataCases)('$address', async ({ address, expected }) => {
    const answer = await ask(address);
    const { statusCode, headers } = answer;
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual(expected);
    if (expected.includes('no-store') || statusCode !== 200) return;
    const held = await ask(address, { 'if-none-match': String(headers.etag) });
    expect([held.statusCode, held.body]).toEqual([304, '']);
  });

  it('says the profile of an account with its textures', async () => {
    const { textures } = (await ask('ashcon/mojang/v2/user/jeb_')).json();
    expect(textures).toMatchObject({
      skin: { data: skin.toString('base64') },
      cape: { data: cape.toString('base64') },
    });
  });

  it('draws another skin of Starlight by its URL', async () => {
    const url = world.host.put('/other.png', page.png(skinFile(9)));
    const path = 'starlight/render/default/jeb_/bust?cameraHeight=48';
    const other = await ask(`${path}&skinUrl=${encodeURIComponent(url)}`);
    const own = await ask(path);
    expect([other.statusCode, own.statusCode]).toEqual([200, 200]);
    expect(other.headers.etag).not.toBe(own.headers.etag);
  });

  it('is served from the cache, and with 304 to a client that has it', async () => {
    const path = `crafatar/avatars/${uuid}?size=48`;
    const first = await ask(path);
    const again = await ask(path);
    expect([first.headers['x-cache'], again.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    const held = await ask(path, { 'if-none-match': String(first.headers.etag) });
    expect([held.statusCode, held.body]).toEqual([304, '']);
    const head = await world.app.inject({ method: 'HEAD', url: `/api/compat/${path}` });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('returns an avatar that fills its picture, texel by texel', async () => {
    const { data } = pixelsOf((await ask(`crafatar/avatars/${uuid}?size=16`)).rawPayload);
    const sheet = pixelsOf(skin);
    const at = (from: Uint8Array | Buffer, index: number) => [...from.subarray(index, index + 4)];
    for (const [x, y] of [
      [0, 0],
      [15, 15],
      [7, 9],
    ] as const) {
      const texel = ((8 + (y >> 1)) * 64 + 8 + (x >> 1)) * 4;
      expect(at(data, (y * 16 + x) * 4)).toEqual(at(sheet.data, texel));
    }
  });

  it.each([
    ['minotar/bust/jeb_/72', { renderType: 'front', crop: 'bust', overlay: 'none', cape: null }],
    ['vzge/full/72/jeb_?y=60', { renderType: 'default', yawDegrees: 40, cape: {}, shadow: true }],
  ])('%s is drawn as ordered', async (path, order) => {
    drawing.forget();
    await ask(path);
    expect(drawing.figures).toMatchObject([order]);
  });

  it('draws a figure with an outline sharply in a picture of a given size', async () => {
    const outline = 'borderHighlight=true&borderHighlightRadius=6';
    const boxed = await ask(
      `starlight/render/default/jeb_/full?cameraWidth=80&cameraHeight=100&${outline}`,
    );
    const own = await world.app.inject(
      '/api/blockgame/render/default/jeb_/full?height=88&cape=true&outline=ffffff&outline_width=6',
    );
    const [picture, figure] = [pixelsOf(boxed.rawPayload), pixelsOf(own.rawPayload)];
    const leftPx = Math.floor((80 - figure.widthPx) / 2);
    const inside = Array.from({ length: 100 }, (_, y) =>
      picture.data.subarray((y * 80 + leftPx) * 4, (y * 80 + leftPx + figure.widthPx) * 4),
    );
    expect([figure.heightPx, Buffer.concat(inside).equals(figure.data)]).toEqual([100, true]);
  });

  it.each(['gravatar/avatars/x', 'crafatar', 'crafatar/'])('%s is a 404', async (path) => {
    expect(detailOf(await ask(path), 404)).toBe('There is nothing at this path.');
  });

  it.each([
    ['crafatar/renders', 'crafatar.com has nothing at this path here. There is /avatars/{player},'],
    ['crafatar/avatars/a/b/c', '/renders/body/{player}, /skins/{player}, /capes/{player}.'],
    ['crafatar/toString/x', 'crafatar.com has nothing'],
    ['starlight/render/default/jeb_', 'starlightskins.lunareclipse.studio has nothing'],
  ])('%s is a 404 that names what there is', async (path, says) => {
    const detail = detailOf(await ask(path), 404);
    expect(detail).toContain(says);
    expect(detail).not.toMatch(/wallpaper|\?/);
  });

  it('is JSON that programs read as text: minetools', async () => {
    expect((await ask('minetools/uuid/jeb_')).body).toContain('"status": "OK"');
    expect((await ask('minetools/uuid/Nobody')).body).toContain('"status": "ERR"');
  });

  it.each([
    [`crafatar/avatars/${uuid}?size=513`, 'query.size: must be a whole number from 1 to 512'],
    ['starlight/render/waltzing/jeb_/full', 'path.path: the render type must be one of default, '],
    ['starlight/render/default/jeb_/bust?skinUrl=ftp:x', 'query.skinUrl: '],
    [`minotar/avatar/${'a'.repeat(65)}`, 'path.player: must be a player name'],
    ['mineatar/face/no-such', 'path.player: must be a player name'],
    ['vzge/skin/No-body', 'path.player: must be a player name'],
    ['mcsrvstat/3/a_b..c', 'path.host: must be a host name'],
    ['mcapi/server/status?ip=a..b', 'query.ip: must be a host name'],
    ['mcapi/server/icon', 'query.ip: '],
    [`nmsr/face/jeb_?w=${'9'.repeat(600)}`, 'query.w: must be at most 512 characters long'],
  ])('%s is a 400 with the reason, by its own name', async (path, says) => {
    expect(detailOf(await ask(path), 400)).toMatch(new RegExp(`^${says}`));
  });

  // Who has a default skin there, and who takes any text, is told beside the table.
  it.each([
    ['crafatar/avatars/__proto__?size=16', 200],
    ['mineatar/face/11111111111141118111111111111111', 200],
    ['nmsr/face/Nobody?w=16', 404],
    ['crafatar/capes/Nobody', 404],
    ['vzge/processedskin/Nobody', 200],
    ['starlight/render/skin/Nobody/default', 404],
    ['minotar/skin/No-body', 200],
    ['cravatar/helmavatar/%F0%9F%A6%8A/16', 200],
  ])('treats an unknown player as that service did: %s %s', async (path, status) => {
    const { statusCode, headers } = await ask(path);
    const fallback = status === 200 ? '0' : undefined;
    expect([statusCode, headers['x-fallback']]).toEqual([status, fallback]);
  });

  it.each([
    ['is unknown', 'normal', 'public, max-age=900'],
    ['cannot be looked up now', 'garbage', 'no-store'],
  ] as const)('replaces a player who %s, cached accordingly', async (why, kind, cacheControl) => {
    world.accounts.behave({ kind }, 'lookup', 'bulk');
    for (const path of ['avatars', 'skins']) {
      const { statusCode, headers } = await ask(`crafatar/${path}/Not_${kind}?default=${uuid}`);
      const said = [statusCode, headers['x-fallback'], headers['cache-control']];
      expect([why, ...said]).toEqual([why, 200, '0', cacheControl]);
    }
    world.accounts.behave({ kind: 'normal' });
  });

  it('has all the time of a request for the player named by default=', async () => {
    const [other, hash] = ['853c80ef3c3749fdaa49938b674adae7', 'c6'.repeat(32)];
    world.accounts.addPlayer({ name: 'other', uuid: other, skin: { hash } });
    world.accounts.addTexture(hash, skinFile(8));
    world.accounts.behave({ kind: 'hang' }, 'lookup', 'bulk');
    const before = world.accounts.count('lookup') + world.accounts.count('bulk');
    const answer = ask(`crafatar/avatars/Hanging?size=16&default=${other}`);
    await expect
      .poll(() => world.accounts.count('lookup') + world.accounts.count('bulk'))
      .toBeGreaterThan(before);
    await world.clock.advance(5000);
    const { headers, rawPayload } = await answer;
    expect([headers['x-fallback'], headers['cache-control']]).toEqual(['0', 'no-store']);
    world.accounts.behave({ kind: 'normal' });
    expect(rawPayload).toEqual((await ask(`crafatar/avatars/${other}?size=16`)).rawPayload);
  });

  it('draws the player named by default= instead', async () => {
    const steve = '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb';
    world.accounts.addTexture(steve, skinFile(7));
    const face = async (player: string, standIn: string) =>
      ask(`crafatar/avatars/${player}?size=16&default=${standIn}`);
    const byUuid = await face('Nobody', uuid);
    expect(byUuid.rawPayload).toEqual((await ask('crafatar/avatars/jeb_?size=16')).rawPayload);
    const bySteve = await face('Nobody', 'MHF_Steve');
    expect(bySteve.rawPayload).toEqual((await ask(`crafatar/avatars/${steve}?size=16`)).rawPayload);
    const known = await face('jeb_', 'MHF_Steve');
    expect(known.headers['x-fallback']).toBeUndefined();
    expect(known.headers['etag']).toBe(byUuid.headers['etag']);
    expect((await face('no-such', 'MHF_Steve')).statusCode).toBe(400);
  });

  it('sends the sheet of the player named by default=, or else the default one', async () => {
    const sheet = (query: string) => ask(`crafatar/skins/Nobody${query}`);
    const [known, other] = [await ask('crafatar/skins/jeb_'), await sheet(`?default=${uuid}`)];
    expect(other.rawPayload).toEqual(known.rawPayload);
    expect([other.headers['etag'], other.headers['x-fallback']]).toEqual([
      known.headers['etag'],
      '0',
    ]);
    const standard = await sheet('');
    const neither = await sheet('?default=11111111111141118111111111111111');
    expect(neither.rawPayload).toEqual(standard.rawPayload);
    const { etag } = standard.headers;
    const again = await ask('crafatar/skins/Nobody', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.headers['x-fallback']]).toEqual([304, '0']);
  });

  it('has a file name if it was a download there', async () => {
    const { headers } = await ask('minotar/download/jeb_');
    expect(headers['content-disposition']).toBe('attachment; filename="jeb_-skin.png"');
  });
});

describe('a host name of another service', () => {
  const at = (host: string, url: string) => world.app.inject({ url, headers: { host } });

  it.each([
    ['AVATARS.example:8443', `/avatars/${uuid}.png?size=16`],
    ['avatars.example', `http://elsewhere.example/avatars/${uuid}?size=16`],
    ['heads.example', '/avatar/jeb_/16/'],
  ])('%s has its paths at the root: %s', async (host, url) => {
    const answer = await at(host, url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(pixelsOf(answer.rawPayload).widthPx).toBe(16);
    expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['avatars.example', '/', 404],
    ['avatars.example', '/docs', 404],
    ['avatars.example', '/api/blockgame/player/jeb_', 404],
    ['avatars.example', '/assets/x.js', 404],
    ['avatars.example', '/favicon.ico', 404],
    ['avatars.example', '/a+b.png', 404],
    ['avatars.example.evil', `/avatars/${uuid}?size=16`, 404],
    ['x.avatars.example', `/avatars/${uuid}?size=16`, 404],
    ['example', `/avatars/${uuid}?size=16`, 404],
    ['avatars.example', '/healthz', 200],
    ['avatars.example', '/readyz', 200],
    ['avatars.example', '/healthz/', 200],
  ])('%s has no other paths, but those of health, and is compared exactly: %s', async (...row) => {
    const [host, url, status] = row;
    expect((await at(host, url)).statusCode).toBe(status);
  });

  it('counts towards the limit of the API', async () => {
    const limited = await startWorld({
      drawing,
      env: { COMPAT_HOSTS: 'avatars.example=crafatar', RATE_LIMIT_MAX: '1' },
    });
    const url = '/avatars/sample-fox?size=16';
    const headers = { host: 'avatars.example' };
    const first = await limited.app.inject({ url, headers });
    const second = await limited.app.inject({ url: '/avatars/sample-fox?size=24', headers });
    expect([first.statusCode, second.statusCode]).toEqual([200, 429]);
    await limited.close();
  });
});
