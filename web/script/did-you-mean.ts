import { lineupRequest, usualLook } from '../../src/features/docs/front/lineup.ts';
import { ask } from './ask.ts';
import { basePath, one } from './dom.ts';
import { faultsIn } from './faults.ts';
import { recentNames } from './recent-names.ts';
import { fields } from './slot.ts';
import type { Slots } from './slots.ts';
import { t } from './messages.ts';

// A name that nobody has is often one with an underscore too few or too many. Which of those there
// are is asked in one request for all names of a row that are wrong, and once only for each.

const longestName = 16;
/** As many as one picture takes. */
const mostAsked = 10;
const look = { ...usualLook, renderType: 'front', crop: 'face', heightPx: 48, hasNames: false };

export type Suggest = (wrong: readonly HTMLLIElement[]) => Promise<void>;

/** @param changed told once a suggestion was taken */
export function createSuggest(slots: Slots, changed: () => void): Suggest {
  /** What each wrong name was answered with; `null` where nothing is like it. */
  const known = new Map<string, string | null>();

  async function find(names: readonly string[]): Promise<void> {
    const candidates = names.flatMap((name) => alike(name).map((other) => ({ name, other })));
    const asked = candidates.slice(0, mostAsked);
    for (const name of names) known.set(name, recentLike(name));
    const open = asked.filter(({ name }) => known.get(name) === null);
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

/** With an underscore more or less; letter case makes no difference to an account. */
function alike(name: string): readonly string[] {
  if (!/^\w{2,16}$/.test(name)) return [];
  const bare = name.replaceAll(/^_+|_+$/g, '');
  const all = [bare, `${bare}_`, `_${bare}`, bare.replaceAll('_', '')];
  const isOther = (other: string): boolean => other.length > 1 && other !== name;
  return [...new Set(all)].filter((other) => isOther(other) && other.length <= longestName);
}

function plain(text: string): string {
  return text.replaceAll('_', '').toLowerCase();
}

/** One that was drawn here before needs no request. */
function recentLike(name: string): string | null {
  return recentNames().find((other) => other !== name && plain(other) === plain(name)) ?? null;
}

/** Which of these nobody is called; `null` where that is not known. */
async function missingOf(names: readonly string[]): Promise<ReadonlySet<number> | null> {
  const places = names.map((value) => ({ value, label: '' }));
  const outcome = await ask(lineupRequest(basePath(), { places, look }));
  if (outcome.kind === 'answer') return new Set();
  if (outcome.kind !== 'refusal' || outcome.status !== 404) return null;
  return new Set(faultsIn(outcome.detail, t).map(({ item }) => item));
}

function offer(slot: HTMLLIElement, name: string, take: () => void): void {
  const problem = one(slot, '.problem', HTMLParagraphElement);
  const button = document.createElement('button');
  Object.assign(button, {
    type: 'button',
    className: 'chip',
    textContent: t('didYouMean', { name }),
  });
  button.addEventListener('click', take);
  problem.replaceChildren(problem.firstChild ?? '', ' ', button);
}
