import { byId } from './dom.ts';

/** The picture on its stage. */
export type Stage = {
  show(url: string, alt: string, heightPx: number): void;
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
  const download = byId('download', HTMLAnchorElement);
  return {
    show: (url, alt, heightPx) => {
      picture.alt = alt;
      download.href = url;
      if (picture.src === url) return;
      picture.addEventListener('load', () => land(cast, picture, heightPx), { once: true });
      picture.src = url;
    },
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

/** On a narrow screen a long row is wider than its stage: then the keyboard must get there too. */
function letScroll(roll: HTMLElement): void {
  if (roll.scrollWidth > roll.clientWidth) {
    roll.tabIndex = 0;
    roll.role = 'group';
    roll.ariaLabel = 'The picture, scrolls sideways';
  } else for (const name of ['tabindex', 'role', 'aria-label']) roll.removeAttribute(name);
}
