import { byId, ourOrigins } from './dom.ts';
import type { ComposerParts } from './drawer.ts';
import { untouchedIn } from './lineups.ts';
import { writeLook } from './look.ts';
import { openCard } from './open-card.ts';
import { lineupFromAddress, pastedItems } from './paste.ts';
import { leftOut } from './pasting.ts';
import { t } from './messages.ts';

/** What may be of a game, a group, an invite or a server. */
const isAddress = /[./:]/;

/** The field on the stage: one name or a list, then Enter; lines that are pasted are taken at once. */
export function enableQuickField({ form, slots, drawer, changed }: ComposerParts): void {
  const field = byId('quick', HTMLInputElement);

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
      if (text.trim() !== '') drawer.refuse(t('nobodyTyped', { text: text.trim().slice(0, 40) }));
      return;
    }
    field.value = '';
    const filled = slots.items().filter((item) => item.value.trim() !== '');
    // An untouched initial row is replaced.
    const before = filled.every(untouchedIn(form)) ? [] : filled;
    // One of our own links brings its scene, title and all.
    const own = lineupFromAddress(text, ourOrigins());
    if (own !== null && before.length === 0) writeLook(own.look);
    const over = slots.replaceAll([...before, ...typed]);
    if (over > 0) drawer.refuse(leftOut(over));
    changed();
  }
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void take(field.value);
  });
  // A field has one line: breaks would be lost.
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text').trim() ?? '';
    if (!text.includes('\n') || field.value !== '') return;
    event.preventDefault();
    void take(text);
  });
}
