import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../src/app/create-app.ts';
import { createSemaphore } from '../src/async/semaphore.ts';
import { createDrawing } from '../src/draw-pool/pool.ts';
import { drawBadge } from '../src/badges/badge.ts';
import { gameCardOf, groupCardOf } from '../src/features/roblox/cards-service.ts';
import { likesBadge } from '../src/features/roblox/places-docs.ts';
import { gameBadgeOf, groupBadgeOf } from '../src/features/roblox/places-service.ts';
import samples from '../src/features/roblox/samples.json' with { type: 'json' };
import { sampleBadge, sampleCard } from '../src/features/server-status/sample.ts';
import { drawLabel } from '../src/text/draw.ts';
import { fitLabels } from '../src/text/fit.ts';
import { arrangementNames, sceneNames } from '../src/options/render-names.ts';
import { createFontRegistry } from '../src/text/font-registry.ts';
import { blit, createImage } from '../src/render/image/canvas.ts';
import { decodePng } from '../src/render/image/decode-png.ts';
import { encodePng } from '../src/render/image/encode.ts';
import { stageFigure } from '../src/render/figure.ts';
import { renderTypeNames, type RenderType } from '../src/render/render-types.ts';
import { readSettings } from '../src/app/settings.ts';

/** The folder of the documentation's pictures. */
export const picturesFolder = join(import.meta.dirname, '..', 'docs', 'pictures');

type Fetch = (url: string) => Promise<Buffer>;

/** A picture of the documentation, and how to draw it. */
type DocumentPicture = {
  readonly file: string;
  readonly draw: (fetchPicture: Fetch) => Promise<Buffer>;
};

const row = [
  ['sample-astronaut', 'Nova'],
  ['sample-gardener', 'Marigold'],
  ['sample-fox', 'きつね'],
  ['sample-knight', 'Sir Rowan'],
  ['sample-dj', 'ди-джей'],
  ['sample-wizard', 'Merle ✨'],
  ['sample-punk', 'Zoë'],
  ['sample-diver', 'غوّاص'],
  ['sample-robot', 'B33P'],
  ['sample-ghost', '유령 👻'],
] as const;

export const documentPictures: readonly DocumentPicture[] = [
  {
    file: 'lineup.png',
    draw: (fetchPicture) =>
      fetchPicture(`/api/blockgame/render/composition?${rowQuery()}&height=320`),
  },
  {
    file: 'scene.png',
    draw: (fetchPicture) =>
      fetchPicture(
        '/sample-fox+sample-astronaut+sample-knight+sample-wizard+sample-pirate.png?scene=meadow&arrangement=podium&facing=centre&title=Oakhaven&render_type.0=cheering',
      ),
  },
  {
    file: 'scenes.png',
    draw: (fetchPicture) => drawCells(fetchPicture, sceneNames, (scene) => `scene=${scene}`),
  },
  {
    file: 'arrangements.png',
    draw: (fetchPicture) =>
      drawCells(
        fetchPicture,
        arrangementNames.filter((name) => name !== 'auto'),
        (arrangement) => `scene=meadow&arrangement=${arrangement}&facing=centre`,
      ),
  },
  {
    file: 'poses.png',
    draw: (fetchPicture) =>
      drawSheet(
        fetchPicture,
        renderTypeNames.map((name) => ({
          name,
          url: `${name}/sample-fox/full?height=${heightOf(name)}`,
        })),
        9,
      ),
  },
  { file: 'figures.png', draw: (fetchPicture) => drawSheet(fetchPicture, figureCells(), 6) },
  { file: 'ears.png', draw: (fetchPicture) => drawSheet(fetchPicture, earsCells(), 6) },
];

/** The folder of its films, which are not PNG. */
export const filmsFolder = join(picturesFolder, '..', 'films');

export const documentFilms: readonly DocumentPicture[] = [
  // Moving, in the first screen of README: a GIF, which moves everywhere.
  {
    file: 'motion.gif',
    draw: (fetchPicture) =>
      fetchPicture(`/api/blockgame/render/composition?${motionQuery}&format=gif`),
  },
  {
    file: 'scene-motion.webp',
    draw: (fetchPicture) =>
      fetchPicture(
        '/sample-fox+sample-astronaut+sample-knight+sample-wizard.webp?scene=night&size=600x315&motion=dance&motion.1=wave&motion.3=cheer',
      ),
  },
];

