import type { Kind } from './cards.ts';
import { byId } from './dom.ts';

/**
 * Shows a card further down the page, as if its form had been filled in.
 * @returns whether this service has such cards
 */
export function openCard(kind: Kind, name: string): boolean {
  const form = document.querySelector('#server-form');
  if (!(form instanceof HTMLFormElement)) return false;
  const edition = byId('server-edition', HTMLSelectElement);
  if (![...edition.options].some(({ value }) => value === kind)) return false;
  edition.value = kind;
  byId('server-host', HTMLInputElement).value = name;
  // Its field is another one, which is looked up at once.
  edition.dispatchEvent(new Event('change'));
  byId('server').scrollIntoView();
  // With the keyboard, on to the code of the card; a field would open that of a phone.
  form.querySelector('button')?.focus({ preventScroll: true });
  return true;
}
