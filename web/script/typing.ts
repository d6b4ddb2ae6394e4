import { byId, hit, slotAt } from './dom.ts';
import type { ComposerParts, Drawer } from './drawer.ts';
import { resolveLook } from './look.ts';
import { fields } from './slot.ts';
import { bareText } from './paste.ts';
import type { Slots } from './slots.ts';

// Long enough to type a name on a phone; otherwise each half of it would be looked up.
const namePauseMs = 900;
const shortestName = 3;
const labelPauseMs = 350;

/** Redraws while the form is edited: names after a pause in typing, everything else at once. */
export function enableTyping(
  { form, slots, drawer }: ComposerParts,
  choosingPauseMs: number,
): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    drawer.type(null);
    drawer.plan(0);
  });
  form.addEventListener('input', (event) => {
    if (hit(event, '#quick') !== null) return;
    const slot = slotAt(event);
    if (slot === null) {
      resolveLook();
      drawer.plan(hit(event, '.range') === null ? choosingPauseMs : labelPauseMs);
    } else if (hit(event, '[name="value"]') === null) drawer.plan(labelPauseMs);
    else {
      slots.forget(slot);
      drawer.type(slot);
      if (event instanceof InputEvent && event.inputType.startsWith('insertFrom'))
        void understand(slots, slot, drawer);
      const { length } = fields(slot).value.value.trim();
      if (length === 0 || length >= shortestName) drawer.plan(namePauseMs);
    }
  });
  form.addEventListener('change', (event) => {
    const slot = hit(event, '[name="value"]') && slotAt(event);
    if (!slot) return;
    const { value } = fields(slot);
    const bare = bareText(value.value);
    if (bare !== value.value) value.value = bare;
    void understand(slots, slot, drawer);
    drawer.type(null);
    drawer.plan(0);
  });
  form.addEventListener('keydown', (event) => {
    const slot = slotAt(event);
    if (
      event.key !== 'Enter' ||
      slot === null ||
      hit(event, 'input.label, [name="value"]') === null
    )
      return;
    event.preventDefault();
    drawer.type(null);
    drawer.plan(0);
    goOn(slots, slot);
  });
  selectOurs(form);
}

/** The address of somebody's profile becomes its player. */
async function understand(slots: Slots, slot: HTMLLIElement, drawer: Drawer): Promise<void> {
  const { value, label } = fields(slot);
  const text = value.value;
  if (!text.includes('/') || /^data:/i.test(text)) return;
  const { linkedThing } = await import('./links.ts');
  const linked = linkedThing(text);
  if (linked?.kind !== 'player' || value.value !== text) return;
  const { item } = linked;
  slots.put(slot, { ...item, label: label.value, own: { ...slots.own(slot), ...item.own } });
  drawer.type(null);
  drawer.plan(0);
}

/** Moves to the next player, and adds one if necessary. */
function goOn(slots: Slots, slot: HTMLLIElement): void {
  const all = slots.all();
  const next = all[all.indexOf(slot) + 1] ?? slots.add({ value: '', label: '' });
  if (next !== null) fields(next).value.focus();
}

/** Clicking into a generated field selects its content. */
function selectOurs(form: HTMLFormElement): void {
  let entered: EventTarget | null = null;
  form.addEventListener('pointerdown', ({ target }) => {
    entered = target === document.activeElement ? null : target;
  });
  byId('slots').addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target !== entered) return;
    if (target.value !== '' && target.value === target.defaultValue) target.select();
  });
}
