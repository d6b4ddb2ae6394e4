import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { compositionPath, detailOf, startWorld } from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { motionNames, motions } from '../../src/engine/figure/motions.ts';

const drawing = await watchDrawing();
const world = await startWorld({ drawing });
afterAll(() => world.close());

const renderPath = '/api/blockgame/render';
const small = 'height=24';
const walker = `${renderPath}/default/sample-fox/full`;
const fine = await fineSkin();

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url, headers });
const post = (payload: unknown, query = '') =>
  world.app.inject({
    method: 'POST',
    url: `${compositionPath}?${query}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

type Answer = Awaited<ReturnType<typeof get>>;

/** An animation as another decoder sees it. */
async function animationOf(answer: Answer) {
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  const picture = sharp(answer.rawPayload, { animated: true });
  const { format, width, pageHeight, pages = 1, delay = [], loop } = await picture.metadata();
  const all = await picture.ensureAlpha().raw().toBuffer();
  const bytes = all.length / pages;
  const frames = Array.from(
    { length: pages },
    (_, page) => new Uint8Array(all.subarray(page * bytes, (page + 1) * bytes)),
  );
  return { format, size: [width, pageHeight], frames, delay, loop };
}

async function stillOf(answer: Answer): Promise<Uint8Array> {
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return new Uint8Array(await sharp(answer.rawPayload).ensureAlpha().raw().toBuffer());
}

/** What is visible between two columns of a picture. */
async function trimmed(
  frame: Uint8Array,
  [width, height]: readonly (number | undefined)[],
  [from, to]: readonly [number, number],
): Promise<string> {
  const picture = sharp(frame, { raw: { width: width!, height: height!, channels: 4 } });
  const half = await picture
    .extract({ left: from, top: 0, width: to - from, height: height! })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const { data, info } = await sharp(half)
    .trim({ threshold: 0, background: '#00000000' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `${info.width}×${info.height} ${data.toString('base64')}`;
}

function shown(data: Uint8Array): Uint8Array {
  return Uint8Array.from(data, (value, at) => (data[at | 3] === 0 ? 0 : value));
}

/** A sheet of 128 px with texels of its own, of few bytes. */
async function fineSkin(): Promise<Buffer> {
  const grown = (png: Buffer, sidePx: number): Promise<Buffer> =>
    sharp(png).resize(sidePx, sidePx, { kernel: 'nearest' }).png().toBuffer();
  return grown(await grown(skinFile(3, { overlay: true }), 48), 128);
}

const bad = async (url: string) => {
  const answer = await get(url);
  return detailOf(answer, 400);
};

describe('a film of one player', () => {
  it.each(motionNames)('%s loops for ever with its own frames and delay', async (name) => {
    const animation = await animationOf(await get(`${walker}?motion=${name}&${small}`));
    expect(animation).toMatchObject({ format: 'webp', loop: 0 });
    expect(animation.delay).toEqual(
      Array.from({ length: motions[name].frames }, () => motions[name].delayMs),
    );
    expect(
      new Set(animation.frames.map((frame) => Buffer.from(frame).toString('base64'))).size,
    ).toBeGreaterThan(motions[name].frames / 3);
  });

  it('has the frames that `frame` gives as stills', async () => {
    const { frames } = await animationOf(await get(`${walker}?motion=dance&${small}`));
    for (const frame of [0, 7, frames.length - 1]) {
      const still = await get(`${walker}?motion=dance&${small}&frame=${frame}`);
      expect(still.headers['content-type']).toBe('image/png');
      expect(shown(await stillOf(still))).toEqual(shown(frames[frame]!));
    }
  });

  it.each([
    ['a raised overlay', 'sample-fox', { overlay: 'raised' }],
    ['a sheet of 128 px', fine, {}],
    ['a cape', 'sample-fox', { cape: dataUrl(skinFile(4, { heightPx: 32 })) }],
    ['slim arms', skinFile(5, { slim: true }), { model: 'slim' }],
    ['Ears', 'sample-dragon', { render_type: 'marching', shadow: 'true' }],
  ])('with %s has the same frames as stills', async (_, skin, options) => {
    const [player, sheet] =
      typeof skin === 'string' ? [skin, {}] : ['from-url', { skin: dataUrl(skin) }];
    const query = new URLSearchParams({ motion: 'run', height: '24', ...sheet, ...options });
    const path = `${renderPath}/default/${player}/full?${query.toString()}`;
    const { frames } = await animationOf(await get(path));
    expect(frames).toHaveLength(motions.run.frames);
    for (const frame of [0, 5, frames.length - 1]) {
      const still = await stillOf(await get(`${path}&frame=${frame}`));
      expect(shown(still)).toEqual(shown(frames[frame]!));
    }
    const plain = await animationOf(await get(`${walker}?motion=run&${small}`));
    expect(Buffer.from(frames[5]!).equals(plain.frames[5]!)).toBe(false);
  });

  it.each([
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['apng', 'image/apng'],
  ])('as %s by option or ending', async (format, type) => {
    const byOption = await get(`${walker}?motion=run&${small}&format=${format}`);
    expect(byOption.headers['content-type']).toBe(type);
    expect(byOption.headers['content-disposition']).toContain(`.${format}"`);
    const byExtension = await get(`${walker}.${format}?motion=run&${small}`);
    expect(byExtension.rawPayload.equals(byOption.rawPayload)).toBe(true);
  });

  it('as GIF is opaque with a background, and otherwise mixed with the matte', async () => {
    const opaque = await animationOf(
      await get(`${walker}.gif?motion=run&${small}&background=336699`),
    );
    expect(
      opaque.frames.every((frame) => frame.every((value, at) => at % 4 < 3 || value === 255)),
    ).toBe(true);
    const light = await get(`${walker}.gif?motion=run&${small}&matte=ffffff`);
    const dark = await get(`${walker}.gif?motion=run&${small}&matte=000000`);
    expect(light.rawPayload.equals(dark.rawPayload)).toBe(false);
    const { frames } = await animationOf(light);
    expect(
      frames.every((frame) => frame.every((value, at) => at % 4 < 3 || value % 255 === 0)),
    ).toBe(true);
  });

  it('is a picture in every other respect', async () => {
    const url = `${walker}?motion=wave&${small}`;
    const first = await get(url);
    const { etag } = first.headers;
    expect(first.headers['cache-control']).toBe('public, max-age=900');
    const again = await get(url);
    expect([again.headers['x-cache'], again.headers.etag]).toEqual(['HIT', etag]);
    const known = await get(url, { 'if-none-match': String(etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const head = await world.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers.etag]).toEqual([200, etag]);
  });

  it('is 256 px high unless a height is given', async () => {
    const { size } = await animationOf(await get(`${renderPath}/head/sample-fox/full?motion=run`));
    expect(size[1]).toBe(256);
  });
});

