import type { CompatRow, CompatRows, Look } from './picture.ts';
import { boxed, clampedNumber, drawn, namedRows, sheetRow } from './read-values.ts';

const widths = { least: 8, most: 512, standard: 180 };

type PartLook = Look & {
  /** Height of the picture as a multiple of its width. */
  readonly tall: number;
  /** Whether `left` turns it. */
  readonly isTurned?: true;
};

/** After the player, in any order: a size, `left` or `right`, `nohelm`. */
function row({ names: [name], shows, looks, tall, isTurned }: PartLook): CompatRow {
  return {
    path: `/${name}/{player}/180${isTurned ? '/left' : ''}/nohelm.png`,
    shows,
    size: `width 8–512, 180${tall === 1 ? '' : `; ${tall} times as high`}`,
    read: ({ places: [player, ...rest] }) => {
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
}

/** Ignores everything in a path after the player. */
function loose(strict: CompatRow): CompatRow {
  return {
    ...strict,
    read: (request) => strict.read({ ...request, places: request.places.slice(0, 1) }),
  };
}

const looks: readonly PartLook[] = [
  { names: ['avatar'], shows: 'the face, flat', looks: ['front', 'face'], tall: 1 },
  {
    names: ['head'],
    shows: 'the head, isometric, from either side',
    looks: ['isometric_head', 'full'],
    tall: 1.155,
    isTurned: true,
  },
  {
    names: ['body'],
    shows: 'the figure, isometric, from either side',
    looks: ['isometric', 'full'],
    tall: 2.4,
    isTurned: true,
  },
  { names: ['player'], shows: 'the figure, flat', looks: ['front', 'full'], tall: 2 },
  {
    names: ['combo'],
    shows: 'face and figure in one: our `pixel` portrait; theirs laid a small figure over the face',
    looks: ['pixel', 'full'],
    tall: 1,
  },
];

/** mc-heads.net. Other parts of a path are ignored, because people use them as cache-busters. */
export const mcHeads: CompatRows = {
  ...namedRows(looks, row),
  skin: loose(sheetRow('/skin/{player}')),
  download: loose(sheetRow('/download/{player}', { isDownload: true })),
};
