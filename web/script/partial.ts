import { basePath } from './dom.ts';
import { faultsIn } from './faults.ts';
import { t } from './messages.ts';
import { taken, type Lineup, type Place } from '../../src/features/docs/front/lineup.ts';
import { previewRequest } from '../../src/features/docs/front/preview.ts';
import { stagePreview } from './stage.ts';
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
    const outcome = await get(previewRequest(basePath(), drawn, stagePreview()));
    const places = taken(drawn.places);
    const placeOf = (item: number): Place => places[item]?.place ?? { value: '', label: '' };
    const found = outcome.kind === 'refusal' ? faultsIn(outcome.detail, sentences(placeOf)) : [];
    for (const { item, sentence } of found) faults.set(places[item]?.index ?? -1, sentence);
    const row = { outcome, faults, drawn };
    // A picture of only grey figures is useless.
    const isNobodyLeft = faults.size >= taken(lineup.places).length;
    return found.length === 0 || isNobodyLeft ? row : attempt(index + 1, row);
  }
  return attempt(0, nobody);
}

/** What is wrong depends on the player's platform, and on how they are named. */
function sentences(placeOf: (item: number) => Place): Parameters<typeof faultsIn>[1] {
  return (key, item) => {
    const place = placeOf(item);
    if (key === 'mojangSilent' && isRoblox(place)) return t('robloxSilent');
    return t(key === 'noSuchPlayer' && uuid.test(place.value) ? 'noSuchUuid' : key);
  };
}

const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;

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
