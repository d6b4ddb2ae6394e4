import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { detailOf, startWorld, type Answer } from '../support/composition-world.ts';
import { chunk, endChunk, headerChunk, joinPng } from '../support/png-writer.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page, type Page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

/** Sheets that are sent along to harm: bombs, and what would be left of an upload. */

const lines: string[] = [];
const usualFolder = process.env['TMPDIR'];

const folder = await mkdtemp(join(tmpdir(), 'lineup-uploads-'));
process.env['TMPDIR'] = folder;
// One that knows of the folder from its start.
const drawing = await watchDrawing({ threads: 1 });
const world = await startWorld({
  drawing,
  env: { LOG_LEVEL: 'trace' },
  parts: { logStream: { write: (line) => void lines.push(line) } },
});
afterAll(async () => {
  await world.close();
  await drawing.close();
  if (usualFolder === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usualFolder;
  await rm(folder, { recursive: true });
});

type Part = readonly [name: string, bytes: Buffer];

/** What no log may repeat: of the file, its name and its kind of text. */
const secrets = ['hush-name', 'hush-text', 'hush-boundary', 'hush-part'];

function form(...parts: readonly Part[]): Promise<Answer> {
  const chunks = parts.flatMap(([name, bytes]) => [
    Buffer.from(
      `--hush-boundary\r\nContent-Disposition: form-data; name="${name}"; filename="hush-name.png"\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return send(
    Buffer.concat([...chunks, Buffer.from('--hush-boundary--\r\n')]),
    'multipart/form-data; boundary=hush-boundary',
  );
}

const withSkin = (name: string, bytes: Buffer) => form(['skin', skin], [name, bytes]);

function send(payload: Buffer, type = 'image/png'): Promise<Answer> {
  return world.app.inject({
    method: 'POST',
    url: '/api/blockgame/render/default/full?height=48&yaw=150',
    headers: { 'content-type': type },
    payload,
  });
}

/** A file that says it is so large, and unpacks to so many bytes. */
function bomb({ widthPx, heightPx, bytes }: Record<'widthPx' | 'heightPx' | 'bytes', number>) {
  const header = headerChunk({ widthPx, heightPx, colourType: 6, bitDepth: 8 });
  const packed = deflateSync(Buffer.alloc(bytes), { level: 9 });
  const text = chunk('tEXt', Buffer.from('Comment\0hush-text'));
  return joinPng(header, text, chunk('IDAT', packed), endChunk);
}

const skin = skinFile(21);
const short = bomb({ widthPx: 64, heightPx: 64, bytes: 64 });
const shortCape = bomb({ widthPx: 64, heightPx: 32, bytes: 64 });
const huge = bomb({ widthPx: 2 ** 31 - 1, heightPx: 2 ** 31 - 1, bytes: 64 });
const none = bomb({ widthPx: 0, heightPx: 0, bytes: 0 });
const bursting = bomb({ widthPx: 64, heightPx: 64, bytes: 48 * 1024 * 1024 });
const burstingCape = bomb({ widthPx: 64, heightPx: 32, bytes: 48 * 1024 * 1024 });
const brimming = bomb({ widthPx: 64, heightPx: 64, bytes: 64 * (64 * 4 + 1) + 1 });

const isBrokenIn = (field: 'skin' | 'cape') =>
  new RegExp(`^body\\.${field}: The ${field} is a broken PNG`);

const uploads: readonly [string, () => Promise<Answer>, RegExp][] = [
  ['a huge skin', () => send(huge), /^body\.skin: The skin is 2147483647×2147483647 px/],
  ['a skin of nothing', () => send(none), /^body\.skin: The skin /],
  ['a skin that unpacks to too little', () => send(short), isBrokenIn('skin')],
  ['a skin that unpacks to far too much', () => send(bursting), isBrokenIn('skin')],
  ['a skin that unpacks to one byte too much', () => send(brimming), isBrokenIn('skin')],
  ['too short a skin in a form', () => form(['skin', short]), isBrokenIn('skin')],
  [
    'a huge cape',
    () => withSkin('cape', huge),
    /^body\.cape: The cape is 2147483647×2147483647 px/,
  ],
  ['a cape that unpacks to too little', () => withSkin('cape', shortCape), isBrokenIn('cape')],
  ['a cape that unpacks to far too much', () => withSkin('cape', burstingCape), isBrokenIn('cape')],
  [
    'wings that unpack to too little',
    () => withSkin('elytra', shortCape),
    /^body\.elytra: The cape is a broken PNG/,
  ],
  ['wings that are cut off', () => withSkin('elytra', skin.subarray(0, 50)), /^body\.elytra: /],
  ['a part of another name', () => withSkin('hush-part', skin), /^body\./],
];

describe('an uploaded sheet', () => {
  it.each(uploads)('is refused if it is %s', async (_, upload, says) => {
    expect(detailOf(await upload(), 400)).toMatch(says);
  });

  it('leaves nothing on the disk', async () => {
    // Whatever is made in a folder, even for a moment, changes the time of the folder itself.
    const changed = async () => {
      const times = await Promise.all(
        [folder, process.cwd()].map(async (one) => (await stat(one, { bigint: true })).mtimeNs),
      );
      return times.map(String);
    };
    expect(tmpdir()).toBe(folder);
    const before = await changed();
    const drawn = await form(['skin', skin], ['cape', skinFile(22, { heightPx: 32 })]);
    expect(drawn.statusCode).toBe(200);
    await send(skinFile(23));
    for (const [, upload] of uploads) await upload();
    expect(await changed()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  });

  it('appears in no line of the log', () => {
    const log = lines.join('');
    expect(log).toContain('/api/blockgame/render/:render_type/:crop');
    for (const secret of secrets) expect(log).not.toContain(secret);
    // Neither as text nor packed into any of the usual spellings of bytes.
    for (const bytes of [skin.subarray(40, 52), short.subarray(40, 52)]) {
      for (const spelling of ['hex', 'latin1', 'base64'] as const) {
        expect(log).not.toContain(bytes.toString(spelling));
      }
      expect(log).not.toContain([...bytes].join(','));
    }
  });
});

/** Of a size that skins and capes both have. */
const both = { widthPx: 64, heightPx: 32 };
const bothBytes = 32 * (64 * 4 + 1);
const ofBoth = (bytes: number): Page => page.png(bomb({ ...both, bytes }));
const torn = joinPng(
  headerChunk({ ...both, colourType: 6, bitDepth: 8 }),
  chunk('IDAT', deflateSync(Buffer.alloc(bothBytes)).subarray(0, -20)),
  endChunk,
);

/** The same for a port that is closed, silent or of another kind: this is no scanner. */
const noWebServer = /^The host could not be reached or did not answer as a web server does\.$/;
const isBroken = /^The (skin|cape) is a broken PNG\.$/;
const isNoPng = /^The (skin|cape) is not a PNG\.$/;

const hosted: readonly [string, Page, number, RegExp][] = [
  ...[404, 410].map((status): [string, Page, number, RegExp] => [
    `is not there: ${status}`,
    page.status(status),
    404,
    /^No skin image was found at this URL\.$/,
  ]),
  ...[304, 400, 403, 429, 500].map((status): [string, Page, number, RegExp] => [
    `is kept from us: ${status}`,
    page.status(status),
    502,
    new RegExp(`^The address answered with status ${status}\\.$`),
  ]),
  ['is less than it was said to be', page.cutShort(skin), 502, noWebServer],
  ['is not sent by HTTP', page.noise(), 502, noWebServer],
  ['is a JPEG', page.body(Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/png'), 400, isNoPng],
  ['is nowhere', page.redirect(''), 502, /redirects/],
  ['is a page', page.body('<title>skin</title>'), 400, isNoPng],
  ['is nothing', page.png(Buffer.alloc(0)), 400, isNoPng],
  ['is cut in its header', page.png(skin.subarray(0, 30)), 400, isNoPng],
  [
    'is cut behind its header',
    page.png(skin.subarray(0, 60)),
    400,
    /is \d+×\d+ px|is a broken PNG/,
  ],
  ['is cut in its pixels', page.png(torn), 400, isBroken],
  [
    'has no size that is drawn',
    page.png(skinFile(24, { widthPx: 128, heightPx: 16 })),
    400,
    / is 128×16 px; /,
  ],
  ['is huge', page.png(huge), 400, / is 2147483647×2147483647 px; /],
  ['is too wide by a texel', page.png(skinFile(25, { widthPx: 65 })), 400, / is 65×64 px; /],
  ['unpacks to too little', ofBoth(bothBytes - 1), 400, isBroken],
  ['unpacks to one byte too much', ofBoth(bothBytes + 1), 400, isBroken],
  ['unpacks to far too much', ofBoth(48 * 1024 * 1024), 400, isBroken],
  ['is past a mebibyte', page.png(Buffer.alloc(2 ** 20 + 1)), 400, /larger than allowed/],
  ['has no end', page.endless(), 400, /larger than allowed/],
  ['hangs up', page.reset(), 502, noWebServer],
  ['is elsewhere, and elsewhere', page.redirect('?'), 502, /redirects too many times/],
  ['is a file', page.redirect('file:///etc/passwd'), 502, /redirects to something/],
];

describe('a sheet at a URL', () => {
  const get = (query: Readonly<Record<string, string>>): Promise<Answer> =>
    world.app.inject({
      url: '/api/blockgame/render/default/from-url/full',
      query: { height: '48', yaw: '150', ...query },
    });

  it.each(hosted)('is refused if it %s', async (what, answer, status, says) => {
    const url = world.host.put(`/${encodeURIComponent(what)}`, answer);
    const fine = dataUrl(skin);
    const fields = {
      skin: { skin: url },
      cape: { skin: fine, cape: url },
    };
    for (const [field, query] of Object.entries(fields)) {
      const [name, ...sentence] = detailOf(await get(query), status).split(': ');
      expect([name, sentence.join(': ')]).toEqual([`query.${field}`, expect.stringMatching(says)]);
    }
  });

  it('is refused in an item of a composition, as skin and as cape', async () => {
    const url = world.host.put('/bursting', ofBoth(bothBytes + 1));
    for (const [index, item] of [{ value: url }, { value: 'sample-fox', cape: url }].entries()) {
      const answer = await world.compose([{ value: 'sample-fox' }, item], 'height=48&yaw=150');
      expect(detailOf(answer, 400)).toBe(
        `items[1].${['value: The skin', 'cape: The cape'][index]} is a broken PNG.`,
      );
    }
    const all = await world.get(
      `value=sample-fox&value=sample-panda&yaw=150&cape=${encodeURIComponent(url)}`,
    );
    expect(detailOf(all, 400)).toBe('query.cape: The cape is a broken PNG.');
  });
});
