import { previews, widestBeside, type Preview } from '../../src/service/site/front/preview.ts';
import { announce, byId, one } from './dom.ts';
import { t } from './messages.ts';

/** How large pictures are on this screen. */
export function stagePreview(): Preview {
  return previews.find(({ media }) => matchMedia(media).matches) ?? previews[1];
}

type Shape = {
  /** From the top of the picture to its names, which are below the feet. */
  readonly nameTopPx: number;
  readonly isFramed: boolean;
  readonly isThing: boolean;
};

/** The stage with the picture. */
export type Stage = ReturnType<typeof createStage>;

export function createStage() {
  const cast = byId('cast');
  const picture = byId('picture', HTMLImageElement);
  const roll = byId('roll');
  const animation = createPlayer(cast, picture);
  roll.addEventListener('scroll', () => showMore(roll), { passive: true });
  const making = createMaking();
  return {
    /** @returns the size of the picture */
    show: async (url: string, alt: string, { nameTopPx, isFramed, isThing }: Shape) => {
      animation.stop();
      cast.classList.remove('empty');
      picture.alt = alt;
      byId('docked', HTMLImageElement).src = url;
      if (picture.src === url) picture.style.visibility = '';
      else {
        picture.addEventListener(
          'load',
          () => {
            cast.classList.toggle('framed', isFramed);
            cast.classList.toggle('thing', isThing);
            cast.classList.toggle('wide', isWide(picture));
            land(cast, picture, isFramed ? Number.POSITIVE_INFINITY : nameTopPx);
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
    play: animation.play,
    /** No players are left. */
    clear: () => {
      picture.style.visibility = 'hidden';
      cast.classList.add('empty');
    },
    /** Another picture will follow. */
    expect: () => void (cast.ariaBusy = 'true'),
    /** The picture is being drawn. */
    work: () => {
      cast.classList.add('busy');
      making.expect();
    },
    /** Stale: the picture does not match the form. Settled: no other will follow. */
    finish: ({ isStale, isFinal }: { isStale: boolean; isFinal: boolean }) => {
      cast.classList.remove('busy');
      making.end();
      cast.classList.toggle('stale', isStale);
      cast.ariaBusy = String(!isFinal);
    },
  };
}

/** After this time it is said that the picture is being drawn. */
const longWaitMs = 1000;

function createMaking() {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    expect: () => {
      clearTimeout(waiting);
      waiting = setTimeout(showDrawing, longWaitMs);
    },
    end: () => {
      clearTimeout(waiting);
      byId('making').hidden = true;
    },
  };
}

/** Says that something is being drawn. @returns where it is said */
export function showDrawing(): HTMLElement {
  const making = byId('making');
  const text = one(making, 'span', HTMLElement);
  const sentence = text.dataset['drawing'] ?? '';
  text.textContent = sentence;
  making.hidden = false;
  announce(sentence);
  return text;
}

/** Shows an animation in place of its still. */
function createPlayer(cast: HTMLElement, picture: HTMLImageElement) {
  let playing: string | null = null;
  return {
    /** Replaces the picture by an animation of the same, unless another has been shown meanwhile. */
    play: async (animation: Blob, isCurrent: () => boolean) => {
      const url = URL.createObjectURL(animation);
      try {
        // Decoded first: until then the still stays.
        await Object.assign(new Image(), { src: url }).decode();
        if (!isCurrent()) throw new Error('another picture is shown');
        playing = url;
        picture.src = url;
        cast.classList.add('playing');
      } catch {
        URL.revokeObjectURL(url);
      }
    },
    stop: () => {
      if (playing !== null) URL.revokeObjectURL(playing);
      playing = null;
      cast.classList.remove('playing');
    },
  };
}

/** Whether the picture needs the whole width of the stage, instead of standing beside the words. */
function isWide({ naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  return naturalWidth > naturalHeight * widestBeside;
}

/** Aligns the ground with the feet: the band of names is below them. */
function land(cast: HTMLElement, picture: HTMLImageElement, nameTopPx: number): void {
  const { naturalWidth, naturalHeight } = picture;
  picture.style.visibility = '';
  const band = Math.max(0, naturalHeight - nameTopPx) / naturalHeight;
  cast.style.setProperty('--band', String(band));
  cast.style.setProperty('--ratio', String(naturalWidth / naturalHeight));
  cast.style.setProperty('--tall', `${naturalHeight}px`);
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
