import type { CompatRow, CompatRows, Look } from './picture.ts';
import { boxed, clampedNumber, drawn, namedRows, sheetRow } from './read-values.ts';

const widths = { least: 8, most: 300, standard: 180 };

type PartLook = Look & {
  readonly overlay: boolean;
  /** Height of the picture as a multiple of its width. */
  readonly tall: number;
};

/** The size is the width, after the player in the path; it is clamped to the bounds. */
function row({ names: [name], shows, looks, overlay, tall }: PartLook): CompatRow {
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

const face = { looks: ['front', 'face'], tall: 1 } as const;
const bust = { looks: ['front', 'bust'], tall: 1 } as const;
const body = { looks: ['front', 'full'], tall: 2 } as const;

const looks: readonly PartLook[] = [
  { ...face, names: ['avatar'], shows: 'the face, its base layer alone', overlay: false },
  { ...face, names: ['helm'], shows: 'the face with its second layer', overlay: true },
  {
    names: ['cube'],
    shows: 'the head, isometric',
    looks: ['isometric_head', 'full'],
    overlay: true,
    tall: 1,
  },
  { ...bust, names: ['bust'], shows: 'head and chest, base layer alone', overlay: false },
  { ...body, names: ['body'], shows: 'the figure, base layer alone', overlay: false },
  { ...bust, names: ['armor/bust', 'armour/bust'], shows: 'head and chest', overlay: true },
  { ...body, names: ['armor/body', 'armour/body'], shows: 'the figure', overlay: true },
];

/** minotar.net: flat pictures; “armor” is its name for the second layer. */
export const minotar: CompatRows = {
  ...namedRows(looks, row),
  skin: sheetRow('/skin/{player}'),
  download: sheetRow('/download/{player}', { isDownload: true }),
};
