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
  notOffered,
} from '../read-values.ts';
import { mojangProfileRow } from '../read-profile.ts';

type PartLook = Look & {
  readonly overlay: boolean;
  /** Height of the picture as a multiple of its width; it is square by default. */
  readonly tall?: number;
};

/** The size is the width, after the player in the path; it is clamped to the bounds. */
const partRows = (looks: Readonly<Record<string, PartLook>>, widths: Range) =>
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

const bareFace = { ...face, shows: 'the face, its base layer alone', overlay: false };
const helmFace = { ...face, shows: 'the face with its second layer', overlay: true };
const bareHead = {
  ...isometricHead,
  shows: 'the head, isometric, its base layer alone',
  overlay: false,
};
const helmHead = { ...isometricHead, overlay: true };
const bust = { ...flatBust, shows: 'head and chest', overlay: true };
const figure = { ...flat, tall: 2, shows: 'the figure', overlay: true };

const widths = { min: 8, max: 300, standard: 180 };

/** Of all that have Minotar's paths; “armor” is its name for the second layer. */
const minotarPictures = partRows(
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

const sheetRows = { skin: sheetRow(), download: sheetRow({ isDownload: true }) };

export const minotar = defineService({
  host: 'minotar.net',
  takesAnyText: true,
  rows: { ...minotarPictures, ...sheetRows, cape: capeRow },
});

/** Minotar's paths. */
export const crafthead = defineService({
  host: 'crafthead.net',
  takesAnyText: true,
  rows: {
    ...minotarPictures,
    ...partRows({ 'armor/cube': helmHead }, widths),
    skin: sheetRows.skin,
    // Programs ask for a size, too; the sheet has its own.
    cape: { ...capeRow, subjectIn: upTo(Infinity) },
    profile: mojangProfileRow,
    hytale: notOffered('only players of Minecraft are', '/…'),
  },
});

/** Minotar's paths, and two heads with names of their own. */
export const mineskin = defineService({
  host: 'mineskin.eu',
  takesAnyText: true,
  rows: {
    ...minotarPictures,
    ...sheetRows,
    ...partRows({ head: bareHead, headhelm: helmHead }, widths),
  },
});

/** Faces and isometric heads, each with and without the second layer. */
export const cravatar = defineService({
  host: 'cravatar.eu',
  takesAnyText: true,
  rows: partRows(
    {
      avatar: bareFace,
      helmavatar: helmFace,
      head: bareHead,
      helmhead: { ...helmHead, aliases: ['3d'] },
    },
    { min: 8, max: 600, standard: 180 },
  ),
});
