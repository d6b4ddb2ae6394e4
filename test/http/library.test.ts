import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import {
  DrawError,
  drawFigure,
  drawFilm,
  drawGroup,
  drawModel,
  type FigureOptions,
  type GroupItem,
  type GroupOptions,
  type ModelOptions,
} from '../../src/engine/library/lineup.ts';
import { openApp } from '../support/open-app.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';

// The library draws what the service draws, and refuses what it refuses: of the same sheets, the same bytes.

const app = await openApp();
afterAll(() => app.close());

const fox = readFileSync(new URL('../../samples/skins/sample-fox.png', import.meta.url));
const other = skinFile(77, { overlay: true });
const cape = skinFile(78, { heightPx: 32 });

type Sending = Promise<{ statusCode: number; body: string; rawPayload: Buffer }>;

/** Expects the same picture of both. */
async function expectSame(drawing: Promise<Uint8Array>, sending: Sending): Promise<void> {
  const [drawn, { statusCode, body, rawPayload }] = await Promise.all([drawing, sending]);
  expect(statusCode, body.slice(0, 200)).toBe(200);
  expect(Buffer.from(drawn).equals(rawPayload)).toBe(true);
}

/** Expects the same sentence of both; the service says besides which part of the request it is about. */
async function expectRefused(drawing: Promise<Uint8Array>, sending: Sending): Promise<void> {
  const refusal = await drawing.then(
    () => undefined,
    (error: unknown) => error,
  );
  const { detail }: { detail: string } = JSON.parse((await sending).body);
  const said = detail.replaceAll(/(^|; )(?:query|body)\./g, '$1').replaceAll('.value:', '.skin:');
  expect(refusal instanceof DrawError ? refusal.message : refusal).toBe(said);
}

/** A sheet that is posted, and options in the query. */
function postSheet(
  skin: Uint8Array,
  options: Readonly<Record<string, unknown>>,
  path = 'render/default/full',
) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return app.inject({
    method: 'POST',
    url: `/api/blockgame/${path}?${query.toString()}`,
    headers: { 'content-type': 'image/png' },
    payload: Buffer.from(skin),
  });
}

/** Sheets as data URLs, and options in the body. */
function postGroup(items: readonly GroupItem[], options: GroupOptions = {}) {
  const asUrls = items.map(({ skin, ...item }) => ({
    value: dataUrl(Buffer.from(skin)),
    ...item,
    ...(item.cape instanceof Uint8Array && { cape: dataUrl(Buffer.from(item.cape)) }),
  }));
  return app.inject({
    method: 'POST',
    url: '/api/blockgame/render/composition',
    payload: { items: asUrls, ...options },
  });
}

const height = 64;

describe('one figure', () => {
  test.each<[FigureOptions]>([
    [{}],
    [{ height, render_type: 'walking', outline: 'ff8800', background: '224466', shadow: true }],
    [{ height, hold: 'sword', hold_left: 'torch', yaw: 30, format: 'webp', overlay: 'raised' }],
    [{ height, render_type: 'front', crop: 'bust', model: 'slim' }],
    [{ height: 32, motion: 'walk', format: 'gif' }],
    [{ height, motion: 'wave', frame: 3 }],
  ])('%j', async (options) => {
    const draw = options.motion && options.frame === undefined ? drawFilm : drawFigure;
    await expectSame(draw(other, options), postSheet(other, options));
  });

  test('a pose as JSON is that of a query', async () => {
    const pose = 'right_arm:76,0,-2,8;head:0,20,0';
    const drawn = drawFigure(fox, {
      height,
      pose: { right_arm: { turn: [76, 0, -2], bend: 8 }, head: { turn: [0, 20, 0] } },
    });
    await expectSame(drawn, postSheet(fox, { height, pose }));
  });
});

test.each<[ModelOptions]>([
  [{ motion: ['wave', 'walk'], hold: 'sword', overlay: 'raised' }],
  [{ render_type: 'reading', model: 'slim', ears: 'deadmau5' }],
])('a model: %j', async (options) => {
  await expectSame(drawModel(other, options), postSheet(other, options, 'model'));
});

describe('a group', () => {
  test.each<[string, readonly GroupItem[], GroupOptions]>([
    ['a row', [{ skin: fox, label: 'Fox' }, { skin: other }], { height }],
    [
      'a scene with titles and labels',
      [
        { skin: fox, label: 'Лис', caption: 'Owner' },
        { skin: other, render_type: 'cheering' },
      ],
      { scene: 'meadow', size: '400x210', title: 'Oakhaven', subtitle: 'a server' },
    ],
    [
      'a cape, an outline and things in hands',
      [
        { skin: fox, cape, render_type: 'back' },
        { skin: other, cape, elytra: true, hold: 'bow', pose: { head: { turn: [9, 9, 0] } } },
      ],
      { height, outline: 'ffffff' },
    ],
    [
      'a film',
      [
        { skin: fox, motion: 'wave' },
        {
          skin: other,
          motion: {
            ms: 200,
            keys: [
              { ms: 0, pose: {} },
              { ms: 100, pose: { head: { turn: [0, 30, 0] } } },
            ],
          },
        },
      ],
      { height: 32, format: 'webp' },
    ],
  ])('%s', async (_name, items, options) => {
    await expectSame(drawGroup(items, options), postGroup(items, options));
  });
});

describe('an error', () => {
  const huge = Buffer.from(fox);
  huge.writeUInt32BE(20_000, 16);

  test.each([
    ['nothing', Buffer.alloc(1)],
    ['half a file', fox.subarray(0, 200)],
    ['far too many pixels', huge],
    ['a cape', cape.subarray(0, 90)],
  ])('of %s as a skin', async (_name, sheet) => {
    await expectRefused(drawFigure(sheet, { height }), postSheet(sheet, { height }));
    const items = [{ skin: fox }, { skin: sheet }];
    await expectRefused(drawGroup(items, { height }), postGroup(items, { height }));
  });

  test.each<[Readonly<Record<string, unknown>>]>([
    [{ height: 9 }],
    [{ render_type: 'flying' }],
    [{ outline: 'red' }],
    [{ motion: 'walk', frame: 99_999 }],
    [{ nope: 1 }],
  ])('of %j', async (options) => {
    const drawing: Promise<Uint8Array> = Reflect.apply(drawFigure, undefined, [fox, options]);
    await expectRefused(drawing, postSheet(fox, options));
  });

  test.each<[Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    [{ size: '9x9' }, {}],
    [{ scene: 'mars' }, {}],
    [{ pose: { head: { turn: [1] } } }, {}],
    [{ title: 'x'.repeat(200) }, {}],
    [{}, { label: 'x'.repeat(65) }],
    [{}, { scale: 9 }],
  ])('of %j and an item with %j', async (options, item) => {
    const items = [{ skin: fox, ...item }];
    const drawing: Promise<Uint8Array> = Reflect.apply(drawGroup, undefined, [items, options]);
    await expectRefused(drawing, postGroup(items, options));
  });
});
