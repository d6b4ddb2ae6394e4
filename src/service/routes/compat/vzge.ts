import type { CompatRow, CompatRows, Look } from './picture.ts';
import {
  boxed,
  clampedNumber,
  drawn,
  formatOf,
  modelOf,
  namedRows,
  sheetRow,
  turnedFrom,
  withoutOf,
  type Angles,
} from './read-values.ts';

type SizedLook = Look & {
  readonly standardPx: number;
  /** Width as a share of the height. */
  readonly wide: number;
  /** Height as a multiple of the size; it is the size by default. */
  readonly tall?: number;
  /** The original's own angles, if it can be turned. */
  readonly angles?: Angles;
};

/** `/{size}/{player}` or `/{player}`: a single segment is the player. */
function row(look: SizedLook): CompatRow {
  const { names, shows, looks, standardPx, wide, tall = 1, angles } = look;
  const [name] = names;
  const sides = wide === 1 ? '' : tall === 1 ? ': the height' : `: ${tall} times as high`;
  const range = { min: 16, max: Math.floor(1024 / tall), standard: standardPx };
  return {
    path: `/${name}/${standardPx}/{player}.png?no=shadow,overlay`,
    shows,
    size: `16–${range.max} in steps of 8, ${standardPx}${sides}`,
    read: ({ pathValues, extension, query }) => {
      const [size, player, ...rest] = pathValues.length === 1 ? ['', ...pathValues] : pathValues;
      if (player === undefined || rest.length > 0) return null;
      const heightPx = Math.round((clampedNumber(size, range) * tall) / 8) * 8;
      const no = withoutOf(query, 'no');
      const box = { widthPx: Math.round(heightPx * wide), heightPx };
      const render = boxed(looks, box, {
        format: formatOf(extension),
        overlay: !no.has('overlay'),
        cape: !no.has('cape'),
        shadow: angles !== undefined && !no.has('shadow') && looks[1] === 'full' && wide < 1,
        ...modelOf(query),
        ...(angles && turnedFrom(angles, { yaw: query['y'], pitch: query['p'], roll: query['r'] })),
      });
      return drawn(player, render);
    },
  };
}

const square = { standardPx: 256, wide: 1 } as const;
const turned = { yaw: 20, pitch: -20 };

const looks: readonly SizedLook[] = [
  { ...square, names: ['face', 'helm'], shows: 'the face, flat', looks: ['front', 'face'] },
  { ...square, names: ['front'], shows: 'head and chest, flat', looks: ['front', 'bust'] },
  {
    names: ['frontfull'],
    shows: 'the figure, flat',
    looks: ['front', 'full'],
    standardPx: 384,
    wide: 0.5,
  },
  {
    ...square,
    names: ['head'],
    shows: 'the head, turned by `y`, `p` and `r`',
    looks: ['head', 'full'],
    angles: { yaw: -35, pitch: -20 },
  },
  {
    ...square,
    names: ['bust', 'portrait'],
    shows: 'head and chest, turned by `y`, `p` and `r`',
    looks: ['default', 'bust'],
    angles: turned,
  },
  {
    names: ['full'],
    shows: 'the figure, turned by `y`, `p` and `r`',
    looks: ['default', 'full'],
    standardPx: 384,
    wide: 0.6,
    angles: turned,
  },
  {
    names: ['player'],
    shows: 'the same as `full`, by its width',
    looks: ['default', 'full'],
    standardPx: 240,
    wide: 0.6,
    tall: 1.625,
    angles: turned,
  },
];

/** A size before the player, as in the paths of pictures, means nothing to a sheet. */
function sizedSheet(strict: CompatRow): CompatRow {
  const read: CompatRow['read'] = (request) =>
    request.pathValues.length > 2
      ? null
      : strict.read({ ...request, pathValues: request.pathValues.slice(-1) });
  return { ...strict, read };
}

/** vzge.me, formerly Visage, whose older names are here, too. `.jxl` gets a PNG; ears are not drawn. */
export const vzge: CompatRows = {
  ...namedRows(looks, row),
  skin: sizedSheet(sheetRow('/skin/{player}')),
  processedskin: sizedSheet(sheetRow('/processedskin/{player}', { form: 'processed' })),
};
