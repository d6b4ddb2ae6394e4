import { basePath, byId, hit } from './dom.ts';
import { enableFiles } from './files.ts';
import { showFaces } from './faces.ts';
import {
  blamedItem,
  lineupQuery,
  lineupRequest,
  pastedNames,
  readLineup,
  taken,
  type Lineup,
} from './lineup.ts';
import { readLook, settleLook, writeLook } from './look.ts';
import { createNotice } from './notice.ts';
import { createPictures, type PictureOutcome } from './picture.ts';
import { enableReordering } from './reorder.ts';
import { altFor, updateShare } from './share.ts';
import { blame, fields, pardon } from './slot.ts';
import { createSlots, type Slots } from './slots.ts';
import { createStage } from './stage.ts';
import { explain } from './trouble.ts';
import { exampleTarget } from '../../src/features/docs/paths.ts';

// Long enough that a name is typed to its end, short enough to feel like at once.
const typingPauseMs = 350;
const choosingPauseMs = 60;

/** The form that composes a picture, alive. */
export function enableComposer(form: HTMLFormElement): void {
  const slots = createSlots(Number(form.dataset['most']));
  const drawer = createDrawer(slots);
  const changed = (): void => drawer.plan(choosingPauseMs);

  const linked = readLineup(location.search);
  if (linked !== null) {
    slots.fill(linked.places, 'typed');
    writeLook(linked.look);
  }
  for (const id of ['add', 'shuffle']) byId(id, HTMLButtonElement).hidden = false;
  byId('draw', HTMLButtonElement).hidden = true;
  byId('names', HTMLInputElement).closest('label')?.removeAttribute('hidden');
  settleLook();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    drawer.plan(0);
  });
  form.addEventListener('input', (event) => {
    const slot = hit(event, 'li.slot');
    if (slot === null) settleLook();
    else if (slot instanceof HTMLLIElement && hit(event, '[name="value"]')) slots.forget(slot);
    drawer.plan(slot === null ? choosingPauseMs : typingPauseMs);
  });
  enableButtons(form, slots, changed);
  enablePasting(form, slots, changed);
  enableReordering(byId('slots', HTMLOListElement), slots, changed);
  enableFiles(form, { slots, changed, refuse: drawer.refuse });
  drawer.plan(0);
}

function enableButtons(form: HTMLFormElement, slots: Slots, changed: () => void): void {
  form.addEventListener('click', (event) => {
    const slot = hit(event, '.remove')?.closest('li.slot');
    if (slot instanceof HTMLLIElement) {
      slots.remove(slot);
      changed();
    }
    if (hit(event, '#add')) {
      const added = slots.add({ value: '', label: '' });
      if (added !== null) fields(added).value.focus();
    }
    if (hit(event, '#shuffle')) {
      slots.fill(randomLineup(form.dataset['samples']?.split(' ') ?? []), 'ours');
      changed();
    }
  });
}

/** A list of names that is pasted into one field fills those after it too. */
function enablePasting(form: HTMLFormElement, slots: Slots, changed: () => void): void {
  form.addEventListener('paste', (event) => {
    const slot = hit(event, '[name="value"]')?.closest('li.slot');
    const names = pastedNames(event.clipboardData?.getData('text') ?? '');
    if (!(slot instanceof HTMLLIElement) || names.length < 2) return;
    event.preventDefault();
    const start = slots.all().indexOf(slot);
    names.forEach((name, offset) => {
      const place = slots.all()[start + offset] ?? slots.add({ value: '', label: '' });
      if (place === null) return;
      slots.forget(place);
      fields(place).value.value = name;
      fields(place).label.value = '';
    });
    changed();
  });
}

/** Three to six different samples, called by what they are. */
function randomLineup(samples: readonly string[]): { value: string; label: string }[] {
  const shuffled = samples
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 3 + Math.floor(Math.random() * 4));
  return shuffled.map(({ value }) => {
    const name = value.replace(/^sample-/, '');
    return { value, label: name.charAt(0).toUpperCase() + name.slice(1) };
  });
}

type Drawer = {
  /** Draws what the form says once it has been left alone for this long. */
  readonly plan: (pauseMs: number) => void;
  /** Says why something was not taken. */
  readonly refuse: (sentence: string) => void;
};

function createDrawer(slots: Slots): Drawer {
  const stage = createStage();
  const notice = createNotice(byId('notice', HTMLDivElement));
  const pictures = createPictures();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** Said when something was not taken; the next picture, which is of the rest, does not wipe it. */
  let refused: string | null = null;

  async function draw(): Promise<void> {
    const lineup: Lineup = { places: slots.places(), look: readLook() };
    const isEmpty = taken(lineup.places).length === 0;
    for (const slot of slots.all()) pardon(slot);
    if (refused === null) notice.clear();
    refused = null;
    if (isEmpty) {
      pictures.drop();
      stage.rest({ isStale: true, isSettled: true });
      notice.say('Nobody is here yet. Who comes first?');
      return;
    }
    updateShare(lineup);
    remember(lineup);
    const request = lineupRequest(basePath(), lineup);
    if (!pictures.has(request)) stage.work();
    settle(lineup, await pictures.get(request));
  }

  function plan(pauseMs: number): void {
    clearTimeout(waiting);
    stage.expect();
    waiting = setTimeout(() => {
      waiting = undefined;
      void draw();
    }, pauseMs);
  }

  const retry = (): void => plan(0);

  function settle(lineup: Lineup, outcome: PictureOutcome): void {
    if (outcome.kind === 'cancelled') return;
    stage.rest({ isStale: outcome.kind !== 'picture', isSettled: waiting === undefined });
    if (outcome.kind === 'picture') {
      stage.show(outcome.url, altFor(lineup), lineup.look.heightPx);
      showFaces(slots.all(), lineup.places);
      return;
    }
    const blamed = outcome.kind === 'refusal' ? blamedItem(outcome.detail) : null;
    if (blamed === null) {
      explain(outcome, notice, retry);
      return;
    }
    const slot = slots.all()[taken(lineup.places)[blamed.item]?.index ?? -1];
    const status = outcome.kind === 'refusal' ? outcome.status : 0;
    if (slot !== undefined) blame(slot, kindly(status, blamed.sentence));
    if (status >= 500)
      notice.say('Somebody can’t be had right now. The samples always can.', retry);
  }

  return {
    plan,
    refuse: (sentence) => {
      refused = sentence;
      notice.say(sentence);
    },
  };
}

function kindly(status: number, sentence: string): string {
  return status === 404 ? `${sentence} Is it spelt right?` : sentence;
}

/** The lineup goes into the address of the page, so that it can be sent on and come back to. */
function remember(lineup: Lineup): void {
  const hasFile = lineup.places.some(({ value }) => value.startsWith('data:'));
  const query = hasFile
    ? location.pathname
    : exampleTarget(location.pathname, { title: '', query: lineupQuery(lineup) });
  history.replaceState(null, '', query);
}
