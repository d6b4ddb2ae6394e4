import type { CompatRow, CompatRows, Look } from './picture.ts';
import {
  boxed,
  capeRow,
  clampedNumber,
  drawn,
  loose,
  modelOf,
  namedRows,
  notOffered,
  sheetRow,
  type Range,
} from './read-values.ts';
import { mojangProfileRow } from './profiles.ts';

type PartLook = Look & {
  readonly overlay: boolean;
  /** Height of the picture as a multiple of its width. */
  readonly tall: number;
};

/** The size is the width, after the player in the path; it is clamped to the bounds. */
function rowOf(widths: Range) {
  return ({ names: [name], shows, looks, overlay, tall }: PartLook): CompatRow => ({
    path: `/${name}/{player}/${widths.standard}.png`,
    shows,
    size: `width ${widths.min}–${widths.max}, ${widths.standard}${tall === 1 ? '' : '; twice as high'}`,
    read: ({ pathValues: [player, size, ...rest], query }) => {
      if (player === undefined || rest.length > 0) return null;
      const widthPx = clampedNumber(size, widths);
      const box = { widthPx, heightPx: widthPx * tall };
      return drawn(player, boxed(looks, box, { overlay, ...modelOf(query) }));
    },
  });
}

const face = { looks: ['front', 'face'], tall: 1 } as const;
const bust = { looks: ['front', 'bust'], tall: 1 } as const;
const body = { looks: ['front', 'full'], tall: 2 } as const;
const head = { looks: ['isometric_head', 'full'], tall: 1 } as const;

const bareFace = { ...face, shows: 'the face, its base layer alone', overlay: false };
const helmFace = { ...face, shows: 'the face with its second layer', overlay: true };
const bareHead = { ...head, shows: 'the head, isometric, its base layer alone', overlay: false };
const helmHead = { ...head, shows: 'the head, isometric', overlay: true };

const looks: readonly PartLook[] = [
  { ...bareFace, names: ['avatar'] },
  { ...helmFace, names: ['helm'] },
  { ...helmHead, names: ['cube'] },
  { ...bust, names: ['bust'], shows: 'head and chest, base layer alone', overlay: false },
  { ...body, names: ['body'], shows: 'the figure, base layer alone', overlay: false },
  { ...bust, names: ['armor/bust', 'armour/bust'], shows: 'head and chest', overlay: true },
  { ...body, names: ['armor/body', 'armour/body'], shows: 'the figure', overlay: true },
];

const row = rowOf({ min: 8, max: 300, standard: 180 });
const figures = namedRows(looks, row);
const skin = sheetRow('/skin/{player}');
const download = sheetRow('/download/{player}', { isDownload: true });

const flat: CompatRows = { ...figures, skin, download };

/** minotar.net: flat pictures; “armor” is its name for the second layer. */
export const minotar: CompatRows = { ...flat, cape: capeRow('/cape/{player}') };

/** crafthead.net: Minotar's paths. */
export const crafthead: CompatRows = {
  ...figures,
  ...namedRows([{ ...helmHead, names: ['armor/cube'] }], row),
  skin,
  // Programs ask for a size, too; the sheet has its own.
  cape: loose(capeRow('/cape/{player}')),
  profile: mojangProfileRow('/profile/{player}'),
  hytale: notOffered('/hytale/…', 'only players of Minecraft are'),
};

/** mineskin.eu: Minotar's paths, and two heads with names of their own. */
export const mineskin: CompatRows = {
  ...flat,
  ...namedRows(
    [
      { ...bareHead, names: ['head'] },
      { ...helmHead, names: ['headhelm'] },
    ],
    row,
  ),
};

/** cravatar.eu: faces and isometric heads, each with and without the second layer. */
export const cravatar: CompatRows = namedRows(
  [
    { ...bareFace, names: ['avatar'] },
    { ...helmFace, names: ['helmavatar'] },
    { ...bareHead, names: ['head'] },
    { ...helmHead, names: ['helmhead', '3d'] },
  ],
  rowOf({ min: 8, max: 600, standard: 180 }),
);
