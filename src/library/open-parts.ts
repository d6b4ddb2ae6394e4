import { readFileSync } from 'node:fs';
import type { RequestContext } from '../http/conditional.ts';
import type { PictureDrawing } from '../draw-pool/tasks.ts';
import { createPictureService, type PictureParts } from '../pictures/picture-service.ts';
import { ownSheet, type Player } from '../players/player.ts';
import type { Players } from '../players/players.ts';

/** The skin of `fallback: 'default'`. */
const fallbackPlayer: Player = {
  name: null,
  uuid: null,
  model: 'classic',
  cape: null,
  skin: ownSheet(readFileSync(new URL('../../samples/fallback/classic.png', import.meta.url))),
};

/** What draws pictures outside of the service: as there, but nothing is cached once it is drawn. */
export function openParts<Drawing extends PictureDrawing>(
  drawing: Drawing,
  loadTexture?: Players['loadSheet'],
): PictureParts & { readonly drawing: Drawing } {
  const loadSheet: Players['loadSheet'] = async (source, context) => {
    if (source.kind === 'own') return source.sheet;
    if (loadTexture !== undefined) return loadTexture(source, context);
    throw new Error('only sheets that are given are drawn');
  };
  const players = { loadSheet, fallbackPlayer };
  return { drawing, pictures: createPictureService({ players, drawing }) };
}

/** A request of nobody: no client has the picture already, none shares the drawing with others. */
export const nobody = (): RequestContext => ({
  context: { sourceHit: false },
  isKnown: () => false,
});
