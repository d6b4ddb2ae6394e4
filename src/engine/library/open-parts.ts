import { readFileSync } from 'node:fs';
import type { RequestContext } from '../../common/cache/context.ts';
import type { PictureDrawing } from '../workers/tasks.ts';
import { createPictureService, type PictureParts } from '../entry/picture-service.ts';
import { ownSheet, type Player } from '../../common/player.ts';
import type { LoadSheet } from '../entry/load-sheets.ts';

/** The skin of `fallback: 'default'`. */
const fallbackPlayer: Player = {
  name: null,
  uuid: null,
  model: 'classic',
  cape: null,
  skin: ownSheet(readFileSync(new URL('../../../samples/fallback/classic.png', import.meta.url))),
};

type Respond = Parameters<
  typeof createPictureService<{ readonly bytes: Uint8Array }>
>[0]['respond'];

/** A picture is made and given back. */
export type LocalParts = PictureParts<{ readonly bytes: Uint8Array }>;

const respond: Respond = async ({ load }) => ({ bytes: await load() });

/** What draws pictures outside of the service: as there, but nothing is cached once it is drawn. */
export function openParts<Drawing extends PictureDrawing>(
  drawing: Drawing,
  loadTexture?: LoadSheet,
): LocalParts & { readonly drawing: Drawing } {
  const loadSheet: LoadSheet = async (source, context) => {
    if (source.kind === 'own') return source.sheet;
    if (loadTexture !== undefined) return loadTexture(source, context);
    throw new Error('only sheets that are given are drawn');
  };
  const players = { loadSheet, fallbackPlayer };
  return { drawing, pictures: createPictureService({ players, drawing, respond }) };
}

/** A request of nobody: no client has the picture already, none shares the drawing with others. */
export const detachedContext = (): RequestContext => ({
  context: { sourceHit: false },
  isKnown: () => false,
});
