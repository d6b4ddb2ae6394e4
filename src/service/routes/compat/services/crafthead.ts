import { defineService, upTo } from '../define-service.ts';
import { mojangProfileRow } from '../read-profile.ts';
import { capeRow, notOffered } from '../read-values.ts';
import { helmHead, minotarPictures, partRows, sheetRows, widths } from './minotar.ts';

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
