import { defineService, upTo } from '../define-service.ts';
import {
  capeRow,
  clampedNumber,
  modelOf,
  pictureRows,
  sheetRow,
  views,
  type Look,
  type Range,
} from '../read-values.ts';

type PartLook = Look & {
  readonly overlay: boolean;
  /** Height of the picture as a multiple of its width; it is square by default. */
  readonly tall?: number;
};

/** The size is the width, after the player in the path; it is clamped to the bounds. */
export const partRows = (looks: Readonly<Record<string, PartLook>>, widths: Range) =>
  pictureRows(looks, ({ overlay, tall = 1 }) => ({
    after: `/{player}/${widths.standard}.png`,
    size: `width ${widths.min}–${widths.max}, ${widths.standard}${tall === 1 ? '' : '; twice as high'}`,
    subjectIn: upTo(2),
    draw: ({ pathValues: [, size], query }) => {
      const widthPx = clampedNumber(size, widths);
      return { widthPx, heightPx: widthPx * tall, overlay, ...modelOf(query) };
    },
  }));

const { face, flatBust, flat, isometricHead } = views;

export const bareFace = { ...face, shows: 'the face, its base layer alone', overlay: false };
export const helmFace = { ...face, shows: 'the face with its second layer', overlay: true };
export const bareHead = {
  ...isometricHead,
  shows: 'the head, isometric, its base layer alone',
  overlay: false,
};
export const helmHead = { ...isometricHead, overlay: true };
const bust = { ...flatBust, shows: 'head and chest', overlay: true };
const figure = { ...flat, tall: 2, shows: 'the figure', overlay: true };

export const widths = { min: 8, max: 300, standard: 180 };

/** Of all that have Minotar's paths; “armor” is its name for the second layer. */
export const minotarPictures = partRows(
  {
    avatar: bareFace,
    helm: helmFace,
    cube: helmHead,
    bust: { ...bust, shows: 'head and chest, base layer alone', overlay: false },
    body: { ...figure, shows: 'the figure, base layer alone', overlay: false },
    'armor/bust': { ...bust, aliases: ['armour/bust'] },
    'armor/body': { ...figure, aliases: ['armour/body'] },
  },
  widths,
);

export const sheetRows = { skin: sheetRow(), download: sheetRow({ isDownload: true }) };

export const minotar = defineService({
  host: 'minotar.net',
  takesAnyText: true,
  rows: { ...minotarPictures, ...sheetRows, cape: capeRow },
});
