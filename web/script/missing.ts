// Handles pictures that failed to load, usually because the rate limit was reached.

/** A failed picture of the initial page is retried once, after the next window of the limit has begun. */
const retryMs = 61_000;

/** Hides missing pictures instead of showing the browser's icon. */
export function hideMissingPictures(): void {
  document.addEventListener('load', ({ target }) => forget(toPicture(target)), { capture: true });
  document.addEventListener('error', ({ target }) => note(toPicture(target)), { capture: true });
  // Pictures that failed before this script ran.
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0) note(picture);
  }
}

function forget(picture: HTMLImageElement | undefined): void {
  picture?.classList.remove('missing', 'late');
}

function note(picture: HTMLImageElement | undefined): void {
  if (picture === undefined) return;
  picture.classList.remove('late');
  picture.classList.add('missing');
  const { src, dataset } = picture;
  if (dataset['tried'] === src || !/^https?:/.test(src)) return;
  dataset['tried'] = src;
  setTimeout(() => {
    // The element may show another picture by now.
    if (picture.classList.contains('missing') && picture.src === src) picture.src = src;
  }, retryMs);
}

function toPicture(target: EventTarget | null): HTMLImageElement | undefined {
  return target instanceof HTMLImageElement ? target : undefined;
}
