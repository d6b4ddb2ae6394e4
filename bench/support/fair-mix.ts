import { asWords, createImage } from '../../src/engine/image/canvas.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { readSampleSkins, turnOf } from './sample-skins.ts';

/** A request, from a client with an address of its own behind a trusted proxy. */
export type FairRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

const composition = '/api/blockgame/render/composition';
const render = '/api/blockgame/render';
const samples = readSampleSkins().map(({ name }) => name);
const ten = Array.from({ length: 10 }, (_, index) => index);

const compose = (query: string, items: readonly object[]): FairRequest => ({
  method: 'POST',
  path: `${composition}?${query}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(items),
});

/** Noise, which is hard to encode, in few bytes: its pattern repeats. */
function sheetOf(widthPx: number): Buffer {
  const image = createImage(widthPx, widthPx);
  asWords(image).forEach((_, at, words) => {
    words[at] = (Math.imul((at % 97) + 1, 0x9e3779b1) | 0xff000000) >>> 0;
  });
  return encodePng(image);
}

const sheetUrls = new Map(
  [64, 256, 1024].map((widthPx) => [
    widthPx,
    `data:image/png;base64,${sheetOf(widthPx).toString('base64')}`,
  ]),
);

/** Ten figures, each seen from another side, so that each needs a plan of its own. */
const tenOf = (widthPx: number, number: number, options: object = {}) =>
  ten.map((index) => ({
    value: sheetUrls.get(widthPx),
    model: index % 2 === 0 ? 'classic' : 'slim',
    // Angles count in tenths of a degree: no two of 3,600 pictures share all sides.
    yaw: index * 36 - 180 + (number % 360) / 10,
    pitch: Math.floor(number / 360),
    ...options,
  }));

/** The dearest animation: a group in a scene, raised, as a GIF, whose frames are all drawn before the first. */
export function dearAnimation(number: number): FairRequest {
  const items = tenOf(64, number, { yaw: 0 });
  return compose(
    `scene=snow&motion=dance&overlay=raised&format=gif&title=${number}`,
    items.map((item) => ({ ...item, mirror: number % 2 === 0 })),
  );
}

/** The paths of animations with another title each: the dearest of all that are as large, and one as people ask for. */
export const groupFilm = {
  largest: (number: number) => animationOf(10, `size=2000x1000&overlay=raised&title=${number}`),
  usual: (number: number) => animationOf(5, `size=1200x630&title=${number}`),
};

function animationOf(players: number, options: string): string {
  const values = samples.slice(0, players).map((name) => `value=${name}`);
  return `${composition}?${values.join('&')}&scene=meadow&motion=turn&format=gif&${options}`;
}

/**
 * The dearest picture of a given size: raised overlays of large sheets from all sides. Every third one is
 * an animation.
 */
export function dearPicture(number: number): FairRequest {
  if (number % 3 === 2) return dearAnimation(number);
  return compose(
    'size=2048x1220&arrangement=rows&overlay=raised&format=webp&outline=1e90ff&outline_width=16',
    tenOf(256, number),
  );
}

/** A picture as a bot requests it, of a player and from a side that nobody has had yet. */
export function smallFigure(number: number): FairRequest {
  const player = turnOf(samples, number);
  return { method: 'GET', path: `${render}/default/${player}/full?height=128&yaw=${number / 10}` };
}

/** The scene of README.md, with another title. */
export function readmeScene(number: number): FairRequest {
  const players = 'sample-fox+sample-astronaut+sample-knight+sample-wizard+sample-pirate';
  const options = 'scene=meadow&arrangement=podium&facing=centre&render_type.0=cheering';
  return { method: 'GET', path: `/${players}.png?${options}&title=Oakhaven%20${number}` };
}

const post = (query: string, widthPx: number): FairRequest => ({
  method: 'POST',
  path: `${render}/sleeping/full?${query}`,
  headers: { 'content-type': 'image/png' },
  body: sheetOf(widthPx),
});

const get = (path: string): FairRequest => ({ method: 'GET', path });

/** By route: the dearest requests that were found, of all that differ in kind. */
export const dearest: Readonly<Record<string, readonly FairRequest[]>> = {
  'a player': [
    get(`${render}/sleeping/sample-dj/full?height=1024&overlay=raised&fov=90&format=webp&yaw=1`),
    get(`${render}/sleeping/sample-dj/full?height=1024&overlay=raised&shadow=true&format=avif`),
  ],
  'an uploaded skin': ['png', 'webp', 'avif'].flatMap((format) => [
    post(`height=1024&overlay=raised&format=${format}&outline=fff&outline_width=16&fov=90`, 256),
    post(`height=1024&overlay=raised&format=${format}&outline=fff&outline_width=16&fov=90`, 1024),
    post(`height=1024&format=${format}&outline=fff&outline_width=16&yaw=140`, 1024),
  ]),
  'a row': ['png', 'webp', 'avif'].flatMap((format) =>
    [800, 512].map((height) =>
      compose(
        `render_type=sleeping&height=${height}&format=${format}&cape=false`,
        ten.map(() => ({ value: sheetUrls.get(1024) })),
      ),
    ),
  ),
  'a group without a size': ['png', 'webp', 'avif'].flatMap((format) =>
    [64, 256, 1024].flatMap((widthPx) =>
      [1024, 700].map((height) =>
        compose(`height=${height}&overlay=raised&format=${format}`, tenOf(widthPx, 1)),
      ),
    ),
  ),
  'a group with a size': ['png', 'webp', 'avif'].flatMap((format) => [
    ...[64, 256, 1024].map((widthPx) =>
      compose(
        `size=2048x1220&arrangement=rows&overlay=raised&format=${format}&outline=fff&outline_width=16`,
        tenOf(widthPx, 2),
      ),
    ),
    compose(`size=2048x1220&arrangement=rows&format=${format}`, tenOf(1024, 3)),
    compose(
      `size=2048x1220&arrangement=stairs&scene=meadow&overlay=raised&format=${format}`,
      tenOf(256, 4, { scale: 1.5 }),
    ),
  ]),
  'a frame of a film': [64, 1024].map((widthPx) =>
    compose(
      'size=1080x1080&scene=inferno&motion=dance&overlay=raised&format=webp&frame=3',
      tenOf(widthPx, 5, { yaw: 0 }),
    ),
  ),
  'a picture in the manner of another service': [
    get('/api/compat/nmsr/fullbody/sample-dj?w=1024&h=1024&y=33'),
    get('/api/compat/starlight/render/sleeping/sample-dj/full?cameraWidth=1024&cameraHeight=1024'),
  ],
  'the line-up of a server': ['png', 'webp', 'avif'].map((format) =>
    get(
      `/api/blockgame/server/java/offline.invalid/lineup?size=2048x1220&overlay=raised&format=${format}`,
    ),
  ),
  'the card of a server': [get('/api/blockgame/server/java/offline.invalid/widget?scale=2')],
};