/** Three players with a motion each, small enough for a page that is always loaded. */
const motionQuery = [
  'value=sample-fox&value=sample-astronaut&value=sample-wizard',
  'label=&label=&label=',
  'motion=walk&motion.1=wave&motion.2=cheer',
  'height=140&background=1f2430&gap=8',
].join('&');

/** The options of a figure. */
function figureCells(): Cell[] {
  const sheetFile = join(import.meta.dirname, '..', 'web', 'art', 'cape.png');
  const url = `data:image/png;base64,${readFileSync(sheetFile, 'base64')}`;
  const cape = `cape=${encodeURIComponent(url)}&yaw=150`;
  const cells = {
    'overlay=flat': 'default/sample-diver/full?overlay=flat',
    'overlay=raised': 'default/sample-diver/full?overlay=raised',
    'overlay=none': 'default/sample-diver/full?overlay=none',
    'flat, a face': 'isometric/sample-punk/face?overlay=flat',
    'raised, a face': 'isometric/sample-punk/face?overlay=raised',
    'raised glass': 'default/sample-ghost/full?overlay=raised',
    'outline=f4c20d': 'pointing/sample-dj/full?outline=f4c20d&outline_width=3',
    'mirror=true': 'pointing/sample-dj/full?mirror=true',
    'roll=-20': 'default/sample-pirate/full?roll=-20',
    'fov=90': 'kicking/sample-robot/full?fov=90',
    'hold=pickaxe': 'walking/sample-explorer/full?hold=pickaxe',
    'hold_left=shield': 'default/sample-knight/full?hold=sword&hold_left=shield',
    'hold=torch': 'cheering/sample-wizard/full?hold=torch',
    'a bow by itself': 'archer/sample-pirate/full?overlay=flat',
    'hold_left=flower': 'default/sample-gardener/full?hold_left=flower',
    'hold=banner': 'default/sample-princess/full?hold=banner',
    'cape=…': `default/sample-knight/full?${cape}`,
    'elytra=true': `default/sample-knight/full?${cape}&elytra=true`,
  };
  return Object.entries(cells).map(([name, path]) => ({ name, url: `${path}&height=142` }));
}

/** Both samples with Ears. */
function earsCells(): Cell[] {
  const cells = {
    'sample-kitsune': 'default/sample-kitsune/full?ears=auto',
    'from behind': 'default/sample-kitsune/full?yaw=140',
    'ears=none': 'default/sample-kitsune/full?ears=none',
    'sample-dragon': 'default/sample-dragon/full?ears=auto',
    walking: 'walking/sample-dragon/full?yaw=80',
    'a bust': 'dungeons/sample-dragon/bust?ears=auto',
  };
  return Object.entries(cells).map(([name, path]) => ({ name, url: `${path}&height=142` }));
}

const cell = { columns: 2, widthPx: 480, heightPx: 252, gapPx: 8 } as const;

const five = 'sample-fox+sample-princess+sample-knight+sample-robot+sample-wizard';

/** The same five players in each picture, with its name as title. */
async function drawCells(
  fetchPicture: Fetch,
  names: readonly string[],
  queryOf: (name: string) => string,
): Promise<Buffer> {
  const { columns, widthPx, heightPx, gapPx } = cell;
  const rows = Math.ceil(names.length / columns);
  const across = (count: number, sidePx: number): number => count * (sidePx + gapPx) - gapPx;
  const picture = createImage(across(columns, widthPx), across(rows, heightPx));
  const pngs = names.map((name) =>
    fetchPicture(
      `/${five}.png?${queryOf(name)}&size=${widthPx}x${heightPx}&title=${name}&labels=none`,
    ),
  );
  for (const [index, png] of (await Promise.all(pngs)).entries()) {
    const leftPx = (index % columns) * (widthPx + gapPx);
    blit(picture, decodePng(png), leftPx, Math.floor(index / columns) * (heightPx + gapPx));
  }
  return encodePng(picture);
}

function rowQuery(): string {
  const values = row.map(([value]) => `value=${value}`);
  const labels = row.map(([, label]) => `label=${encodeURIComponent(label)}`);
  return [...values, ...labels].join('&');
}

