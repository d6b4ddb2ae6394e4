import { cut } from './cut.ts';
import { byId, ourOrigins } from './dom.ts';
import type { ComposerParts } from './drawer.ts';
import { leftOut } from './pasting.ts';
import { untouchedIn } from './lineups.ts';
import { writeLook } from './look.ts';
import type { Item, Lineup } from '../../src/service/site/front/lineup.ts';
import { lineupFromAddress, pastedItems, strayNames } from './paste.ts';
import { t } from './messages.ts';
import type { Kind } from './cards.ts';

/** What may be of a game, a group, an invite or a server. */
const isAddress = /[./:]/;

/** The field on the stage: one name or a list, then Enter; a list that is pasted is taken at once. */
export function enableQuickField({ form, slots, drawer, changed }: ComposerParts): void {
  const field = byId('quick', HTMLInputElement);

  function refuse(text: string, isAll: boolean): void {
    const accept = (name: string): void => {
      if (field.value.trim() === text) field.value = '';
      add([{ value: name, label: '' }], null);
    };
    field.ariaInvalid = String(field.value !== '');
    drawer.refuse(t('nobodyTyped', { text: cut(text, 40) }), isAll, { text, take: accept });
  }
  /** @param own the row of a link of ours, which brings its scene, title and all */
  function add(typed: readonly Item[], own: Lineup | null): void {
    const filled = slots.items().filter((item) => item.value.trim() !== '');
    // An untouched initial row is replaced.
    const before = filled.every(untouchedIn(form)) ? [] : filled;
    if (own !== null && before.length === 0) writeLook(own.look);
    const over = slots.replaceAll([...before, ...typed]);
    if (over > 0) drawer.refuse(leftOut(over));
    changed();
  }
  async function take(text: string): Promise<void> {
    const linked = isAddress.test(text) ? (await import('./links.ts')).linkedThing(text) : null;
    // Pressed twice.
    if (linked !== null && field.value === '') return;
    if (linked?.kind === 'card' && openCard(linked.of, linked.name)) {
      field.value = '';
      return;
    }
    const typed = linked?.kind === 'player' ? [linked.item] : pastedItems(text, ourOrigins());
    if (typed.length === 0) {
      if (text.trim() !== '') refuse(text.trim(), true);
      return;
    }
    field.value = '';
    const [stray] = linked === null ? strayNames(text) : [];
    if (stray !== undefined) refuse(stray, false);
    add(typed, lineupFromAddress(text, ourOrigins()));
  }
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void take(field.value);
  });
  // A list needs no Enter; and a field has one line: breaks would be lost.
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text').trim() ?? '';
    const isList = /[,;]/.test(text) && pastedItems(text, ourOrigins()).length > 1;
    if (field.value !== '' || !(text.includes('\n') || isList)) return;
    event.preventDefault();
    void take(text);
  });
}

/**
 * Shows a card further down the page, as if its form had been filled in.
 * @returns whether this service has such cards
 */
function openCard(kind: Kind, name: string): boolean {
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
