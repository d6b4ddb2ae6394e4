import type { Own } from '../../src/service/site/front/lineup.ts';
import { announce, byId, hit, one } from './dom.ts';
import { markFigures } from './figures.ts';
import { readLook, type Control } from './look.ts';
import { nameOf } from './slot.ts';
import type { Slots } from './slots.ts';
import { createWhenNear } from './later.ts';
import { createThumbnails } from './thumbnails.ts';
import { t } from './messages.ts';
import type { OpenPosing, ShownPose } from './pose-panel.ts';

// Edits the options of one player (pose, direction, size) beside the picture, which stays visible.

/** Gap between the picture and what is below it. */
const airPx = 12;

export type OpenEditor = (slot: HTMLLIElement) => void;

/** @returns a function that opens the editor for a player */
export function enableEditor(slots: Slots, changed: () => void): OpenEditor {
  const editor = byId('editor', HTMLDialogElement);
  const showThumbnails = createThumbnails(editor, createWhenNear());
  let edited: HTMLLIElement | null = null;
  /** After pressing a figure, the focus stays at the picture. */
  let isAtPicture = false;

  function open(slot: HTMLLIElement): void {
    edited = slot;
    if (!editor.open) isAtPicture = !byId('slots').contains(document.activeElement);
    show(editor, slots, slot);
    showThumbnails(slots.items()[slots.all().indexOf(slot)]);
    if (!editor.open) editor.show();
    uncover(editor);
    for (const other of slots.all()) other.classList.toggle('edited', other === slot);
    markFigures(slots);
  }
  function step(by: number): void {
    const all = slots.all();
    const next = edited === null ? undefined : all[all.indexOf(edited) + by];
    if (next !== undefined) open(next);
  }
  function close(): void {
    editor.close();
    edited?.classList.remove('edited');
    edited?.querySelector<HTMLElement>('.edit')?.focus({ preventScroll: isAtPicture });
    edited = null;
    markFigures(slots);
  }
  function take(): void {
    if (edited === null) return;
    const { caption } = slots.own(edited);
    const own = { ...withoutFlat(editor, readOwn(editor)), ...cropFor(editor) };
    slots.setOwn(edited, caption === undefined ? own : { caption, ...own });
    markPicks(editor);
    markPlatform(editor);
    changed();
  }
  enableChoices(editor, take);
  editor.addEventListener('click', (event) => {
    if (hit(event, '#editor-before')) step(-1);
    if (hit(event, '#editor-after')) step(1);
    if (hit(event, '#editor-close')) close();
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && editor.open) close();
  });
  // A removed player cannot be edited any more.
  new MutationObserver(() => edited?.isConnected === false && close()).observe(byId('slots'), {
    childList: true,
  });
  return open;
}

/** Fields, pictures and the panel for own poses. @param take called after a change */
function enableChoices(editor: HTMLElement, take: () => void): void {
  const openPosing = createPosing((pose) => {
    writePose(editor, pose);
    take();
  });
  editor.addEventListener('input', (event) => {
    event.stopPropagation();
    // The panel reports a pose of its own.
    if (hit(event, '#pose-panel') !== null) return;
    if (hit(event, '[data-own="render_type"]') !== null) writePose(editor, '');
    take();
  });
  editor.addEventListener('change', (event) => event.stopPropagation());
  editor.addEventListener('click', (event) => {
    const pick = hit(event, '[data-pick]');
    const name = pick?.closest<HTMLElement>('[data-for]')?.dataset['for'];
    if (pick !== null && name !== undefined) {
      one(editor, `[data-own="${name}"]`, HTMLSelectElement).value = pick.dataset['pick'] ?? '';
      if (name === 'render_type') writePose(editor, '');
      take();
    }
    if (hit(event, '#own-pose')) {
      const { pose, render_type: renderType } = readOwn(editor);
      void openPosing({ pose, renderType: renderType ?? readLook().renderType });
    }
  });
  editor.addEventListener('keydown', (event) => {
    // Otherwise the form would be submitted.
    if (event.key === 'Enter' && hit(event, 'input')) event.preventDefault();
  });
}

/**
 * On phones the editor is a sheet at the bottom: scrolls the page until the picture is above it. Elsewhere
 * the stage makes room beside it.
 */
function uncover(editor: HTMLElement): void {
  const picture = byId('picture').getBoundingClientRect();
  const sheet = editor.getBoundingClientRect();
  const isSheet = sheet.width >= innerWidth;
  if (isSheet && picture.bottom >= 0) {
    scrollBy(0, Math.max(0, picture.bottom - sheet.top + airPx));
  }
}

