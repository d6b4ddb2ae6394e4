import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteOptions } from 'fastify';
import type { HttpServer } from '../../src/http/server.ts';
import { collectRoutes, isRecord } from '../support/collect-routes.ts';
import { expectKeys, type KeyTable } from '../support/keys.ts';
import { openApp } from '../support/open-app.ts';
import { dataUrl, skinFile } from '../support/skin-files.ts';

// With `If-None-Match: *` a validator is told without any drawing.

let app: HttpServer;
let routes: readonly RouteOptions[];
beforeAll(async () => {
  ({ app, routes } = await collectRoutes(() => openApp({ RATE_LIMIT_MAX: '1000000' })));
});
afterAll(() => app.close());

const skin = (seed: number) => encodeURIComponent(dataUrl(skinFile(seed)));

const cape = encodeURIComponent(dataUrl(skinFile(1, { widthPx: 64, heightPx: 32 })));

/** The name of an option that changes nothing here, and why. */
type Others = Readonly<Record<string, string>>;

const others = {
  service: 'says who a player is: no other account service is configured here',
} as const satisfies Others;

const wave = 'motion=wave';
const outlines = ['outline=f00', 'outline=f00&outline_width=5', 'outline=0f0'];
const films = [wave, 'motion=walk', `${wave}&frame=0`, `${wave}&frame=1`];
const mattes = [`${wave}&format=gif`, `${wave}&format=gif&matte=f00`];
const formats = ['format=webp', 'format=avif', `${wave}&format=apng`];

/** What figures have alone and in groups. */
const figure = {
  render_type: {
    different: ['render_type=back', 'render_type=head'],
    // What a pose holds by itself, and what a view without hands is asked to hold.
    equal: [
      ['render_type=archer', 'render_type=archer&hold_left=bow'],
      ['render_type=reading', 'render_type=reading&hold=book&hold_left=none'],
      ['render_type=dungeons', 'render_type=dungeons&hold=sword&hold_left=torch'],
      ['render_type=front', 'render_type=front&hold=cake&hold_left=banner'],
      ['render_type=head', 'render_type=head&hold=cake&hold_left=banner'],
    ],
  },
  crop: { different: ['crop=bust', 'crop=face'], equal: [['', 'crop=full']] },
  model: { different: ['model=slim'] },
  overlay: {
    different: ['overlay=none', 'overlay=raised'],
    equal: [
      ['', 'overlay=flat', 'overlay=true'],
      ['overlay=none', 'overlay=false'],
    ],
  },
  ears: { different: ['ears=deadmau5', 'ears=none'], equal: [['', 'ears=auto']] },
  cape: { different: [`cape=${cape}`], equal: [['', 'cape=false']] },
  elytra: { different: [`cape=${cape}&elytra=true`], equal: [['', 'elytra=false']] },
  hold: { different: ['hold=sword', 'hold=torch'], equal: [['', 'hold=none&hold_left=none']] },
  hold_left: { different: ['hold_left=sword', 'hold_left=torch', 'hold=sword&hold_left=torch'] },
  yaw: {
    different: ['yaw=10', 'yaw=-10', 'yaw=10.1'],
    equal: [
      ['', 'yaw=0', 'yaw=-0', 'yaw=0.04'],
      ['yaw=10', 'yaw=10.04'],
      ['yaw=180', 'yaw=-180'],
    ],
  },
  pitch: {
    different: ['pitch=10', 'pitch=-10'],
    equal: [
      ['', 'pitch=0'],
      ['pitch=90', 'pitch=89'],
    ],
  },
  mirror: { different: ['mirror=true'], equal: [['', 'mirror=false']] },
  motion: { different: films },
  pose: { different: ['pose=head:10,0,0', 'pose=head:0,10,0'] },
  frame: { different: films },
  matte: { different: mattes, equal: [['', 'matte=f00']] },
  format: {
    different: formats,
    equal: [
      ['', 'format=png'],
      [wave, `${wave}&format=webp`],
    ],
  },
  fallback: { equal: [['', 'fallback=default', 'fallback=silhouette', 'fallback=none']] },
  background: { different: ['background=f00', 'background=0f0', 'background=f008'] },
  outline: { different: outlines },
  outline_width: { different: outlines, equal: [['outline=f00', 'outline=f00&outline_width=4']] },
} as const satisfies KeyTable<string>;

