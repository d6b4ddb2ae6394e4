import { lineupRequest } from '../../src/service/site/front/lineup.ts';
import { send } from './send.ts';
import { basePath, createButton, one } from './dom.ts';
import { faceLook } from './faces.ts';
import { itemErrors } from './item-errors.ts';
import { recentNames } from './recent-names.ts';
import { fields } from './slot.ts';
import type { Slots } from './slots.ts';
import { t } from './messages.ts';

// Unknown names often have an underscore too few or too many. All wrong names of a row are checked
// in one request, and each only once.

const longestName = 25;
/** As many as one picture may have. */
const maxRequested = 10;

export type Suggest = (wrong: readonly HTMLLIElement[]) => Promise<void>;

/** @param changed called when a suggestion was accepted */
export function createSuggest(slots: Slots, changed: () => void): Suggest {
  /** Suggestions by wrong name; `null` if there is none. */
  const known = new Map<string, string | null>();

  async function find(names: readonly string[]): Promise<void> {
    const candidates = names.flatMap((name) => alike(name).map((other) => ({ name, other })));
    const requested = candidates.slice(0, maxRequested);
    for (const name of names) known.set(name, recentLike(name));
    const open = requested.filter(({ name }) => known.get(name) === null);
    if (open.length === 0) return;
    const missing = await missingOf(open.map(({ other }) => other));
    for (const [index, { name, other }] of open.entries()) {
      if (missing !== null && !missing.has(index) && known.get(name) === null)
        known.set(name, other);
    }
  }

  function take(slot: HTMLLIElement, name: string): void {
    const { value } = fields(slot);
    value.value = name;
    slots.forget(slot);
    value.focus();
    changed();
  }

  return async (wrong) => {
    const typed = wrong.map((slot) => ({ slot, name: fields(slot).value.value.trim() }));
    await find([...new Set(typed.map(({ name }) => name))].filter((name) => !known.has(name)));
    for (const { slot, name } of typed) {
      const other = known.get(name);
      const isStill = fields(slot).value.value.trim() === name && slot.matches('.wrong');
      if (other && isStill) offer(slot, other, () => take(slot, other));
    }
  };
}

/** Variants with an underscore more or less; letter case makes no difference. */
function alike(name: string): readonly string[] {
  if (!/^\w{2,25}$/.test(name)) return [];
  const bare = name.replaceAll(/^_+|(?<!_)_+$/g, '');
  const all = [bare, `${bare}_`, `_${bare}`, bare.replaceAll('_', '')];
  const isOther = (other: string): boolean => other.length > 1 && other !== name;
  return [...new Set(all)].filter((other) => isOther(other) && other.length <= longestName);
}

function plain(text: string): string {
  return text.replaceAll('_', '').toLowerCase();
}

/** A recently drawn name needs no request. */
function recentLike(name: string): string | null {
  return recentNames().find((other) => other !== name && plain(other) === plain(name)) ?? null;
}

/** The names that do not exist; `null` if that is unknown. */
async function missingOf(names: readonly string[]): Promise<ReadonlySet<number> | null> {
  const items = names.map((value) => ({ value, label: '' }));
  const outcome = await send(lineupRequest(basePath(), { items, look: faceLook }));
  if (outcome.kind === 'answer') return new Set();
  if (outcome.kind !== 'refusal' || outcome.status !== 404) return null;
  return new Set(itemErrors(outcome.detail, (key) => t(key)).map(({ item }) => item));
}

function offer(slot: HTMLLIElement, name: string, take: () => void): void {
  const problem = one(slot, '.problem', HTMLParagraphElement);
  const button = createButton({ className: 'chip', textContent: t('didYouMean', { name }) });
  button.addEventListener('click', take);
  problem.replaceChildren(problem.firstChild ?? '', ' ', button);
}
