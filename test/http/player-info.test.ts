import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { detailOf, startWorld, type Answer, type World } from '../support/composition-world.ts';
import { pixelsOf, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const [hash, capeHash] = ['1d'.repeat(32), '1e'.repeat(32)];
const uuid = '069a79f444e94726a5befca90e38aaf5';

const drawing = await watchDrawing();
let world: World;

beforeEach(async () => {
  world = await startWorld({ drawing });
  world.accounts.addPlayer({ name: 'Notch', uuid, skin: { hash, model: 'slim' }, cape: capeHash });
  world.accounts.addPlayer({ name: 'Capeless', uuid: 'd'.repeat(32), skin: { hash } });
  world.accounts.addTexture(hash, skinFile(1, { heightPx: 32 }));
  world.accounts.addTexture(capeHash, skinFile(2, { heightPx: 32 }));
});
afterEach(() => world.close());

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return world.app.inject({ url: `/api/minecraft/${path}`, headers });
}

it('describes a player, in the account’s own spelling', async () => {
  const answer = await ask('player/nOTCH');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json']);
  expect(answer.json()).toEqual({
    uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
    name: 'Notch',
    model: 'slim',
    skin: { url: `${world.accounts.url}/texture/${hash}`, hash },
    cape: { url: `${world.accounts.url}/texture/${capeHash}`, hash: capeHash },
  });
  expect(world.accounts.count('texture')).toBe(0);
});

it('describes a sample with its own URLs', async () => {
  const answer = await ask('player/sample-punk');
  expect(answer.json()).toMatchObject({
    uuid: null,
    name: 'sample-punk',
    model: 'slim',
    cape: null,
  });
  const { skin } = answer.json<{ skin: { url: string } }>();
  expect(skin.url).toBe('http://localhost/api/blockgame/skin/sample-punk');
  // No other host gets what was made for this one.
  const other = await ask('player/sample-punk', { host: 'pictures.example' });
  expect(other.body).toContain('"http://pictures.example/api/blockgame/skin/sample-punk"');
  expect(other.headers.etag).not.toBe(answer.headers.etag);
  expect((await world.app.inject(skin.url)).headers['content-type']).toBe('image/png');
});

it('an address shows the skin that is in the operator’s folder now', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lineup-skins-'));
  await writeFile(join(folder, 'barn.png'), skinFile(3));
  const own = await startWorld({ drawing, env: { SKINS_DIR: folder } });
  const paths = [
    '/barn.png?height=16',
    '/api/blockgame/skin/barn',
    '/barn+sample-fox.png?height=16',
  ];
  const etags = () =>
    Promise.all(paths.map(async (path) => (await own.app.inject(path)).headers.etag));
  // Requested often enough to be kept.
  for (let time = 0; time < 3; time += 1) await etags();
  const before = await etags();
  await writeFile(join(folder, 'barn.png'), skinFile(4));
  await expect
    .poll(async () => {
      await own.clock.advance(500);
      const now = await etags();
      return now.map((etag, index) => etag === before[index]);
    })
    .toEqual([false, false, false]);
  await own.close();
  await rm(folder, { recursive: true });
});

it('describes a skin of the operator’s folder with a URL of it, whatever its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lineup-skins-'));
  await writeFile(join(folder, 'Sir #1.png'), skinFile(3));
  const own = await startWorld({ drawing, env: { SKINS_DIR: folder } });
  const answer = await own.app.inject('/api/blockgame/player/Sir%20%231');
  const { skin } = answer.json<{ skin: { url: string } }>();
  expect(skin.url).toBe('http://localhost/api/blockgame/skin/Sir%20%231');
  expect((await own.app.inject(skin.url)).rawPayload).toEqual(skinFile(3));
  await own.close();
  await rm(folder, { recursive: true });
});

it('returns the skin as it was fetched, byte for byte', async () => {
  const answer = await ask('skin/Notch');
  expect(answer.rawPayload).toEqual(skinFile(1, { heightPx: 32 }));
  expect(answer.headers['content-type']).toBe('image/png');
  expect(answer.headers['content-disposition']).toBe('inline; filename="Notch-skin.png"');
});

it('returns the cape, or an error if there is none', async () => {
  const cape = await ask('cape/Notch');
  expect(cape.rawPayload).toEqual(skinFile(2, { heightPx: 32 }));
  expect(cape.headers['content-disposition']).toBe('inline; filename="Notch-cape.png"');
  const none = await ask('cape/Capeless');
  expect(detailOf(none, 404)).toBe('path.player: This player has no cape.');
  expect(none.headers).not.toHaveProperty('content-disposition');
});

it('returns only the base layer on request', async () => {
  const answer = await ask('skin/sample-fox?barebones=true');
  const whole = pixelsOf((await ask('skin/sample-fox?processed=true')).rawPayload);
  const { data } = pixelsOf(answer.rawPayload);
  const rgbaAt = (from: typeof data, x: number, y: number) => [
    ...from.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4),
  ];
  expect(rgbaAt(data, 8, 8)).toEqual(rgbaAt(whole.data, 8, 8));
  expect(rgbaAt(whole.data, 40, 8)[3]).toBe(255);
  expect(rgbaAt(data, 40, 8)).toEqual([0, 0, 0, 0]);
});

it.each([
  'player/Notch',
  'skin/Notch',
  'skin/Notch?processed=true',
  'skin/Notch?barebones=true',
  'cape/Notch',
])('%s can be cached and revalidated', async (path) => {
  const [miss, hit] = [await ask(path), await ask(path)];
  expect(miss.headers['cache-control']).toBe('public, max-age=900');
  expect([miss.headers['x-cache'], hit.headers['x-cache']]).toEqual(['MISS', 'HIT']);
  const known = await ask(path, { 'if-none-match': String(miss.headers.etag) });
  expect([known.statusCode, known.body]).toEqual([304, '']);
});

it.each([
  ['skin/Notch?processed=maybe', 400],
  [`skin/${'0'.repeat(64)}`, 404],
])('%s → %i', async (path, status) => {
  detailOf(await ask(path), status);
});
