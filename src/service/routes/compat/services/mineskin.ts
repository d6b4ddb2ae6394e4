import { defineService } from '../define-service.ts';
import { bareHead, helmHead, minotarPictures, partRows, sheetRows, widths } from './minotar.ts';

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
