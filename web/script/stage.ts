import { previewHeights, usualLook } from '../../src/features/docs/front/lineup.ts';
import { byId } from './dom.ts';
import { t } from './messages.ts';

/** Height of the players for this screen. */
export function stageHeightPx(): number {
  return (
    previewHeights.find(({ media }) => matchMedia(media).matches)?.heightPx ?? usualLook.heightPx
  );
}

/** The stage with the picture. */
export type Stage = {
  /** @returns the size of the picture */
  show(
    url: string,
    alt: string,
    { heightPx, isFramed }: { readonly heightPx: number; readonly isFramed: boolean },
  ): Promise<{ readonly widthPx: number; readonly heightPx: number }>;
  /** No players are left. */
  clear(): void;
  /** Another picture will follow. */
  expect(): void;
  /** The picture is being drawn. */
  work(): void;
  /** Stale: the picture does not match the form. Settled: no other will follow. */
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
        // Replaces the initial picture of the page.
        for (const source of cast.querySelectorAll('source')) source.remove();
        picture.src = url;
      }
      try {
        await picture.decode();
      } catch {
        // Another picture has replaced it.
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

/** Aligns the ground with the feet: the band of names is below them. */
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

/** Marks a row that continues beyond the right edge. */
function showMore(roll: HTMLElement): void {
  const restPx = roll.scrollWidth - roll.clientWidth - roll.scrollLeft;
  roll.classList.toggle('more', restPx > 2);
}

/** Makes a row that is wider than its stage scrollable by keyboard. */
function letScroll(roll: HTMLElement): void {
  showMore(roll);
  if (roll.scrollWidth > roll.clientWidth) {
    roll.tabIndex = 0;
    roll.role = 'group';
    roll.ariaLabel = t('scrollsSideways');
  } else for (const name of ['tabindex', 'role', 'aria-label']) roll.removeAttribute(name);
}
