import { afterAll, describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/common/schemas/validation-message.ts';
import { renderQuery, shortFormQuery } from '../../src/engine/options/request-schemas.ts';
import { defaultLook, lineupRequest, type Lineup } from '../../src/service/site/front/lineup.ts';
import { shortLink } from '../../src/service/site/front/row.ts';
import * as tables from '../support/key-tables.ts';
import { openApp } from '../support/open-app.ts';

// `/Notch.png` is a figure alone, or a composition of one, if an option asks for it.

const app = await openApp();
afterAll(() => app.close());

const get = (url: string) => app.inject({ url });
const etagOf = async (url: string) => {
  const { statusCode, headers } = await app.inject({ url, headers: { 'if-none-match': '*' } });
  expect(statusCode, url).toBe(304);
  return headers.etag;
};

const composition = '/api/blockgame/render/composition?value=sample-fox&height=48&';
const alone = '/api/blockgame/render/default/sample-fox/full.png?height=48&';
const short = '/sample-fox.png?height=48&';

const singles = new Set(Object.keys(rulesOf(renderQuery).properties ?? {}));
const { properties = {}, patternProperties = {} } = rulesOf(shortFormQuery);
const repeated = ['type', 'label', 'caption'];

/** The same picture at both addresses, as a WebP, which may move. */
const asPath = (query: string) => `/sample-fox.webp?${query}`;
const asValue = (query: string) =>
  `/api/blockgame/render/composition?value=sample-fox&${query}${query.includes('format=') ? '' : '&format=webp'}`;

/** All options of compositions, as they are called for the first player. */
const allOptions = [
  ...Object.keys(properties),
  ...Object.keys(patternProperties).map((pattern) => pattern.replace(/^\^(\w+).*/, '$1.0')),
  ...repeated.flatMap((name) => [`${name}[]`, `${name}[0]`]),
].filter((name) => !name.startsWith('service'));

/** Values of an option in queries: those of the second player for the first. */
function valuesOf(name: string): readonly string[] {
  const row = tables.short[name.replace('.0', '.1').replace(/\[\d*\]$/, '')];
  const values = [...(row?.different ?? []), ...(row?.equal ?? []).flat()];
  return values
    .map((value) =>
      value
        .replaceAll(/\.1(?==)/g, '.0')
        .replace(/^\w+(?==)/, (own) => (name.startsWith(`${own}[`) ? name : own)),
    )
    .filter((value) => value.includes(`${name}=`));
}

it.each(allOptions)('with %s it is the composition of one', async (name) => {
  const values = valuesOf(name);
  expect(values).not.toEqual([]);
  for (const value of values) {
    // What singles have as well needs another one beside it.
    const query = singles.has(name) || value === 'size=64' ? `${value}&facing=same` : value;
    expect(await etagOf(asPath(query)), query).toBe(await etagOf(asValue(query)));
  }
  const small = `${values[0]}${values[0]!.includes('size=') ? '' : '&size=96x64'}`;
  const [picture, whole] = [await get(asPath(small)), await get(asValue(small))];
  expect([picture.statusCode, whole.statusCode]).toEqual([200, 200]);
  expect(picture.rawPayload).toEqual(whole.rawPayload);
});

describe('without', () => {
  it.each([
    'hold=sword',
    'yaw=30',
    'roll=10&fov=40&shading=false',
    'render_type=head',
    'background=f00&outline=0f0',
    'overlay=RAISED&cape=true&render_type=Walking',
    'motion=wave&frame=1',
    'v=2',
    'size=128',
    'scenes=night&yaw.x=1&label[a]=b&hold[0]=cake&__proto__=1&%00=1',
    '',
  ])('%s it is the figure alone', async (query) => {
    const [picture, whole] = [await get(short + query), await get(alone + query)];
    expect(picture.statusCode).toBe(200);
    expect(picture.headers.etag).toBe(whole.headers.etag);
    expect(picture.rawPayload).toEqual(whole.rawPayload);
    expect(picture.headers['x-ignored-query']).toBe(whole.headers['x-ignored-query']);
  });
});

it.each([
  ['render_type=varied', undefined],
  ['render_type=VARIED', undefined],
  ['background=f00,00f', undefined],
  ['sc%65ne=night', undefined],
  ['labels=none&roll=10&fov=40', 'roll,fov'],
  ['scene=meadow&size=128&shading=false', 'size,shading'],
])('%s: what compositions have not is told as ignored: %s', async (query, ignored) => {
  const [picture, whole] = [await get(short + query), await get(composition + query)];
  expect(picture.statusCode).toBe(200);
  expect(picture.headers.etag).toBe(whole.headers.etag);
  expect(picture.headers['x-ignored-query']).toBe(ignored);
  // Also from the cache.
  expect((await get(short + query)).headers['x-ignored-query']).toBe(ignored);
});

it.each([
  ['/sample-fox.webp?scene=night', 'image/webp', 'format=webp&scene=night'],
  ['/sample-fox.AVIF?labels=none', 'image/avif', 'format=avif&labels=none'],
  ['/sample-fox.gif?labels=none&motion=walk', 'image/gif', 'format=gif&labels=none&motion=walk'],
  ['/sample-fox.apng?title=a&motion=walk', 'image/apng', 'format=apng&title=a&motion=walk'],
  ['/sample-fox.png/?title=a&format=webp', 'image/webp', 'format=webp&title=a'],
])('%s has its ending', async (url, type, query) => {
  const picture = await get(`${url}&height=48`);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, type]);
  expect(picture.headers.etag).toBe(await etagOf(composition + query));
});

