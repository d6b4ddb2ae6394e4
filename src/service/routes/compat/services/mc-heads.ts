import { defineService, upTo } from '../define-service.ts';
import { mojangProfileRow, plainId, profileRow } from '../read-profile.ts';
import {
  capeRow,
  clampedNumber,
  notOffered,
  pictureRows,
  sheetRow,
  views,
  type Look,
  type Range,
} from '../read-values.ts';

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

/** Other parts of a path are ignored, because people use them as cache-busters. */
const subjectIn = upTo(Infinity);

/** After the player, in any order: a size, `left` or `right`, and a word about the second layer. */
const partRows = (looks: Readonly<Record<string, PartLook>>, widths: Range, layer: LayerWord) =>
  pictureRows(looks, ({ tall, isTurned }) => ({
    after: `/{player}/${endOf(widths.standard, layer, isTurned)}.png`,
    size: `width ${widths.min}–${widths.max}, ${widths.standard}${tall === 1 ? '' : `; ${tall} times as high`}`,
    subjectIn,
    draw: ({ pathValues: [, ...rest] }) => {
      const words = new Set(rest.map((word) => word.toLowerCase()));
      const size = rest.find((word) => /^\d+$/.test(word));
      const widthPx = clampedNumber(size, widths);
      return {
        widthPx,
        heightPx: Math.round(widthPx * tall),
        overlay: layer === 'hat' ? words.has('hat') : layer === null || !words.has(layer),
        // By default their pictures face right, as ours do.
        yaw: isTurned && words.has('left') ? -90 : 0,
        cape: false,
      };
    },
  }));

const face = { ...views.face, tall: 1 };
const flat = { ...views.flat, tall: 2 };
const head = {
  ...views.isometricHead,
  shows: 'the head, isometric, from either side',
  tall: 1.155,
  isTurned: true,
} as const;
const body = {
  ...views.isometric,
  shows: 'the figure, isometric, from either side',
  tall: 2.4,
  isTurned: true,
} as const;
const combo = {
  shows: 'face and figure in one: our `pixel` portrait; theirs laid a small figure over the face',
  looks: ['pixel', 'full'],
  tall: 1,
} as const;

const sheetRows = {
  skin: { ...sheetRow(), subjectIn },
  download: { ...sheetRow({ isDownload: true }), subjectIn },
};

/** Programs read the name of a UUID, or the UUID of a name. */
const user = profileRow({
  after: '?search&u={player}',
  shows: 'name and UUID as JSON',
  subjectIn: ({ pathValues, query }) => (pathValues.length > 0 ? undefined : query.u),
  write: (profile) => ({
    uuid: plainId(profile),
    username: profile.name,
    previous_usernames: [{ name: profile.name }],
  }),
  unknown: () => ({ status: 200, body: { uuid: null, username: null, previous_usernames: [] } }),
});

const aPage = 'it is a page of theirs';
const widths = { min: 8, max: 512, standard: 180 };

export const mcHeads = defineService({
  host: 'mc-heads.net',
  takesAnyText: true,
  rows: {
    ...partRows({ avatar: face, head, body, player: flat, combo }, widths, 'nohelm'),
    ...sheetRows,
    cape: { ...capeRow, subjectIn },
    'minecraft/profile': mojangProfileRow,
    'minecraft/mhf': notOffered(aPage),
    'json/get_user': user,
    'json/mc_status': notOffered('the state of other services is not reported'),
    change: notOffered('nobody’s skin is changed', '/{player}'),
    user: notOffered(aPage, '/{player}'),
    mcstatus: notOffered(aPage),
  },
});

const orgWidths = { min: 8, max: 512, standard: 128 };
const smaller = { ...orgWidths, standard: 64 };
const withHat = <Part extends { readonly shows: string }>(part: Part) => ({
  ...part,
  shows: `${part.shows}; its second layer with \`hat\``,
});
const notCounted = notOffered('usage is not counted');

/** The paths of mc-heads.net with other names; only isometric pictures have the second layer without `hat`. */
export const mcheadsOrg = defineService({
  host: 'api.mcheads.org',
  takesAnyText: true,
  rows: {
    ...partRows({ head: withHat(face), player: withHat(flat) }, orgWidths, 'hat'),
    ...partRows({ avatar: body }, orgWidths, null),
    ...partRows({ iosbody: body, ioshead: head }, smaller, null),
    ...sheetRows,
    'minecraft/mhf': notOffered('it is a list of theirs'),
    allstats: notCounted,
    allstatsbedrock: notCounted,
    allstatsSorted: notCounted,
  },
});
