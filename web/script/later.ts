/** Distance from the viewport at which thumbnails load. */
const margin = '300px';

const placeholder = 'source[media="(scripting: enabled)"]';

/** Loads thumbnails once they are near, a whole sheet at once, since it is one file. */
export function enableLaterPictures(): void {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        showPicture(target);
      }
    },
    { rootMargin: margin },
  );
  for (const source of document.querySelectorAll(placeholder)) {
    const image = source.parentElement?.querySelector('img');
    if (image) seen.observe(image);
  }
}

/** Removes the placeholder of a picture that loads later. */
export function showPicture(image: Element): void {
  image.parentElement?.querySelector(placeholder)?.remove();
}