it.each([
  ['labels=no&render_type=dancing', 'query.render_type: must be '],
  ['scene=moon', 'query.scene: must be "none", "meadow"'],
  ['yaw.1=10', 'query.yaw.1: there is no item 1; they are counted from 0'],
  ['size=2x2', 'query.size: must be '],
  ['caption=a&caption=b', 'query.caption: must not be given more often than there are items'],
])('%s is told as by a composition', async (query, sentence) => {
  const [picture, whole] = [await get(short + query), await get(composition + query)];
  expect(picture.json()).toEqual({ detail: expect.stringContaining(sentence) });
  expect([picture.statusCode, picture.body]).toEqual([400, whole.body]);
});

it('of the address in the API it is the figure alone always', async () => {
  const picture = await get(`${alone}scene=meadow`);
  expect(picture.headers['x-ignored-query']).toBe('scene');
  expect(picture.headers.etag).toBe(await etagOf(alone));
});

it.each([
  {},
  { scene: 'night' },
  { size: 'server-list' },
  { title: 'Hi', motion: 'walk' },
  { labels: 'none', hold: 'sword' },
])('the link that the front page gives is the picture of its stage: %j', async (options) => {
  const lineup: Lineup = {
    items: [{ value: 'sample-fox', label: '' }],
    look: { ...defaultLook, heightPx: 48, options },
  };
  const link = shortLink('', lineup);
  expect(link).toMatch(/^\/sample-fox\./);
  const format = link!.startsWith('/sample-fox.webp') ? 'webp' : 'png';
  expect(await etagOf(link!)).toBe(await etagOf(lineupRequest('', lineup, { format }).url));
});

describe('captions in a query', () => {
  const pair = '/api/blockgame/render/composition?value=sample-fox&value=sample-dj&height=48&';
  it.each([
    ['caption=Owner', 'caption.0=Owner'],
    ['caption=&caption=Guest', 'caption.1=Guest'],
    ['caption[]=Owner&caption[]=Guest', 'caption.0=Owner&caption.1=Guest'],
    ['caption[1]=Guest', 'caption.1=Guest'],
    ['caption=Owner&caption.0=Admin', 'caption.0=Admin'],
  ])('%s is %s', async (query, indexed) => {
    expect(await etagOf(pair + query)).toBe(await etagOf(pair + indexed));
  });

  it.each([
    ['caption=a&caption=b&caption=c', 'query.caption: must not be given more often than there are'],
    [`caption=a&caption=${'b'.repeat(65)}`, 'query.caption[1]: must be at most 64 characters long'],
  ])('%s is told', async (query, sentence) => {
    const answer = await get(pair + query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ detail: expect.stringContaining(sentence) });
  });
});
