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

/** The single figures that were drawn since `forget`. */
const drawnFigures = () => drawing.figures;

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  world.app.inject({ url: `/api/compat/${path}`, headers });

type Row = readonly [path: string, size: readonly [number, number] | 'skin' | 'cape'];

/** What every row orders is told beside the table; these are of each kind, through all the way. */
const rows: readonly Row[] = [
  [`crafatar/avatars/${uuid}`, [160, 160]],
  ['crafatar/avatars/853c80ef-3c37-49fd-aa49-938b674adae6?size=1', [1, 1]],
  [`crafatar/renders/head/${uuid}.png?scale=1`, [20, 18]],
  [`crafatar/renders/body/${uuid}?scale=10&overlay`, [200, 451]],
  [`crafatar/skins/${uuid}`, 'skin'],
  [`crafatar/capes/${uuid}.png`, 'cape'],
  ['minotar/avatar/jeb_/99999999', [300, 300]],
  ['minotar/armor/body/jeb_/100.png', [100, 200]],
  ['minotar/armour/bust/jeb_/1', [8, 8]],
  ['minotar/cube/jeb_/100.png', [100, 100]],
  ['minotar/cube/jeb_/99.apng', [99, 99]],
  ['mc-heads/avatar/jeb_/100/k3j4h5', [100, 100]],
  ['mc-heads/body/jeb_/100/right/nohelm', [100, 240]],
  ['mc-heads/combo/jeb_/64.png', [64, 64]],
  ['vzge/face/50/X-Steve.webp', [48, 48]],
  ['vzge/face/64/jeb_.jxl', [64, 64]],
  ['vzge/full/104/jeb_.png?slim&y=180', [62, 104]],
  ['vzge/processedskin/jeb_', [64, 64]],
  ['nmsr/front_full/jeb_?w=1', [16, 27]],
  ['nmsr/headiso/jeb_?w=5000', [1024, 1024]],
  ['nmsr/custom/jeb_?w=64&h=109', [64, 109]],
  ['nmsr/cape/jeb_', 'cape'],
  ['starlight/render/ultimate/jeb_/full?cameraHeight=64&cameraWidth=80', [80, 64]],
  ['starlight/render/skin/jeb_/default', 'skin'],
  ['starlight/render/skin/jeb_/barebones', [64, 64]],
  ['minotar/download/jeb_', 'skin'],
  ['mc-heads/head/jeb_/left.png', [180, 208]],
  ['nmsr/fullbody/jeb_?h=100&no=shadow,cape', [59, 100]],
  ['visage/full/104/jeb_', [62, 104]],
  ['crafthead/armor/cube/jeb_/32', [32, 32]],
  ['crafthead/cape/jeb_', 'cape'],
  ['crafthead/cape/jeb_/128', 'cape'],
  ['mc-heads/cape/853c80ef-3c37-49fd-aa49-938b674adae6', 'cape'],
  ['minotar/cape/jeb_', 'cape'],
  ['visage/skin/64/jeb_', 'skin'],
  ['starlight/skin-render/walking/jeb_/face?cameraHeight=32&cameraWidth=32', [32, 32]],
  ['ashcon/mojang/v1/avatar/jeb_/20', [20, 20]],
  ['mineskin/headhelm/jeb_/100.png', [100, 100]],
  ['cravatar/helmhead/jeb_', [180, 180]],
  [`mineatar/head/${uuid}?scale=4`, [55, 64]],
  [`mineatar/skin/${uuid}?download=false`, 'skin'],
  [`minepic/avatar/${uuid}/50`, [50, 50]],
  ['minepic/skin-back/jeb_/100', [50, 100]],
  ['mcheads-org/ioshead/jeb_/left', [64, 74]],
  ['crafty/3d/full/jeb_?width=100&height=120&x=-30&z=50', [100, 120]],
  ['crafty/2d/head/jeb_?size=128', [128, 128]],
];

type DataRow = readonly [path: string, status: number, type: string, maxAge?: number];
const [json, png, text] = ['application/json', 'image/png', 'text/plain; charset=utf-8'];
const [facts, card] = [30, 60];

