import { readFileSync } from 'node:fs';
import { ownSheet } from '../../common/player.ts';

/** The skin of a plain grey figure, for unavailable players. */
export const silhouette = ownSheet(readFileSync(new URL('silhouette.png', import.meta.url)));
