import type { CompatRow, CompatRows, Look } from './picture.ts';
import { mojangProfileRow } from './profiles.ts';
import { boxed, clampedNumber, drawn, namedRows, sheetRow, type Range } from './read-values.ts';

type PartLook = Look & {
  /** Height of the picture as a multiple of its width. */
  readonly tall: number;
  /** Whether `left` turns it. */
  readonly isTurned?: true;
};

/** After the player, in any order: a size, `left` or `right`, `nohelm`. */
const rowOf = (widths: Range) =>
  function row({ names: [name], shows, looks, tall, isTurned }: PartLook): CompatRow {
    return {
      path: `/${name}/{player}/${widths.standard}${isTurned ? '/left' : ''}/nohelm.png`,
      shows,
      size: `width ${widths.least}–${widths.most}, ${widths.standard}${tall === 1 ? '' : `; ${tall} times as high`}`,
      read: ({ pathValues: [player, ...rest] }) => {
        if (player === undefined) return null;
        const words = new Set(rest.map((word) => word.toLowerCase()));
        const widthPx = clampedNumber(
          rest.find((word) => /^\d+$/.test(word)),
          widths,
        );
        const heightPx = Math.round(widthPx * tall);
        // By default their pictures face right, as ours do.
        const yaw = isTurned && words.has('left') ? -90 : 0;
        const options = { overlay: !words.has('nohelm'), yaw, cape: false };
        return drawn(player, boxed(looks, { widthPx, heightPx }, options));
      },
    };
  };

/** Ignores everything in a path after the player. */
function loose(strict: CompatRow): CompatRow {
  return {
    ...strict,
    read: (request) => strict.read({ ...request, pathValues: request.pathValues.slice(0, 1) }),
  };
}

const face = { shows: 'the face, flat', looks: ['front', 'face'], tall: 1 } as const;
const head = {
  shows: 'the head, isometric, from either side',
  looks: ['isometric_head', 'full'],
  tall: 1.155,
  isTurned: true,
} as const;
const body = {
  shows: 'the figure, isometric, from either side',
  looks: ['isometric', 'full'],
  tall: 2.4,
  isTurned: true,
} as const;
const flat = { shows: 'the figure, flat', looks: ['front', 'full'], tall: 2 } as const;

const looks: readonly PartLook[] = [
  { ...face, names: ['avatar'] },
  { ...head, names: ['head'] },
  { ...body, names: ['body'] },
  { ...flat, names: ['player'] },
  {
    names: ['combo'],
    shows: 'face and figure in one: our `pixel` portrait; theirs laid a small figure over the face',
    looks: ['pixel', 'full'],
    tall: 1,
  },
];

const sheets = {
  skin: loose(sheetRow('/skin/{player}')),
  download: loose(sheetRow('/download/{player}', { isDownload: true })),
};

/** mc-heads.net. Other parts of a path are ignored, because people use them as cache-busters. */
export const mcHeads: CompatRows = {
  ...namedRows(looks, rowOf({ least: 8, most: 512, standard: 180 })),
  ...sheets,
  'minecraft/profile': mojangProfileRow('/minecraft/profile/{player}'),
};

/** api.mcheads.org: the same paths with other names; `hat` is what is drawn anyway. */
export const mcheadsOrg: CompatRows = {
  ...namedRows(
    [
      { ...face, names: ['head'] },
      { ...flat, names: ['player'] },
      { ...body, names: ['avatar', 'iosbody'] },
      { ...head, names: ['ioshead'] },
    ],
    rowOf({ least: 8, most: 512, standard: 128 }),
  ),
  ...sheets,
};
