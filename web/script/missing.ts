// Pictures that did not come, most often because the limit of the minute was reached.

/** One that a page began with is tried again once, when the next minute of the limit has begun. */
const retryMs = 61_000;

/** Leaves the place of a missing picture empty: the icon of a broken one says nothing to anybody. */
export function hideMissingPictures(): void {
  document.addEventListener(
    'load',
    ({ target }) => toPicture(target)?.classList.remove('missing', 'late'),
    {
      capture: true,
    },
  );
  document.addEventListener('error', ({ target }) => note(toPicture(target)), { capture: true });
  // What failed before this script ran.
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0) note(picture);
  }
}

function note(picture: HTMLImageElement | undefined): void {
  if (picture === undefined) return;
  picture.classList.remove('late');
  picture.classList.add('missing');
  const { src, dataset } = picture;
  if (dataset['tried'] === src || !/^https?:/.test(src)) return;
  dataset['tried'] = src;
  setTimeout(() => {
    // Meanwhile it may have become another picture.
    if (picture.classList.contains('missing') && picture.src === src) picture.src = src;
  }, retryMs);
}

function toPicture(target: EventTarget | null): HTMLImageElement | undefined {
  return target instanceof HTMLImageElement ? target : undefined;
}
