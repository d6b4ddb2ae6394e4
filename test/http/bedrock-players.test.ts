import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { detailOf, startWorld } from '../support/composition-world.ts';
import { startFakeGeyser } from '../support/fake-geyser.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const [tim, steve] = [
  { xuid: '2535432196048835', gamertag: 'Tim203' },
  { xuid: '2533274792395904', gamertag: 'Steve 123' },
] as const;
const [timSkin, steveSkin] = ['b3'.repeat(32), 'b4'.repeat(32)];
const timUuid = '00000000-0000-0000-0009-01f64f65c7c3';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const drawing = await watchDrawing();

const geyser = await startFakeGeyser();
geyser.addPlayer({ ...tim, skin: { textureId: timSkin, isSteve: false } });
geyser.addPlayer({ ...steve, skin: { textureId: steveSkin, isSteve: true } });
geyser.addPlayer({ xuid: '7', gamertag: 'Bare', skin: null });
const world = await startWorld({ drawing, env: { GEYSER_API_URL: geyser.url } });
world.accounts.addTexture(timSkin, skinFile(1, { slim: true }));
world.accounts.addTexture(steveSkin, skinFile(2));
afterAll(async () => {
  await world.close();
  await Promise.all([drawing.close(), geyser.close()]);
});
beforeEach(async () => {
  // What earlier tests have made it look up is forgotten by then.
  await world.clock.advance(25 * hourMs);
  geyser.behave({ kind: 'normal' });
  geyser.forgetCalls();
});

const get = (path: string) => world.app.inject(`/api/blockgame/${path}`);
const head = (player: string) => get(`render/head/${encodeURIComponent(player)}/full?height=32`);

