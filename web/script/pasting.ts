import { untouchedIn } from './lineups.ts';
import { hit, ourOrigins, slotAt } from './dom.ts';
import { t } from './messages.ts';
import type { Item } from '../../src/service/site/front/lineup.ts';
import { pastedItems } from './paste.ts';
import type { Slots } from './slots.ts';

/**
 * Pasting a list into one field also fills the fields after it.
 * @param changed called with the number of players that did not fit
 */
export function enablePasting(
  form: HTMLFormElement,
  slots: Slots,
  changed: (left: number) => void,
): void {
  const isUntouched = untouchedIn(form);
  form.addEventListener('paste', (event) => {
    const slot = hit(event, '[name="value"]') && slotAt(event);
    const text = event.clipboardData?.getData('text') ?? '';
    const pasted = pastedItems(text, ourOrigins());
    // A single name is pasted by the browser, unless there is something around it.
    const isList = pasted.length > 1 || (pasted.length === 1 && pasted[0]?.value !== text.trim());
    if (!slot || !isList) return;
    event.preventDefault();
    // An untouched initial row was only an example.
    if (slots.items().every(isUntouched)) {
      for (const other of slots.all()) if (other !== slot) slots.remove(other);
    }
    changed(fillFrom(slots, slots.all().indexOf(slot), pasted));
  });
}

/**
 * Puts players into consecutive slots, adding new ones after the last.
 * @returns the number of players that did not fit
 */
export function fillFrom(slots: Slots, start: number, players: readonly Item[]): number {
  const left = players.filter((item, offset) => {
    const target = slots.all()[start + offset] ?? slots.add({ value: '', label: '' });
    if (target === null) return true;
    slots.put(target, item);
    return false;
  });
  return left.length;
}

/** The sentence for players that did not fit. */
export function leftOut(count: number): string {
  return count === 1 ? t('oneLeftOut') : t('manyLeftOut', { count });
}
