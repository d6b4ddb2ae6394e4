import { compositionPath, get, post, type Sent } from './clients.ts';
import { readSampleSkins, turnOf } from './sample-skins.ts';
import { sheetOf, sheetUrls } from './sheets.ts';

const render = '/api/blockgame/render';
const samples = readSampleSkins().map(({ name }) => name);
const ten = Array.from({ length: 10 }, (_, index) => index);

const compose = (query: string, items: readonly object[]): Sent =>
  post(`${compositionPath}?${query}`, items);

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
export function dearAnimation(number: number): Sent {
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
  return `${compositionPath}?${values.join('&')}&scene=meadow&motion=turn&format=gif&${options}`;
}

/**
 * The dearest picture of a given size: raised overlays of large sheets from all sides. Every third one is
 * an animation.
 */
export function dearPicture(number: number): Sent {
  if (number % 3 === 2) return dearAnimation(number);
  return compose(
    'size=2048x1220&arrangement=rows&overlay=raised&format=webp&outline=1e90ff&outline_width=16',
    tenOf(256, number),
  );
}

/** A picture as a bot requests it, of a player and from a side that nobody has had yet. */
export function smallFigure(number: number): Sent {
  const player = turnOf(samples, number);
  return get(`${render}/default/${player}/full?height=128&yaw=${number / 10}`);
}

/** The scene of README.md, with another title. */
export function readmeScene(number: number): Sent {
  const players = 'sample-fox+sample-astronaut+sample-knight+sample-wizard+sample-pirate';
  const options = 'scene=meadow&arrangement=podium&facing=centre&render_type.0=cheering';
  return get(`/${players}.png?${options}&title=Oakhaven%20${number}`);
}

const upload = (query: string, widthPx: number): Sent => ({
  method: 'POST',
  path: `${render}/sleeping/full?${query}`,
  headers: { 'content-type': 'image/png' },
  body: sheetOf(widthPx),
});

const rows = 'size=2048x1220&arrangement=rows';
const lineup = '/api/blockgame/server/java/offline.invalid/lineup?size=2048x1220&overlay=raised';

/** By route: of some fifty requests that differ in kind, those that took nearly as long as the dearest. */
export const dearest: Readonly<Record<string, readonly Sent[]>> = {
  'a player': [
    get(`${render}/sleeping/sample-dj/full?height=1024&overlay=raised&fov=90&format=webp&yaw=1`),
    get(`${render}/sleeping/sample-dj/full?height=1024&overlay=raised&shadow=true&format=avif`),
  ],
  'an uploaded skin': ['webp', 'avif'].flatMap((format) => [
    upload(`height=1024&overlay=raised&format=${format}&outline=fff&outline_width=16&fov=90`, 1024),
    upload(`height=1024&format=${format}&outline=fff&outline_width=16&yaw=140`, 1024),
  ]),
  'a row': [
    compose(
      'render_type=sleeping&height=512&format=png&cape=false',
      ten.map(() => ({ value: sheetUrls.get(1024) })),
    ),
  ],
  'a group without a size': [64, 1024].flatMap((widthPx) => [
    compose('height=1024&overlay=raised&format=png', tenOf(widthPx, 1)),
    compose('height=700&overlay=raised&format=avif', tenOf(widthPx, 1)),
  ]),
  'a group with a size': ['webp', 'avif'].flatMap((format) => [
    compose(`${rows}&overlay=raised&format=${format}&outline=fff&outline_width=16`, tenOf(64, 2)),
    compose(`${rows}&format=${format}`, tenOf(1024, 3)),
  ]),
  'a frame of a film': [
    compose(
      'size=1080x1080&scene=inferno&motion=dance&overlay=raised&format=webp&frame=3',
      tenOf(64, 5, { yaw: 0 }),
    ),
  ],
  'a picture in the manner of another service': [
    get('/api/compat/starlight/render/sleeping/sample-dj/full?cameraWidth=1024&cameraHeight=1024'),
  ],
  'the line-up of a server': [get(`${lineup}&format=png`), get(`${lineup}&format=avif`)],
  'the card of a server': [get('/api/blockgame/server/java/offline.invalid/widget?scale=2')],
};
