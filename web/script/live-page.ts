import { refreshPicture } from './fresh-picture.ts';

// The only script of the live page: requests the picture again and again, by its validator, and shows a
// new one. While nothing changed the response is a 304 without a body, and free.

const picture = document.querySelector<HTMLImageElement>('#live');

function keepFresh(image: HTMLImageElement): void {
  const source = image.src;
  const waitMs = Number(image.dataset['refresh']) * 1000;
  let shown = '';
  const next = (): void => void setTimeout(run, waitMs);
  const run = (): void =>
    void refreshPicture(image, source, shown)
      .then((tag) => (shown = tag))
      .catch(() => {})
      .finally(next);
  next();
}

if (picture !== null) keepFresh(picture);