/** What is JSON, text, or a picture of a server that is offline. */
const dataRows: Readonly<Record<string, Readonly<Record<string, readonly DataRow[]>>>> = {
  'mc-heads': {
    'minecraft/profile': [['minecraft/profile/JEB_', 200, json, 900]],
    'json/get_user': [
      ['json/get_user?search&u=jeb_', 200, json, 900],
      ['json/get_user?u=Nobody', 200, json],
      ['json/get_user', 404, json],
    ],
  },
  starlight: {
    'info/user': [
      ['info/user/jeb_', 200, json, 900],
      ['info/user/Nobody', 404, json],
    ],
  },
  mineatar: {
    uuid: [
      ['uuid/jeb_', 200, text, 900],
      ['uuid/Nobody', 404, text],
    ],
  },
  crafthead: { profile: [[`profile/${uuid}`, 200, json, 900]] },
  playerdb: {
    'api/player/minecraft': [
      ['api/player/minecraft/jeb_', 200, json, 900],
      ['api/player/minecraft/Nobody', 400, json],
      ['api/player/minecraft/no-such', 400, json],
    ],
    'api/player/steam': [['api/player/steam/1', 404, json]],
    'api/player/xbox': [['api/player/xbox/1', 404, json]],
  },
  ashcon: {
    'mojang/v1/user': [
      ['mojang/v1/user/jeb_', 200, json, 900],
      ['mojang/v1/user/Nobody', 404, text],
    ],
    'mojang/v1/uuid': [['mojang/v1/uuid/Nobody', 404, text]],
    'mojang/v2/user': [
      ['mojang/v2/user/jeb_', 200, json, 900],
      ['mojang/v2/user/Nobody', 404, json],
    ],
    'mojang/v2/uuid': [['mojang/v2/uuid/jeb_', 200, text, 900]],
    'mojang/v2/avatar': [['mojang/v2/avatar/jeb_/20', 200, png, 900]],
  },
  mcsrvstat: {
    1: [['1/offline.invalid', 200, json, facts]],
    2: [['2/offline.invalid', 200, json, facts]],
    3: [['3/offline.invalid:25566', 200, json, facts]],
    'bedrock/2': [['bedrock/2/offline.invalid', 200, json, facts]],
    'bedrock/3': [['bedrock/3/offline.invalid', 200, json, facts]],
    simple: [['simple/offline.invalid', 404, json, facts]],
    'bedrock/simple': [['bedrock/simple/offline.invalid', 404, json, facts]],
    icon: [['icon/offline.invalid', 200, png, facts]],
    debug: [['debug/ping/offline.invalid', 404, json]],
  },
  mcstatus: {
    'v2/status/java': [['v2/status/java/offline.invalid?query=false&timeout=5', 200, json, facts]],
    'v2/status/bedrock': [['v2/status/bedrock/offline.invalid', 200, json, facts]],
    'v1/status/java': [['v1/status/java/offline.invalid', 200, json, facts]],
    'status/bedrock': [['status/bedrock/offline.invalid', 200, json, facts]],
    'v2/icon': [
      ['v2/icon/offline.invalid', 200, png, facts],
      ['v2/icon', 200, png, 900],
    ],
    'v2/widget/java': [['v2/widget/java/offline.invalid?dark=true&rounded=true', 200, png, card]],
    'v2/vote': [['v2/vote', 404, json]],
  },
  mcapi: {
    'server/status': [
      ['server/status?ip=offline.invalid&port=25566', 200, json, facts],
      ['server/status', 400, json],
    ],
    'server/query': [['server/query?ip=offline.invalid', 200, json, facts]],
    'server/image': [['server/image?ip=offline.invalid&theme=dark&title=Us', 200, png, card]],
    'server/icon': [['server/icon?ip=offline.invalid', 200, png, facts]],
  },
  minetools: {
    ping: [['ping/offline.invalid/25566', 200, json, facts]],
    query: [['query/offline.invalid', 200, json, facts]],
    favicon: [['favicon/offline.invalid', 200, png, facts]],
    uuid: [
      ['uuid/jeb_', 200, json, 900],
      ['uuid/Nobody', 200, json],
    ],
    profile: [
      [`profile/${uuid}`, 200, json, 900],
      ['profile/Nobody', 200, json],
    ],
  },
};