function show(editor: HTMLElement, slots: Slots, slot: HTMLLIElement): void {
  const number = slots.all().indexOf(slot) + 1;
  byId('editor-title').textContent = nameOf(slot);
  announce(t('playerNamed', { number, name: nameOf(slot) }));
  byId('editor-before', HTMLButtonElement).disabled = number === 1;
  byId('editor-after', HTMLButtonElement).disabled = number === slots.all().length;
  const face = one(slot, '.face img', HTMLImageElement);
  Object.assign(byId('editor-face', HTMLImageElement), { src: face.src, hidden: face.hidden });
  writeOwn(editor, slots.own(slot));
  showPosing(false);
  markPicks(editor);
  markPlatform(editor);
}

/** Sets the own pose; flat pictures have none, so that such a player becomes a figure in space. */
function writePose(editor: HTMLElement, pose: string): void {
  one(editor, '[data-own="pose"]', HTMLInputElement).value = pose;
  const type = one(editor, '[data-own="render_type"]', HTMLSelectElement);
  const effective = type.value === '' ? byId('pose', HTMLSelectElement) : type;
  if (pose !== '' && isFlat(effective)) type.value = 'default';
}

function controls(editor: HTMLElement): Control[] {
  return [...editor.querySelectorAll<Control>('[data-own]')];
}

/** Figures of Roblox have no pose or direction, and nor has a face. */
function markPlatform(editor: HTMLElement): void {
  const { value } = one(editor, '[data-own="type"]', HTMLSelectElement);
  const isFace = editor.querySelector('[data-when="face"]:not([hidden])') !== null;
  for (const part of editor.querySelectorAll<HTMLElement>('.blocky')) {
    part.hidden = isFace || value === 'roblox';
  }
}

function readOwn(editor: HTMLElement): Own {
  return Object.fromEntries(
    controls(editor).flatMap((control) => {
      const isOff = control.type === 'checkbox' && !('checked' in control && control.checked);
      const value = control.value.trim();
      const isDefault = isOff || value === (control.dataset['default'] ?? '');
      return isDefault ? [] : [[control.dataset['own'] ?? '', value]];
    }),
  );
}

function isFlat({ selectedOptions }: HTMLSelectElement): boolean {
  return selectedOptions[0]?.dataset['flat'] !== undefined;
}

/** Flat pictures neither move nor have poses. */
function withoutFlat(editor: HTMLElement, { motion, pose, ...own }: Own): Own {
  if (isFlat(one(editor, '[data-own="render_type"]', HTMLSelectElement))) return own;
  return { ...own, ...(motion !== undefined && { motion }), ...(pose !== undefined && { pose }) };
}

/** A pose without the common crop is shown in full. */
function cropFor(editor: HTMLElement): Own {
  const pose = one(editor, '[data-own="render_type"]', HTMLSelectElement);
  const crops = pose.selectedOptions[0]?.dataset['crops']?.split(' ') ?? [];
  const { crop } = readLook();
  return crops.length === 0 || crops.includes(crop) ? {} : { crop: 'full' };
}

function writeOwn(editor: HTMLElement, own: Own): void {
  const values = new Map(Object.entries(own));
  for (const control of controls(editor)) {
    const value = values.get(control.dataset['own'] ?? '');
    if (control.type === 'checkbox') Object.assign(control, { checked: value === 'true' });
    else control.value = value ?? control.dataset['default'] ?? '';
  }
}

/** Marks the chosen pictures. */
function markPicks(editor: HTMLElement): void {
  for (const grid of editor.querySelectorAll<HTMLElement>('[data-for]')) {
    const name = grid.dataset['for'] ?? '';
    const { value } = one(editor, `[data-own="${name}"]`, HTMLSelectElement);
    for (const pick of grid.querySelectorAll<HTMLElement>('[data-pick]')) {
      pick.ariaPressed = String(pick.dataset['pick'] === value);
    }
  }
}

/**
 * @param changed called with the compact form of the pose; empty without one
 * @returns a function that opens the panel, whose script is loaded with the first time
 */
function createPosing(changed: (pose: string) => void): (shown: ShownPose) => Promise<void> {
  let open: OpenPosing | undefined;
  return async (shown) => {
    showPosing(true);
    open ??= (await import('./pose-panel.ts')).enablePosePanel({ changed, done });
    open(shown);
    // What was pressed is no longer there.
    const panel = byId('pose-panel');
    panel.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  };
}

function done(): void {
  showPosing(false);
  byId('own-pose').focus();
}

/** Shows the panel instead of the other fields. */
function showPosing(isPosing: boolean): void {
  byId('pose-panel').hidden = !isPosing;
  byId('own-fields').hidden = isPosing;
  byId('editor').scrollTop = 0;
}
