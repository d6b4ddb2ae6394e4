import { describe, expect, it, vi } from 'vitest';
import { detailOf, pictureOf, startWorld, type World } from '../support/composition-world.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { worldHooks } from '../support/world-hooks.ts';

const drawing = await watchDrawing();
let world: World;

const hashOf = (index: number) => `4ead${index.toString(16).padStart(4, '0')}`.repeat(8);
const nameOf = (index: number) => `Player_${index}`;
const names = (count: number) => Array.from({ length: count }, (_, index) => nameOf(index));

async function openWorld(): Promise<void> {
  world = await startWorld({ drawing });
  for (let index = 0; index < 100; index += 1) {
    const uuid = `${index.toString(16).padStart(12, '0')}41118111111111111111`;
    world.accounts.addPlayer({ name: nameOf(index), uuid, skin: { hash: hashOf(index % 3) } });
  }
  // Upside down, with the skin of others.
  const grumm = { name: 'Grumm', uuid: 'e'.repeat(32) };
  world.accounts.addPlayer({ ...grumm, skin: { hash: hashOf(0) } });
  for (const index of [0, 1, 2]) world.accounts.addTexture(hashOf(index), skinFile(index + 1));
}

const { useWorlds, useOneWorld } = worldHooks(openWorld, () => ({ world, drawing }));

const heads = (values: readonly string[], more = '', path = 'heads') =>
  world.app.inject(
    `/api/blockgame/render/${path}?${values.map((one) => `value=${one}`).join('&')}${more}`,
  );

const post = (body: object, query = '') =>
  world.app.inject({ method: 'POST', url: `/api/minecraft/players${query}`, payload: body });

describe('a grid of faces', () => {
  useWorlds();

  it('has each face in its place, as an avatar draws it', async () => {
    const shown = [...names(4), 'Grumm'];
    const answer = await heads(shown, '&columns=2&height=16');
    const grid = pictureOf(answer);
    expect([grid.widthPx, grid.heightPx]).toEqual([32, 48]);
    const offsets = await heads(shown, '&columns=2&height=16', 'heads.json');
    const { heads: places, ...size } = offsets.json<{
      heads: { value: string; x: number; y: number; position: string }[];
    }>();
    expect(size).toEqual({ width: 32, height: 48, size: 16 });
    expect(places.map(({ position }) => position)).toEqual([
      '0 0',
      '-16px 0',
      '0 -16px',
      '-16px -16px',
      '0 -32px',
    ]);
    for (const { value, x, y } of places) {
      const one = await world.app.inject(`/avatar/${value}?size=16`);
      const face = pixelsOf(one.rawPayload);
      const rows = Array.from({ length: 16 }, (_, row) => {
        const start = ((y + row) * grid.widthPx + x) * 4;
        return grid.data.subarray(start, start + 64);
      });
      expect([value, Buffer.concat(rows).equals(face.data)]).toEqual([value, true]);
    }
  });

  it.each([
    ['', [320, 320]],
    ['&columns=100', [3200, 32]],
    ['&columns=1&height=8', [8, 800]],
    ['&height=64', [640, 640]],
  ])('of a hundred%s', async (more, size) => {
    // Look-ups wait for their turns, and time stands still.
    const answer = heads(names(100), more);
    const done = vi.fn();
    void answer.finally(done);
    const pass = async () => {
      await world.clock.advance(50);
      return done.mock.calls.length;
    };
    await expect.poll(pass, { interval: 5 }).toBe(1);
    const { widthPx, heightPx } = pictureOf(await answer);
    expect([widthPx, heightPx]).toEqual(size);
  });

  it('looks up each name once, and is then cached', async () => {
    const twice = [...names(20), ...names(20)];
    const first = await heads(twice);
    expect([first.statusCode, first.headers['x-cache']]).toEqual([200, 'MISS']);
    expect(world.accounts.count('profile')).toBe(20);
    const again = await heads(twice);
    expect([again.headers['x-cache'], again.headers.etag]).toEqual(['HIT', first.headers.etag]);
    expect(world.accounts.count('profile')).toBe(20);
  });
});

describe('many players', () => {
  useWorlds();

  it('are described in order, with null for who is unknown', async () => {
    const answer = await post({ players: [nameOf(7), 'Nobody', 'sample-fox', nameOf(3)] });
    expect(answer.statusCode).toBe(200);
    const list = answer.json<({ name: string } | null)[]>();
    expect(list.map((one) => one && one.name)).toEqual([nameOf(7), null, 'sample-fox', nameOf(3)]);
    const single = await world.app.inject(`/api/blockgame/player/${nameOf(7)}`);
    expect(list[0]).toEqual(single.json());
  });

  it('count as one request, also a hundred of them', async () => {
    const limited = await startWorld({ drawing, env: { RATE_LIMIT_MAX: '2' } });
    const players = Array.from({ length: 100 }, () => 'sample-fox');
    const answer = await limited.app.inject({
      method: 'POST',
      url: '/api/blockgame/players',
      payload: { players },
    });
    expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([200, '1']);
    expect(answer.json()).toHaveLength(100);
    await limited.close();
  });
});

describe('a request that changes nothing', () => {
  useOneWorld();

  it.each([
    ['heads.webp', 'image/webp'],
    ['heads.avif', 'image/avif'],
    ['heads.png', 'image/png'],
  ])('has endings: %s', async (path, type) => {
    const answer = await heads(['sample-fox'], '', path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  });

  it.each([
    [[], '', 'query.value: is missing'],
    [names(101), '', 'query.value: must hold 1 to 100 items'],
    [['a'], '&columns=101', 'query.columns: must be a whole number from 1 to 100'],
    [['a'], '&height=7', 'query.height: must be a whole number from 8 to 64'],
    [['a', 'no-such', 'b', 'a b'], '', 'query.value[1]: must be a player name'],
    [['x'.repeat(129)], '', 'query.value[0]: must be 1 to 128 characters long'],
  ])('refuses what it is not: %j%s', async (values, more, says) => {
    for (const path of more === '' && values.length < 5 ? ['heads'] : ['heads', 'heads.json']) {
      expect(detailOf(await heads(values, more, path), 400)).toContain(says);
    }
  });

  it.each([
    [{ players: names(101) }, 'body.players: must hold 1 to 100 items'],
    [{ players: 'Notch' }, 'body.players: must be an array'],
    [{ players: ['a', 'no-such'] }, 'body.players[1]: must be a player name'],
    [{ names: ['a'] }, 'body.players: is missing'],
  ])('%j is refused', async (body, says) => {
    expect(detailOf(await post(body), 400)).toContain(says);
  });
});
