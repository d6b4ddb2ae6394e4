import { announcePicture, basePath, byId } from './dom.ts';
import { boxesIn } from './boxes.ts';
import { createFaces } from './faces.ts';
import { clearFigures, layFigures, markFigures } from './figures.ts';
import type { Refused } from './did-you-mean.ts';
import { setFirst } from './first-player.ts';
import { createAbortPrevious } from './send.ts';
import {
  fileHeightPx,
  isFramed,
  isThing,
  taken,
  type Lineup,
} from '../../src/service/site/front/lineup.ts';
import { isSizedLater, previewRequest, sizeOf } from '../../src/service/site/front/preview.ts';
import { createAnimation } from './animation.ts';
import { formLineup } from './look.ts';
import { createNotice } from './notice.ts';
import { drawRow, type Row } from './partial.ts';
import { noteRecent } from './recent.ts';
import { createPictures } from './picture.ts';
import { isRoblox } from './roblox.ts';
import type { LineupHistory } from './lineup-history.ts';
import { altFor, offerShare, showBesideShare, withholdShare } from './share.ts';
import { setError, fields, clearError, noticeOf } from './slot.ts';
import type { Slots } from './slots.ts';
import { createStage, stagePreview } from './stage.ts';
import { explain } from './error-messages.ts';
import { suggestLater } from './suggest-later.ts';
import { t } from './messages.ts';

// After this time the displayed URL counts as stale; nobody copies it sooner.
const staleAfterMs = 300;
// Pause in typing after which errors are shown.
const errorDelayMs = 2000;

export type Drawer = {
  /** Draws the form once it has been unchanged for this long. */
  readonly plan: (pauseMs: number) => void;
  /**
   * Shows why something was refused, and offers what may have been meant.
   * @param isAll whether nothing changes: the next picture then clears it
   */
  readonly refuse: (sentence: string, isAll?: boolean, refused?: Omit<Refused, 'sentence'>) => void;
  /** Somebody is typing there: errors are shown only after they have finished. */
  readonly type: (slot: HTMLLIElement | null) => void;
  /** The displayed lineup; `null` before the first picture. */
  readonly drawn: () => Lineup | null;
};

/** The parts of the composer that handle a change. */
export type ComposerParts = {
  readonly form: HTMLFormElement;
  readonly slots: Slots;
  readonly drawer: Drawer;
  /** Redraws soon, and records a step for undo. */
  readonly changed: () => void;
};

type Timer = ReturnType<typeof setTimeout> | undefined;

/** What the drawer updates. */
type DrawerParts = ReturnType<typeof createParts>;

/** Draws the form's lineup whenever it has changed, and shows errors at the slots they belong to. */
export function createDrawer(slots: Slots, lineupHistory: () => LineupHistory | null): Drawer {
  const parts = createParts(slots, () => plan(0));
  const { notice } = parts;
  const pictures = createPictures();
  const abortPrevious = createAbortPrevious();
  let [waiting, ageing, errorDelay]: Timer[] = [];
  let typedIn: HTMLLIElement | null = null;
  let shown: Row | null = null;
  /** Set after a refusal with a change; its picture, of the remaining players, does not clear the message. */
  let isRefusing = false;

  async function draw(): Promise<void> {
    waiting = undefined;
    const signal = abortPrevious();
    const lineup = formLineup(slots);
    if (!isRefusing) notice.clear();
    isRefusing = false;
    // Nobody waits any more for how the row before moves.
    parts.animation.withdraw();
    lineupHistory()?.note(lineup);
    if (taken(lineup.items).length === 0) {
      pictures.drop();
      finish(true);
      return showNobody(parts);
    }
    if (!pictures.has(previewRequest(basePath(), lineup, stagePreview()))) parts.stage.work();
    const row = await drawRow(lineup, (request) => pictures.get(request));
    const { outcome } = row;
    if (outcome.kind === 'cancelled') return;
    if (outcome.kind === 'picture') {
      await showRow(parts, row, { ...outcome, before: shown, signal });
      if (!signal.aborted && !isSame(row, shown)) shown = row;
    } else complain(parts, { outcome, errors: row.errors }, () => plan(0));
    if (signal.aborted) return;
    finish(outcome.kind !== 'picture');
    setErrors(parts, row, typedIn);
    errorDelay = setTimeout(() => setErrors(parts, row, null), errorDelayMs);
  }

  function finish(isStale: boolean): void {
    clearTimeout(ageing);
    finishOn(parts, { isStale, isFinal: waiting === undefined });
  }

  function plan(pauseMs: number): void {
    for (const timer of [waiting, ageing, errorDelay]) clearTimeout(timer);
    parts.stage.expect();
    if (shown !== null) ageing = setTimeout(markStale, staleAfterMs);
    waiting = setTimeout(() => void draw(), pauseMs);
  }

  return {
    plan,
    drawn: () => shown?.drawn ?? null,
    refuse: (sentence, isAll, refused) => {
      // A picture that is about to be drawn is of a change before.
      isRefusing = !isAll || waiting !== undefined;
      notice.showError(sentence);
      if (refused) void parts.suggest.instead({ ...refused, sentence });
    },
    type: (slot) => {
      typedIn = slot;
      if (slot !== null) expectAnother(slot);
    },
  };
}

