import { defineService } from '../define-service.ts';
import { bareFace, bareHead, helmFace, helmHead, partRows } from './minotar.ts';

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
