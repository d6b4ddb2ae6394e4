import type { CompatRow, CompatRows, Look } from './picture.ts';
import {
  boxed,
  drawn,
  namedRows,
  notOffered,
  numberOrDefault,
  sheetRow,
  type Range,
} from './read-values.ts';

type PartLook = Look & {
  /** A size out of bounds is the standard one. */
  readonly sizes: Range;
  /** Width as a share of the height, which is the size. */
  readonly wide: number;
};

const isSize = (text: string | undefined): boolean => /^\d+$/.test(text ?? '');

/** `/{player}`, `/{player}/{size}`, or the older `/{size}/{player}`. */
function row({ names: [name], shows, looks, sizes, wide }: PartLook): CompatRow {
  return {
    path: `/${name}/{player}/${sizes.standard}`,
    shows,
    size: `${sizes.min}–${sizes.max}, ${sizes.standard}${wide === 1 ? '' : ': the height'}; also before the player`,
    read: ({ pathValues: [first, second, ...rest] }) => {
      if (first === undefined || rest.length > 0) return null;
      const isTurned = second !== undefined && isSize(first) && !isSize(second);
      const [player, size] = isTurned ? [second, first] : [first, second];
      const heightPx = numberOrDefault(size, sizes);
      return drawn(player, boxed(looks, { widthPx: Math.round(heightPx * wide), heightPx }, {}));
    },
  };
}

const figure = { sizes: { min: 1, max: 1024, standard: 256 }, wide: 0.5 };

const looks: readonly PartLook[] = [
  {
    names: ['avatar'],
    shows: 'the face, flat',
    looks: ['front', 'face'],
    sizes: { min: 1, max: 512, standard: 128 },
    wide: 1,
  },
  {
    names: ['head'],
    shows: 'the head, isometric',
    looks: ['isometric_head', 'full'],
    sizes: { min: 16, max: 512, standard: 256 },
    wide: 1,
  },
  { ...figure, names: ['skin'], shows: 'the figure, flat', looks: ['front', 'full'] },
  {
    ...figure,
    names: ['skin-back'],
    shows: 'the figure from behind, flat',
    looks: ['back', 'full'],
  },
];

/** minepic.org; its `skin` is a figure, and the sheet is at `download`. */
export const minepic: CompatRows = {
  ...namedRows(looks, row),
  download: sheetRow('/download/{player}', { isDownload: true }),
  update: notOffered('/update/{player}', 'a changed skin appears by itself'),
  user: notOffered('/user/{player}', 'it is a page of theirs'),
  'api/v1': notOffered('/api/v1/…', 'usage is not counted; profiles are at our own paths'),
};