const sheet = { cellWidthPx: 150, figureHeightPx: 150, rowHeightPx: 186 } as const;

/** A render: the rest of its path, and its label. */
type Cell = { readonly name: string; readonly url: string };

/** Renders in rows with labels. */
async function drawSheet(
  fetchPicture: Fetch,
  cells: readonly Cell[],
  columns: number,
): Promise<Buffer> {
  const fonts = createFontRegistry();
  const rows = Math.ceil(cells.length / columns);
  const picture = createImage(columns * sheet.cellWidthPx, rows * sheet.rowHeightPx);
  const pngs = cells.map(({ url }) => fetchPicture(`/api/blockgame/render/${url}`));
  for (const [index, png] of (await Promise.all(pngs)).entries()) {
    const figure = decodePng(png);
    const leftPx = (index % columns) * sheet.cellWidthPx;
    const topPx = Math.floor(index / columns) * sheet.rowHeightPx;
    const centredPx = leftPx + Math.floor((sheet.cellWidthPx - figure.widthPx) / 2);
    blit(picture, figure, centredPx, topPx + sheet.figureHeightPx - figure.heightPx);
    const name = cells[index]?.name ?? '';
    const { labels } = fitLabels(fonts, [name], {
      figureWidthsPx: [sheet.cellWidthPx],
      figureHeightPx: sheet.figureHeightPx,
      gapPx: 0,
    });
    const [label] = labels;
    if (!label) continue;
    const bandPx = topPx + sheet.figureHeightPx + 4;
    blit(picture, drawLabel(fonts, label), leftPx + label.leftPx, bandPx + label.topPx);
  }
  return encodePng(picture);
}

/** A figure that is wider than its cell is drawn lower: it is at most twice as wide as high. */
function heightOf(renderType: RenderType): number {
  const heightPx = sheet.figureHeightPx;
  const { frame } = stageFigure({
    renderType,
    crop: 'full',
    model: 'classic',
    heightPx,
    cape: null,
  });
  return frame.widthPx <= sheet.cellWidthPx ? heightPx : sheet.cellWidthPx / 2 - 1;
}

/** Draws all pictures of the documentation. */
export async function drawPictures(
  pictures: readonly DocumentPicture[] = documentPictures,
): Promise<{ file: string; png: Buffer }[]> {
  const app = await createApp(readSettings({ LOG_LEVEL: 'silent' }));
  // At most as many at a time as a service on one core accepts.
  const few = createSemaphore({ maxRunning: 2, errorOf: (why) => new Error(why) });
  const fetchPicture: Fetch = async (url) => {
    const answer = await few.run(() => app.inject(url), new AbortController().signal);
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.rawPayload;
  };
  try {
    return await Promise.all(
      pictures.map(async ({ file, draw }) => ({ file, png: await draw(fetchPicture) })),
    );
  } finally {
    await app.close();
  }
}

/** The folder of the sample pictures on pages. What nothing here draws was painted by hand. */
export const samplesFolder = join(import.meta.dirname, '..', 'web', 'art');

/** The cards of servers, games and groups that are not ours: drawn as those of real ones are. */
export async function drawSampleCards(): Promise<{ file: string; png: Uint8Array }[]> {
  const drawing = await createDrawing({ threads: 1 });
  try {
    return [
      { file: 'server-card.png', png: await drawing.draw('serverCard', sampleCard, undefined) },
      {
        file: 'game-card.png',
        png: await drawing.draw('factsCard', gameCardOf(samples.game, {}, null), undefined),
      },
      {
        file: 'group-card.png',
        png: await drawing.draw('factsCard', groupCardOf(samples.group, {}, null), undefined),
      },
    ];
  } finally {
    await drawing.close();
  }
}

/** The badges of the same. */
export function drawSampleBadges(): { file: string; svg: string }[] {
  return Object.entries({
    'server-badge.svg': sampleBadge,
    'game-badge.svg': gameBadgeOf(samples.game, {}),
    'likes-badge.svg': gameBadgeOf(samples.game, likesBadge),
    'group-badge.svg': groupBadgeOf(samples.group, {}),
  }).map(([file, badge]) => ({ file, svg: drawBadge(badge) }));
}
