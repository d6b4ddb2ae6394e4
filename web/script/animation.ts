import { isMoving, type Lineup } from '../../src/service/site/front/lineup.ts';
import { animationRequest } from '../../src/service/site/front/preview.ts';
import { basePath, byId } from './dom.ts';
import { createAbortPrevious } from './send.ts';
import { savedLineup } from './lineup-history.ts';
import { explain } from './error-messages.ts';
import type { Notice } from './notice.ts';
import { stagePreview, type Stage } from './stage.ts';

// The still comes first; the animation of it replaces it once it has been decoded.

/** The page has loaded everything else by then. */
const openingPauseMs = 1500;

const doublePressMs = 500;

/** @param notice says why an animation that somebody waits for does not come */
export function createAnimation(stage: Stage, notice: Notice) {
  const abortPrevious = createAbortPrevious();
  const button = byId('play', HTMLButtonElement);
  let offered: Lineup | null = null;
  let isOpening = true;
  let cancelledMs = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** @param isAsked whether somebody waits for it */
  async function play(lineup: Lineup, isAsked: boolean): Promise<void> {
    button.hidden = true;
    const signal = abortPrevious();
    const { drawAnimation } = await import('./progress.ts');
    if (signal.aborted) return;
    const request = animationRequest(basePath(), lineup, stagePreview());
    const outcome = await drawAnimation(request, { signal, isAsked, cancel });
    if (outcome.kind === 'answer') await stage.play(outcome.blob, () => !signal.aborted);
    else if (outcome.kind !== 'cancelled') {
      button.hidden = false;
      if (isAsked) explain(outcome, notice, () => again(lineup));
    }
  }
  function again(lineup: Lineup): void {
    notice.clear();
    void play(lineup, true);
  }
  /** It may still be played. */
  function cancel(): void {
    withdraw();
    cancelledMs = performance.now();
    button.hidden = false;
    button.focus();
  }
  button.addEventListener('click', ({ detail }) => {
    // It appears where Cancel was, on which a pointer may have pressed twice.
    const isMeant = detail === 0 || performance.now() - cancelledMs > doublePressMs;
    if (offered !== null && isMeant) void play(offered, true);
  });

  function withdraw(): void {
    clearTimeout(waiting);
    abortPrevious();
    button.hidden = true;
  }

  return {
    /** Nothing is displayed that could move. */
    withdraw,
    /** The still of this lineup is displayed. */
    offer: (lineup: Lineup) => {
      withdraw();
      const isFirst = isOpening;
      isOpening = false;
      // What the page opens on moves though nobody has requested it.
      offered = isFirst && savedLineup() === null ? moved(lineup) : lineup;
      if (!isMoving(offered)) return;
      if (isStill()) button.hidden = false;
      else if (isMoving(lineup)) void play(lineup, true);
      else waiting = setTimeout(() => void play(moved(lineup), false), openingPauseMs);
    },
  };
}

function moved({ items, look }: Lineup): Lineup {
  return { items, look: { ...look, options: { ...look.options, motion: 'idle' } } };
}

/** Readers who want no motion, or pay for each byte, start animations themselves. */
function isStill(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const { saveData }: { saveData?: unknown } = Object(connection);
  return saveData === true || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