const dataCases = Object.entries(dataRows).flatMap(([service, routes]) =>
  Object.values(routes).flatMap((list) =>
    list.map(([path, status, type, maxAge]) => ({
      address: `${service}/${path}`,
      expected: [status, type, maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`],
    })),
  ),
);

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
    const found = (await ask('playerdb/api/player/minecraft/jeb_')).json();
    expect(found).toMatchObject({
      code: 'player.found',
      success: true,
      data: {
        player: { username: 'jeb_', raw_id: uuid, avatar: `http://localhost/avatar/${uuid}` },
      },
    });
    const { textures } = (await ask('ashcon/mojang/v2/user/jeb_')).json();
    expect(textures).toMatchObject({
      custom: true,
      slim: false,
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

  it.each([
    ['starlight/render/default/jeb_/bust?skinUrl=ftp:x', 'query.skinUrl: '],
    ['mcapi/server/status?ip=a..b', 'query.ip: '],
    ['mcapi/server/icon', 'query.ip: '],
    ['mcstatus/v2/status/java/a..b', 'path.host: '],
  ])('names what is wrong in %s by its own name', async (path, field) => {
    const refused = await ask(path);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      expect.stringMatching(`^${field}`),
    ]);
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
    ['mc-heads/head/jeb_/72/left', { renderType: 'isometric_head', yawDegrees: -90 }],
    ['minotar/bust/jeb_/72', { renderType: 'front', crop: 'bust', overlay: 'none' }],
    ['vzge/full/72/jeb_?y=60', { renderType: 'default', yawDegrees: 40, cape: {}, shadow: true }],
    ['vzge/full/72/jeb_?no=cape,shadow', { yawDegrees: 0, cape: null, shadow: false }],
  ])('%s is drawn as ordered', async (path, order) => {
    drawing.forget();
    await ask(path);
    const drawn = drawnFigures();
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toMatchObject(order);
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
    ['crafatar/avatars', '/renders/head/{player}, /renders/body/{player}, /skins/{player},'],
    ['crafatar/avatars/a/b/c', '/capes/{player}.'],
    ['crafatar/toString/x', 'crafatar.com has nothing'],
    ['minotar/armor/jeb_', 'minotar.net has nothing'],
    ['vzge/full', 'vzge.me has nothing'],
    ['starlight/render/default/jeb_', 'starlightskins.lunareclipse.studio has nothing'],
  ])('%s is a 404 that names what there is', async (path, says) => {
    const detail = detailOf(await ask(path), 404);
    expect(detail).toContain(says);
    expect(detail).not.toMatch(/wallpaper|\?/);
  });

  it.each([
    ['minetools/uuid/jeb_', '"status": "OK"'],
    [`minetools/profile/${uuid}`, '"profileName": "jeb_"'],
    ['ashcon/mojang/v1/user/Nobody', "404 - Not Found (No user with the name 'Nobody' was found)"],
    ['minetools/uuid/Nobody', '"status": "ERR"'],
    ['minetools/uuid/no-such', '"error": "Invalid UUID or nickname."'],
  ])('%s is read by programs as text: %s', async (path, part) => {
    expect((await ask(path)).body).toContain(part);
  });

  it.each([
    [`crafatar/avatars/${uuid}?size=0`, 'query.size: must be a whole number from 1 to 512'],
    [`crafatar/avatars/${uuid}?size=513`, 'query.size: must be a whole number from 1 to 512'],
    [`crafatar/renders/body/${uuid}?scale=11`, 'query.scale: must be a whole number from 1 to 10'],
    ['starlight/render/waltzing/jeb_/full', 'the render type must be one of default, isometric'],
    ['starlight/render/default/jeb_/legs', 'the crop must be full, bust or face'],
    ['starlight/render/skin/jeb_/full', 'must be one of default, processed, barebones'],
    [`minotar/avatar/${'a'.repeat(65)}`, 'path.player: must be a player name'],
    ['mineatar/face/no-such', 'path.player: must be a player name'],
    ['mcsrvstat/3/a_b..c', 'path.host: must be a host name'],
    [`nmsr/face/jeb_?w=${'9'.repeat(600)}`, 'query.w: must be at most 512 characters long'],
  ])('%s is a 400 with the reason', async (path, says) => {
    expect(detailOf(await ask(path), 400)).toContain(says);
  });

  it.each([
    ['crafatar/avatars/Nobody?size=16', 200],
    ['minotar/helm/Nobody/16', 200],
    ['mc-heads/avatar/Nobody/16', 200],
    ['crafatar/avatars/__proto__?size=16', 200],
    ['minotar/cube/constructor/16', 200],
    ['vzge/face/16/Nobody', 200],
    ['nmsr/face/Nobody?w=16', 404],
    ['starlight/render/default/Nobody/full?cameraHeight=16', 404],
    ['crafatar/capes/Nobody', 404],
    ['crafatar/skins/Nobody', 200],
    ['minotar/skin/Nobody', 200],
    ['minotar/download/Nobody', 200],
    ['mc-heads/skin/Nobody', 200],
    ['vzge/skin/Nobody', 200],
    ['vzge/processedskin/Nobody', 200],
    ['nmsr/skin/Nobody', 404],
    ['starlight/render/skin/Nobody/default', 404],
    ['minotar/skin/No-body', 200],
    ['minotar/avatar/*Steve/16', 200],
    ['mc-heads/avatar/Some%20Name/16', 200],
    ['crafthead/avatar/BE_Steve_Long_Name_X/16', 200],
    ['cravatar/helmavatar/%F0%9F%A6%8A/16', 200],
    ['mineskin/skin/a.b.c', 200],
    ['mcheads-org/head/*Steve/16', 200],
    ['mcheads-org/ioshead/Player%20Name/right/16', 200],
    ['minepic/avatar/Nobody/16', 200],
    ['mineatar/face/11111111111141118111111111111111', 200],
    ['crafty/2d/head/Nobody', 404],
    ['vzge/skin/No-body', 400],
  ])('treats an unknown player as that service did: %s %s', async (path, status) => {
    const answer = await ask(path);
    expect([answer.statusCode, answer.headers['x-fallback']]).toEqual([
      status,
      status === 200 ? '0' : undefined,
    ]);
  });

  it('draws the player named by default= instead', async () => {
    const steve = '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb';
    world.accounts.addTexture(steve, skinFile(7));
    const face = async (player: string, standIn: string) =>
      ask(`crafatar/avatars/${player}?size=16&default=${standIn}`);
    const stranger = '11111111111141118111111111111111';
    const byUuid = await face(stranger, uuid);
    expect([byUuid.statusCode, byUuid.headers['x-fallback']]).toEqual([200, '0']);
    expect(byUuid.rawPayload).toEqual((await ask('crafatar/avatars/jeb_?size=16')).rawPayload);
    const bySteve = await face(stranger, 'MHF_Steve');
    expect(bySteve.rawPayload).toEqual((await ask(`crafatar/avatars/${steve}?size=16`)).rawPayload);
    const known = await face('jeb_', 'MHF_Steve');
    expect(known.headers['x-fallback']).toBeUndefined();
    expect(known.headers['etag']).toBe(byUuid.headers['etag']);
    const byUrl = await face(stranger, 'https://example.com/a.png');
    expect([byUrl.statusCode, byUrl.headers['x-fallback']]).toEqual([200, '0']);
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
    expect(standard.headers).toMatchObject({
      'x-fallback': '0',
      'cache-control': 'public, max-age=900',
    });
    const stranger = '11111111111141118111111111111111';
    const neither = await sheet(`?default=${stranger}`);
    expect(neither.rawPayload).toEqual(standard.rawPayload);
    const again = await ask('crafatar/skins/Nobody', {
      'if-none-match': String(standard.headers['etag']),
    });
    expect([again.statusCode, again.headers['x-fallback']]).toEqual([304, '0']);
  });

  it('has a file name if it was a download there', async () => {
    const { headers } = await ask('minotar/download/jeb_');
    expect(headers['content-disposition']).toBe('attachment; filename="jeb_-skin.png"');
  });

  it('accepts only GET and HEAD', async () => {
    const answer = await world.app.inject({ method: 'POST', url: '/api/compat/minotar/avatar/a' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a host name of another service', () => {
  const at = (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    world.app.inject({ method, url, headers: { host } });

  it.each([
    ['avatars.example', `/avatars/${uuid}?size=16`],
    ['AVATARS.example:8443', `/avatars/${uuid}.png?size=16`],
    ['avatars.example', `http://elsewhere.example/avatars/${uuid}?size=16`],
    ['heads.example', '/avatar/jeb_/16'],
    ['heads.example', '/avatar/jeb_/16/'],
  ])('%s has its paths at the root: %s', async (host, url) => {
    const answer = await at(host, url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(pixelsOf(answer.rawPayload).widthPx).toBe(16);
    expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['/', '/docs', '/api/blockgame/player/jeb_', '/assets/x.js', '/favicon.ico', '/a+b.png'])(
    'has no other paths: %s',
    async (url) => {
      expect((await at('avatars.example', url)).statusCode).toBe(404);
    },
  );

  it.each(['/healthz', '/readyz', '/healthz/'])('still has %s', async (url) => {
    const answer = await at('avatars.example', url);
    expect([answer.statusCode, answer.headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  });

  it.each(['avatars.example.evil', 'x.avatars.example', 'example'])(
    'is compared exactly: %s does not match',
    async (host) => {
      expect((await at(host, `/avatars/${uuid}?size=16`)).statusCode).toBe(404);
    },
  );

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
