import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawBadge } from '../src/engine/cards/badge.ts';
import {
  gameBadgeOf,
  groupBadgeOf,
  gameCardOf,
  groupCardOf,
} from '../src/service/routes/roblox/cards.ts';
import { likesBadge } from '../src/service/routes/roblox/games-route.ts';
import samples from '../src/service/routes/roblox/samples.json' with { type: 'json' };
import { drawLabel } from '../src/engine/text/label.ts';
import { fitLabels } from '../src/engine/pictures/labels.ts';
import { createFontRegistry } from '../src/engine/text/font-registry.ts';
import { blit, createImage } from '../src/engine/image/canvas.ts';
import { decodePng } from '../src/engine/image/decode-png.ts';
import { encodePng } from '../src/engine/image/encode.ts';
import { stageFigure } from '../src/engine/figure/figure.ts';
import { renderTypeNames, type RenderType } from '../src/engine/figure/render-types.ts';
import { withService } from './with-service.ts';
import { createDrawing } from '../src/service/queue/drawing.ts';
import { sampleBadge, sampleCard } from '../src/service/routes/server-status/sample.ts';
import { arrangementNames } from '../src/engine/scenes/layout/arrangements.ts';
import { sceneNames } from '../src/engine/scenes/layout/sizes.ts';

/** The folder of the documentation's pictures. */
export const picturesFolder = join(import.meta.dirname, '..', 'docs', 'pictures');

/** A picture of the documentation: one of the service, or several in rows. */
type DocumentPicture = { readonly file: string } & ({ readonly url: string } | Sheet);

/** A picture in a sheet, and its name. */
type Cell = { readonly name: string; readonly url: string };
type Sheet = {
  readonly cells: readonly Cell[];
  readonly columns: number;
  readonly form: SheetForm;
};
type SheetForm = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly gapPx: number;
  /** The height of the name below each picture; 0: none. */
  readonly namePx: number;
};

const sceneForm: SheetForm = { widthPx: 480, heightPx: 252, gapPx: 8, namePx: 0 };
const figureForm: SheetForm = { widthPx: 150, heightPx: 150, gapPx: 0, namePx: 36 };

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
  { file: 'lineup.png', url: `/api/blockgame/render/composition?${rowQuery()}&height=320` },
  {
    file: 'scene.png',
    url: '/sample-fox+sample-astronaut+sample-knight+sample-wizard+sample-pirate.png?scene=meadow&arrangement=podium&facing=centre&title=Oakhaven&render_type.0=cheering',
  },
  {
    // Beside the scene in the first screen of README, as high as that.
    file: 'card.png',
    url: '/sample-astronaut.png?as=card&rarity=epic&scene=void&render_type=pointing&label=Nova&caption=Explorer&title=First%20light&subtitle=1%20of%2010&size=450x630',
  },
  {
    file: 'cards.png',
    url: '/sample-fox+sample-knight+sample-wizard.png?as=card&rarity=legendary&scene=night&title=Oakhaven&size=600x350&label.0=Fox&label.1=Sir%20Rowan&label.2=Merle',
  },
  { file: 'scenes.png', ...scenesOf(sceneNames, (scene) => `scene=${scene}`) },
  {
    file: 'arrangements.png',
    ...scenesOf(
      arrangementNames.filter((name) => name !== 'auto'),
      (arrangement) => `scene=meadow&arrangement=${arrangement}&facing=centre`,
    ),
  },
  { file: 'poses.png', cells: poseCells(), columns: 9, form: figureForm },
  { file: 'figures.png', cells: figureCells(), columns: 6, form: figureForm },
  { file: 'ears.png', cells: earsCells(), columns: 6, form: figureForm },
];

/** The folder of its animations, which are not PNG. */
export const filmsFolder = join(picturesFolder, '..', 'films');

export const documentAnimations: readonly DocumentPicture[] = [
  // Moving, in the first screen of README: a GIF, which moves everywhere.
  { file: 'motion.gif', url: `/api/blockgame/render/composition?${motionQuery()}&format=gif` },
  {
    file: 'scene-motion.webp',
    url: '/sample-fox+sample-astronaut+sample-knight+sample-wizard.webp?scene=night&size=600x315&motion=dance&motion.1=wave&motion.3=cheer',
  },
];

