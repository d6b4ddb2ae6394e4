import { hit, ourOrigins } from './dom.ts';
import { t } from './messages.ts';
import type { Place } from '../../src/features/docs/front/lineup.ts';
import { pastedPlaces } from './paste.ts';
import type { Slots } from './slots.ts';

/** A list that is pasted into one field fills those after it too. */
export function enablePasting(form: HTMLFormElement, slots: Slots, changed: Changed): void {
  form.addEventListener('paste', (event) => {
    const slot = hit(event, '[name="value"]')?.closest('li.slot');
    const text = event.clipboardData?.getData('text') ?? '';
    const pasted = pastedPlaces(text, ourOrigins());
    // A single name goes the browser's way, unless there is something around it.
    const isList = pasted.length > 1 || (pasted.length === 1 && pasted[0]?.value !== text.trim());
    if (!(slot instanceof HTMLLIElement) || !isList) return;
    event.preventDefault();
    changed(fillFrom(slots, slots.all().indexOf(slot), pasted));
  });
}

/**
 * Puts players into one place after the other, those behind the last into new ones.
 * @returns how many had no place
 */
export function fillFrom(slots: Slots, start: number, players: readonly Place[]): number {
  const left = players.filter((place, offset) => {
    const target = slots.all()[start + offset] ?? slots.add({ value: '', label: '' });
    if (target === null) return true;
    slots.put(target, place);
    return false;
  });
  return left.length;
}

/** How many had no place left. */
type Changed = (left: number) => void;

/** Says how many had no place. */
export function leftOut(count: number): string {
  return count === 1 ? t('oneLeftOut') : t('manyLeftOut', { count });
}
