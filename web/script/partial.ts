import { basePath } from './dom.ts';
import { itemErrors } from './item-errors.ts';
import { t } from './messages.ts';
import { taken, type Lineup, type Item } from '../../src/service/site/front/lineup.ts';
import { previewRequest } from '../../src/service/site/front/preview.ts';
import { stagePreview } from './stage.ts';
import { isRoblox } from './roblox.ts';
import type { Pictures, PictureOutcome } from './picture.ts';

/** The result of drawing a row, possibly in part. */
export type Row = {
  readonly outcome: PictureOutcome;
  /** Errors by index of the item. */
  readonly errors: ReadonlyMap<number, string>;
  /** The lineup of the final request. */
  readonly drawn: Lineup;
};

/**
 * Draws a row. Unavailable players are replaced by grey figures, and invalid names are omitted, so that
 * the others are drawn.
 */
export function drawRow(lineup: Lineup, get: Pictures['get']): Promise<Row> {
  const errors = new Map<number, string>();
  // The last variant twice: the service may report errors of other items only then.
  const attempts = [
    () => lineup,
    () => withSilhouettes(lineup),
    () => without(lineup, errors),
    () => without(lineup, errors),
  ];
  const nobody: Row = { outcome: { kind: 'cancelled' }, errors, drawn: lineup };

  async function attempt(index: number, before: Row): Promise<Row> {
    const drawn = attempts[index]?.();
    if (drawn === undefined || taken(drawn.items).length === 0) return before;
    const outcome = await get(previewRequest(basePath(), drawn, stagePreview()));
    const filled = taken(drawn.items);
    const itemAt = (item: number): Item => filled[item]?.item ?? { value: '', label: '' };
    const found = outcome.kind === 'refusal' ? itemErrors(outcome.detail, sentences(itemAt)) : [];
    for (const { item, sentence } of found) errors.set(filled[item]?.index ?? -1, sentence);
    const row = { outcome, errors, drawn };
    // A picture of only grey figures is useless.
    const isNobodyLeft = errors.size >= taken(lineup.items).length;
    return found.length === 0 || isNobodyLeft ? row : attempt(index + 1, row);
  }
  return attempt(0, nobody);
}

/** What is wrong depends on the player's platform, and on how they are named. */
function sentences(itemAt: (item: number) => Item): Parameters<typeof itemErrors>[1] {
  return (key, item) => {
    const found = itemAt(item);
    if (key === 'mojangSilent' && isRoblox(found)) return t('robloxSilent');
    return t(key === 'noSuchPlayer' && uuid.test(found.value) ? 'noSuchUuid' : key);
  };
}

const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;

function withSilhouettes({ items, look }: Lineup): Lineup {
  return { items, look: { ...look, options: { ...look.options, fallback: 'silhouette' } } };
}

/** Invalid items become empty but keep their position, so that errors refer to the right ones. */
function without({ items, look }: Lineup, errors: ReadonlyMap<number, string>): Lineup {
  return {
    items: items.map((item, index) => (errors.has(index) ? { value: '', label: '' } : item)),
    look,
  };
}
