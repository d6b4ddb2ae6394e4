import { silhouetteSheet } from '../drawing/silhouette.ts';
import type { SkinSource } from '../players/player.ts';

/** The source of a plain grey figure, for unavailable players. */
export function silhouetteSource(): SkinSource {
  const { revision, png } = silhouetteSheet();
  return { kind: 'own', revision, url: null, sheet: png };
}
