import { previewHeights, usualLook } from '../../src/features/docs/front/lineup.ts';
import { byId } from './dom.ts';
import { t } from './messages.ts';

/** How high players are drawn for this screen. */
export function stageHeightPx(): number {
  return (
    previewHeights.find(({ media }) => matchMedia(media).matches)?.heightPx ?? usualLook.heightPx
  );
}

/** The picture on its stage. */
export type Stage = {
  /** @returns the size of the picture */
  show(
    url: string,
    alt: string,
    { heightPx, isFramed }: { readonly heightPx: number; readonly isFramed: boolean },
  ): Promise<{ readonly widthPx: number; readonly heightPx: number }>;
  /** Nobody stands there. */
  clear(): void;
  /** Another picture is about to come. */
  expect(): void;
  /** It is being drawn. */
  work(): void;
  /** Stale: the picture is not what the form says. Settled: no other is about to come. */
  rest(state: { readonly isStale: boolean; readonly isSettled: boolean }): void;
};

export function createStage(): Stage {
  const cast = byId('cast');
  const picture = byId('picture', HTMLImageElement);
  const roll = byId('roll');
  roll.addEventListener('scroll', () => showMore(roll), { passive: true });
  return {
    show: async (url, alt, { heightPx, isFramed }) => {
      picture.alt = alt;
      byId('docked', HTMLImageElement).src = url;
      if (picture.src === url) picture.style.visibility = '';
      else {
        picture.addEventListener(
          'load',
          () => {
            cast.classList.toggle('framed', isFramed);
            land(cast, picture, isFramed ? Number.POSITIVE_INFINITY : heightPx);
          },
          { once: true },
        );
        // Whatever the page came with gives way.
        for (const source of cast.querySelectorAll('source')) source.remove();
        picture.src = url;
      }
      try {
        await picture.decode();
      } catch {
        // Another one has taken its place.
      }
      return { widthPx: picture.naturalWidth, heightPx: picture.naturalHeight };
    },
    clear: () => void (picture.style.visibility = 'hidden'),
    expect: () => void (cast.ariaBusy = 'true'),
    work: () => cast.classList.add('busy'),
    rest: ({ isStale, isSettled }) => {
      cast.classList.remove('busy');
      cast.classList.toggle('stale', isStale);
      cast.ariaBusy = String(!isSettled);
    },
  };
}

/** Lays the ground at the feet: what is lower than the figures is the band of their names. */
function land(cast: HTMLElement, picture: HTMLImageElement, heightPx: number): void {
  const { naturalWidth, naturalHeight } = picture;
  picture.style.visibility = '';
  const band = Math.max(0, naturalHeight - heightPx) / naturalHeight;
  cast.style.setProperty('--band', String(band));
  cast.style.setProperty('--ratio', String(naturalWidth / naturalHeight));
  letScroll(byId('roll'));
  cast.classList.remove('arrived');
  requestAnimationFrame(() => cast.classList.add('arrived'));
}

/** Whether there is more of the row beyond the right edge. */
function showMore(roll: HTMLElement): void {
  const restPx = roll.scrollWidth - roll.clientWidth - roll.scrollLeft;
  roll.classList.toggle('more', restPx > 2);
}

/** On a narrow screen a long row is wider than its stage: then the keyboard must get there too. */
function letScroll(roll: HTMLElement): void {
  showMore(roll);
  if (roll.scrollWidth > roll.clientWidth) {
    roll.tabIndex = 0;
    roll.role = 'group';
    roll.ariaLabel = t('scrollsSideways');
  } else for (const name of ['tabindex', 'role', 'aria-label']) roll.removeAttribute(name);
}