/** Three players with a motion each, small enough for a page that is always loaded. */
function motionQuery(): string {
  return [
    'value=sample-fox&value=sample-astronaut&value=sample-wizard',
    'label=&label=&label=',
    'motion=walk&motion.1=wave&motion.2=cheer',
    'height=140&background=1f2430&gap=8',
  ].join('&');
}

function poseCells(): Cell[] {
  const cells = renderTypeNames.map((name) => [
    name,
    `${name}/sample-fox/full?height=${heightOf(name)}&shadow=true`,
  ]);
  return figures(Object.fromEntries(cells));
}

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
  return figures(cells, '&height=142&shadow=true');
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
  return figures(cells, '&height=142&shadow=true');
}

function figures(paths: Readonly<Record<string, string>>, more = ''): Cell[] {
  const cells = Object.entries(paths);
  return cells.map(([name, path]) => ({ name, url: `/api/blockgame/render/${path}${more}` }));
}

/** The same five players in each picture, with its name as title. */
function scenesOf(names: readonly string[], queryOf: (name: string) => string): Sheet {
  const { widthPx, heightPx } = sceneForm;
  const five = 'sample-fox+sample-princess+sample-knight+sample-robot+sample-wizard';
  const cells = names.map((name) => ({
    name,
    url: `/${five}.png?${queryOf(name)}&size=${widthPx}x${heightPx}&title=${name}&labels=none`,
  }));
  return { cells, columns: 2, form: sceneForm };
}

function rowQuery(): string {
  const values = row.map(([value]) => `value=${value}`);
  const labels = row.map(([, label]) => `label=${encodeURIComponent(label)}`);
  return [...values, ...labels].join('&');
}

/** Pictures in rows, each in the middle of its cell and standing on the ground of it. */
function joinCells({ cells, columns, form }: Sheet, pngs: readonly Buffer[]): Buffer {
  const fonts = createFontRegistry();
  const { widthPx, heightPx, gapPx, namePx } = form;
  const [columnPx, rowPx] = [widthPx + gapPx, heightPx + namePx + gapPx];
  const rows = Math.ceil(cells.length / columns);
  const sheet = createImage(columns * columnPx - gapPx, rows * rowPx - gapPx);
  for (const [index, png] of pngs.entries()) {
    const picture = decodePng(png);
    const [leftPx, topPx] = [(index % columns) * columnPx, Math.floor(index / columns) * rowPx];
    const centredPx = leftPx + Math.floor((widthPx - picture.widthPx) / 2);
    blit(sheet, picture, centredPx, topPx + heightPx - picture.heightPx);
    const names = namePx === 0 ? [] : [cells[index]?.name ?? ''];
    const label = { figureWidthsPx: [widthPx], figureHeightPx: heightPx, gapPx: 0 };
    for (const name of fitLabels(fonts, names, label).labels) {
      if (!name) continue;
      const bandPx = topPx + heightPx + 4;
      blit(sheet, drawLabel(fonts, name), leftPx + name.leftPx, bandPx + name.topPx);
    }
  }
  return encodePng(sheet);
}

/** A figure that is wider than its cell is drawn lower. */
function heightOf(renderType: RenderType): number {
  const { widthPx, heightPx } = figureForm;
  const { frame } = stageFigure({
    renderType,
    crop: 'full',
    model: 'classic',
    heightPx,
    shadow: true,
    cape: null,
  });
  return frame.widthPx <= widthPx ? heightPx : Math.floor((heightPx * widthPx) / frame.widthPx) - 1;
}

/** Draws all pictures of the documentation. */
export function drawPictures(
  pictures: readonly DocumentPicture[] = documentPictures,
): Promise<{ file: string; png: Buffer }[]> {
  return withService((fetchPicture) => {
    const draw = async (picture: DocumentPicture): Promise<Buffer> =>
      'url' in picture
        ? fetchPicture(picture.url)
        : joinCells(picture, await Promise.all(picture.cells.map(({ url }) => fetchPicture(url))));
    return Promise.all(
      pictures.map(async (picture) => ({ file: picture.file, png: await draw(picture) })),
    );
  });
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
