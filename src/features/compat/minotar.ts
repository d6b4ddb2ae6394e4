import type { Crop, RenderType } from '../../drawing/render-names.ts';
import type { CompatRow } from './picture.ts';
import { boxed, clampedNumber, drawn, sheet } from './read-values.ts';

const widths = { least: 8, most: 300, standard: 180 };

type Look = {
  readonly name: string;
  readonly shows: string;
  readonly looks: readonly [RenderType, Crop];
  readonly overlay: boolean;
  /** Of the picture: its height as a multiple of its width. */
  readonly tall: number;
};

/** Their size is the width, in the path behind the player; sizes out of bounds are the nearest bound. */
function row({ name, shows, looks, overlay, tall }: Look): CompatRow {
  return {
    path: `/${name}/{player}/180.png`,
    shows,
    size: `width 8–300, 180${tall === 1 ? '' : '; twice as high'}`,
    read: ({ places: [player, size, ...rest] }) => {
      if (player === undefined || rest.length > 0) return null;
      const widthPx = clampedNumber(size, widths);
      const box = { widthPx, heightPx: widthPx * tall };
      return drawn(player, boxed(looks, box, { overlay }));
    },
  };
}

const bust = { looks: ['front', 'bust'], tall: 1 } as const;
const body = { looks: ['front', 'full'], tall: 2 } as const;

function download(name: string, isDownload: boolean): CompatRow {
  return {
    path: `/${name}/{player}`,
    shows: isDownload ? 'the skin sheet, to be saved' : 'the skin sheet',
    size: 'as it is',
    read: ({ places: [player, ...rest] }) =>
      player === undefined || rest.length > 0 ? null : sheet(player, 'original', isDownload),
  };
}

/** minotar.net: flat pictures; “armor” is what it calls the second layer. */
export const minotar = {
  avatar: row({
    name: 'avatar',
    shows: 'the face, its base layer alone',
    looks: ['front', 'face'],
    overlay: false,
    tall: 1,
  }),
  helm: row({
    name: 'helm',
    shows: 'the face with its second layer',
    looks: ['front', 'face'],
    overlay: true,
    tall: 1,
  }),
  cube: row({
    name: 'cube',
    shows: 'the head, isometric',
    looks: ['isometric_head', 'full'],
    overlay: true,
    tall: 1,
  }),
  bust: row({ name: 'bust', shows: 'head and chest, base layer alone', ...bust, overlay: false }),
  body: row({ name: 'body', shows: 'the figure, base layer alone', ...body, overlay: false }),
  'armor/bust': row({ name: 'armor/bust', shows: 'head and chest', ...bust, overlay: true }),
  'armor/body': row({ name: 'armor/body', shows: 'the figure', ...body, overlay: true }),
  'armour/bust': row({ name: 'armour/bust', shows: 'head and chest', ...bust, overlay: true }),
  'armour/body': row({ name: 'armour/body', shows: 'the figure', ...body, overlay: true }),
  skin: download('skin', false),
  download: download('download', true),
} as const satisfies Readonly<Record<string, CompatRow>>;
