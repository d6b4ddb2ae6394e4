import { defineService, type CompatRequest, type CompatRows } from '../define-service.ts';
import {
  clampedNumber,
  formatOf,
  modelOf,
  pictureRows,
  sheetRow,
  turnedFrom,
  views,
  withoutOf,
  type Angles,
  type Look,
} from '../read-values.ts';

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
function subjectIn({ pathValues }: CompatRequest): string | undefined {
  return pathValues.length > 2 ? undefined : pathValues.at(-1);
}

const square = { standardPx: 256, wide: 1 };
const turned = { angles: { yaw: 20, pitch: -20 } };
const full = { ...views.figure, ...turned, wide: 0.6 };

const looks: Readonly<Record<string, SizedLook>> = {
  face: { ...views.face, ...square, aliases: ['helm'] },
  front: { ...views.flatBust, ...square },
  frontfull: { ...views.flat, standardPx: 384, wide: 0.5 },
  head: {
    ...views.head,
    ...square,
    shows: 'the head, turned by `y`, `p` and `r`',
    angles: { yaw: -35, pitch: -20 },
  },
  bust: {
    ...views.bust,
    ...square,
    ...turned,
    shows: 'head and chest, turned by `y`, `p` and `r`',
    aliases: ['portrait'],
  },
  full: { ...full, shows: 'the figure, turned by `y`, `p` and `r`', standardPx: 384 },
  player: { ...full, shows: 'the same as `full`, by its width', standardPx: 240, tall: 1.625 },
};

/** Under its own names, and under those of Visage, as it was called before. */
const vzgeRows: CompatRows = {
  ...pictureRows(looks, ({ looks: [, crop], standardPx, wide, tall = 1, angles }) => {
    const sides = wide === 1 ? '' : tall === 1 ? ': the height' : `: ${tall} times as high`;
    const range = { min: 16, max: Math.floor(1024 / tall), standard: standardPx };
    return {
      after: `/${standardPx}/{player}.png?no=shadow,overlay`,
      size: `16–${range.max} in steps of 8, ${standardPx}${sides}`,
      subjectIn,
      draw: ({ pathValues, suffix, query }) => {
        const [size = ''] = pathValues.slice(0, -1);
        const heightPx = Math.round((clampedNumber(size, range) * tall) / 8) * 8;
        const no = withoutOf(query, 'no');
        return {
          widthPx: Math.round(heightPx * wide),
          heightPx,
          format: formatOf(suffix.slice(1).toLowerCase()),
          overlay: !no.has('overlay'),
          cape: !no.has('cape'),
          shadow: angles !== undefined && !no.has('shadow') && crop === 'full' && wide < 1,
          ...modelOf(query),
          ...(angles && turnedFrom(angles, { yaw: query.y, pitch: query.p, roll: query.r })),
        };
      },
    };
  }),
  // A size before the player, as in the paths of pictures, means nothing to a sheet.
  skin: { ...sheetRow(), subjectIn },
  processedskin: { ...sheetRow({ form: 'processed' }), subjectIn },
};

/** `.jxl` gets a PNG; ears are not drawn. */
export const vzge = defineService({ host: 'vzge.me', rows: vzgeRows });

/** What is vzge.me today. */
export const visage = defineService({ host: 'visage.surgeplay.com', rows: vzgeRows });