function createParts(slots: Slots, changed: () => void) {
  const stage = createStage();
  const notice = createNotice(byId('notice'));
  const suggest = suggestLater({ slots, notice, changed });
  const animation = createAnimation(stage, notice);
  return { slots, notice, suggest, stage, showFaces: createFaces(), animation };
}

/** The displayed URL belongs to an earlier row. */
function markStale(): void {
  byId('take').ariaBusy = 'true';
}

/** Nothing is being drawn any more. */
function finishOn(
  { slots, stage }: DrawerParts,
  state: Parameters<DrawerParts['stage']['finish']>[0],
): void {
  byId('take').ariaBusy = 'false';
  stage.finish(state);
  for (const slot of slots.all()) slot.classList.remove('pending');
}

function showNobody({ slots, stage, notice, showFaces, animation }: DrawerParts): void {
  animation.withdraw();
  for (const slot of slots.all()) clearError(slot);
  stage.clear();
  clearFigures();
  withholdShare(t('firstPlayer'));
  showFaces(slots.all(), slots.items(), []);
  notice.showError(t('firstPlayer'));
}

/** Shows why players could not be drawn, except the one being typed. */
function setErrors(
  { slots, suggest, notice }: DrawerParts,
  { errors }: Row,
  typedIn: HTMLLIElement | null,
): void {
  slots.all().forEach((slot, index) => {
    const sentence = slot === typedIn ? undefined : errors.get(index);
    if (sentence === undefined) clearError(slot);
    else {
      setError(slot, sentence);
      // The slots may be below the screen.
      if (byId('notice').hidden) notice.showError(noticeOf(slot));
    }
  });
  markFigures(slots);
  const solvable = new Set([t('noSuchPlayer'), t('notAName')]);
  const isWrongName = (slot: HTMLLIElement, index: number): boolean =>
    slot !== typedIn && solvable.has(errors.get(index) ?? '');
  void suggest.ofSlots(slots.all().filter(isWrongName));
}

/** Whether nothing about a row differs from the one before. */
function isSame(row: Row, before: Row | null): boolean {
  return before !== null && contentsOf(row) === contentsOf(before);
}

function contentsOf({ drawn, errors }: Row): string {
  return JSON.stringify([drawn, [...errors.keys()]]);
}

type Shown = {
  readonly url: string;
  readonly blob: Blob;
  /** Null for the first row. */
  readonly before: Row | null;
  /** Aborts once another row is drawn. */
  readonly signal: AbortSignal;
};

async function showRow(
  { slots, stage, showFaces, animation }: DrawerParts,
  row: Row,
  { url, blob, before, signal }: Shown,
): Promise<void> {
  const { drawn, errors } = row;
  const seen = drawn.items.filter((_, index) => !errors.has(index));
  noteRecent({ ...drawn, items: seen });
  const first = seen.find((item) => item.value.trim() !== '' && !isRoblox(item));
  if (first !== undefined) setFirst(first);
  showFaces(slots.all(), slots.items(), seen);
  const alt = altFor({ ...drawn, items: seen });
  // An animation of the row before must not replace this picture while it is being decoded.
  animation.withdraw();
  const { heightPx } = drawn.look;
  const shownPx = Math.min(heightPx, stagePreview().heightPx);
  const boxes = await boxesIn(blob);
  if (signal.aborted) return;
  const nameTopPx = boxes.length === 0 ? shownPx : Math.max(...boxes.map(({ nameTop }) => nameTop));
  const { look } = drawn;
  const frame = { nameTopPx, isFramed: isFramed(look), isThing: isThing(look) };
  const size = await stage.show(url, alt, frame);
  if (signal.aborted) return;
  animation.offer(drawn);
  layFigures(slots, { drawn, boxes, ...size });
  const scale = frame.isFramed ? 1 : fileHeightPx(drawn) / shownPx;
  const own = isSizedLater(drawn) ? null : sizeOf(drawn);
  const [widthPx, fullHeightPx] = own ?? [
    Math.round(size.widthPx * scale),
    Math.round(size.heightPx * scale),
  ];
  offerShare(drawn, { size: { widthPx, heightPx: fullHeightPx }, alt }, isSame(row, before));
  if (errors.size > 0) {
    const all = taken(slots.items()).length;
    showBesideShare(t('someDrawn', { count: all - errors.size, most: all }));
  } else if (before !== null) announcePicture(t('pictureUpdated', { names: alt }));
}

type Failure = {
  readonly outcome: Exclude<Row['outcome'], { readonly kind: 'picture' | 'cancelled' }>;
  readonly errors: Row['errors'];
};

/** No player could be drawn. */
function complain(
  { slots, notice, showFaces, animation }: DrawerParts,
  { outcome, errors }: Failure,
  retry: () => void,
): void {
  animation.withdraw();
  clearFigures();
  showFaces(slots.all(), slots.items(), []);
  withholdShare(t('fixMarked'));
  if (errors.size === 0) explain(outcome, notice, retry);
  else if (outcome.kind === 'refusal' && outcome.status >= 500) {
    notice.showError(t('couldNotLoad'), retry);
  }
}

/** The face and error belong to the previous player. */
function expectAnother(slot: HTMLLIElement): void {
  clearError(slot);
  slot.classList.toggle('pending', fields(slot).value.value.trim() !== '');
}
