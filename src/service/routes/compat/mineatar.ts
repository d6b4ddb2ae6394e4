import type { CompatRow, CompatRows, Look } from './picture.ts';
import { profileRow } from './profiles.ts';
import {
  boxed,
  clampedNumber,
  drawn,
  isOn,
  isOnByDefault,
  namedRows,
  ofPlayer,
  sheet,
} from './read-values.ts';

type PartLook = Look & {
  /** Size of the picture for each step of `scale`. */
  readonly wide: number;
  readonly high: number;
  /** Turns the figure, in our degrees. */
  readonly yaw?: number;
  readonly pitch?: number;
};

const scales = { min: 1, max: 64, standard: 4 };

function row({ names: [name], shows, looks, wide, high, yaw = 0, pitch = 0 }: PartLook): CompatRow {
  return {
    path: `/${name}/{player}?scale=4&overlay=true`,
    shows,
    size: `\`scale\` 1–64, 4: ${wide} × ${high} pixels each`,
    read: ofPlayer((player, { query }) => {
      const scale = clampedNumber(query.scale, scales);
      // At most 1024 pixels high, like all figures.
      const perStep = Math.min(scale, Math.floor(1024 / high));
      const widthPx = Math.round(wide * perStep);
      const box = {
        widthPx: isOn(query, 'square') ? high * perStep : widthPx,
        heightPx: high * perStep,
      };
      const overlay = isOnByDefault(query, 'overlay');
      return drawn(player, boxed(looks, box, { overlay, cape: false, yaw, pitch }));
    }),
  };
}

const flat = { wide: 16, high: 32 };

const looks: readonly PartLook[] = [
  { names: ['face'], shows: 'the face, flat', looks: ['front', 'face'], wide: 8, high: 8 },
  {
    names: ['head'],
    shows: 'the head, isometric',
    looks: ['isometric_head', 'full'],
    wide: 13.855,
    high: 16,
  },
  {
    names: ['body/full'],
    shows: 'the figure, isometric',
    looks: ['isometric', 'full'],
    wide: 17.32,
    high: 39,
  },
  { ...flat, names: ['body/front'], shows: 'the figure, flat', looks: ['front', 'full'] },
  { ...flat, names: ['body/back'], shows: 'the figure from behind, flat', looks: ['back', 'full'] },
  {
    ...flat,
    names: ['body/left'],
    shows: 'the figure from its left',
    looks: ['isometric', 'full'],
    yaw: 45,
    pitch: -35.3,
  },
  {
    ...flat,
    names: ['body/right'],
    shows: 'the figure from its right',
    looks: ['isometric', 'full'],
    yaw: -135,
    pitch: -35.3,
  },
];

/** api.mineatar.io. Every `format` but PNG gets a PNG. */
export const mineatar: CompatRows = {
  ...namedRows(looks, row),
  uuid: profileRow({
    path: '/uuid/{player}',
    shows: 'the UUID as text',
    write: ({ uuid }) => uuid,
    unknown: () => ({ status: 404, body: 'Not Found' }),
  }),
  skin: {
    path: '/skin/{player}?download=false',
    shows: 'the skin sheet; with `download` to be saved',
    size: 'as it is',
    read: ofPlayer((player, { query }) =>
      sheet(player, 'original', { isDownload: isOn(query, 'download'), others: [null] }),
    ),
  },
};
