import { basePath } from './dom.ts';
import { faultsIn } from './faults.ts';
import { t } from './messages.ts';
import { previewRequest, taken, type Lineup } from '../../src/features/docs/front/lineup.ts';
import { stageHeightPx } from './stage.ts';
import { isRoblox } from './roblox.ts';
import type { Pictures, PictureOutcome } from './picture.ts';

/** The result of drawing a row, possibly in part. */
export type Row = {
  readonly outcome: PictureOutcome;
  /** Errors by index of the place. */
  readonly faults: ReadonlyMap<number, string>;
  /** The lineup of the final request. */
  readonly drawn: Lineup;
};

/**
 * Draws a row. Unavailable players are replaced by grey figures, and invalid names are omitted, so that
 * the others are drawn.
 */
export function drawRow(lineup: Lineup, get: Pictures['get']): Promise<Row> {
  const faults = new Map<number, string>();
  // The last variant twice: the service may report errors of other items only then.
  const attempts = [
    () => lineup,
    () => withSilhouettes(lineup),
    () => without(lineup, faults),
    () => without(lineup, faults),
  ];
  const nobody: Row = { outcome: { kind: 'cancelled' }, faults, drawn: lineup };

  async function attempt(index: number, before: Row): Promise<Row> {
    const drawn = attempts[index]?.();
    if (drawn === undefined || taken(drawn.places).length === 0) return before;
    const outcome = await get(previewRequest(basePath(), drawn, stageHeightPx()));
    const places = taken(drawn.places);
    const isOther = (item: number): boolean => isRoblox(places[item]?.place ?? {});
    const found = outcome.kind === 'refusal' ? faultsIn(outcome.detail, sentences(isOther)) : [];
    for (const { item, sentence } of found) faults.set(places[item]?.index ?? -1, sentence);
    const row = { outcome, faults, drawn };
    // A picture of only grey figures is useless.
    const isNobodyLeft = faults.size >= taken(lineup.places).length;
    return found.length === 0 || isNobodyLeft ? row : attempt(index + 1, row);
  }
  return attempt(0, nobody);
}

/** Which service does not answer depends on the player's platform. */
function sentences(isOther: (item: number) => boolean): Parameters<typeof faultsIn>[1] {
  return (key, item) => t(key === 'mojangSilent' && isOther(item) ? 'robloxSilent' : key);
}

function withSilhouettes({ places, look }: Lineup): Lineup {
  return { places, look: { ...look, options: { ...look.options, fallback: 'silhouette' } } };
}

/** Invalid places become empty but keep their position, so that errors refer to the right ones. */
function without({ places, look }: Lineup, faults: ReadonlyMap<number, string>): Lineup {
  return {
    places: places.map((place, index) => (faults.has(index) ? { value: '', label: '' } : place)),
    look,
  };
}
