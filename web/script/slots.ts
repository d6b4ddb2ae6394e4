import { announce, byId } from './dom.ts';
import type { Own, Item } from '../../src/service/site/front/lineup.ts';
import { withPlatform } from './roblox.ts';
import {
  dropOurLabel,
  fields,
  nameAfterFile,
  nameOf,
  number,
  readFields,
  showOwn,
  activate,
  writeFields,
} from './slot.ts';
import { t } from './messages.ts';

/** The slots of the form. The page itself is their storage. */
export type Slots = ReturnType<typeof createSlots>;

export type SkinFile = { readonly name: string; readonly dataUrl: string };

/** @param isOurs whether a player with this label was generated: both are replaced by what is typed */
export function createSlots(max: number, isOurs: (item: Item) => boolean) {
  const list = byId('slots');
  const template = byId('slot-template', HTMLTemplateElement);
  /** Skin files by slot: their fields show only the file name. */
  const files = new WeakMap<HTMLLIElement, SkinFile>();
  const { own, setOwn } = createOwns();
  const all = (): HTMLLIElement[] => slotsIn(list);

  function add(item: Item): HTMLLIElement | null {
    if (all().length >= max) return null;
    list.append(template.content.cloneNode(true));
    const slot = all().at(-1);
    if (slot === undefined) return null;
    put(slot, item);
    activate(slot);
    renumber(all(), max);
    return slot;
  }
  function put(slot: HTMLLIElement, item: Item): void {
    const file = fileOf(item);
    if (file === null) files.delete(slot);
    else files.set(slot, file);
    setOwn(slot, item.own ?? {});
    writeFields(slot, { ...item, value: file?.name ?? item.value }, isOurs(item));
  }
  for (const slot of all()) activate(slot);
  renumber(all(), max);

  return {
    all,
    /** Adds a slot at the end, unless the maximum is reached. */
    add,
    /** Puts another player into a slot. */
    put,
    /** The options of a slot: pose, direction, size. */
    own,
    setOwn,
    items: (): Item[] =>
      all().map((slot) =>
        withPlatform(withOwn(readFields(slot, files.get(slot)?.dataUrl), own(slot))),
      ),
    /**
     * Replaces all players.
     * @returns the number of players that did not fit
     */
    replaceAll: (items: readonly Item[]) => {
      list.replaceChildren();
      for (const item of items) add(item);
      return Math.max(0, items.length - max);
    },
    remove: (slot: HTMLLIElement) => {
      takeOut(slot);
      renumber(all(), max);
      announce(t('removed', { count: all().length }));
    },
    /** Moves a slot within the row, and announces it. */
    move: (slot: HTMLLIElement, index: number) => {
      moveTo(list, slot, index);
      renumber(all(), max);
    },
    hasFile: (slot: HTMLLIElement) => files.has(slot),
    putFile: (slot: HTMLLIElement, file: SkinFile) => {
      files.set(slot, file);
      nameAfterFile(slot, file.name);
    },
    /** After another name was typed: removes the file of a slot, and a label that was not typed. */
    forget: (slot: HTMLLIElement) => {
      files.delete(slot);
      dropOurLabel(slot);
    },
  };
}

function createOwns() {
  const owns = new WeakMap<HTMLLIElement, Own>();
  return {
    own: (slot: HTMLLIElement): Own => {
      const caption = fields(slot).caption.value.trim();
      return { ...(caption !== '' && { caption }), ...owns.get(slot) };
    },
    // The role has a field of its own.
    setOwn: (slot: HTMLLIElement, { caption = '', ...own }: Own) => {
      fields(slot).caption.value = caption;
      owns.set(slot, own);
      showOwn(slot, own);
    },
  };
}

function withOwn(item: Item, own: Own): Item {
  return Object.keys(own).length === 0 ? item : Object.assign(item, { own });
}

/** The skin file in a link; its name is unknown. */
function fileOf({ value }: Item): SkinFile | null {
  return /^data:/i.test(value) ? { name: 'skin.png', dataUrl: value } : null;
}

function slotsIn(list: HTMLElement): HTMLLIElement[] {
  return [...list.children].filter(
    (child): child is HTMLLIElement => child instanceof HTMLLIElement,
  );
}

function moveTo(list: HTMLElement, slot: HTMLLIElement, index: number): void {
  const others = slotsIn(list).filter((other) => other !== slot);
  const goal = Math.min(Math.max(index, 0), others.length);
  // Moves the others around it: an element that is moved itself loses focus and touch.
  list.prepend(...others.slice(0, goal));
  list.append(...others.slice(goal));
  announce(t('nowNumber', { name: nameOf(slot), number: goal + 1, count: others.length + 1 }));
}

function renumber(slots: readonly HTMLLIElement[], max: number): void {
  slots.forEach((slot, index) => number(slot, index, slots.length));
  byId('count').textContent = t('countOf', { count: slots.length, most: max });
  byId('add', HTMLButtonElement).disabled = slots.length >= max;
  byId('add-here').hidden = slots.length >= max;
}

/** If the focus was in the removed slot, it moves to the next one. */
function takeOut(slot: HTMLLIElement): void {
  const next = slot.nextElementSibling ?? slot.previousElementSibling;
  const hadFocus = slot.contains(document.activeElement);
  slot.remove();
  if (!hadFocus) return;
  (next?.querySelector('input') ?? byId('add', HTMLButtonElement)).focus();
}
