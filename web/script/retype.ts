import { cut } from './cut.ts';
import { byId, hit, ourOrigins } from './dom.ts';
import { isPlayer, pastedItems } from './paste.ts';
import { fillFrom, leftOut } from './pasting.ts';
import { fields, hasOwnLabel, nameOf } from './slot.ts';
import type { Slots } from './slots.ts';
import type { Drawer } from './drawer.ts';
import { t } from './messages.ts';

// Names on the picture are editable in place; the plus beside the row adds a player in the same
// way.

/** Who changes slots. */
export type Changing = {
  readonly slots: Slots;
  readonly changed: () => void;
  readonly refuse: Drawer['refuse'];
};

/** Narrower fields show too little of the text. */
const minPx = 150;

/** Makes the names on the picture editable. */
export function enableRetyping({ slots, changed, refuse }: Changing): void {
  const field = byId('retype', HTMLInputElement);
  /** The slot whose name is edited; `null` for a new player. */
  let typed: HTMLLIElement | null = null;
  /** The text before editing. */
  let before = '';

  function open(slot: HTMLLIElement | null, over: HTMLElement): void {
    typed = slot;
    before = slot === null || nameOf(slot) === t('emptyScene') ? '' : nameOf(slot);
    field.value = before;
    const number = slot === null ? slots.all().length + 1 : slots.all().indexOf(slot) + 1;
    field.ariaLabel = t('playerNumber', { number });
    field.hidden = false;
    putOver(field, over);
    field.focus({ preventScroll: true });
    field.select();
  }
  function take(): void {
    if (field.hidden) return;
    field.hidden = true;
    const text = field.value.trim();
    if (text === before) return;
    const list = pastedItems(text, ourOrigins());
    // Words separated only by spaces may be a display name: `The King`.
    const isList = list.length > 1 && /[,;]/.test(text);
    if (typed !== null && !isList) rename(slots, typed, text);
    else if (list.length === 0) return refuse(t('notAName'), true);
    else {
      const all = slots.all();
      const left = fillFrom(slots, typed === null ? all.length : all.indexOf(typed), list);
      if (left > 0) refuse(leftOut(left));
    }
    changed();
  }
  byId('figures').addEventListener('click', (event) => {
    const name = hit(event, '[data-name]');
    const slot = slots.all()[Number(name?.dataset['name'])];
    if (name !== null && slot !== undefined) open(slot, name);
  });
  const plus = byId('add-here');
  plus.addEventListener('click', () => open(null, plus));
  field.addEventListener('blur', take);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') field.value = before;
    if (key === 'Escape' || key === 'Enter') field.blur();
  });
  // The field belongs to no slot: its text counts once editing is finished.
  for (const type of ['input', 'change', 'keydown', 'paste']) {
    field.addEventListener(type, (event) => {
      event.stopPropagation();
      if (event instanceof KeyboardEvent && event.key === 'Enter') event.preventDefault();
    });
  }
}

/**
 * A label that was typed before is replaced, and so is that of a file. Otherwise the text is another
 * player or, if it is not a valid name, the label of this one.
 */
function rename(slots: Slots, slot: HTMLLIElement, text: string): void {
  const { value, label } = fields(slot);
  const isNamed = hasOwnLabel(slot) || slots.hasFile(slot);
  if (isNamed || (text !== '' && !isPlayer(text))) label.value = cut(text, 64);
  else if (text !== '') {
    slots.forget(slot);
    value.value = text;
  }
}

/** Positions the field over a name, within the stage. */
function putOver(field: HTMLElement, name: HTMLElement): void {
  const roll = byId('roll');
  const [stage, own] = [roll.getBoundingClientRect(), name.getBoundingClientRect()];
  const widthPx = Math.min(Math.max(own.width, minPx), stage.width);
  const leftPx = own.left + own.width / 2 - widthPx / 2 - stage.left;
  const topPx = own.top + own.height / 2 - field.offsetHeight / 2 - stage.top;
  const maxPx = stage.width - widthPx;
  field.style.width = `${widthPx}px`;
  field.style.left = `${roll.scrollLeft + Math.min(Math.max(leftPx, 0), maxPx)}px`;
  field.style.top = `${Math.min(Math.max(topPx, 0), stage.height - field.offsetHeight)}px`;
}
