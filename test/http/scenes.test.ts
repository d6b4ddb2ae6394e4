import { afterAll, describe, expect, it } from 'vitest';
import { compositionPath, detailOf, pictureOf, startWorld } from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { silhouette } from '../../src/engine/entry/load-sheets.ts';

const drawing = await watchDrawing();

const world = await startWorld({ drawing });
afterAll(() => world.close());

const fox = { value: 'sample-fox' } as const;
const knight = { value: 'sample-knight' } as const;
const size = '240x126';

const post = (payload: unknown, query = '') =>
  world.app.inject({
    method: 'POST',
    url: `${compositionPath}?${query}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
const get = (path: string) => world.app.inject({ method: 'GET', url: `${compositionPath}${path}` });

describe('a scene', () => {
  it('has the given size, or that of a link preview', async () => {
    expect(pictureOf(await post([fox], `scene=meadow&size=${size}`))).toMatchObject({
      widthPx: 240,
      heightPx: 126,
    });
    expect(pictureOf(await post({ items: [fox], scene: 'night' }))).toMatchObject({
      widthPx: 1200,
      heightPx: 630,
    });
    expect(pictureOf(await post([fox], 'scene=stage&size=server-list'))).toMatchObject({
      widthPx: 468,
      heightPx: 60,
    });
  });

  it('is a banner for a row of six or more, unless it has a size', async () => {
    drawing.forget();
    const six = Array.from({ length: 6 }, () => fox);
    await post(six, 'scene=meadow&arrangement=row&labels=none');
    await post(six, 'scene=meadow&labels=none');
    await post(six.slice(1), 'scene=meadow&arrangement=row&labels=none');
    expect(drawing.scenes.map(({ arrangement, sizePx }) => [arrangement, sizePx])).toEqual([
      ['row', [1920, 480]],
      ['auto', [1200, 630]],
      ['row', [1200, 630]],
    ]);
  });

  it('shows busts without names in a server list, unless told otherwise', async () => {
    drawing.forget();
    const look = async (query: string) => {
      await get(`/sample-fox?scene=meadow&size=server-list&${query}`);
      const { labels, figures } = drawing.scenes.at(-1)!;
      return [labels, figures[0]?.crop];
    };
    expect(await look('')).toEqual(['none', 'bust']);
    expect(await look('labels=plate&crop=full')).toEqual(['plate', 'full']);
    expect(await look('render_type=pixel')).toEqual(['none', 'full']);
  });

  it('is the same picture by every method', async () => {
    const options = { scene: 'desert', size, title: 'Oak', arrangement: 'podium' };
    const query = new URLSearchParams(options).toString();
    const bodies = [
      await post({ items: [fox, knight], ...options }),
      await post([fox, knight], query),
      await post({ items: [fox, knight], ...options, title: 'other' }, 'title=Oak'),
      await get(`?value=sample-fox&value=sample-knight&${query}`),
      await get(`/sample-fox+sample-knight?${query}`),
      await get(`/sample-fox,sample-knight.png?${query}`),
    ];
    expect(new Set(bodies.map(({ headers }) => headers['etag'])).size).toBe(1);
    expect(new Set(bodies.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
  });
});

describe('a group without a size', () => {
  const heightOf = async (query: string) => {
    const { heightPx } = pictureOf(await get(`?value=sample-fox&value=sample-knight&${query}`));
    return heightPx;
  };

  it.each([
    'crop=bust',
    'crop=face',
    'render_type=head',
    'render_type=isometric_head',
    'render_type=mojavatar',
    'render_type=pixel',
    'render_type=bitzel',
    'render_type=front&crop=face',
    'crop.0=face&crop.1=bust',
  ])('is as high as it would be in a plain row, whatever else is asked for: %s', async (query) => {
    // Figures are drawn at whole heights, and their edges are soft.
    for (const more of ['background=ffffff', 'labels=none', 'facing=centre', 'overlay=raised']) {
      const heightPx = await heightOf(`${query}&height=96&label=&label=&${more}`);
      expect(heightPx, more).toBeGreaterThanOrEqual(94);
      expect(heightPx, more).toBeLessThanOrEqual(100);
    }
  });

  it('shows a head beside a whole figure as large as that has its own', async () => {
    // As high as two that stand.
    const heightPx = await heightOf('height=96&label=&label=&render_type.0=head');
    expect(heightPx).toBeGreaterThanOrEqual(90);
    expect(heightPx).toBeLessThanOrEqual(96);
  });
});

describe('options of single items', () => {
  it('an item’s option overrides the option for all', async () => {
    drawing.forget();
    const items = [
      { ...fox, render_type: 'cheering', yaw: 10, caption: 'Owner', hold: 'none' },
      { ...knight, mirror: true, scale: 0.8, hold_left: 'cake' },
    ];
    const forAll = { render_type: 'crossed', yaw: -20, hold: 'torch', scene: 'meadow', size };
    const answer = await post({ items, ...forAll });
    pictureOf(answer);
    expect(drawing.scenes[0]?.figures).toMatchObject([
      {
        renderType: 'cheering',
        yawDegrees: 10,
        caption: 'Owner',
        mirror: false,
        scale: 1,
        label: 'sample-fox',
        // What the pose holds anyway.
        hold: null,
        holdLeft: null,
      },
      {
        renderType: 'crossed',
        yawDegrees: -20,
        caption: '',
        mirror: true,
        scale: 0.8,
        hold: 'torch',
        holdLeft: 'cake',
      },
    ]);
  });

  const posesOf = async (...values: readonly string[]) => {
    drawing.forget();
    await post(
      values.map((value) => ({ value })),
      `render_type=varied&scene=meadow&size=${size}`,
    );
    return drawing.scenes[0]?.figures.map((one) => one.kind === 'posed' && one.renderType);
  };

  it('each player has a pose of their own on request, always the same', async () => {
    const [fox1, knight1, wizard1] = (await posesOf(
      'sample-fox',
      'sample-knight',
      'sample-wizard',
    ))!;
    expect(new Set([fox1, knight1, wizard1]).size).toBeGreaterThan(1);
    expect(await posesOf('sample-wizard', 'sample-fox')).toEqual([wizard1, fox1]);
  });

  it('skins whose long URLs begin alike have poses of their own', async () => {
    const skin = page.png(skinFile(3));
    const urls = ['fox', 'knight', 'wizard', 'dj'].map((name) =>
      world.host.put(`/${'long'.repeat(80)}/${name}.png`, skin),
    );
    expect(new Set(await posesOf(...urls)).size).toBeGreaterThan(1);
  });

  it('a pose for each player is for groups only', async () => {
    for (const path of ['varied/sample-fox/full', 'head/sample-fox/full?render_type=varied']) {
      const { statusCode } = await world.app.inject(`/api/blockgame/render/${path}`);
      expect(statusCode).toBe(400);
    }
  });

  it('a model for all does not affect skins from URLs', async () => {
    drawing.forget();
    const url = { value: dataUrl(skinFile(3)) };
    await post([fox, url, { ...url, model: 'slim' }], 'model=slim&scene=meadow&size=240x126');
    expect(drawing.scenes[0]?.figures.map((one) => one.kind === 'posed' && one.model)).toEqual([
      'slim',
      'classic',
      'slim',
    ]);
  });

  it('an indexed label applies to its item, the others keep their names', async () => {
    drawing.forget();
    await get(`?value=sample-fox&value=sample-knight&label.1=The%20King&scene=meadow&size=${size}`);
    expect(drawing.scenes[0]?.figures.map(({ label }) => label)).toEqual([
      'sample-fox',
      'The King',
    ]);
  });

  it('a plain list without options is drawn as a plain row', async () => {
    drawing.forget();
    pictureOf(await post([fox, knight], 'height=48'));
    pictureOf(await post({ items: [fox, knight], height: 48 }));
    expect([drawing.rows.length, drawing.scenes.length]).toEqual([1, 0]);
  });

  it('a silhouette replaces an unavailable player', async () => {
    drawing.forget();
    const answer = await post(
      [fox, { value: 'Nobody_here' }],
      `fallback=silhouette&scene=meadow&size=${size}`,
    );
    pictureOf(answer);
    expect(answer.headers['x-fallback']).toBe('1');
    const revisions = drawing.scenes[0]?.skins.map(({ revision }) => revision);
    expect(revisions).toContain(silhouette.revision);
  });
});

describe('what is refused', () => {
  it.each([
    ['scene=moon', /^query\.scene: must be "none", "meadow"/],
    ['arrangement=pile', /^query\.arrangement: must be "auto"/],
    ['size=63x100', /^query\.size: must be og, banner, .* 64 to 2048 each$/],
    ['size=100x2049', /^query\.size: /],
    ['size=huge', /^query\.size: /],
    ['size=2048x2048', /^query\.size: must have at most 2500000 pixels; 2048×2048 has 4194304/],
    ['facing=up', /^query\.facing: /],
    ['labels=above', /^query\.labels: /],
    ['outline_width=17', /^query\.outline_width: must be a whole number from 1 to 16/],
    ['background=red', /^query\.background: must be a colour/],
    [`title=${'x'.repeat(81)}`, /^query\.title: must be at most 80 characters long/],
    ['label.12=x', /^query\.label\.12: there is no item 12/],
    ['label.1=x', /^query\.label\.1: there is no item 1;/],
    ['scale.0=2', /^query\.scale\.0: must be a number from 0\.5 to 1\.5/],
    ['render_type.0=head&crop.0=face', /^query\.crop\.0: must be full for/],
    ['pitch.0=x', /^query\.pitch\.0: must be a number/],
    [`caption.0=${'x'.repeat(65)}`, /^query\.caption\.0: must be at most 64 characters long/],
    [`label.0=${'x'.repeat(65)}`, /^query\.label\.0: must be at most 64 characters long/],
    [`label=${'x'.repeat(65)}`, /^query\.label\[0\]: must be at most 64 characters long/],
    [`label=x&label.0=${'x'.repeat(65)}`, /^query\.label\.0: must be at most 64/],
  ])('%s', async (query, sentence) => {
    expect(detailOf(await get(`?value=sample-fox&${query}`), 400)).toMatch(sentence);
  });

  it.each([
    [{ items: [fox], scene: 'moon' }, /^body\.scene: /],
    [{ items: [fox], size: '1x1' }, /^body\.size: /],
    [{ items: [{ ...fox, scale: 2 }] }, /^items\[0\]\.scale: /],
    [{ items: [fox, { ...fox, pose: 'x' }] }, /^items\[1\]\.pose: must be an object/],
    [{ items: [], scene: 'meadow' }, /^items: must hold 1 to 10 items/],
    [{ items: [{ ...fox, caption: 'x'.repeat(65) }] }, /^items\[0\]\.caption: must be at most 64/],
  ])('%j', async (body, sentence) => {
    expect(detailOf(await post(body), 400)).toMatch(sentence);
  });

  it.each([
    ['/a+b+c+d+e+f+g+h+i+j+k', /^path\.players: must name 1 to 10 players/],
    ['/sample-fox++sample-knight', /^path\.players: must be names joined by/],
    ['/!!', /^path\.players\[0\]: /],
  ])('%s', async (path, sentence) => {
    expect(detailOf(await get(path), 400)).toMatch(sentence);
  });

  it('methods other than GET have no short form', async () => {
    const answer = await world.app.inject({ method: 'POST', url: `${compositionPath}/sample-fox` });
    expect(answer.statusCode).toBe(405);
  });
});
