import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { detailOf, startWorld } from '../support/composition-world.ts';
import { startFakeYggdrasil } from '../support/fake-yggdrasil.ts';
import { skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

const mojangUuid = '069a79f444e94726a5befca90e38aaf5';
const [elyUuid, otherUuid] = ['a'.repeat(12), 'b'.repeat(12)].map(
  (start) => `${start}4${'1'.repeat(3)}8${'2'.repeat(15)}`,
);
const mojangSkin = 'ab'.repeat(32);
const hourMs = 3_600_000;

/** The same name at Mojang's and at two others: three players, three skins. */
const [drawing, ely, other] = await Promise.all([
  watchDrawing(),
  startFakeYggdrasil(),
  startFakeYggdrasil({ skinDomains: ['127.0.0.1', '.skins.example'] }),
]);
const world = await startWorld({
  drawing,
  // The first is named by its front page, the second by its root.
  env: { ACCOUNT_SERVICES: `ely=${ely.origin},other=${other.origin}/api` },
});
world.accounts.addPlayer({ name: 'Notch', uuid: mojangUuid, skin: { hash: mojangSkin } });
world.accounts.addTexture(mojangSkin, skinFile(1));
const elySkin = ely.addTexture('/textures/1', skinFile(2));
const cape = ely.addTexture('/textures/cape', skinFile(4, { heightPx: 32 }));
ely.addPlayer({ name: 'Notch', uuid: elyUuid!, skin: { url: elySkin }, cape });
ely.addPlayer({ name: 'Bare', uuid: 'c'.repeat(32) });
const otherSkin = other.addTexture('/textures/1', skinFile(3, { slim: true }));
other.addPlayer({ name: 'notch', uuid: otherUuid!, skin: { url: otherSkin, model: 'slim' } });
const elsewhere = otherSkin.replace('127.0.0.1', 'localhost');
other.addPlayer({ name: 'Elsewhere', uuid: 'd'.repeat(32), skin: { url: elsewhere } });
other.addPlayer({
  name: 'Lookalike',
  uuid: 'e'.repeat(32),
  skin: { url: 'http://evilskins.example/1' },
});
const foreign = { skin: { url: otherSkin }, cape: 'http://evilskins.example/cape' };
other.addPlayer({ name: 'Foreign', uuid: '7'.repeat(32), ...foreign });
other.addPlayer({ name: 'Gone', uuid: 'f'.repeat(32), skin: { url: `${other.origin}/none` } });
afterAll(async () => {
  await world.close();
  await Promise.all([drawing.close(), ely.close(), other.close()]);
});
beforeEach(async () => {
  // What earlier tests have made it look up is forgotten by then.
  await world.clock.advance(25 * hourMs);
  ely.forgetCalls();
  other.forgetCalls();
});

const get = (path: string) => world.app.inject(`/api/blockgame/${path}`);
const head = (player: string, query = '') => get(`render/head/${player}/full?height=32${query}`);

describe('the same name', () => {
  it('is a different player, picture and validator at each service', async () => {
    const asked = ['', '&service=ely', '&service=other'];
    const first = await Promise.all(asked.map((query) => head('Notch', query)));
    const again = await Promise.all(asked.map((query) => head('nOTCH', query)));
    expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(first.map(({ headers }) => headers.etag)).size).toBe(3);
    expect(new Set(first.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(3);
    expect(again.map(({ rawPayload }) => rawPayload)).toEqual(
      first.map(({ rawPayload }) => rawPayload),
    );
    expect(again.map(({ headers }) => headers['x-cache'])).toEqual(['HIT', 'HIT', 'HIT']);
  });

  it('has its own profile, skin and cape', async () => {
    const ofEly = await get('player/notch?service=ely');
    expect(ofEly.json()).toMatchObject({ name: 'Notch', model: 'classic' });
    expect(ofEly.json().uuid.replaceAll('-', '')).toBe(elyUuid);
    expect(ofEly.json().skin.url).toBe(`${ely.origin}/textures/1`);
    expect((await get('player/Notch?service=other')).json()).toMatchObject({
      name: 'notch',
      model: 'slim',
    });
    expect((await get('skin/Notch?service=ely')).rawPayload).toEqual(skinFile(2));
    expect((await get('skin/Notch')).rawPayload).toEqual(skinFile(1));
    expect((await get('cape/Notch?service=ely')).rawPayload).toEqual(skinFile(4, { heightPx: 32 }));
    expect(detailOf(await get('cape/Notch?service=other'), 404)).toContain('no cape');
  });

  it('names its default skin by a URL that asks the same service', async () => {
    const { skin } = (await get('player/Bare?service=ely')).json<{ skin: { url: string } }>();
    const sheet = await world.app.inject(skin.url);
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('can be drawn from two services in one composition, by item and by option', async () => {
    const items = [{ value: 'Notch' }, { value: 'Notch', service: 'ely' }];
    expect((await world.compose(items, 'height=48&service=other')).statusCode).toBe(200);
    const drawn = drawing.rows.at(-1);
    expect(drawn?.figures.map(({ label }) => label)).toEqual(['notch', 'Notch']);
    expect(drawn?.sheets.map(({ png }) => Buffer.from(png))).toEqual([
      skinFile(3, { slim: true }),
      skinFile(2),
    ]);
    const answer = await world.get('value=Notch&value=Notch&service.1=ely');
    expect(answer.statusCode).toBe(200);
    expect(drawing.rows.at(-1)?.sheets.map(({ png }) => Buffer.from(png))).toEqual([
      skinFile(1),
      skinFile(2),
    ]);
  });
});

describe('a service', () => {
  it('is found by the page that points to it, and looks up names together', async () => {
    const items = ['Notch', 'Bare', 'bare', 'Nobody'].map((value) => ({ value }));
    const answer = await world.compose(items, 'height=48&service=ely');
    expect(detailOf(answer, 404)).toBe(
      'items[3].value: This account service has no player with this name.',
    );
    expect(ely.calls.filter((call) => !call.includes('/textures/')).slice(0, 3)).toEqual([
      'GET /',
      'GET /api/',
      'POST /api/api/profiles/minecraft["notch","bare","nobody"]',
    ]);
  });

  it('that accepts one name at a time gets one request for each', async () => {
    ely.takeNames(1);
    const items = ['Notch', 'Bare'].map((value) => ({ value }));
    const answer = await world.compose(items, 'height=48&service=ely&fallback=default');
    expect([answer.statusCode, answer.headers['x-fallback']]).toEqual([200, undefined]);
    ely.takeNames(10);
  });

  it('is asked by UUID, and Mojang is not', async () => {
    expect((await get(`player/${elyUuid}?service=ely`)).json().name).toBe('Notch');
    expect(detailOf(await get(`player/${mojangUuid}?service=ely`), 404)).toContain('this UUID');
    expect((await get('player/sample-fox?service=ely')).json().name).toBe('sample-fox');
  });

  it.each(['Elsewhere', 'Lookalike'])(
    'gets no texture from a host that it does not list: %s',
    async (name) => {
      expect(detailOf(await head(name, '&service=other'), 502)).toContain('other isn’t answering');
      expect(other.calls.filter((call) => call.includes('/textures/'))).toEqual([]);
    },
  );

  it('has no cape on a host that it does not list, but a skin', async () => {
    expect((await get('player/Foreign?service=other')).json()).toMatchObject({
      skin: { url: `${other.origin}/textures/1` },
      cape: null,
    });
    expect((await head('Foreign', '&service=other')).statusCode).toBe(200);
  });

  it('does not count as failing for a missing texture', async () => {
    expect(detailOf(await head('Gone', '&service=other'), 502)).toContain('texture');
    expect((await world.app.inject('/readyz')).json().degraded).toEqual([]);
  });

  it('has players with names that Mojang does not allow', async () => {
    const name = 'Zoë of the North-West';
    const path = `player/${encodeURIComponent(name)}`;
    ely.addPlayer({ name, uuid: '9'.repeat(32) });
    expect((await get(`${path}?service=ely`)).json().name).toBe(name);
    expect((await world.compose([{ value: name, service: 'ely' }], 'height=48')).statusCode).toBe(
      200,
    );
    expect(detailOf(await get(path), 400)).toContain('path.player: must be a player name');
    expect(detailOf(await get('player/a%2Fb?service=ely'), 400)).toContain('path.player');
  });

  it('may be written in PHP, whose empty maps are lists', async () => {
    const php = await startFakeYggdrasil({ isPhp: true });
    php.addPlayer({ name: 'Bare', uuid: '8'.repeat(32) });
    const app = await openApp(
      { ACCOUNT_SERVICES: `php=${php.origin}` },
      { openDrawing: drawing.open },
    );
    const answer = await app.inject('/api/blockgame/render/head/Bare/full?height=32&service=php');
    expect([answer.statusCode, answer.headers['x-fallback']]).toEqual([200, undefined]);
    await app.close();
    await php.close();
  });

  it('that is not configured is a 400 that lists the configured ones', async () => {
    const says = 'must be the name of an account service; there is ely, other';
    expect(detailOf(await head('Notch', '&service=tlauncher'), 400)).toBe(`query.service: ${says}`);
    expect(detailOf(await get('skin/Notch?service=x'), 400)).toBe(`query.service: ${says}`);
    const items = [{ value: 'Notch', service: 'x' }, { value: 'jeb_' }];
    expect(detailOf(await world.compose(items), 400)).toBe(`items[0].service: ${says}`);
    expect(detailOf(await world.compose([{ value: 'A' }, { value: 'B' }], 'service=x'), 400)).toBe(
      `query.service: ${says}`,
    );
  });

  it('is served from the cache while it fails', async () => {
    const before = await head('Notch', '&service=ely');
    ely.fail(500);
    await world.clock.advance(2 * hourMs);
    const stale = await head('Notch', '&service=ely');
    expect([stale.statusCode, stale.rawPayload]).toEqual([200, before.rawPayload]);
    expect(stale.headers['cache-control']).toBe('public, max-age=900');
    expect(detailOf(await head('Stranger', '&service=ely'), 502)).toContain('ely isn’t answering');
    expect((await head('Notch', '&service=other')).statusCode).toBe(200);
    ely.fail(200);
  });

  it.each([
    ['another place that points on', () => other.pointTo(`${ely.origin}/`)],
    ['no web address', () => other.pointTo('ftp://x/')],
    ['an address with a password', () => other.pointTo('http://u:p@127.0.0.1/')],
    ['a port of another kind of service', () => other.pointTo('http://127.0.0.1:6379/')],
    ['nothing at all', () => other.pointTo(null)],
  ])('whose page points to %s is a 502', async (_where, point) => {
    point();
    const pointing = await openPointing(true);
    const answer = await pointing.inject('/api/blockgame/player/Notch?service=far');
    expect(detailOf(answer, 502)).toContain('far isn’t answering');
    await pointing.close();
  });

  it('whose page points into a private network is not followed there', async () => {
    other.pointTo(ely.origin.replace('127.0.0.1', 'localhost'));
    const pointing = await openPointing(false);
    const answer = await pointing.inject('/api/blockgame/player/Notch?service=far');
    expect(detailOf(answer, 502)).toContain('far isn’t answering');
    expect(ely.calls).toEqual([]);
    await pointing.close();
  });
});

function openPointing(allowsPrivate: boolean) {
  return openApp(
    { ACCOUNT_SERVICES: `far=${other.origin}`, ALLOW_PRIVATE_ADDRESSES: String(allowsPrivate) },
    { openDrawing: drawing.open },
  );
}
