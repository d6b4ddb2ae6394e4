import type { CompatRow, CompatRows, Look } from './picture.ts';
import { mojangProfileRow, plainId, profileRow } from './profiles.ts';
import {
  boxed,
  capeRow,
  clampedNumber,
  drawn,
  loose,
  namedRows,
  notOffered,
  sheetRow,
  type Range,
} from './read-values.ts';

type PartLook = Look & {
  /** Height of the picture as a multiple of its width. */
  readonly tall: number;
  /** Whether `left` turns it. */
  readonly isTurned?: true;
};

/** The word that draws the second layer, or the one that omits it; null if there is none. */
type LayerWord = 'hat' | 'nohelm' | null;

/** What follows the player in the documentation of the service. */
function endOf(sizePx: number, layer: LayerWord, isTurned = false): string {
  if (layer === null) return `left/${sizePx}`;
  return `${sizePx}${isTurned ? '/left' : ''}/${layer}`;
}

/** After the player, in any order: a size, `left` or `right`, and a word about the second layer. */
const rowOf = (widths: Range, layer: LayerWord) =>
  function row({ names: [name], shows, looks, tall, isTurned }: PartLook): CompatRow {
    return {
      path: `/${name}/{player}/${endOf(widths.standard, layer, isTurned)}.png`,
      shows,
      size: `width ${widths.min}–${widths.max}, ${widths.standard}${tall === 1 ? '' : `; ${tall} times as high`}`,
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
        const overlay = layer === 'hat' ? words.has('hat') : layer === null || !words.has(layer);
        const options = { overlay, yaw, cape: false };
        return drawn(player, boxed(looks, { widthPx, heightPx }, options));
      },
    };
  };

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

/** Programs read the name of a UUID, or the UUID of a name. */
const user = profileRow({
  path: '/json/get_user?search&u={player}',
  shows: 'name and UUID as JSON',
  namedIn: ({ pathValues, query }) => (pathValues.length > 0 ? undefined : query.u),
  write: (profile) => ({
    uuid: plainId(profile),
    username: profile.name,
    previous_usernames: [{ name: profile.name }],
  }),
  unknown: () => ({ status: 200, body: { uuid: null, username: null, previous_usernames: [] } }),
});

const aPage = 'it is a page of theirs';

/** mc-heads.net. Other parts of a path are ignored, because people use them as cache-busters. */
export const mcHeads: CompatRows = {
  ...namedRows(looks, rowOf({ min: 8, max: 512, standard: 180 }, 'nohelm')),
  ...sheets,
  cape: loose(capeRow('/cape/{player}')),
  'minecraft/profile': mojangProfileRow('/minecraft/profile/{player}'),
  'minecraft/mhf': notOffered('/minecraft/mhf', aPage),
  'json/get_user': user,
  'json/mc_status': notOffered('/json/mc_status', 'the state of other services is not reported'),
  change: notOffered('/change/{player}', 'nobody’s skin is changed'),
  user: notOffered('/user/{player}', aPage),
  mcstatus: notOffered('/mcstatus', aPage),
};

const orgSizes = { min: 8, max: 512 };

/** api.mcheads.org: the same paths with other names; only isometric pictures have the second layer without `hat`. */
export const mcheadsOrg: CompatRows = {
  ...namedRows(
    [
      { ...face, names: ['head'], shows: `${face.shows}; its second layer with \`hat\`` },
      { ...flat, names: ['player'], shows: `${flat.shows}; its second layer with \`hat\`` },
    ],
    rowOf({ ...orgSizes, standard: 128 }, 'hat'),
  ),
  ...namedRows([{ ...body, names: ['avatar'] }], rowOf({ ...orgSizes, standard: 128 }, null)),
  ...namedRows(
    [
      { ...body, names: ['iosbody'] },
      { ...head, names: ['ioshead'] },
    ],
    rowOf({ ...orgSizes, standard: 64 }, null),
  ),
  ...sheets,
  'minecraft/mhf': notOffered('/minecraft/mhf', 'it is a list of theirs'),
  allstats: notOffered('/allstats', 'usage is not counted'),
  allstatsbedrock: notOffered('/allstatsbedrock', 'usage is not counted'),
  allstatssorted: notOffered('/allstatsSorted', 'usage is not counted'),
};
