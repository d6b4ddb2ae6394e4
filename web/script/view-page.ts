import { byId } from './dom.ts';
import { explain } from './error-messages.ts';
import { enableGestures, type Turn } from './gestures.ts';
import { t } from './messages.ts';
import { createNotice } from './notice.ts';
import { send, type Outcome } from './send.ts';
import type { View, Viewer } from './viewer.ts';

// The script of the page that turns a player: replaces the picture by the model once that is there.

const page = byId('view');
const canvas = byId('view-canvas', HTMLCanvasElement);
const still = byId('view-still', HTMLImageElement);
const notice = createNotice(byId('view-notice'));
const pause = byId('view-pause', HTMLButtonElement);
const motions = [...page.querySelectorAll<HTMLButtonElement>('[data-motion]')];
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
const { model: url = '', first = 'none', failed = '' } = page.dataset;

async function load(): Promise<void> {
  const [outcome, viewers] = await Promise.all([
    send({ method: 'GET', url }),
    import('./viewer.ts').catch(() => null),
  ]);
  if (outcome.kind !== 'answer') return sayWhy(outcome);
  // The viewer measures it.
  canvas.hidden = false;
  try {
    const glb = await outcome.blob.arrayBuffer();
    const viewer = await viewers?.createViewer(canvas, glb, showGround);
    if (viewers && viewer) return enable(viewer, viewers);
  } catch {
    // As without WebGL.
  }
  canvas.hidden = true;
  notice.showError(failed);
}

/** Why there is no model: the picture stays. */
function sayWhy(outcome: Exclude<Outcome, { readonly kind: 'answer' }>): void {
  if (outcome.kind === 'cancelled') return;
  const isRefusal = outcome.kind === 'refusal';
  if (isRefusal && outcome.status === 404) notice.showError(t('noSuchPlayer'));
  // With the name of the option, which is in the address of the page.
  else if (isRefusal && outcome.status === 400) notice.showError(outcome.detail);
  else explain(outcome, notice, () => void load());
}

/** The ground is part of the page, and lies where the model stands. */
function showGround({ far, near }: { readonly far: number; readonly near: number }): void {
  page.style.setProperty('--far', `${far}`);
  page.style.setProperty('--near', `${near}`);
}

type Bounds = { readonly start: View; readonly highestZoom: number };

function enable(viewer: Viewer, { start, highestZoom }: Bounds): void {
  let view = start;
  const show = (next: View, isEased: boolean): void =>
    viewer.show((view = next), isEased && !isCalm);
  const turn = ({ yaw = 0, pitch = 0, zoom = 1 }: Turn): boolean => {
    const before = view;
    const next = {
      yawDegrees: before.yawDegrees + yaw,
      pitchDegrees: within(0, before.pitchDegrees + pitch, 80),
      zoom: within(1, before.zoom * zoom, highestZoom),
    };
    show(next, true);
    return yaw !== 0 || next.pitchDegrees !== before.pitchDegrees || next.zoom !== before.zoom;
  };
  const setPlaying = (isPlaying: boolean): void => {
    viewer.pause(!isPlaying);
    page.classList.toggle('playing', isPlaying);
  };
  const play = (motion: string): void => {
    viewer.play(motion);
    setPlaying(true);
    pause.disabled = motion === 'none';
    for (const one of motions) {
      const isPlayed = one.dataset['motion'] === motion;
      one.ariaPressed = String(isPlayed);
      if (isPlayed) bringInSight(one);
    }
  };
  const toggle = (): void => {
    if (!pause.disabled) setPlaying(!page.classList.contains('playing'));
  };
  // The shorter way round.
  const reset = (): void => {
    const rounds = Math.round((view.yawDegrees - start.yawDegrees) / 360);
    show({ ...start, yawDegrees: start.yawDegrees + rounds * 360 }, true);
  };
  enableGestures(canvas, { turn, reset, toggle });
  for (const one of motions) {
    one.addEventListener('click', () => play(one.dataset['motion'] ?? 'none'));
  }
  pause.addEventListener('click', toggle);
  byId('view-reset').addEventListener('click', reset);
  byId('view-bar').hidden = byId('view-hint').hidden = false;
  show(start, false);
  play(isCalm ? 'none' : first);
  page.classList.add('is-3d');
}

/** In its row, and without scrolling the page, or the one around the frame. */
function bringInSight(button: HTMLElement): void {
  const row = button.parentElement;
  if (row !== null) row.scrollLeft = button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2;
}

function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The mark of a missing picture is no picture. */
function hideMissing(): void {
  still.classList.toggle('missing', still.complete && still.naturalWidth === 0);
}

still.addEventListener('error', hideMissing);
hideMissing();
void load();
