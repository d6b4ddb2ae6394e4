import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeLookup, loopbackSockets } from '../support/net-fakes.ts';
import { detailOf, pictureOf, startWorld, type Answer } from '../support/composition-world.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';
import { page } from '../support/skin-host.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const hash = 'ab'.repeat(32);
const publicAddress = '93.184.215.14';

/** What the names of this world lead to; those that are not here lead nowhere. */
const addressesOf: Record<string, readonly string[]> = {
  'skins.example': [publicAddress],
  'inside.example': ['10.0.0.7'],
  'loop.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:192.168.0.1'],
  'both.example': [publicAddress, '127.0.0.1'],
  'nat64.example': ['64:ff9b::a00:1'],
};

const drawing = await watchDrawing();

const network = { ...fakeLookup(addressesOf), ...loopbackSockets() };
const world = await startWorld({
  drawing,
  // As it is unless an operator wants otherwise; the operator's own services may be private.
  env: { ALLOW_PRIVATE_ADDRESSES: 'false' },
  parts: { skinHosts: { lookup: network.lookup, openSocket: network.openSocket } },
});
world.accounts.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { hash } });
world.accounts.addTexture(hash, skinFile(1));
afterAll(() => world.close());
beforeEach(async () => {
  // What earlier tests have made it fetch is forgotten by then.
  await world.clock.advance(25 * 3_600_000);
  world.host.put('/skin', page.png(skinFile(2)));
  world.host.forgetAsked();
  network.dialled.splice(0);
  network.asked.splice(0);
});

const refused =
  'Fetching from private addresses is not allowed. Whoever runs this service can allow them with ALLOW_PRIVATE_ADDRESSES.';
/** A URL of a host of this world; whatever its name, its port is the real one's. */
const at = (host: string, path = '/skin') => `http://${host}:${world.host.port}${path}`;

describe('addresses named by clients', () => {
  it('a public host is contacted after its name is resolved and checked', async () => {
    pictureOf(await world.compose([{ value: at('skins.example') }]));
    expect([network.asked, network.dialled, world.host.asked]).toEqual([
      ['skins.example'],
      [publicAddress],
      ['/skin'],
    ]);
  });

  it.each([
    '127.0.0.1',
    '0x7f000001',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    'localhost',
    'metadata.google.internal',
  ])('%s is refused without a look-up or a connection', async (host) => {
    for (const query of ['height=48', 'height=48&fallback=default']) {
      const answer = await world.compose([{ value: 'Notch' }, { value: at(host) }], query);
      expect(detailOf(answer, 400)).toBe(`items[1].value: ${refused}`);
    }
    expect([network.asked, network.dialled, world.host.asked]).toEqual([[], [], []]);
  });

  it.each(Object.keys(addressesOf).filter((name) => name !== 'skins.example'))(
    '%s, a name of a private address, is refused without revealing the address',
    async (name) => {
      const detail = detailOf(await world.compose([{ value: at(name) }]), 400);
      expect(detail).toBe(`items[0].value: ${refused}`);
      expect([network.asked, network.dialled, world.host.asked]).toEqual([[name], [], []]);
    },
  );

  it.each([
    ['a literal', () => at('127.0.0.1')],
    ['a name', () => at('loop.example')],
    ['cloud metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['another spelling', () => at('0x7f.1')],
    ['an IPv6 one', () => at('[::ffff:127.0.0.1]')],
    ['a relative scheme', () => `//127.0.0.1:${world.host.port}/skin`],
  ])('a redirect to a private address (%s) is refused', async (_what, target) => {
    const statuses = [301, 302, 303, 307, 308];
    for (const status of statuses) {
      world.host.put(`/away${status}`, page.redirect(target(), status));
      const value = at('skins.example', `/away${status}`);
      expect(detailOf(await world.compose([{ value }]), 400)).toBe(`items[0].value: ${refused}`);
    }
    expect(world.host.asked).toEqual(statuses.map((status) => `/away${status}`));
    expect(new Set(network.dialled)).toEqual(new Set([publicAddress]));
  });

  it('addresses in a single render are checked too', async () => {
    world.host.put('/away', page.redirect(at('127.0.0.1')));
    const fine = at('skins.example');
    for (const url of [at('10.0.0.1'), at('loop.example'), at('skins.example', '/away')]) {
      for (const [field, query] of Object.entries({
        skin: { skin: url },
        cape: { skin: fine, cape: url },
      })) {
        const answer = await world.app.inject({
          url: '/api/blockgame/render/default/from-url/full',
          query,
        });
        expect(detailOf(answer, 400)).toBe(`query.${field}: ${refused}`);
      }
    }
    expect(new Set(network.dialled)).toEqual(new Set([publicAddress]));
  });

  it('the GET route is no way around', async () => {
    const value = encodeURIComponent(at('127.0.0.1'));
    expect(detailOf(await world.get(`value=${value}`), 400)).toBe(`query.value[0]: ${refused}`);
    expect(world.host.asked).toEqual([]);
  });
});

describe('names and paths', () => {
  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    'sample-fox/../sample-fox',
    'sample-fox\u0000',
    'sample-fox.png',
    'C:\\sample-fox',
    '.',
    '..',
    '__proto__',
    'constructor',
    'toString',
  ])('%j reads no file and matches no inherited property', async (value) => {
    const answer = await world.compose([{ value }]);
    expect([400, 404]).toContain(answer.statusCode);
    detailOf(answer, answer.statusCode);
  });

  it('a player’s name cannot change the path of the look-up', async () => {
    world.accounts.forgetCalls();
    for (const value of ['a/b', 'a%2Fb', 'a?b=c', 'a#b', 'a\r\nHost: x', 'ﬁ', 'İ']) {
      detailOf(await world.compose([{ value }]), 400);
    }
    expect(world.accounts.count()).toBe(0);
  });
});