describe('a loop', () => {
  /** The sum over all channels of what changes. */
  const changeOf = (from: Uint8Array, to: Uint8Array): number =>
    shown(from).reduce((sum, value, at) => sum + Math.abs(value - (to[at | 3] ? to[at]! : 0)), 0);
  const items = ['sample-fox', 'sample-robot'].map((value) => ({ value, label: '' }));

  it.each([
    ['webp', { items: items.slice(0, 1) }],
    ['webp', { items }],
    ['gif', { items, scene: 'snow', size: '160x90' }],
  ] as const)('as %s leads from its last frame into the first: %j', async (format, group) => {
    const options = { motion: 'walk', height: 32, format };
    const { frames, delay, loop } = await animationOf(await post({ ...group, ...options }));
    expect([loop, new Set(delay).size]).toEqual([0, 1]);
    const changes = frames.map((frame, at) => changeOf(frame, frames[(at + 1) % frames.length]!));
    expect(changes.at(-1)).toBeGreaterThan(0);
    // Any may be the largest, by a little; a frame that is missing or twice there makes more of a jump.
    expect(changes.at(-1)).toBeLessThanOrEqual(Math.max(...changes.slice(0, -1)) * 1.1);
  });
});

describe('bad requests of films name the field and what is allowed', () => {
  it.each([
    ['.gif', '', 'path.crop: must be png, webp or avif without a motion'],
    ['', 'format=apng', 'query.format: must be png, webp or avif without a motion'],
    ['', 'format=gif&motion=none', 'query.format: must be png, webp or avif without a motion'],
    [
      '',
      'motion=walk&format=png',
      'query.format: must be webp, gif or apng with a motion, unless frame is given',
    ],
    [
      '.avif',
      'motion=walk',
      'path.crop: must be webp, gif or apng with a motion, unless frame is given',
    ],
    ['', 'motion=walk&frame=3&format=gif', 'query.format: must be png, webp or avif with frame'],
    ['', 'motion=walk&frame=16', 'query.frame: must be at most 15: the film has 16 frames'],
    ['', 'motion=walk&frame=99999', 'query.frame: must be at most 15: the film has 16 frames'],
    ['', 'motion=walk&frame=-1', 'query.frame: must be a whole number from 0 to '],
    ['', 'frame=2', 'query.frame: must have a motion'],
    ['', 'motion=walk&height=513', 'query.height: must be at most 512 with a motion'],
    ['', 'motion=moonwalk', 'query.motion: must be "none", "turn"'],
    ['', 'motion=walk&matte=blue', 'query.matte: must be a colour'],
    ['', 'pose=arm:1,2,3', 'query.pose: must be parts joined by ;'],
    ['', 'pose=head:1,2,3;head:1,2,3', 'query.pose: must be parts joined by ;'],
    ['', 'pose=head:1,2', 'query.pose.head: must be x,y,z'],
    ['', 'pose=head:1,2,x', 'query.pose.head: must be x,y,z'],
    ['', 'pose=head:1,2,3:4', 'query.pose.head: must be x,y,z'],
    ['', 'pose=right_arm:1,2,3,126', 'query.pose.right_arm: bend must be from -125 to 125'],
    ['', 'pose=head:361,0,0', 'query.pose.head: x must be from -360 to 360'],
    ['', 'pose=head:0,0,0,0,-181', 'query.pose.head: twist must be from -180 to 180'],
    ['', `pose=${'head:0,0,0;'.repeat(30)}`, 'query.pose: must be at most 256 characters long'],
  ])('%s?%s', async (extension, query, detail) => {
    expect(await bad(`${walker}${extension}?${query}`)).toContain(detail);
  });

  it('a flat type neither moves nor takes a pose', async () => {
    const flat = `${renderPath}/front/sample-fox/full`;
    expect(await bad(`${flat}?motion=walk`)).toContain('query.motion: must be none');
    expect(await bad(`${flat}?pose=head:0,20,0`)).toContain('query.pose: must be omitted');
    expect((await get(`${flat}?motion=none&${small}`)).statusCode).toBe(200);
  });
});

