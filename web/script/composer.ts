import { enableDock } from './dock.ts';
import type { OpenEditor } from './editor.ts';
import { announce, byId, hit, slotAt } from './dom.ts';
import { createDrawer, type ComposerParts } from './drawer.ts';
import { oursIn } from './lineups.ts';
import {
  enableHeight,
  enableKinds,
  forgetPassed,
  formLineup,
  resolveLook,
  setOption,
  writeLook,
} from './look.ts';
import type { Lineup } from '../../src/service/site/front/lineup.ts';
import { enablePasting, leftOut } from './pasting.ts';
import { enableQuickField } from './quick-field.ts';

import { enableRecent } from './recent.ts';
import { createHistory, savedLineup, type LineupHistory } from './lineup-history.ts';
import { isDark } from './scheme.ts';
import { fields } from './slot.ts';
import { createSlots } from './slots.ts';
import { enableTaking, type Load } from './take.ts';
import { enableTyping } from './typing.ts';
import { loadWhenUsed } from './when-used.ts';
import { t } from './messages.ts';

const choosingPauseMs = 60;

/** Activates the form that composes a picture. */
export function enableComposer(form: HTMLFormElement): void {
  const isOurs = oursIn(form);
  const slots = createSlots(Number(form.dataset['most']), isOurs);
  let lineupHistory: LineupHistory | null = null;
  const drawer = createDrawer(slots, () => lineupHistory);
  const linked = savedLineup();
  if (linked === null && isDark()) setOption('scene', 'night');
  const start = formLineup(slots);
  const left = linked === null ? 0 : slots.replaceAll(linked.items);
  if (linked !== null) {
    writeLook(linked.look);
    // Hides the initial picture until the restored lineup is drawn.
    byId('picture').style.visibility = 'hidden';
  }
  const restore = ({ items, look }: Lineup): void => {
    slots.replaceAll(items);
    writeLook(look);
    announce(t('changedBack'));
    drawer.plan(0);
  };
  lineupHistory = createHistory(start, { restore, stepped: showSteps });
  const changed = (): void => {
    lineupHistory.seal();
    drawer.plan(choosingPauseMs);
    lineupHistory.note(formLineup(slots));
    lineupHistory.seal();
  };
  const parts = { form, slots, drawer, changed };
  activateForm(form);
  form.addEventListener('input', forgetPassed);
  enableKinds(form);
  enableTyping(parts, choosingPauseMs);
  enableButtons(parts);
  enableQuickField(parts);
  enableSteps(lineupHistory);
  enablePasting(form, slots, (without) => {
    if (without > 0) drawer.refuse(leftOut(without));
    changed();
  });
  enablePostingLater(enableTaking(form, drawer));
  enablePosing(parts);
  enableRecent(slots, changed);
  enableDock();
  if (left > 0) drawer.refuse(leftOut(left));
  drawer.plan(0);
}

/** Poses: of one player, of all by picture, and those of an arrangement by name. */
function enablePosing(parts: ComposerParts): void {
  const { form, slots, changed } = parts;
  const edit = enableEditorLater(parts);
  const arrange = async (preset: string): Promise<void> => {
    const { applyPreset } = await import('./presets.ts');
    applyPreset(preset, slots);
    changed();
  };
  enableHandsLater(parts, edit);
  form.addEventListener('click', (event) => {
    const slot = hit(event, '.edit') && slotAt(event);
    if (slot) edit(slot);
    const preset = hit(event, '[data-preset]')?.dataset['preset'];
    if (preset !== undefined) void arrange(preset);
    const pick = hit(event, '#look [data-pick]');
    if (pick !== null) {
      pickForAll(pick);
      resolveLook();
      changed();
    }
  });
}

/** What opens the editor is near its pictures and buttons, where its script begins to load. */
function enableEditorLater({ form, slots, changed }: ComposerParts): OpenEditor {
  let open: Promise<OpenEditor> | undefined;
  const load = (): Promise<OpenEditor> =>
    (open ??= import('./editor.ts').then(({ enableEditor }) => enableEditor(slots, changed)));
  for (const name of ['pointerover', 'focusin'] as const) {
    form.addEventListener(name, (event) => void (hit(event, '.edit, #figures') && load()));
  }
  return (slot) => void load().then((show) => show(slot));
}

