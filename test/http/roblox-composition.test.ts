import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { compositionPath, detailOf, pictureOf } from '../support/composition-world.ts';
import { avatarLooks, robloxAvatar } from '../support/roblox-avatar.ts';
import { robloxPicture, startRobloxWorld } from '../support/roblox-world.ts';
import type { Pixels } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { motions } from '../../src/engine/figure/motions.ts';

const red = [200, 30, 30] as const;
const avatar = robloxAvatar(avatarLooks[0]!, { sizePx: 70 });

const drawing = await watchDrawing();

const world = await startRobloxWorld({ drawing });
const { roblox } = world;
for (const [id, name] of Object.entries(['Builderman', 'Two', 'Three', 'Four', 'Five'])) {
  roblox.addUser({ id: Number(id) + 1, name, displayName: 'Somebody' });
}
roblox.addPicture(1, robloxPicture(red));
roblox.addPicture(2, avatar);
roblox.addPicture(3, avatar, 'Blocked');
roblox.addPicture(4, avatar, 'Error');
roblox.addPicture(5, avatar.subarray(0, 200));
afterAll(() => world.close());

const path = 'render/composition';
const compose = (payload: unknown, query = '') => world.post(`${path}?${query}`, payload);
const fox = { value: 'sample-fox', type: 'nick', label: '' } as const;
const bare = { labels: 'none', height: 64 } as const;

/** Columns and rows between which a picture shows a colour. */
function boxOf({ data, widthPx }: Pixels, [r, g, b]: readonly [number, number, number]) {
  const at: [number, number][] = [];
  for (let pixel = 0; pixel < data.length / 4; pixel++) {
    const [red2, green, blue, alpha] = data.subarray(pixel * 4, pixel * 4 + 4);
    if (red2 === r && green === g && blue === b && alpha === 255) {
      at.push([pixel % widthPx, Math.floor(pixel / widthPx)]);
    }
  }
  const [columns, rows] = [at.map(([x]) => x), at.map(([, y]) => y)];
  return {
    count: at.length,
    left: Math.min(...columns),
    right: Math.max(...columns) + 1,
    top: Math.min(...rows),
    bottom: Math.max(...rows) + 1,
  };
}

