import type { Item } from '../../src/service/site/front/lineup.ts';
import { send, createAbortPrevious } from './send.ts';
import { copyText } from './copy.ts';
import { announce, basePath, byId, create, hit, one, publicBase } from './dom.ts';
import type { OnFirst } from './first-player.ts';
import { showPicture, type WhenNear } from './later.ts';
import { resolveLook } from './look.ts';
import { createNotice, type Notice } from './notice.ts';
import { explain } from './error-messages.ts';
import { plainSentence } from './item-errors.ts';
import { bareText, isPlayer } from './paste.ts';
import { enableTurning } from './turning.ts';
import { t } from './messages.ts';

type Row = {
  readonly whenNear: WhenNear;
  /** Whether the page opens on this player: the sheet of all poses stays. */
  readonly isStarting: (item: Item) => boolean;
  readonly onFirst: OnFirst;
};

/** Activates the gallery: other players and overlays, poses to use, URLs to copy. */
export function enableGallery(gallery: HTMLElement, { whenNear, isStarting, onFirst }: Row): void {
  const form = byId('gallery-form', HTMLFormElement);
  const player = byId('gallery-player', HTMLInputElement);
  const overlay = byId('gallery-overlay', HTMLSelectElement);
  const notice = createNotice(byId('gallery-notice'));
  const abortPrevious = createAbortPrevious();
  const show = (): void => {
    const typed = bareText(player.value);
    const shown = { player: typed, overlay: overlay.value };
    if (typed !== '')
      void showAll({ gallery, notice, again: show, whenNear }, shown, abortPrevious());
    else {
      notice.showError(t('typePlayer'));
      player.focus();
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
  });
  overlay.addEventListener('change', show);
  onFirst((item, isOpening) => {
    const { value } = item;
    const hasSheet = isOpening && isStarting(item);
    // Poses have addresses only of players who have a name. What somebody types there stays.
    if (
      hasSheet ||
      player.matches(':focus') ||
      !isPlayer(value) ||
      /^(?:https?|data):/i.test(value)
    )
      return;
    player.value = value;
    abortPrevious();
    wait(gallery, 'false');
    notice.clear();
    wear({ gallery, whenNear }, { player: value, overlay: overlay.value });
  });
  enableMoods(gallery);
  enableTurning(gallery);
  gallery.addEventListener('click', (event) => {
    const pose = hit(event, '.pose');
    const link = hit(event, '.link');
    if (pose === null) return;
    if (hit(event, '.use') !== null || isPlainPress(event)) {
      event.preventDefault();
      use(pose.dataset['pose'] ?? '');
    }
    if (link !== null) {
      const { pathname, search } = one(pose, 'a', HTMLAnchorElement);
      void copyText(`${publicBase()}${pathname.slice(basePath().length)}${search}`, link);
    }
  });
}

/** A plain click on a picture; with a modifier key its link is opened as usual. */
function isPlainPress(event: MouseEvent): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  return hit(event, 'a') !== null && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** Filters poses by category. */
function enableMoods(gallery: HTMLElement): void {
  const moods = byId('moods');
  moods.addEventListener('click', (event) => {
    const mood = hit(event, 'button')?.dataset['mood'];
    if (mood === undefined) return;
    for (const button of moods.querySelectorAll('button')) {
      button.ariaPressed = String(button.dataset['mood'] === mood);
    }
    for (const pose of gallery.querySelectorAll<HTMLElement>('.pose')) {
      pose.hidden = mood !== 'all' && pose.dataset['mood'] !== mood;
    }
  });
}

type Gallery = {
  readonly gallery: HTMLElement;
  readonly whenNear: WhenNear;
  readonly notice: Notice;
  /** Tries again with the current player. */
  readonly again: () => void;
};

/** The displayed player and overlay style. */
type Shown = { readonly player: string; readonly overlay: string };

