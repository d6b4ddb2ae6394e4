import { silhouetteSheet } from '../drawing/silhouette.ts';
import type { SkinSource } from '../players/player.ts';

/** What a plain grey figure is drawn from, for somebody who can't be had. */
export function silhouetteSource(): SkinSource {
  const { revision, png } = silhouetteSheet();
  return { kind: 'own', revision, url: null, sheet: png };
}
