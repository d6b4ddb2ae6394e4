import type { Crop, RenderType } from '../../drawing/render-names.ts';
import type { CompatRow } from './picture.ts';
import { boxed, clampedNumber, drawn, sheet } from './read-values.ts';

const widths = { least: 8, most: 512, standard: 180 };

type Look = {
  readonly name: string;
  readonly shows: string;
  readonly looks: readonly [RenderType, Crop];
  /** Of the picture: its height as a multiple of its width. */
  readonly tall: number;
  /** Whether `left` turns it. */
  readonly isTurned?: true;
};

/** What stands behind the player, in any order: a size, `left` or `right`, `nohelm`. */
function row({ name, shows, looks, tall, isTurned }: Look): CompatRow {
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
      // Their picture looks to the right unless it is told otherwise, as ours does.
      const yawDegrees = isTurned && words.has('left') ? -90 : 0;
      const options = { overlay: !words.has('nohelm'), yawDegrees, cape: false };
      return drawn(player, boxed(looks, { widthPx, heightPx }, options));
    },
  };
}

function sheetRow(name: string, isDownload: boolean): CompatRow {
  return {
    path: `/${name}/{player}`,
    shows: isDownload ? 'the skin sheet, to be saved' : 'the skin sheet',
    size: 'as it is',
    read: ({ places: [player] }) =>
      player === undefined ? null : sheet(player, 'original', isDownload),
  };
}

/** mc-heads.net. What else stands in a path counts for nothing, as people use it against caches. */
export const mcHeads = {
  avatar: row({ name: 'avatar', shows: 'the face, flat', looks: ['front', 'face'], tall: 1 }),
  head: row({
    name: 'head',
    shows: 'the head, isometric, from either side',
    looks: ['isometric_head', 'full'],
    tall: 1.155,
    isTurned: true,
  }),
  body: row({
    name: 'body',
    shows: 'the figure, isometric, from either side',
    looks: ['isometric', 'full'],
    tall: 2.4,
    isTurned: true,
  }),
  player: row({ name: 'player', shows: 'the figure, flat', looks: ['front', 'full'], tall: 2 }),
  combo: row({
    name: 'combo',
    shows: 'face and figure in one: our `pixel` portrait; theirs laid a small figure over the face',
    looks: ['pixel', 'full'],
    tall: 1,
  }),
  skin: sheetRow('skin', false),
  download: sheetRow('download', true),
} as const satisfies Readonly<Record<string, CompatRow>>;
