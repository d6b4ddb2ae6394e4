import { defineService, type CompatRequest } from '../define-service.ts';
import {
  notOffered,
  numberOrDefault,
  pictureRows,
  sheetRow,
  views,
  type Look,
  type Range,
} from '../read-values.ts';

type PartLook = Look & {
  /** A size out of bounds is the standard one. */
  readonly sizes: Range;
  /** Width as a share of the height, which is the size. */
  readonly wide: number;
};

const isSize = (text: string | undefined): boolean => /^\d+$/.test(text ?? '');

/** `/{player}`, `/{player}/{size}`, or the older `/{size}/{player}`. */
function valuesIn({ pathValues: [first, second, ...rest] }: CompatRequest) {
  if (rest.length > 0) return {};
  const isTurned = second !== undefined && isSize(first) && !isSize(second);
  return isTurned ? { player: second, size: first } : { player: first, size: second };
}

const figure = { sizes: { min: 1, max: 1024, standard: 256 }, wide: 0.5 };

/** Its `skin` is a figure, and the sheet is at `download`. */
export const minepic = defineService({
  host: 'minepic.org',
  rows: {
    ...pictureRows<PartLook>(
      {
        avatar: { ...views.face, sizes: { min: 1, max: 512, standard: 128 }, wide: 1 },
        head: { ...views.isometricHead, sizes: { min: 16, max: 512, standard: 256 }, wide: 1 },
        skin: { ...views.flat, ...figure },
        'skin-back': { ...views.back, ...figure },
      },
      ({ sizes: { min, max, standard }, wide }) => ({
        after: `/{player}/${standard}`,
        size: `${min}–${max}, ${standard}${wide === 1 ? '' : ': the height'}; also before the player`,
        subjectIn: (request) => valuesIn(request).player,
        draw: (request) => {
          const heightPx = numberOrDefault(valuesIn(request).size, { min, max, standard });
          return { widthPx: Math.round(heightPx * wide), heightPx };
        },
      }),
    ),
    download: sheetRow({ isDownload: true }),
    update: notOffered('a changed skin appears by itself', '/{player}'),
    user: notOffered('it is a page of theirs', '/{player}'),
    'api/v1': notOffered('usage is not counted; profiles are at our own paths', '/…'),
  },
});
