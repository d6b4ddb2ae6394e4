/** So near to the screen, thumbnails come. */
const margin = '300px';

const placeholder = 'source[media="(scripting: enabled)"]';

/** Lets thumbnails come once they are near, all of a sheet at once: it is one file. */
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

/** Takes away what stands in for a picture that comes later. */
export function showPicture(image: Element): void {
  image.parentElement?.querySelector(placeholder)?.remove();
}