/** After the first picture; sooner where somebody is faster. */
function enableHandsLater(
  { form, slots, drawer: { refuse }, changed }: ComposerParts,
  pressed: OpenEditor,
): void {
  const handlers = { slots, pressed, changed, refuse };
  const start = loadWhenUsed(byId('cast'), {
    load: async () => (await import('./by-hand.ts')).enableHands(form, handlers),
  });
  byId('picture').addEventListener('load', start, { once: true });
  for (const name of ['pointerdown', 'focusin'] as const) {
    byId('slots').addEventListener(name, start, { once: true });
  }
  addEventListener('dragover', start, { once: true });
}

function enablePostingLater(loadPicture: Load): void {
  const box = document.querySelector<HTMLElement>('#post');
  if (box === null) return;
  box.hidden = false;
  loadWhenUsed(box, {
    load: async () => (await import('./post.ts')).enablePosting(box, loadPicture),
  });
}

/** A picture of a pose, a motion or an item was pressed. */
function pickForAll(pick: HTMLElement): void {
  const name = pick.closest<HTMLElement>('[data-for]')?.dataset['for'];
  const value = pick.dataset['pick'] ?? '';
  if (name === 'motion' || name === 'hold') setOption(name, value);
  else byId('pose', HTMLSelectElement).value = value;
}

const scriptedButtons = ['add', 'add-roblox', 'clear', 'shuffle', 'undo', 'redo'];
const scriptedParts = [
  ...scriptedButtons,
  'quick-field',
  'presets',
  'pose-pictures',
  'motion-pictures',
  'thing-pictures',
];

/** Shows what needs the script, and hides what replaces it. */
function activateForm(form: HTMLFormElement): void {
  // Empty slots are skipped; without the script they would be invalid.
  form.noValidate = true;
  for (const field of form.querySelectorAll('input')) field.required = false;
  for (const id of scriptedParts) byId(id).hidden = false;
  byId('draw').hidden = true;
  for (const id of ['names', 'plates']) byId(id).closest('label')?.removeAttribute('hidden');
  for (const part of form.querySelectorAll<HTMLFieldSetElement>('.scripted')) {
    part.hidden = part.disabled = false;
  }
  resolveLook();
  enableHeight();
}

/** The buttons for adding players: Roblox names belong to other people. */
const additions = { '#add': {}, '#add-roblox': { type: 'roblox' } } as const;

function enableButtons({ form, slots, changed }: ComposerParts): void {
  const shuffle = async (): Promise<void> => {
    const { surprise } = await import('./surprise.ts');
    surprise(form, slots);
    changed();
  };
  form.addEventListener('click', (event) => {
    const slot = hit(event, '.remove') && slotAt(event);
    if (slot) {
      slots.remove(slot);
      changed();
    }
    for (const [id, own] of Object.entries(additions)) {
      const added = hit(event, id) && slots.add({ value: '', label: '', own });
      if (added) fields(added).value.focus();
    }
    if (hit(event, '#clear')) {
      slots.replaceAll([{ value: '', label: '' }]);
      const [first] = slots.all();
      if (first !== undefined) fields(first).value.focus();
      changed();
    }
    if (hit(event, '#shuffle')) void shuffle();
  });
}

function enableSteps(lineupHistory: LineupHistory): void {
  byId('undo').addEventListener('click', () => history.back());
  byId('redo').addEventListener('click', () => history.forward());
  document.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    const isField = hit(event, 'input:not([type="range"], [type="radio"], [type="checkbox"])');
    if (!(event.ctrlKey || event.metaKey) || isField !== null) return;
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (isRedo && lineupHistory.canRedo()) history.forward();
    else if (key === 'z' && !event.shiftKey && lineupHistory.canUndo()) history.back();
    else return;
    event.preventDefault();
  });
  showSteps(lineupHistory);
}

function showSteps({ canUndo, canRedo }: Pick<LineupHistory, 'canUndo' | 'canRedo'>): void {
  byId('undo', HTMLButtonElement).disabled = !canUndo();
  byId('redo', HTMLButtonElement).disabled = !canRedo();
}
