import { basePath, byId, hit } from './dom.ts';
import { enableFiles } from './files.ts';
import { createFaces } from './faces.ts';
import { blamedItem, lineupRequest, taken, type Lineup } from './lineup.ts';
import { enableHeight, readLook, settleLook, writeLook } from './look.ts';
import { createNotice, type Notice } from './notice.ts';
import { leftOut } from './paste.ts';
import { enablePasting } from './pasting.ts';
import { createPictures, type PictureOutcome } from './picture.ts';
import { recall, remember } from './remember.ts';
import { enableReordering } from './reorder.ts';
import { altFor, offerShare, withholdShare } from './share.ts';
import { blame, fields, pardon } from './slot.ts';
import { createSlots, type Slots } from './slots.ts';
import { createStage } from './stage.ts';
import { explain } from './trouble.ts';

// Long enough that a name is typed to its end, short enough to feel like at once.
const typingPauseMs = 350;
const choosingPauseMs = 60;

/** The form that composes a picture, alive. */
export function enableComposer(form: HTMLFormElement): void {
  const slots = createSlots(Number(form.dataset['most']));
  const drawer = createDrawer(slots);
  const changed = (): void => drawer.plan(choosingPauseMs);

  const linked = recall();
  const left = linked === null ? 0 : slots.fill(linked.places, 'typed');
  if (linked !== null) {
    writeLook(linked.look);
    // Until theirs is drawn, nobody else stands there.
    byId('picture').style.visibility = 'hidden';
  }
  // An empty place is passed over; without the script it would be refused.
  form.noValidate = true;
  for (const field of form.querySelectorAll('input')) field.required = false;
  for (const id of ['add', 'shuffle']) byId(id, HTMLButtonElement).hidden = false;
  byId('draw', HTMLButtonElement).hidden = true;
  byId('names', HTMLInputElement).closest('label')?.removeAttribute('hidden');
  settleLook();
  enableHeight();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    drawer.plan(0);
  });
  form.addEventListener('input', (event) => {
    const slot = hit(event, 'li.slot');
    if (slot === null) settleLook();
    else if (slot instanceof HTMLLIElement && hit(event, '[name="value"]')) slots.forget(slot);
    const isChosen = slot === null && hit(event, '.range') === null;
    drawer.plan(isChosen ? choosingPauseMs : typingPauseMs);
  });
  enableButtons(form, slots, changed);
  enablePasting(form, slots, (without) => {
    changed();
    if (without > 0) drawer.refuse(leftOut(without));
  });
  enableReordering(byId('slots'), slots, changed);
  enableFiles(form, { slots, changed, refuse: drawer.refuse });
  if (left > 0) drawer.refuse(leftOut(left));
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
  const notice = createNotice(byId('notice'));
  const pictures = createPictures();
  const showFaces = createFaces();
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
      withholdShare();
      showFaces(slots.all(), slots.places(), []);
      stage.rest({ isStale: true, isSettled: true });
      notice.say('Nobody is here yet. Who comes first?');
      return;
    }
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
    const isDrawn = outcome.kind === 'picture';
    stage.rest({ isStale: !isDrawn, isSettled: waiting === undefined });
    showFaces(slots.all(), slots.places(), isDrawn ? lineup.places : []);
    if (isDrawn) {
      stage.show(outcome.url, altFor(lineup), lineup.look.heightPx);
      offerShare(lineup);
      return;
    }
    withholdShare();
    const slotOf = (item: number) => slots.all()[taken(lineup.places)[item]?.index ?? -1];
    complain(outcome, slotOf, { notice, retry });
  }

  return {
    plan,
    refuse: (sentence) => {
      refused = sentence;
      notice.say(sentence);
    },
  };
}

type Failure = Exclude<PictureOutcome, { readonly kind: 'picture' | 'cancelled' }>;
type Desk = { readonly notice: Notice; readonly retry: () => void };

/** Says what went wrong: at the place that is to blame for it, or of all of them together. */
function complain(
  failure: Failure,
  slotOf: (item: number) => HTMLLIElement | undefined,
  { notice, retry }: Desk,
): void {
  const blamed = failure.kind === 'refusal' ? blamedItem(failure.detail) : null;
  if (failure.kind === 'silence' || blamed === null) {
    explain(failure, notice, retry);
    return;
  }
  const slot = slotOf(blamed.item);
  const hint = failure.status === 404 ? ' Is it spelt right?' : '';
  if (slot !== undefined) blame(slot, `${blamed.sentence}${hint}`);
  if (failure.status < 500) return;
  notice.say('Somebody can’t be had right now. The samples always can.', retry);
}