describe('a film of a group', () => {
  const fox = { value: 'sample-fox', label: '' };
  const robot = { value: 'sample-robot', label: '' };

  it('lasts as long as its longest motion; a group walks out of step', async () => {
    const mixed = await animationOf(
      await post({ items: [{ ...fox, motion: 'idle' }, robot], motion: 'walk', height: 24 }),
    );
    expect(mixed.frames).toHaveLength(motions.idle.frames);
    const { frames, size } = await animationOf(
      await post({ items: [fox, fox], motion: 'walk', height: 32, gap: 32 }),
    );
    // Far enough apart that neither reaches into the half of the other.
    const middle = Math.floor(size[0]! / 2);
    const right = await trimmed(frames[0]!, size, [middle, size[0]!]);
    const left = await Promise.all(frames.map((frame) => trimmed(frame, size, [0, middle])));
    expect(left[0]).not.toBe(right);
    expect(left).toContain(right);
  });

  it('by body, query and short form alike', async () => {
    const query = `value=sample-fox&value=sample-robot&label=&label=&motion=wave&motion.1=run&height=24`;
    const byQuery = await get(`${compositionPath}?${query}`);
    const byBody = await post({
      items: [fox, { ...robot, motion: 'run' }],
      motion: 'wave',
      height: 24,
    });
    const short = await get(
      `/sample-fox+sample-robot.webp?label=&label=&motion=wave&motion.1=run&height=24`,
    );
    expect(byBody.rawPayload.equals(byQuery.rawPayload)).toBe(true);
    expect(short.rawPayload.equals(byQuery.rawPayload)).toBe(true);
    expect(String(byQuery.headers['content-type'])).toBe('image/webp');
  });

  it('in a scene lives, and its frame 0 is as the scene', async () => {
    const scene = { items: [{ ...fox, motion: 'none' }], scene: 'snow', size: '160x90' };
    const animation = await animationOf(await post({ ...scene, motion: 'turn' }));
    const still = await stillOf(await post({ ...scene, format: 'png' }));
    expect(animation.frames).toHaveLength(motions.turn.frames);
    expect(
      new Set(animation.frames.map((frame) => Buffer.from(frame).toString('base64'))).size,
    ).toBeGreaterThan(5);
    // Up to the height of a figure that may move, they are laid out alike.
    expect(animation.frames[0]).toEqual(still);
  });

  it('leaves flat, grey and Roblox figures still under an option for all', async () => {
    const flat = await animationOf(
      await post({ items: [{ ...fox, render_type: 'front' }], motion: 'walk', height: 24 }),
    );
    expect(flat.frames).toHaveLength(motions.walk.frames);
    expect(flat.frames.every((frame) => Buffer.from(frame).equals(flat.frames[0]!))).toBe(true);
    const unknown = {
      items: [{ value: 'Nobody_Here', label: '' }],
      fallback: 'silhouette',
      motion: 'walk',
      height: 24,
    };
    const grey = await animationOf(await post(unknown));
    expect(grey.frames.every((frame) => Buffer.from(frame).equals(grey.frames[0]!))).toBe(true);
    const asked = await post({ items: [fox, { ...robot, render_type: 'back', motion: 'walk' }] });
    expect(detailOf(asked, 400)).toContain('items[1].motion: must be none');
  });

  it('keeps every k-th frame of a large picture, and lasts as long', async () => {
    const large = { items: [fox], motion: 'turn', size: '1080x1080', height: 24 };
    const animation = await animationOf(await post(large));
    expect(animation.frames.length).toBeLessThan(motions.turn.frames);
    expect(animation.delay.reduce((sum, ms) => sum + ms, 0)).toBe(
      motions.turn.frames * motions.turn.delayMs,
    );
    for (const frame of [animation.frames.length, motions.turn.frames, 1e6]) {
      expect(detailOf(await post({ ...large, frame }), 400)).toBe(
        `body.frame: must be at most ${animation.frames.length - 1}: the film has ${animation.frames.length} frames`,
      );
    }
  });

  it('refuses a picture that would keep too few frames, and names the size if there is one', async () => {
    const wide = await post({ items: [fox], motion: 'run', size: '2048x1220' });
    expect(detailOf(wide, 400)).toMatch(/^body\.size: 2498560 px are more/);
    const high = await post({
      items: Array.from({ length: 10 }, () => ({ ...fox, scale: 1.5 })),
      motion: 'run',
      height: 512,
      gap: 256,
    });
    expect(detailOf(high, 400)).toMatch(/^body\.height: \d+ px are more/);
  });

  it.each([
    { yaw: 9 },
    { pitch: -9 },
    { pose: { air: 1 } },
    { hold: 'sword', hold_left: 'torch' },
    { motion: { keys: [0, 900].map((ms) => ({ ms, pose: {} })), ms: 1200 } },
  ])('has at most 160 plans of its own, such as of players with %j', async (own) => {
    const items = Array.from({ length: 6 }, () => ({ ...fox, ...own }));
    const animation = { motion: 'idle', height: 16, frame: 0 };
    expect((await post({ items: [...items.slice(1), fox], ...animation })).statusCode).toBe(200);
    expect(detailOf(await post({ items, ...animation }), 400)).toBe(
      'body.motion: must have at most 26 frames for 6 players with poses, motions, angles or two things of their own, not 30',
    );
  });

  it('may have exactly 160', async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({ ...fox, yaw: index + 1 }));
    const answer = await post({ items, motion: 'walk', height: 16, frame: 0 });
    expect([motions.walk.frames, answer.statusCode]).toEqual([16, 200]);
  });
});