describe('users of Roblox in a group', () => {
  it('are drawn by name on their own route, labelled with the account’s spelling', async () => {
    drawing.forget();
    pictureOf(await compose([{ value: 'bUILDERMAN' }, { value: '2' }, fox]));
    expect(drawing.scenes[0]?.figures).toMatchObject([
      { kind: 'picture', label: 'Builderman', crop: 'full' },
      { kind: 'picture', label: 'Two' },
      { kind: 'posed', label: '' },
    ]);
  });

  it('stand still while players move, also under a motion of their own', async () => {
    const animation = async (items: readonly object[], motion: string) => {
      const answer = await compose({ items, motion, ...bare });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
      const picture = sharp(answer.rawPayload, { animated: true });
      const { pages = 1, width, pageHeight = 0 } = await picture.metadata();
      const data = await picture.ensureAlpha().raw().toBuffer();
      const bytes = data.length / pages;
      return Array.from({ length: pages }, (_, page) => ({
        data: data.subarray(page * bytes, (page + 1) * bytes),
        widthPx: width,
        heightPx: pageHeight,
      }));
    };
    const mixed = await animation([{ value: 'Builderman', label: '' }, fox], 'walk');
    expect(mixed).toHaveLength(motions.walk.frames);
    expect(new Set(mixed.map((frame) => JSON.stringify(boxOf(frame, red)))).size).toBe(1);
    expect(new Set(mixed.map(({ data }) => data.toString('base64'))).size).toBeGreaterThan(5);
    const alone = await animation([{ value: 'Two', label: '', motion: 'wave' }], 'walk');
    expect(new Set(alone.map(({ data }) => data.toString('base64'))).size).toBe(1);
  });

  it('stand with players on either route, by any method, as one picture', async () => {
    const options = { scene: 'meadow', size: '240x126' };
    const query = new URLSearchParams(options).toString();
    const inject = (url: string) => world.app.inject({ url });
    const answers = [
      await compose({ items: [{ value: 'Builderman' }, fox], ...options }),
      await compose([{ value: '1' }, fox], query),
      await world.get(`${path}?value=Builderman&value=sample-fox&type.1=nick&label.1=&${query}`),
      await inject(
        `${compositionPath}?value=builderman&value=sample-fox&type=roblox&type=nick&label.1=&${query}`,
      ),
      await inject(`${compositionPath}/Builderman+sample-fox?type.0=roblox&label.1=&${query}`),
    ];
    for (const answer of answers) pictureOf(answer);
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
    const again = await world.get(`${path}?value=1&${query}`, { 'if-none-match': '"x"' });
    expect(again.headers['cache-control']).toBe('public, max-age=900');
  });

  it('keep their pixels, lose their transparent border, and are as high as the others', async () => {
    const alone = pictureOf(await compose({ items: [{ value: '1' }], ...bare }));
    const seen = boxOf(alone, red);
    // 30×50 px of ink fill the figure's picture, but for a smooth edge.
    expect(Math.max(seen.left, seen.top)).toBeLessThan(3);
    expect(seen.bottom - seen.top).toBeGreaterThan(58);
    expect((seen.right - seen.left) / (seen.bottom - seen.top)).toBeCloseTo(0.6, 1);
  });

  it('have the light of a scene', async () => {
    const night = { items: [{ value: '1' }], scene: 'night', size: '240x126' };
    const { data } = pictureOf(await compose(night));
    const pixels = Array.from({ length: data.length / 4 }, (_, at) =>
      data.subarray(at * 4, at * 4 + 3),
    );
    const reddish = pixels.filter(([r, g, b]) => r! > 100 && r! > 2 * g! && r! > 1.5 * b!);
    expect(reddish.length).toBeGreaterThan(500);
    expect(reddish.some(([r, g, b]) => r === red[0] && g === red[1] && b === red[2])).toBe(false);
  });

  it('are those of their crop', async () => {
    await compose({ items: [{ value: '2', crop: 'bust' }], ...bare });
    const types = world.roblox.calls.flatMap(({ body }) => JSON.stringify(body ?? null));
    expect(types.join()).toContain('"type":"AvatarBust"');
  });

  it('are looked up in two calls, however many they are', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => 101 + index);
    for (const id of ids) {
      roblox.addUser({ id, name: `User_${id}` });
      roblox.addPicture(id, avatar);
    }
    const counts = () => [roblox.count('names'), roblox.count('pictures'), roblox.count('file')];
    const before = counts();
    const items = ids.map((id) => ({ value: `user_${id}` }));
    pictureOf(await world.post(`${path}?height=32`, items));
    expect(counts().map((count, index) => count - before[index]!)).toEqual([1, 1, 10]);
  });
});

describe('an unavailable user', () => {
  it('is reported together with all others, with the worst status', async () => {
    const items = [fox, { value: 'nobody_here' }, { value: '3' }, { value: '4' }];
    expect(detailOf(await compose(items), 502)).toBe(
      'items[1].value: There is no such user; items[2].value: Roblox shows no picture of this: there is none, it is blocked, or it is in review; items[3].value: Roblox isn’t answering right now.',
    );
    expect(detailOf(await compose(items.slice(0, 3)), 404)).toMatch(/^items\[1\].*; items\[2\]/);
    expect(detailOf(await compose([{ value: '5' }]), 502)).toBe(
      'items[0].value: Roblox sent a picture that is broken.',
    );
    expect(detailOf(await compose([fox, { value: 'a!b' }, { value: '!' }]), 400)).toMatch(
      /^items\[1\]\.value: must be the id of a user, .*; items\[2\]\.value: /,
    );
  });

  it.each(['default', 'silhouette'] as const)('is replaced: fallback=%s', async (fallback) => {
    drawing.forget();
    const items = [{ value: '1' }, { value: 'nobody_here' }, { value: '3' }, { value: '5' }];
    const answer = await compose({ items, fallback, size: '240x126' });
    pictureOf(answer);
    expect(answer.headers['x-fallback']).toBe('1,2,3');
    expect(drawing.scenes.at(-1)?.figures).toMatchObject([
      { kind: 'picture', label: 'Builderman' },
      { kind: 'posed', label: 'nobody_here' },
      { kind: 'posed', label: '' },
      { kind: 'posed', label: 'Five' },
    ]);
  });
});