/** Whatever is sent, the response is one of these, and says no more than it should. */
function expectSaneAnswer(answer: Answer): void {
  if (answer.statusCode === 200) pictureOf(answer);
  else {
    expect([400, 404, 413, 415, 502]).toContain(answer.statusCode);
    detailOf(answer, answer.statusCode);
  }
}

describe('any input', () => {
  const url = fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true });
  const value = fc.oneof(
    fc.constantFrom(
      'Notch',
      'sample-fox',
      'nobody',
      hash,
      'a'.repeat(32),
      '',
      'data:',
      'http:',
      'HTTPS://',
    ),
    fc.constant(dataUrl(skinFile(3))),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.stringMatching(/^[A-Za-z0-9_]{1,16}$/),
    fc.stringMatching(/^[0-9a-fA-F]{31,65}$/),
    fc.uuid(),
    url,
    fc.webPath().map((path) => at('skins.example', path)),
    fc.base64String({ maxLength: 80 }).map((text) => `data:image/png;base64,${text}`),
    fc.jsonValue(),
  );
  const label = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const item = fc.record(
    { value, type: fc.constantFrom('nick', 'url', 'uuid', 1), label, x: fc.constant(1) },
    { requiredKeys: ['value'] },
  );
  const nearly = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ value, label }, { requiredKeys: ['value'] }) },
      { weight: 2, arbitrary: item },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    { maxLength: 11 },
  );

  it('as JSON: a picture, a client error or an upstream error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 3, arbitrary: nearly }, { weight: 1, arbitrary: fc.jsonValue() }),
        fc.constantFrom('height=16', 'height=16&fallback=default', 'height=16&crop=face&gap=0'),
        async (body, query) => expectSaneAnswer(await world.compose(body, query)),
      ),
      { numRuns: 300 },
    );
  });

  it('as skin: a damaged PNG is drawn or refused, and the workers live on', async () => {
    const whole = skinFile(9, { overlay: true });
    const damage = fc.record({
      keep: fc.integer({ min: 0, max: whole.length }),
      flips: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), {
        maxLength: 4,
      }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ keep, flips }) => {
        const bytes = Buffer.from(whole);
        for (const [place, bits] of flips) bytes[place]! ^= bits;
        const sent = flips.length > 0 ? bytes : bytes.subarray(0, keep);
        const answer = await world.compose([{ value: dataUrl(sent) }], 'height=16');
        expect([200, 400]).toContain(answer.statusCode);
        expectSaneAnswer(answer);
      }),
      { numRuns: 100 },
    );
    pictureOf(await world.compose([{ value: dataUrl(whole) }]));
  });
});