const render = {
  ...figure,
  background: {
    ...figure.background,
    // In a picture of a group, a transparent one is an arrangement of its own.
    equal: [
      ['', 'background=0000'],
      ['background=abc', 'background=%23AABBCC', 'background=aabbccff'],
    ],
  },
  crop: {
    ...figure.crop,
    equal: [
      ['', 'crop=full', 'render_type=Default&crop=FULL&format=PNG&model=Classic&overlay=TRUE'],
    ],
  },
  model: {
    different: ['model=slim'],
    equal: [
      ['', 'model=classic', 'model=steve'],
      ['model=slim', 'model=alex'],
    ],
  },
  height: { different: ['height=64', 'height=65'], equal: [['', 'height=48']] },
  shading: { different: ['shading=false'], equal: [['', 'shading=true']] },
  shadow: { different: ['shadow=true'], equal: [['', 'shadow=false']] },
  roll: { different: ['roll=10', 'roll=-10'], equal: [['', 'roll=0']] },
  fov: { different: ['fov=40', 'fov=60'] },
} as const satisfies KeyTable<string>;

const sized = 'size=200x120';
const gradient = 'background=f00,0f0';

const group = {
  ...figure,
  // One of the two is slim.
  model: { different: ['model=slim', 'model=classic'] },
  value: { different: ['value=sample-dj', 'value=sample-fox'] },
  type: { equal: [['', 'type=nick']] },
  label: { different: ['label=Ann', 'label=', 'label.1=Ann'] },
  // In a film of a given size, the height bounds the figures.
  height: {
    different: [
      'height=64',
      `${sized}&${wave}&frame=1&height=32`,
      `${sized}&${wave}&frame=1&height=200`,
    ],
    equal: [[`${sized}&height=32`, `${sized}&height=200`]],
  },
  gap: { different: ['gap=3', 'gap=4', 'gap=0'], equal: [[sized, `${sized}&gap=9`]] },
  scene: { different: ['scene=night', 'scene=meadow'], equal: [['', 'scene=none']] },
  arrangement: {
    different: ['arrangement=podium', 'arrangement=arc'],
    equal: [['', 'arrangement=row']],
  },
  facing: { different: ['facing=centre'], equal: [['', 'facing=same']] },
  size: { different: [sized, 'size=120x200', 'size=200x121'] },
  title: { different: ['title=a', 'title=b'], equal: [['', 'title=']] },
  subtitle: { different: ['subtitle=a', 'subtitle=b'], equal: [['', 'subtitle=']] },
  labels: { different: ['labels=none', 'labels=plate'], equal: [['', 'labels=below']] },
  shadow: { different: ['shadow=true'], equal: [['', 'shadow=false']] },
  angle: {
    different: [gradient, `${gradient}&angle=90`, `${gradient}&angle=91`],
    equal: [
      [gradient, `${gradient}&angle=180`],
      ['', 'angle=90'],
    ],
  },
} as const satisfies KeyTable<string>;

type Case = {
  readonly route: string;
  readonly url: string;
  readonly table: KeyTable<string>;
  readonly others?: Others;
  readonly method: 'GET' | 'POST';
  readonly body?: Buffer;
};

const server = '/api/blockgame/server/java/offline.invalid';
const ofServer = { timeout: 'bounds the wait for the server' } as const satisfies Others;