describe('a Bedrock player', () => {
  it.each([
    ['by gamertag', '.Tim203'],
    ['by gamertag in another case', '.TIM203'],
    ['by XUID', 'xuid:2535432196048835'],
    ['by Floodgate UUID', timUuid],
    ['by Floodgate UUID without dashes', timUuid.replaceAll('-', '')],
  ])('is found %s', async (_how, player) => {
    const answer = await get(`player/${player}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      uuid: timUuid,
      name: 'Tim203',
      model: 'slim',
      skin: { hash: timSkin },
      cape: null,
    });
    const picture = await head(player);
    expect(picture.statusCode).toBe(200);
    expect(pixelsOf(picture.rawPayload).heightPx).toBe(32);
    expect(picture.rawPayload).toEqual((await head(timSkin)).rawPayload);
  });

  it.each(['.Steve 123', '.Steve_123', '.steve 123'])(
    'may have a space in its name: %s',
    async (name) => {
      expect((await get(`player/${encodeURIComponent(name)}`)).json()).toMatchObject({
        name: 'Steve 123',
        model: 'classic',
      });
      expect(geyser.calls[0]).toMatch(/^GET \/v2\/xbox\/xuid\/steve 123$/i);
    },
  );

  it.each([
    ['by gamertag', '.Nobody'],
    ['by a gamertag that is too long with its suffix', '.SixteenLetters00#1234'],
    ['by XUID', 'xuid:1'],
    ['that is no number of 63 bits', 'xuid:18446744073709551615'],
    ['that is no number of 64 bits', 'xuid:99999999999999999999'],
    ['without a skin', '.Bare'],
  ])('is unknown %s', async (_how, player) => {
    expect(detailOf(await head(player), 404)).toContain('only those are who joined a server');
  });

  it('is nobody if the service has an empty list for them', async () => {
    geyser.behave({ kind: 'empty list' });
    expect(detailOf(await head('.Nobody'), 404)).toContain('only those are who joined a server');
  });

  it.each(['. ', '.Tim-203', 'xuid:', 'xuid:x', `xuid:${'1'.repeat(21)}`])(
    'is not meant by %s',
    async (player) => {
      expect(detailOf(await head(player), 400)).toContain('gamertag (.Steve 123) or XUID');
      expect(geyser.calls).toEqual([]);
    },
  );

  it('has a sheet to download', async () => {
    expect((await get('skin/.Tim203')).rawPayload).toEqual(skinFile(1, { slim: true }));
    expect(detailOf(await get('cape/.Tim203'), 404)).toContain('no cape');
  });
});

describe('a composition', () => {
  it('draws them beside others, with their own names', async () => {
    const items = ['.tim203', 'xuid:2533274792395904', 'sample-fox'].map((value) => ({ value }));
    const answer = await world.compose(items);
    expect(answer.statusCode).toBe(200);
    expect(drawing.rows.at(-1)?.figures.map(({ label, model }) => [label, model])).toEqual([
      ['Tim203', 'slim'],
      ['Steve 123', 'classic'],
      ['sample-fox', 'classic'],
    ]);
    const short = await world.app.inject('/.Tim203+xuid:2533274792395904.png?height=48');
    expect(short.statusCode).toBe(200);
  });

  it('looks up names together, and everything else once each', async () => {
    const values = ['xuid:2535432196048835', timUuid, 'xuid:2533274792395904'];
    await world.compose(values.map((value) => ({ value })));
    expect(geyser.calls.toSorted()).toEqual([
      'GET /v2/skin/2533274792395904',
      'GET /v2/skin/2535432196048835',
      'POST /v2/xbox/batch/gamertag',
    ]);
  });
});

describe('while only one of the look-ups fails', () => {
  it.each([
    ['.tim203', 'gamertag', 200, 'tim203'],
    [`xuid:${tim.xuid}`, 'gamertag', 200, null],
    ['.tim203', 'skin', 502, undefined],
    ['.tim203', 'xbox/xuid', 502, undefined],
  ])('%s, without %s, is a %i', async (player, of, status, name) => {
    const path = `player/${player}`;
    const app = await world.openApp();
    const ask = () => app.inject(`/api/blockgame/${path}`);
    geyser.behave({ kind: 'status', status: 503, of });
    const timers = world.clock.pending();
    const answer = await ask();
    expect([answer.statusCode, answer.json().name]).toEqual([status, name]);
    // The call for the name may be on its way still; if time passed, it would time out.
    await vi.waitUntil(() => world.clock.pending() === timers);
    // It is whole again after the first that finds the API well.
    geyser.behave({ kind: 'normal' });
    await world.clock.advance(hourMs);
    await ask();
    await world.clock.advance(hourMs);
    const next = await ask();
    expect([next.json().name, next.headers['x-cache']]).toEqual(['Tim203', 'MISS']);
    expect(next.headers['cache-control']).toBe('public, max-age=900');
  });
});

describe('cached data', () => {
  it('is not refreshed before it expires', async () => {
    await head('.Tim203');
    const calls = geyser.calls.length;
    await world.clock.advance(14 * minuteMs);
    const cached = await head('.TIM203');
    expect([cached.headers['x-cache'], geyser.calls.length]).toEqual(['HIT', calls]);
    await world.clock.advance(2 * minuteMs);
    await head('.Tim203');
    expect(geyser.calls.slice(calls)).toEqual([`GET /v2/skin/${tim.xuid}`]);
  });

  it('does not hide garbage from the API, which is a 502', async () => {
    geyser.behave({ kind: 'garbage' });
    expect((await head('.Tim203')).statusCode).toBe(502);
  });

  it('is drawn while the API fails; an uncached player is a 502', async () => {
    // Its circuit stays open for a while.
    const app = await world.openApp();
    const headBy = (player: string) =>
      app.inject(`/api/blockgame/render/head/${encodeURIComponent(player)}/full?height=32`);
    const before = await headBy('.Tim203');
    geyser.behave({ kind: 'status', status: 503 });
    await world.clock.advance(2 * hourMs);
    const stale = await headBy('.Tim203');
    expect([stale.statusCode, stale.rawPayload]).toEqual([200, before.rawPayload]);
    for (let n = 0; n < 6; n += 1) {
      expect(detailOf(await headBy(`xuid:${n}`), 502)).toContain('GeyserMC isn’t answering');
    }
    // The circuit is open now: nobody is asked any more.
    geyser.forgetCalls();
    await headBy('.SomebodyElse');
    expect(geyser.calls).toEqual([]);
    expect((await app.inject('/readyz')).json()).toMatchObject({
      degraded: ['Bedrock players'],
    });
  });
});
