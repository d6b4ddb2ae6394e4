import { refreshPicture } from './fresh-picture.ts';

// The only script of the live page: requests the picture again and again, by its validator, and shows a
// new one. While nothing changed the response is a 304 without a body, and free. Nobody in front of a stream
// can do anything about an error, so none is shown.

/** After a failure; players are looked at less often otherwise. */
const retryMs = 30_000;
/** How long a game server may take to restart before its picture says that it is offline. */
const patienceMs = 120_000;

const picture = document.querySelector<HTMLImageElement>('#live');

function keepFresh(image: HTMLImageElement): void {
  const source = image.src;
  const waitMs = Number(image.dataset['refresh']) * 1000;
  const isRestarting = restartWatch(image.dataset['ping']);
  let shown = '';
  hideWhileBroken(image);
  // Of the picture that came with the page.
  void isRestarting().catch(() => {});
  const pauseMs = Math.min(waitMs, retryMs);
  const later = (afterMs: number): void => void setTimeout(() => void look(), afterMs);
  const look = async (): Promise<void> => {
    try {
      shown = await refreshPicture(image, { source, shown, isUnwanted: isRestarting });
      later(waitMs);
    } catch {
      later(pauseMs);
    }
  };
  later(image.complete && image.naturalWidth === 0 ? pauseMs : waitMs);
}

/** Before there is a picture, nothing is better than the mark of a missing one. */
function hideWhileBroken(image: HTMLImageElement): void {
  const update = (): void => {
    image.hidden = image.complete && image.naturalWidth === 0;
  };
  for (const name of ['load', 'error']) image.addEventListener(name, update);
  update();
}

/** Returns a function that says whether a server has been offline for less than a restart takes. */
function restartWatch(ping: string | undefined): () => Promise<boolean> {
  let offlineSinceMs: number | undefined;
  let wasOnline = false;
  return async () => {
    if (ping === undefined) return false;
    const { status } = await fetch(ping, { cache: 'no-cache' });
    if (status === 204) [wasOnline, offlineSinceMs] = [true, undefined];
    if (status !== 404) return false;
    offlineSinceMs ??= Date.now();
    return wasOnline && Date.now() - offlineSinceMs < patienceMs;
  };
}

if (picture !== null) keepFresh(picture);