const cases: readonly Case[] = [
  {
    method: 'GET',
    route: '/api/blockgame/skin/:player',
    url: '/api/blockgame/skin/sample-fox',
    table: {
      processed: { different: ['processed=true'], equal: [['', 'processed=false']] },
      barebones: { different: ['barebones=true'], equal: [['', 'barebones=false']] },
    },
    others,
  },
  {
    method: 'GET',
    route: '/api/blockgame/server/:edition/:host/widget',
    url: `${server}/widget`,
    table: {
      theme: { different: ['theme=light', 'theme=transparent'], equal: [['', 'theme=dark']] },
      scale: { different: ['scale=2'], equal: [['', 'scale=1']] },
      title: { different: ['title=a', 'title=b'] },
      lang: { different: ['lang=de', 'lang=ar'], equal: [['', 'lang=en']] },
    },
    others: { ...ofServer, max_age: 'bounds the age of a status, which is part of the picture' },
  },
  {
    method: 'GET',
    route: '/api/blockgame/server/:edition/:host/badge',
    url: `${server}/badge`,
    table: {
      metric: { different: ['metric=version'] },
      style: {
        different: ['style=for-the-badge', 'style=flat-square'],
        equal: [['', 'style=flat']],
      },
      label: { different: ['label=a', 'label=b'] },
      color: { different: ['color=f00', 'color=0f0'] },
      logo: { different: ['logo=false'], equal: [['', 'logo=true']] },
    },
    others: ofServer,
  },
  {
    method: 'GET',
    route: '/oembed',
    url: '/oembed?url=http://localhost/a%2Bb',
    table: {
      url: {
        different: ['url=http://localhost/a%2Bc', 'url=http://localhost/live/java/a.example'],
      },
      maxwidth: { different: ['maxwidth=600', 'maxwidth=601'], equal: [['', 'maxwidth=1200']] },
      maxheight: { different: ['maxheight=300'], equal: [['', 'maxheight=630']] },
      format: { different: ['format=xml'], equal: [['', 'format=json']] },
    },
  },
  {
    method: 'GET',
    route: '/api/blockgame/render/:render_type/:player/:crop',
    url: '/api/blockgame/render/default/sample-fox/full?height=48',
    table: render,
    others,
  },
  {
    method: 'GET',
    route: '/api/blockgame/render/:render_type/from-url/:crop',
    url: `/api/blockgame/render/default/from-url/full?height=48&skin=${skin(1)}`,
    table: { ...render, skin: { different: [`skin=${skin(2)}`] } },
  },
  {
    method: 'POST',
    route: '/api/blockgame/render/:render_type(^(?!composition$).*$)/:crop',
    url: '/api/blockgame/render/default/full?height=48',
    body: skinFile(1),
    table: render,
  },
  {
    method: 'GET',
    route: '/api/blockgame/avatar/:player',
    url: '/api/blockgame/avatar/sample-fox?size=16',
    table: {
      size: { different: ['size=17', 'size=24'], equal: [['', 'size=16']] },
      format: { different: ['format=webp', 'format=avif'], equal: [['', 'format=png']] },
      overlay: { different: ['overlay=none'], equal: [['', 'overlay=flat']] },
      background: figure.background,
      fallback: figure.fallback,
    },
    others,
  },
  {
    method: 'GET',
    route: '/api/blockgame/render/heads',
    url: '/api/blockgame/render/heads?value=sample-fox&value=sample-punk&value=sample-dj',
    table: {
      value: { different: ['value=sample-dj', 'value=sample-fox'] },
      columns: { different: ['columns=1', 'columns=2'], equal: [['', 'columns=10']] },
      height: { different: ['height=16', 'height=33'], equal: [['', 'height=32']] },
      format: { different: ['format=webp', 'format=avif'], equal: [['', 'format=png']] },
    },
    others,
  },
  {
    method: 'GET',
    route: '/api/blockgame/render/composition',
    url: '/api/blockgame/render/composition?value=sample-fox&value=sample-punk&height=48',
    table: group,
    others,
  },
];

/** A query in which an option replaces one of the address, but players are added. */
function withOptions(url: string, more: string): string {
  const [path, query = ''] = url.split('?');
  const [whole, changes] = [new URLSearchParams(query), new URLSearchParams(more)];
  for (const name of changes.keys()) if (name !== 'value') whole.delete(name);
  for (const [name, value] of changes) whole.append(name, value);
  return `${path}?${whole.toString()}`;
}

test.each(cases)('$method $route: the validator is of everything in the query', async (one) => {
  const { route, url, table, method, body } = one;
  const schema = routes.find((other) => other.url === route && other.method === method)?.schema;
  const query = schema?.querystring;
  const properties = isRecord(query) && isRecord(query.properties) ? query.properties : {};
  expect(
    [...Object.keys(table), ...Object.keys(one.others ?? {})].toSorted(),
    'options in the table, and in the schema',
  ).toEqual(Object.keys(properties).toSorted());
  const etagOf = async (more: string): Promise<string> => {
    const answer = await app.inject({
      method,
      url: withOptions(url, more),
      headers: { 'if-none-match': '*', ...(body && { 'content-type': 'image/png' }) },
      ...(body && { payload: body }),
    });
    expect.soft(answer.statusCode, `${more}: ${answer.body.slice(0, 200)}`).toBe(304);
    return String(answer.headers.etag);
  };
  await expectKeys(etagOf, '', table);
});
