import { describe, expect, it } from 'vitest';
import type { Behaviour, Endpoint } from '../support/fake-account-service.ts';
import {
  compositionPath,
  detailOf,
  pictureOf,
  startWorld,
  type World,
} from '../support/composition-world.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { encodePicture, type PngPicture } from '../support/png-writer.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { worldHooks } from '../support/world-hooks.ts';

const hash = 'ab'.repeat(32);
const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5', skin: { hash } };
const good = skinFile(1);

const drawing = await watchDrawing();
let world: World;

async function openWorld(): Promise<void> {
  world = await startWorld({ drawing });
  world.accounts.addPlayer(notch);
  world.accounts.addTexture(hash, good);
  drawing.forget();
}

const { useWorlds, useOneWorld } = worldHooks(openWorld, () => ({ world, drawing }));

const json = 'application/json';

/** A `POST` whose body and content type are taken as they are. */
function send(payload: string | Buffer, contentType: string | null = json) {
  const headers = contentType === null ? {} : { 'content-type': contentType };
  return world.app.inject({ method: 'POST', url: compositionPath, headers, payload });
}

const ok = { value: 'sample-fox' };

describe('an invalid body', () => {
  useOneWorld();

  const bodies: [what: string, body: unknown, sentence: string | RegExp][] = [
    ['no item', [], 'items: must hold 1 to 10 items'],
    ['eleven items', Array.from({ length: 11 }, () => ok), 'items: must hold 1 to 10 items'],
    ['an object', ok, 'items: is missing'],
    ['null', null, /./],
    ['a bare name as item', ['Notch'], /^items\[0\]: must be an object/],
    ['null as item', [ok, null], /^items\[1\]: must be an object/],
    ['an item without a value', [{}], 'items[0].value: is missing'],
    ['a label alone', [ok, { label: 'x' }], 'items[1].value: is missing'],
    ['an empty value', [ok, { value: '' }], 'items[1].value: must not be empty'],
    ...[null, 7, ['Notch']].map((value): [string, unknown, string] => [
      `a value that is ${JSON.stringify(value)}`,
      [ok, ok, { value }],
      'items[2].value: must be a string',
    ]),
    ...['', 'NICK', null, ['url']].map((type): [string, unknown, string] => [
      `a type that is ${JSON.stringify(type)}`,
      [ok, ok, ok, { value: 'Notch', type }],
      'items[3].type: must be "nick", "url" or "roblox"',
    ]),
    ['an unknown field', [ok, { ...ok, hat: true }], 'items[1].hat: is not a known field'],
    ['__proto__ as field', '[{"value":"sample-fox","__proto__":{"type":"url"}}]', /./],
    [
      'constructor as field',
      [{ ...ok, constructor: 1 }],
      'items[0].constructor: is not a known field',
    ],
    ...['a b', 'ÄÖÜ', '../../etc/passwd', 'sample-nobody'].map(
      (value): [string, unknown, RegExp] => [
        `the value ${value}, which can be nobody`,
        [ok, { value }],
        /^items\[1\]\.value: must be a player name \(/,
      ],
    ),
  ];
  it.each(bodies)('%s', async (_what, body, sentence) => {
    const answer = await send(
      typeof body === 'string' && body.startsWith('[') ? body : JSON.stringify(body),
    );
    const detail = detailOf(answer, 400);
    if (typeof sentence === 'string') expect(detail).toBe(sentence);
    else expect(detail).toMatch(sentence);
    expect([world.accounts.count(), drawing.rows.length]).toEqual([0, 0]);
  });
});

describe('an invalid query', () => {
  useOneWorld();

  it.each([
    ['render_type=dancing', /^query\.render_type: must be .*"?default"?/],
    ['height=15', 'query.height: must be a whole number from 16 to 1024'],
    ['gap=257', 'query.gap: must be a whole number from 0 to 256'],
    ['fallback=yes', 'query.fallback: must be "none", "default" or "silhouette"'],
    ['colour=red', 'query.colour: is not a known field'],
    ['value=Notch', 'query.value: is not a known field'],
  ])('%s', async (query, sentence) => {
    const detail = detailOf(await world.compose([ok], query), 400);
    if (typeof sentence === 'string') expect(detail).toBe(sentence);
    else expect(detail).toMatch(sentence);
    expect(drawing.rows).toHaveLength(0);
  });

  // The dearest pictures: what is above takes more than 4 s of a processor in the worst case.
  it.each([
    { format: 'png', max: 5, field: 'height' },
    { format: 'webp', max: 1, field: 'format' },
    { format: 'avif', max: 1, field: 'format' },
  ])('too many pixels as $format: 400 that names the $field', async ({ format, max, field }) => {
    const options = { render_type: 'sleeping', height: '1024', format };
    const query = new URLSearchParams(options).toString();
    const items = (count: number) => Array.from({ length: count }, () => ok);
    const values = (count: number) => items(count).map(({ value }) => value);
    const routes = {
      query: [
        world.compose(items(max + 1), query),
        world.app.inject(`${compositionPath}?${query}&value=${values(max + 1).join('&value=')}`),
        world.app.inject(`${compositionPath}/${values(max + 1).join('+')}?${query}`),
      ],
      body: [world.compose({ items: items(max + 1), ...options, height: 1024 }, '')],
    };
    for (const [place, responses] of Object.entries(routes)) {
      const sentence = new RegExp(
        `^${place}\\.${field}: \\d+×\\d+ px is more than one picture may`,
      );
      for (const response of responses) expect(detailOf(await response, 400)).toMatch(sentence);
    }
    // Grey figures have as many pixels, and are encoded in a fifth of the time.
    const grey = (count: number) =>
      world.compose(
        Array.from({ length: count }, () => ({ value: 'nobody' })),
        `${query}&fallback=silhouette`,
      );
    expect((await grey(max + 1)).statusCode).toBe(400);
    expect((await grey(max)).statusCode).toBe(200);
  });

  it.each([
    ['render_type=head&crop=face', /^query\.crop: must be full for /],
    ['render_type=sleeping&crop=face', /^query\.crop: must be full or bust for /],
  ])('a combination that does not exist: %s', async (query, sentence) => {
    expect(detailOf(await world.compose([ok], query), 400)).toMatch(sentence);
    expect(detailOf(await world.get(`value=sample-fox&${query}`), 400)).toMatch(sentence);
  });

  it.each([
    ['', 'query.value: is missing'],
    ['value=', 'query.value[0]: must not be empty'],
    ['value=a+b', /^query\.value\[0\]: must be a player name/],
    ['value=x&'.repeat(11), 'query.value: must hold 1 to 10 items'],
    [
      'value=Notch&label=a&label=b',
      'query.label: must not be given more often than there are items',
    ],
    ['value=Notch&type=uuid', 'query.type[0]: must be "nick", "url" or "roblox"'],
    [`value=Notch&label=${'a'.repeat(65)}`, 'query.label[0]: must be at most 64 characters long'],
    [
      `value=Notch&label=a&label.0=${'a'.repeat(65)}`,
      'query.label.0: must be at most 64 characters long',
    ],
    ['value=Notch&value=nobody', 'query.value[1]: There is no player with this name.', 404],
  ] as const)('the GET twin: %s', async (query, sentence, status: 400 | 404 = 400) => {
    const detail = detailOf(await world.get(query), status);
    if (typeof sentence === 'string') expect(detail).toBe(sentence);
    else expect(detail).toMatch(sentence);
  });
});

describe('players', () => {
  useWorlds();

  it.each([
    ['nobody', 'There is no player with this name.'],
    ['00000000-0000-4000-8000-000000000000', 'There is no player with this UUID.'],
    ['00000000000040008000000000000000', 'There is no player with this UUID.'],
    ['f'.repeat(64), 'There is no texture with this hash.'],
  ])('an unknown player, %s, is 404', async (value, sentence) => {
    for (const said of [404, 204] as const) {
      world.accounts.sayUnknownAs(said);
      const answer = await world.compose([ok, { value: 'Notch' }, { value }]);
      expect(detailOf(answer, 404)).toBe(`items[2].value: ${sentence}`);
    }
    expect(drawing.rows).toHaveLength(0);
  });

  const behaviours: [string, Behaviour][] = [
    ...[429, 500].map((status): [string, Behaviour] => [
      `answers ${status}`,
      { kind: 'status', status },
    ]),
    ['answers garbage', { kind: 'garbage' }],
    ['answers without end', { kind: 'endless' }],
    ['hangs up', { kind: 'close' }],
    ['hangs up half way', { kind: 'close-midway' }],
  ];
  const endpoints: Endpoint[] = ['lookup', 'profile', 'texture'];
  describe.each(behaviours)('if the account service %s', (_what, behaviour) => {
    it.each(endpoints)('at the %s it is 502', async (endpoint) => {
      world.accounts.behave(behaviour, endpoint);
      expect(detailOf(await world.compose([ok, { value: 'Notch' }]), 502)).toBe(
        'items[1].value: Mojang isn’t answering right now.',
      );
      expect(drawing.rows).toHaveLength(0);
    });
  });

  it('an unknown player is cached for a minute', async () => {
    detailOf(await world.compose([{ value: 'Newcomer' }]), 404);
    world.accounts.addPlayer({ ...notch, name: 'Newcomer' });
    await world.clock.advance(59_000);
    detailOf(await world.compose([{ value: 'newcomer' }]), 404);
    expect(world.accounts.count()).toBe(1);
    await world.clock.advance(1000);
    pictureOf(await world.compose([{ value: 'newcomer' }]));
  });
});

const picture = (widthPx: number, heightPx: number): PngPicture => ({
  widthPx,
  heightPx,
  colourType: 6,
  bitDepth: 8,
  sample: () => 200,
});

describe('skins from URLs', () => {
  useOneWorld();

  it.each([
    ['nobody listens', 'http://127.0.0.1:1025/skin'],
    ['the name is nobody’s', 'http://nobody.invalid/skin'],
  ])('if %s it is 502', async (_what, value) => {
    expect(detailOf(await world.compose([{ value }]), 502)).toMatch(
      /^items\[0\]\.value: The host /,
    );
  });

  it('no response, and a body byte by byte, are 502 after five seconds', async () => {
    const clock = createFakeClock();
    const slow = await startWorld({ drawing, parts: { skinHosts: { clock } } });
    const { host } = slow;
    const urls = [
      host.put('/silence', page.silence()),
      host.put('/drip', page.drip(good)),
      host.put('/away', page.redirect('/silence')),
    ];
    const composed = Promise.all(urls.map((value) => slow.compose([{ value }])));
    await expect
      .poll(() => host.asked.toSorted())
      .toEqual(['/away', '/drip', '/silence', '/silence']);
    await clock.advance(4999);
    expect(clock.pending()).toBe(urls.length);
    await clock.advance(1);
    for (const answer of await composed) {
      expect(detailOf(answer, 502)).toBe(
        'items[0].value: The host could not be reached or did not answer as a web server does.',
      );
    }
    await slow.close();
  });

  it.each([
    ['half an address', 'http://[::1/', /not a valid URL/],
    ['credentials', 'http://user:secret@example.com/', /user name or password/],
    ['the port of the mail', 'http://example.com:25/', /belongs to another kind of service/],
    ['9,000 letters', `http://example.com/${'a'.repeat(9000)}`, /at most 8192 characters/],
    ['data that has no comma', 'data:', /data URL is not well formed/],
    ['a megabyte of data', `data:,${'a'.repeat(1_040_000)}`, /The skin is not a PNG/],
  ])('a URL with %s', async (_what, value, sentence) => {
    const detail = detailOf(await world.compose([ok, { value }]), 400);
    expect(detail).toMatch(/^items\[1\]\.value: /);
    expect(detail).toMatch(sentence);
    expect(detail).not.toContain('secret');
  });

  it('up to three redirects are followed, not four', async () => {
    const { host } = world;
    host.put('/0', page.png(good));
    for (const hop of [1, 2, 3, 4]) host.put(`/${hop}`, page.redirect(`/${hop - 1}`));
    pictureOf(await world.compose([{ value: `${host.origin}/3` }]));
    expect(detailOf(await world.compose([{ value: `${host.origin}/4` }]), 502)).toMatch(
      /redirects too many times/,
    );
  });

  it('reports an account’s texture that is not a skin with the size it has', async () => {
    // The drawing may know a hash for good, so this is one that no other test uses.
    const badHash = '32'.repeat(32);
    world.accounts.addPlayer({ name: 'Odd', uuid: 'b'.repeat(32), skin: { hash: badHash } });
    world.accounts.addTexture(badHash, encodePicture(picture(32, 32)));
    for (const value of ['Odd', badHash]) {
      expect(detailOf(await world.compose([ok, { value }]), 400)).toMatch(
        /^items\[1\]\.value: The skin is 32×32 px/,
      );
    }
  });
});

const missing = () => world.host.put('/missing', page.status(404));
const sick = () => world.host.put('/sick', page.status(500));
const webPage = () => world.host.put('/page', page.body('hello'));

/** The status of a composition that fails, and the items that its error names. */
const told = async (...items: { value: string; cape?: string }[]) => {
  const answer = await world.compose(items);
  const detail = detailOf(answer, answer.statusCode);
  const places = detail.match(/(?<=^|; )items\[\d\](?=\.(?:value|cape): )/g) ?? [];
  return [answer.statusCode, ...places].join(' ');
};

describe('several errors', () => {
  useOneWorld();

  it('are all reported at once, in the order of the items, with the status of the worst', async () => {
    const [a, b, c] = [{ value: missing() }, { value: sick() }, { value: webPage() }];
    const nobody = { value: 'nobody' };
    expect(await told(a, ok, b, c, nobody)).toBe('502 items[0] items[2] items[3] items[4]');
    expect(await told(ok, c, nobody, a)).toBe('404 items[1] items[2] items[3]');
    expect(await told(ok, c, ok)).toBe('400 items[1]');
    expect(await told(ok, ok, { value: hash.replaceAll('a', 'e') }, ok)).toBe('404 items[2]');
  });

  it('are reported together with missing and unavailable textures', async () => {
    const [nobody, unknown] = [{ value: 'nobody' }, { value: hash.replaceAll('a', 'd') }];
    expect(await told(nobody, ok, unknown)).toBe('404 items[0] items[2]');
    world.accounts.behave({ kind: 'status', status: 500 }, 'texture');
    const other = { value: hash.replaceAll('a', 'c') };
    expect(await told(other, nobody, ok)).toBe('502 items[0] items[1]');
    world.accounts.behave({ kind: 'normal' });
  });

  it('of damaged pictures are reported together with those of any other kind', async () => {
    const cut = { value: dataUrl(good.subarray(0, -30)) };
    const cutTexture = { value: '57'.repeat(32) };
    world.accounts.addTexture(cutTexture.value, good.subarray(0, -30));
    const torn = { value: dataUrl(good.subarray(0, -25)) };
    expect(detailOf(await world.compose([cut, ok, torn]), 400)).toBe(
      'items[0].value: The skin is a broken PNG; items[2].value: The skin is a broken PNG.',
    );
    expect(await told(cut, { value: 'nobody' }, ok)).toBe('404 items[0] items[1]');
    expect(await told({ value: sick() }, cutTexture, ok, { value: missing() }, cut)).toBe(
      '502 items[0] items[1] items[3] items[4]',
    );
  });

  it('of capes are reported with those of skins, one for each item', async () => {
    const [nobody, cape] = [{ value: 'nobody' }, dataUrl(good)];
    const worn = { value: 'Notch', cape };
    const cut = { value: 'Notch', cape: dataUrl(skinFile(2, { heightPx: 32 }).subarray(0, -30)) };
    expect(await told(worn, nobody, cut, { ...nobody, cape })).toBe(
      '404 items[0] items[1] items[2] items[3]',
    );
    expect(detailOf(await world.compose([nobody, worn], 'height=48'), 404)).toMatch(
      /^items\[0\]\.value: [^;]+; items\[1\]\.cape: The cape is 64×64 px; a cape is [^;]+$/,
    );
    const all = await world.compose([ok, nobody, ok], `height=48&cape=${encodeURIComponent(cape)}`);
    expect(detailOf(all, 404)).toMatch(/^query\.cape: .+; items\[1\]\.value: [^;]+$/);
  });

  it('are reported without any request if the input itself is invalid', async () => {
    const answer = await world.compose([{ value: 'nobody' }, { value: 'a b' }]);
    expect(detailOf(answer, 400)).toMatch(/^items\[1\]\.value: /);
    expect(world.accounts.count()).toBe(0);
  });
});

/** Four of these six can't be had, each for a reason of its own. */
const brokenItems = () => [
  { value: 'Notch' },
  { value: 'nobody' },
  { value: world.host.put('/missing', page.status(404)), label: 'mine' },
  { value: 'f'.repeat(64) },
  { value: dataUrl(Buffer.from('hello')) },
  { value: 'sample-fox' },
];

describe('fallback=default', () => {
  useWorlds();

  const fallback = 'height=48&fallback=default';
  it('draws a default skin for unavailable ones, and lists their positions', async () => {
    const answer = await world.compose(brokenItems(), fallback);
    pictureOf(answer);
    expect(answer.headers['x-fallback']).toBe('1,2,3,4');
    expect(answer.headers['cache-control']).toBe('public, max-age=900');
    const row = drawing.rows.at(-1);
    expect(row?.figures.map(({ label }) => label)).toEqual([
      'Notch',
      'nobody',
      'mine',
      '',
      '',
      'sample-fox',
    ]);
    const [own, ...others] = row?.figures.map(({ sheet }) => sheet) ?? [];
    const fox = others.pop();
    expect(new Set(others).size).toBe(1);
    expect(new Set([own, fox, ...others]).size).toBe(3);
    expect(row?.sheets).toHaveLength(3);
    expect(row?.figures[1]?.model).toBe('classic');
  });

  it('sends the same header from the cache, on the GET route and on a 304', async () => {
    const first = await world.compose([{ value: 'Notch' }, { value: 'nobody' }], fallback);
    const twin = await world.get('fallback=default&value=Notch&value=nobody');
    expect(twin.headers).toMatchObject({ 'x-cache': 'HIT', 'x-fallback': '1' });
    expect(twin.rawPayload).toEqual(first.rawPayload);
    const etag = String(first.headers.etag);
    const kept = await world.compose([{ value: 'Notch' }, { value: 'nobody' }], fallback, {
      'if-none-match': etag,
    });
    expect([kept.statusCode, kept.headers['x-fallback']]).toEqual([304, '1']);
  });

  it('replaces the unavailable skin of a known player, keeping the name', async () => {
    world.accounts.removeTexture(hash);
    const answer = await world.compose([{ value: 'notch' }, ok], fallback);
    pictureOf(answer);
    expect(answer.headers).toMatchObject({ 'x-fallback': '0', 'cache-control': 'no-store' });
    expect(drawing.rows.at(-1)?.figures.map(({ label }) => label)).toEqual(['Notch', 'sample-fox']);
  });

  it.each([
    [{ value: 'a b' }],
    [{ value: 'ftp://x', type: 'url' }],
    [{ value: 'http://example.com:25/' }],
    [{ value: 'data:image/png;base64,***' }],
    [{ value: 'nobody', label: 'a'.repeat(65) }],
  ])('does not apply to the malformed %j, which is still a 400', async (item) => {
    expect(detailOf(await world.compose([ok, item], fallback), 400)).toMatch(/^items\[1\]\./);
  });
});