describe('own poses and motions', () => {
  const bent = { right_arm: { turn: [76.1234567, 0, -2], bend: 8 }, head: { turn: [0, 20, 0] } };
  const fox = { value: 'sample-fox', label: '' };
  const keysAt = (ms: number, ...times: readonly number[]) => ({
    keys: times.map((at) => ({ ms: at, pose: {} })),
    ms,
  });

  it('are the same as object and in the compact form', async () => {
    const asObject = await post({ items: [{ ...fox, pose: bent }], height: 32 });
    const compact = await get(
      `${compositionPath}?value=sample-fox&label=&height=32&pose.0=right_arm:76.1234567,0,-2,8;head:0,20,0`,
    );
    const without = await post({ items: [fox], height: 32 });
    expect(await stillOf(asObject)).toEqual(await stillOf(compact));
    expect(Buffer.from(await stillOf(asObject)).equals(await stillOf(without))).toBe(false);
  });

  it('move through their keys, and do not fill the store of plans', async () => {
    const keys = [
      { ms: 0, pose: bent },
      { ms: 300, pose: { left_leg: { turn: [60, 0, 0], bend: -40 }, air: 3, cape: 40 } },
    ];
    const planBytes = async () => (await drawing.open()).load().planBytes;
    const before = await planBytes();
    const animation = await animationOf(
      await post({ items: [{ ...fox, motion: { keys, ms: 600 } }], height: 32 }),
    );
    expect(animation.frames).toHaveLength(15);
    expect(animation.delay[0]).toBe(40);
    const again = await post({ items: [{ ...fox, motion: { keys, ms: 601 } }], height: 32 });
    expect(again.statusCode).toBe(200);
    expect(await planBytes()).toBe(before);
  });

  it.each([
    [
      { pose: { right_arm: { bend: 126 } } },
      'items[0].pose.right_arm.bend: must be a number from -125 to 125',
    ],
    [{ pose: { tail: {} } }, 'items[0].pose.tail: is not a known field'],
    [{ pose: { air: 17 } }, 'items[0].pose.air: must be a number from 0 to 16'],
    [{ pose: { head: { turn: [1, 2] } } }, 'items[0].pose.head.turn: must hold'],
    [{ motion: 'jump' }, 'items[0].motion: must be none, turn'],
    [{ motion: { keys: [], ms: 600 } }, 'items[0].motion.keys: must hold 2 to 24 items'],
    [{ motion: keysAt(100, 0, 1) }, 'items[0].motion.ms: must be a whole number from 200 to 6000'],
    [{ motion: keysAt(600, 5, 5) }, 'items[0].motion.keys[1].ms: must be from 6 to 599'],
    [{ motion: keysAt(600, 0, 600) }, 'items[0].motion.keys[1].ms: must be from 1 to 599'],
  ])('%j is refused', async (own, detail) => {
    const answer = await post([{ ...fox, ...own }]);
    expect(detailOf(answer, 400)).toContain(detail);
  });

  it('have at most 48 keys in a request', async () => {
    const times = Array.from({ length: 24 }, (_, index) => index * 10);
    const moving = { ...fox, motion: keysAt(400, ...times) };
    const one = { ...fox, motion: keysAt(400, 0, 200) };
    expect((await post({ items: [moving, moving], height: 16, frame: 0 })).statusCode).toBe(200);
    expect(detailOf(await post([moving, moving, one]), 400)).toBe(
      'items[0].motion: must have at most 48 keys in the whole request, not 50',
    );
  });
});

it('the list of choices has the motions', async () => {
  const answer = await get(`${renderPath}/types`);
  const { motions: listed } = answer.json<{ motions: unknown[] }>();
  expect(listed).toEqual(
    motionNames.map((name) => ({
      name,
      frames: motions[name].frames,
      ms: motions[name].frames * motions[name].delayMs,
    })),
  );
});