/** Requests one pose first: a player who cannot be drawn need not be requested another 26 times. */
async function showAll(
  { gallery, notice, again, whenNear }: Gallery,
  shown: Shown,
  signal: AbortSignal,
): Promise<void> {
  const poses = [...gallery.querySelectorAll<HTMLElement>('.pose')];
  const { player } = shown;
  wait(gallery, 'true');
  notice.showStatus(t('drawingPlayer', { name: player }));
  const first = await send({ method: 'GET', url: pictureOf(gallery, poses[0], shown) }, signal);
  if (first.kind === 'cancelled') return;
  wait(gallery, 'false');
  if (first.kind === 'refusal' && first.status < 500 && first.status !== 429) {
    const sentence = plainSentence(first.detail, (key) => t(key));
    notice.showError(sentence);
    return offerAnother({ notice, again, sentence, text: player }, signal);
  }
  if (first.kind !== 'answer') {
    explain(first, notice, again);
    return;
  }
  const left = Number(first.response.headers.get('x-ratelimit-remaining') ?? poses.length);
  if (left < poses.length) {
    const waitSeconds = secondsToReset(first.response.headers);
    explain({ kind: 'refusal', status: 429, detail: '', waitSeconds }, notice, again);
    return;
  }
  notice.clear();
  announce(t('inPoses', { name: player, count: poses.length }));
  wear({ gallery, whenNear }, shown);
}

type Missing = Pick<Gallery, 'notice' | 'again'> & {
  readonly text: string;
  readonly sentence: string;
};

/** Offers the player who was probably meant. */
async function offerAnother(
  { notice, again, text, sentence }: Missing,
  signal: AbortSignal,
): Promise<void> {
  const { createFindMeant, offerInNotice } = await import('./did-you-mean.ts');
  const name = (await createFindMeant()([text])).get(text);
  const field = byId('gallery-player', HTMLInputElement);
  if (name === undefined || signal.aborted || field.value.trim() !== text) return;
  offerInNotice(notice, { name, sentence, field }, () => {
    field.value = name;
    again();
  });
}

/** Shows the poses of another player, each once it is near. */
function wear({ gallery, whenNear }: Pick<Gallery, 'gallery' | 'whenNear'>, shown: Shown): void {
  Object.assign(gallery.dataset, shown);
  for (const pose of gallery.querySelectorAll<HTMLElement>('.pose')) {
    one(pose, 'a', HTMLAnchorElement).href = addressOf(pose, shown);
    const image = one(pose, 'img', HTMLImageElement);
    // Hidden until it shows the new player; before, it was one contact sheet of all poses.
    image.classList.add('late');
    whenNear(image, () => {
      showPicture(image);
      image.src = pictureOf(gallery, pose, shown);
    });
  }
}

function pictureOf(gallery: HTMLElement, pose: HTMLElement | undefined, shown: Shown): string {
  const address = addressOf(pose, shown);
  return `${address}${address.includes('?') ? '&' : '?'}${gallery.dataset['query'] ?? ''}`;
}

function wait(gallery: HTMLElement, isBusy: 'true' | 'false'): void {
  gallery.ariaBusy = isBusy;
  one(gallery, '.lookup button', HTMLElement).ariaDisabled = isBusy;
}

/** By the service's clock, as this machine's may be wrong; a window is one minute. */
function secondsToReset(headers: Headers): number {
  const resetSeconds = Number(headers.get('x-ratelimit-reset') ?? 0);
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.min(60, Math.max(1, Math.ceil(resetSeconds - nowMs / 1000)));
}

/** Without defaults. */
function addressOf(pose: HTMLElement | undefined, { player, overlay }: Shown): string {
  const type = pose?.dataset['pose'] ?? 'default';
  const path = `${basePath()}/api/blockgame/render/${type}/${encodeURIComponent(player)}/full`;
  return overlay === 'flat' ? path : `${path}?overlay=${overlay}`;
}

/** Uses the pose on the stage. */
function use(name: string): void {
  const pose = byId('pose', HTMLSelectElement);
  pose.value = name;
  resolveLook();
  pose.dispatchEvent(new Event('input', { bubbles: true }));
  toast(t('poseIs', { pose: pose.selectedOptions[0]?.text.trim() ?? name }));
}

const shownMs = 2600;

/** Briefly shows what was just done, and announces it to screen readers. */
function toast(sentence: string): void {
  announce(sentence);
  document.querySelector('.toast')?.remove();
  const note = create('p', { className: 'toast', ariaHidden: 'true', textContent: sentence });
  document.body.append(note);
  setTimeout(() => note.remove(), shownMs);
}
