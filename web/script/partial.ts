import { basePath } from './dom.ts';
import { faultsIn } from './faults.ts';
import { t } from './messages.ts';
import { previewRequest, taken, type Lineup } from '../../src/features/docs/front/lineup.ts';
import { stageHeightPx } from './stage.ts';
import { isRoblox } from './roblox.ts';
import type { Pictures, PictureOutcome } from './picture.ts';

/** A row as far as it could be drawn. */
export type Row = {
  readonly outcome: PictureOutcome;
  /** What is wrong, by the place in the form. */
  readonly faults: ReadonlyMap<number, string>;
  /** What was asked for in the end. */
  readonly drawn: Lineup;
};

/**
 * Draws a row. Where players are not available the others are drawn: grey figures stand in for
 * them; where a name can’t be one at all, the row is drawn without it.
 */
export function drawRow(lineup: Lineup, get: Pictures['get']): Promise<Row> {
  const faults = new Map<number, string>();
  // The last once more: of other items the service may have known only then.
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
    // Grey figures alone are nobody's picture.
    const isNobodyLeft = faults.size >= taken(lineup.places).length;
    return found.length === 0 || isNobodyLeft ? row : attempt(index + 1, row);
  }
  return attempt(0, nobody);
}

/** Who isn't answering depends on whom the player is known to. */
function sentences(isOther: (item: number) => boolean): Parameters<typeof faultsIn>[1] {
  return (key, item) => t(key === 'mojangSilent' && isOther(item) ? 'robloxSilent' : key);
}

function withSilhouettes({ places, look }: Lineup): Lineup {
  return { places, look: { ...look, options: { ...look.options, fallback: 'silhouette' } } };
}

/** The places stay where they are, empty: so that errors name the right ones. */
function without({ places, look }: Lineup, faults: ReadonlyMap<number, string>): Lineup {
  return {
    places: places.map((place, index) => (faults.has(index) ? { value: '', label: '' } : place)),
    look,
  };
}
