import sharp from 'sharp';
import { withService } from './with-service.ts';
import { arrangementNames } from '../src/engine/scenes/layout/arrangements.ts';
import { renderTypeNames } from '../src/engine/figure/render-types.ts';
import { sceneNames } from '../src/engine/scenes/layout/sizes.ts';

// Draws contact sheets: all choices of a kind in one picture, so that a page of thumbnails needs
// one static file, which no limit applies to. Each cell is a view of the file: `poses.svg#dead`.

type Cell = { readonly widthPx: number; readonly heightPx: number };
type Sheet = Cell & { readonly names: readonly string[]; readonly path: (name: string) => string };

const composition = '/api/blockgame/render/composition';
const group = ['fox', 'astronaut', 'knight', 'wizard', 'princess'];
const groupQuery = group.map((name) => `value=sample-${name}`).join('&');

export const contactSheets = {
  'poses.svg': {
    names: renderTypeNames,
    widthPx: 176,
    heightPx: 220,
    path: (name) => `/api/blockgame/render/${name}/sample-fox/full?height=220&shadow=true`,
  },
  'scenes.svg': {
    names: sceneNames,
    widthPx: 176,
    heightPx: 92,
    path: (name) =>
      `${composition}?value=sample-fox&value=sample-astronaut&value=sample-knight&labels=none&scene=${name}&size=528x276`,
  },
  'arrangements.svg': {
    names: arrangementNames,
    widthPx: 176,
    heightPx: 92,
    path: (name) => {
      const values = name === 'auto' ? `${groupQuery}&${groupQuery}` : groupQuery;
      return `${composition}?${values}&labels=none&arrangement=${name}&size=528x276`;
    },
  },
} as const satisfies Record<string, Sheet>;

/** The files, as SVG with an embedded picture. */
export function drawContactSheets(): Promise<{ file: string; svg: string }[]> {
  return withService((fetchPicture) => {
    const draw = async (sheet: Sheet): Promise<string> => {
      const pngs = await Promise.all(sheet.names.map((name) => fetchPicture(sheet.path(name))));
      return drawSheet(sheet, await Promise.all(pngs.map((png) => fit(png, sheet))));
    };
    const sheets = Object.entries<Sheet>(contactSheets);
    return Promise.all(sheets.map(async ([file, sheet]) => ({ file, svg: await draw(sheet) })));
  });
}

/** As large as it fits into its cell, standing on its ground. */
function fit(png: Buffer, { widthPx, heightPx }: Cell): Promise<Buffer> {
  return sharp(png)
    .resize(widthPx, heightPx, {
      fit: 'contain',
      position: 'bottom',
      background: '#0000',
      withoutEnlargement: false,
    })
    .png()
    .toBuffer();
}

async function drawSheet({ names, widthPx, heightPx }: Sheet, cells: Buffer[]): Promise<string> {
  const columns = Math.ceil(Math.sqrt(names.length));
  const sheetPx = {
    width: columns * widthPx,
    height: Math.ceil(names.length / columns) * heightPx,
  };
  const corner = (index: number) => ({
    left: (index % columns) * widthPx,
    top: Math.floor(index / columns) * heightPx,
  });
  const picture = await sharp({ create: { ...sheetPx, channels: 4, background: '#0000' } })
    .composite(cells.map((input, index) => ({ input, ...corner(index) })))
    .webp({ quality: 76, alphaQuality: 80, effort: 6 })
    .toBuffer();
  const views = names.map((name, index) => {
    const { left, top } = corner(index);
    return `<view id="${name}" viewBox="${left} ${top} ${widthPx} ${heightPx}"/>`;
  });
  const { width, height } = sheetPx;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${width} ${height}">${views.join('')}<image width="${width}" height="${height}" href="data:image/webp;base64,${picture.toString('base64')}"/></svg>\n`;
}
